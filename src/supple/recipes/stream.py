"""Feet that stand while frames come in: the door of the online cleanup, which trusts nothing that is handed to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from supple.core.contacts import Floor
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.io.documents.contact_values import FARTHEST, check_floor
from supple.solvers.cleanup import stream
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import STREAMED, CleanSettings
from supple.solvers.cleanup.stream import Planted, Pose

_FASTEST = 1e5  # [fps] as in documents
_LATEST = 100_000  # [frames] of latency; more is a slip in the rate or the windows, and would fill the memory


class StreamCleaner(stream.StreamCleaner):
    """Holds planted points of poses that are pushed one by one.

    ``push`` gives back the cleaned pose of ``latency`` frames ago, and None while there is none yet; ``finish`` gives
    those that are still held. The method is the one with stretch: without, the whole clip is needed. So poses that come
    out may have ``offsets``, the bones of their frame.

    Which way knees bend and where heels are is learned from the first frames, before the first pose comes out. It is
    surer to give a clip of the same figure, ``like`` it, or the ``limbs`` themselves: flags that were found in that
    clip are then of the same points.
    """

    def __init__(
        self,
        skeleton: Skeleton,
        limbs: Sequence[Limb] | None = None,
        *,
        fps: float = 60.0,
        settings: CleanSettings | None = None,
        floor: Floor | None = None,
        like: Motion | None = None,
    ) -> None:
        _check_kind("skeleton", skeleton, Skeleton)
        _check_kind("settings", settings, CleanSettings, optional=True)
        _check_kind("floor", floor, Floor, optional=True)
        _check_kind("like", like, Motion, optional=True)
        _check_like(like, skeleton, limbs)
        if limbs is not None and not (isinstance(limbs, Sequence) and all(isinstance(limb, Limb) for limb in limbs)):
            raise InvalidValueError(f"limbs must be a sequence of Limb; got {limbs!r:.80}.")
        if isinstance(fps, bool) or not isinstance(fps, int | float | np.number) or not 0.0 < fps < _FASTEST:
            raise InvalidValueError(f"fps must be a positive number below {_FASTEST:g}; got {fps!r:.80}.")
        settings = STREAMED if settings is None else settings
        if settings.stretch is not None and (late := settings.windows(1.0 / float(fps)).latency) > _LATEST:
            raise InvalidValueError(f"at {fps:g} fps the windows are {late} frames long. Give shorter ones.")
        if floor is not None:
            check_floor(floor, "the stream's floor")
        super().__init__(skeleton, limbs, fps=float(fps), settings=settings, floor=floor, like=like)

    def push(self, pose: Pose, planted: Planted = ()) -> Pose | None:
        """Take the next frame, and the points that are planted in it: their names, or flags (L, 2) of limbs and tips.

        A pose or a name that cannot be is refused and not counted, so that the last good pose can be pushed instead.
        """
        _check_kind("pose", pose, Pose)
        for name in ("root_position", "offsets"):
            values = getattr(pose, name)
            if values is not None and (np.abs(values) >= FARTHEST).any():  # false for NaN, which is refused below
                raise InvalidValueError(
                    f"{name} must be below {FARTHEST:g} m; got {np.abs(values).max():.3g}. Is the unit right?"
                )
        return super().push(pose, _checked(planted))


def _check_like(like: Motion | None, skeleton: Skeleton, limbs: object) -> None:
    if like is None:
        return
    if limbs is not None:
        raise InvalidValueError("limbs and like both say what the limbs are. Give one of the two.")
    if (like.skeleton.names, *like.skeleton.parents) != (skeleton.names, *skeleton.parents):
        raise InvalidValueError("like must be a motion of the same skeleton; its joints are others.")


def _check_kind(name: str, value: object, kind: type, *, optional: bool = False) -> None:
    if not (isinstance(value, kind) or (optional and value is None)):
        raise InvalidValueError(f"{name} must be a {kind.__name__}; got {type(value).__name__} {value!r:.60}.")


def _checked(planted: object) -> Planted:
    """Flags or names of points; a single name is one point."""
    if isinstance(planted, str):
        return (planted,)
    if isinstance(planted, np.ndarray):
        if planted.dtype != bool and not np.isin(planted, (0, 1)).all():
            raise InvalidValueError("planted must be flags, true or false, or names of points.")
        return planted
    if not isinstance(planted, Iterable):
        raise InvalidValueError(f"planted must be flags or names of points; got {planted!r:.80}.")
    names = tuple(planted)
    for name in names:
        if not isinstance(name, str):
            raise InvalidValueError(f"planted must be names of points, or an array of flags; got {name!r:.80}.")
    return names
