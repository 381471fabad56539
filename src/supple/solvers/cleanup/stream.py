"""Cleanup while frames come in: one pose in, one cleaned pose out, a fixed number of frames later.

Four windows follow each other: plants are found from the frames ahead, then targets, then the root and the limbs, then
what dies out in free frames. Nothing is computed twice, and what comes out has the bits of the whole clip cleaned at
once with the same flags and the stream's ``settings`` (how a plant will end is not known, so that none ``rises``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from supple.core.arrays import sealed
from supple.core.contacts import Floor
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.solvers.cleanup.attaching import limb_tips
from supple.solvers.cleanup.figure import figure_of
from supple.solvers.cleanup.ground import ground_of
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import STREAMED, CleanSettings
from supple.solvers.cleanup.stream_limbs import default_limbs
from supple.solvers.cleanup.stream_rows import empty_rows
from supple.solvers.cleanup.stream_steps import Steps

_UNIT = 1e-6  # how far the squared norm of a rotation may be from one
Planted = Iterable[str] | np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """One frame: local rotations, where the root is, and the bones where they are not the skeleton's."""

    root_position: np.ndarray  # (3,) [m]
    rotations: np.ndarray  # (J, 4) joint to parent, unit
    offsets: np.ndarray | None = None  # (J, 3) [m]

    def __post_init__(self) -> None:
        object.__setattr__(self, "root_position", sealed(self.root_position, (3,), "root_position"))
        object.__setattr__(self, "rotations", sealed(self.rotations, ("J", 4), "rotations"))
        if self.offsets is not None:
            object.__setattr__(self, "offsets", sealed(self.offsets, (len(self.rotations), 3), "offsets"))


class StreamCleaner:
    """The machine behind the door, :class:`supple.StreamCleaner`, which checks rates and kinds of values."""

    def __init__(
        self,
        skeleton: Skeleton,
        limbs: Sequence[Limb] | None = None,
        *,
        fps: float = 60.0,
        settings: CleanSettings = STREAMED,
        floor: Floor | None = None,
    ) -> None:
        if settings.stretch is None:
            raise InvalidValueError("a stream is cleaned with stretch; give settings with a stretch, such as 0.03.")
        if floor is not None and floor.belt_m_s is not None:
            raise InvalidValueError("a stream does not know moving belts; clean the whole clip instead.")
        settings = replace(settings, rises=False)  # choice: how a plant will end is not known when it is placed
        limbs = default_limbs(skeleton) if limbs is None else tuple(limbs)
        windows = settings.windows(1.0 / fps)
        figure = figure_of(skeleton, limbs, limb_tips(limbs))
        rows = empty_rows(4 * (windows.latency + 2), len(skeleton), len(limbs))
        self.skeleton, self.limbs, self.settings = skeleton, limbs, settings
        self.latency = windows.latency
        self.points = tuple((tip.name, k, n) for k, limb in enumerate(limbs) for n, tip in enumerate(limb.tips[:2]))
        self._steps = Steps(skeleton, limbs, figure, fps, settings, ground_of(settings, floor), rows)
        self._last: np.ndarray | None = None
        self._stretched = False

    def push(self, pose: Pose, planted: Planted = ()) -> Pose | None:
        """Take the next frame, and the points that are planted in it: their names, or flags (L, 2) of limbs and tips.

        choice: a pose that is not finite or not of unit rotations is refused and not counted, so that a caller can push
        the last good one in its place, which holds it.
        """
        flags = self._flags(planted)
        self._check(pose)
        self._stretched |= pose.offsets is not None
        offsets = self.skeleton.offsets if pose.offsets is None else pose.offsets
        self._steps.take(pose.root_position, pose.rotations, offsets, flags)
        out = self._steps.advance(ended=False)
        return self._signed(out[0]) if out else None

    def finish(self) -> list[Pose]:
        """The frames that are still held, the stream's end being here. Nothing can be pushed after."""
        return [self._signed(pose) for pose in self._steps.advance(ended=True)]

    def _flags(self, planted: Planted) -> np.ndarray:
        flags = np.zeros((len(self.limbs), 2), bool)
        if isinstance(planted, np.ndarray):
            if planted.shape != flags.shape:
                raise InvalidValueError(f"planted must be flags of shape {flags.shape}; got {planted.shape}.")
            return planted.astype(bool)
        known = {name: (limb, tip) for name, limb, tip in self.points}
        for name in planted:
            if name not in known:
                raise InvalidValueError(f"no limb has a point {name!r}; there are {', '.join(known) or 'none'}.")
            flags[known[name]] = True
        return flags

    def _check(self, pose: Pose) -> None:
        frame = self._steps.pushed
        if self._steps.ended:
            raise InvalidValueError("this stream is finished; make another one.")
        if pose.rotations.shape[0] != len(self.skeleton):
            raise InvalidValueError(f"frame {frame} has {pose.rotations.shape[0]} joints; need {len(self.skeleton)}.")
        off = np.abs(np.einsum("jk,jk->j", pose.rotations, pose.rotations) - 1.0)
        if not off.max() < _UNIT:  # true for NaN too
            joint = int(np.argmax(~(off < _UNIT)))
            raise InvalidValueError(
                f"frame {frame}: the rotation of {self.skeleton.names[joint]!r} is {pose.rotations[joint]}, no unit "
                "quaternion. Push the last good pose instead to hold it."
            )
        for name, array in (("root_position", pose.root_position), ("offsets", pose.offsets)):
            if array is not None and not np.isfinite(array).all():
                raise InvalidValueError(f"frame {frame}: {name} must be finite. Push the last good pose to hold it.")

    def _signed(self, out: tuple[np.ndarray, np.ndarray, np.ndarray]) -> Pose:
        """The pose with its turns in the hemispheres of the one before, as in every motion."""
        root, rotations, offsets = out
        if self._last is not None:
            w, x, y, z = (rotations[:, k] * self._last[:, k] for k in range(4))
            rotations = np.where(((w + x) + (y + z) < 0.0)[:, None], -rotations, rotations)
        self._last = rotations
        same = not self._stretched and np.array_equal(offsets, self.skeleton.offsets)
        return Pose(root, rotations, None if same else offsets)
