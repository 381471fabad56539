"""Cleanup while frames come in: one pose in, one cleaned pose out, a fixed number of frames later.

Four windows follow each other: plants are found from the frames ahead, then targets, then the root and the limbs, then
what dies out in free frames. Nothing is computed twice, and what comes out has the bits of the whole clip cleaned at
once with the same flags, limbs and the stream's ``settings`` (how a plant will end is not known, so that none
``rises``). Limbs that nobody gives are learned from the frames that have to be held anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from supple.core.arrays import sealed
from supple.core.contacts import Floor
from supple.core.motion import Motion
from supple.core.rest_rows import leading_rest_rows
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.solvers.cleanup.attaching import limb_tips
from supple.solvers.cleanup.figure import figure_of
from supple.solvers.cleanup.ground import ground_of
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import STREAMED, CleanSettings
from supple.solvers.cleanup.stream_limbs import default_limbs, learned_limbs, limbs_like
from supple.solvers.cleanup.stream_rows import empty_rows
from supple.solvers.cleanup.stream_steps import Frame, Steps

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
        like: Motion | None = None,
    ) -> None:
        if settings.stretch is None:
            raise InvalidValueError("a stream is cleaned with stretch; give settings with a stretch, such as 0.03.")
        if floor is not None and floor.belt_m_s is not None:
            raise InvalidValueError("a stream does not know moving belts; clean the whole clip instead.")
        settings = replace(settings, rises=False)  # choice: how a plant will end is not known when it is placed
        self._learns = limbs is None and like is None
        if limbs is None:
            limbs = default_limbs(skeleton) if like is None else limbs_like(like)
        self.skeleton, self.limbs, self.settings = skeleton, tuple(limbs), settings
        self.latency = settings.windows(1.0 / fps).latency
        self._fps, self._ground = fps, ground_of(settings, floor)
        self._held: list[tuple[Pose, np.ndarray]] = []  # frames from which limbs are still to be learned
        self._steps = self._begun(self.limbs, learns=False)
        self._last: np.ndarray | None = None
        self._stretched = False

    @property
    def points(self) -> tuple[tuple[str, int, int], ...]:
        """The points that can be planted: name, number of the limb, number of the tip."""
        return tuple((tip.name, k, n) for k, limb in enumerate(self.limbs) for n, tip in enumerate(limb.tips[:2]))

    def _begun(self, limbs: Sequence[Limb], *, learns: bool) -> Steps:
        figure = figure_of(self.skeleton, limbs, limb_tips(limbs))
        rows = empty_rows(4 * (self.latency + 2), len(self.skeleton), len(limbs))
        return Steps(self.skeleton, limbs, figure, self._fps, self.settings, self._ground, rows, learns=learns)

    def push(self, pose: Pose, planted: Planted = ()) -> Pose | None:
        """Take the next frame, and the points that are planted in it: their names, or flags (L, 2) of limbs and tips.

        choice: a pose that is not finite or not of unit rotations is refused and not counted, so that a caller can push
        the last good one in its place, which holds it.
        """
        flags = self._flags(planted)
        self._check(pose)
        self._stretched |= pose.offsets is not None
        if self._learns:
            self._held.append((pose, flags))
            if len(self._held) <= self.latency:
                return None
            out = self._learn()
        else:
            out = self._take(pose, flags)
        return self._signed(out[0]) if out else None

    def _take(self, pose: Pose, flags: np.ndarray) -> list[Frame]:
        offsets = self.skeleton.offsets if pose.offsets is None else pose.offsets
        self._steps.take(pose.root_position, pose.rotations, offsets, flags)
        return self._steps.advance(ended=False)

    def _learn(self) -> list[Frame]:
        """Take the held frames by the limbs that they show; there are no more of them than the latency and one."""
        poses = [pose for pose, _ in self._held]
        roots, turns = np.array([pose.root_position for pose in poses]), np.array([pose.rotations for pose in poses])
        bones = [self.skeleton.offsets if pose.offsets is None else pose.offsets for pose in poses]
        stretched, rest = np.array(bones) if self._stretched else None, leading_rest_rows(roots, turns)
        clip = Motion(self.skeleton, roots, turns, 1.0 / self._fps, stretched, rest)
        self.limbs = learned_limbs(clip, np.array([flags for _, flags in self._held]), self.limbs)
        self._steps, self._learns = self._begun(self.limbs, learns=True), False
        return [frame for pose, flags in self._held for frame in self._take(pose, flags)]

    def finish(self) -> list[Pose]:
        """The frames that are still held, the stream's end being here. Nothing can be pushed after."""
        if self._learns and self._held:
            self._learn()
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
        frame = self._steps.pushed + (len(self._held) if self._learns else 0)
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
