"""``OnlineRetarget``: one pose of a figure in, one pose of another figure out, at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from supple.core.contacts import Floor
from supple.core.motion import Motion, rest_pose
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.io.documents.contact_values import FARTHEST, check_floor
from supple.io.documents.joint_map import JointMap
from supple.recipes.online.carrying import carrying
from supple.recipes.online.legs import POINTS, floor_of, legs_of
from supple.recipes.online.settings import OnlineSettings
from supple.recipes.retarget.retargeting import Both, Given, frames_of_both, matched
from supple.solvers.cleanup.stream import Pose
from supple.solvers.weighted.settings import WeightedSettings

if TYPE_CHECKING:
    from supple.recipes.retarget.frames import BodyFrames

Planted = Iterable[str] | np.ndarray | None
_FASTEST = 1e5  # [fps] as in documents
_STEEPEST = 0.5  # of a floor's normal that points up
_LOWERED = 6  # of what is kept between frames
_TRACKED = 10  # numbers of each point of a foot, as in the kernels
_SOLVE = WeightedSettings(position_m=2e-4, iterations=50)
_DEFAULT = OnlineSettings()
_FINE, _FAR_ROOT = -1, -2  # as in the kernels
_new, _empty = object.__new__, np.empty
_set_root, _set_rotations, _set_offsets = (vars(Pose)[name].__set__ for name in Pose.__slots__)


class OnlineRetarget:
    """Gives each pose of ``source`` to the figure of ``target`` as it comes, without looking ahead.

    Both are motions, which only show a figure and how it stands, or skeletons whose rest pose is a stance.
    Joints are matched, limbs aligned and the way scaled as by :func:`retarget`; heels and balls of feet that stand are
    held exactly, and eased out when they leave. Two legs are solved in each frame; the hips are lowered where a planted
    leg would be too short.
    """

    def __init__(
        self,
        source: Motion | Skeleton,
        target: Motion | Skeleton,
        *,
        fps: float | None = None,
        floor: Floor | float | None = None,
        grounded: bool = True,
        joint_map: JointMap | Path | str | None = None,
        roles: Given = None,
        target_roles: Given = None,
        settings: OnlineSettings = _DEFAULT,
    ) -> None:
        """``floor``: the source's ground, a plane or its height [m], else seen in its motion.

        Not ``grounded``, there is none.
        """
        clip, figure = _as_motion(source, "source"), _as_motion(target, "target")
        both = matched(clip, figure, joint_map, roles, target_roles)
        self._prepare(both, frames_of_both(both), _rate(fps, clip), floor, grounded, settings)

    @classmethod
    def of(
        cls, both: Both, *, fps: float, floor: Floor | float | None, grounded: bool, settings: OnlineSettings = _DEFAULT
    ) -> OnlineRetarget:
        """The same for two figures that are matched already."""
        made = cls.__new__(cls)
        made._prepare(both, frames_of_both(both), fps, floor, grounded, settings)
        return made

    def _prepare(
        self,
        both: Both,
        frames: tuple[BodyFrames, BodyFrames],
        fps: float,
        floor: Floor | float | None,
        grounded: bool,
        settings: OnlineSettings,
    ) -> None:
        from supple.kernels.online.frame import push_frame

        self._push_frame = push_frame
        source, target = both.source, both.target
        legs, self.points = legs_of(source, target, frames[1])
        self._ground = _plane(floor_of(source, legs) if floor is None else floor)
        self.skeleton, self.scale = target.skeleton, target.leg / source.leg
        self._source, self._joints = source.motion.skeleton, len(source.skeleton)
        numbers = np.array([
            self.scale, *self._ground, settings.settled * source.leg, settings.stretched,
            np.radians(settings.twist_deg), 1.0 / fps, FARTHEST, *settings.rule(source.leg, 1.0 / fps),
        ])  # fmt: skip
        counts = np.array([int(grounded), settings.window(1.0 / fps), int(settings.carried)])
        feet = len(legs.legs)
        _, tolerances, caps = _SOLVE.arrays
        fixed = (
            *carrying(both, frames), target.skeleton.parents, target.skeleton.offsets, *legs, numbers, counts,
            tolerances, caps,
        )  # fmt: skip
        # of our own, because compiled code takes arrays that can be written faster than those that cannot
        self._fixed = tuple(array.copy() for array in fixed)
        self._bones = source.motion.skeleton.offsets.copy(), source.motion.skeleton.parents.copy()
        self._shape = (len(target.skeleton), 4)
        self._feet, self._judged = feet, np.full((feet, 2), -1)
        self.reset()

    def reset(self) -> None:
        """Forget all frames: the next one is the first."""
        feet, joints = self._feet, len(self.skeleton)
        self._state = (
            np.zeros((feet, 2), np.int64), np.zeros((feet, 2, 3)), np.zeros((feet, 2, 7)), np.full(feet, 2**31),
            np.zeros((feet, 2, _TRACKED)), np.zeros((joints, 4)), np.zeros(4), np.zeros(1, np.int64),
        )  # fmt: skip
        self._misses = np.zeros(feet)

    @property
    def floor(self) -> float:
        """The height of the source's ground at the origin [m]."""
        return self._ground[0]

    @property
    def planted(self) -> tuple[str, ...]:
        """The points that stand in the last frame."""
        return tuple(name for name, stands in zip(self.points, self._state[0].ravel(), strict=True) if stands)

    @property
    def frames(self) -> int:
        """How many poses were pushed."""
        return int(self._state[-1][0])

    @property
    def miss_m(self) -> float:
        """How far a foot that stands was from its place in the last frame, at worst: legs that are too short."""
        return float(np.max(self._misses, where=self._state[0].any(axis=1), initial=0.0))

    @property
    def lowered_m(self) -> float:
        """How far the hips were lowered in the last frame, for planted legs to reach."""
        return float(self._state[_LOWERED][0])

    def push(self, pose: Pose, planted: Planted = None) -> Pose:
        """The target's pose for a pose of the source.

        ``planted`` are the points that stand in this frame: their names (of ``points``), or flags (L, 2) of the feet's
        heels and balls; None: as the frames so far tell. A pose that cannot be is refused and not counted.
        """
        flags = self._judged if planted is None else self._flags(planted)
        if not isinstance(pose, Pose):
            raise InvalidValueError(f"only a pose can be pushed; got {type(pose).__name__}.")
        if len(pose.rotations) != self._joints:
            raise InvalidValueError(
                f"frame {self.frames} has {len(pose.rotations)} joints; the source has {self._joints}."
            )
        root, local, (offsets, parents) = _empty(3), _empty(self._shape), self._bones
        fault = self._push_frame(
            pose.root_position, pose.rotations, offsets if pose.offsets is None else pose.offsets, parents,
            *self._fixed, flags, *self._state, root, local, self._misses,
        )  # fmt: skip
        if fault != _FINE:
            self._refuse(pose, fault)
        return _posed(root, local)

    def _flags(self, planted: Iterable[str] | np.ndarray) -> np.ndarray:
        flags = np.zeros((self._feet, 2), np.int64)
        if isinstance(planted, np.ndarray):
            if planted.shape != flags.shape or not np.isin(planted, (0, 1)).all():
                raise InvalidValueError(
                    f"planted must be flags of shape {flags.shape}, a row of heel and ball for each foot; got "
                    f"{planted.dtype} of shape {planted.shape}."
                )
            return planted.astype(np.int64)
        if not isinstance(planted, Iterable):
            raise InvalidValueError(
                f"planted must be names of points ({', '.join(self.points)}) or flags; got {planted!r:.60}."
            )
        for name in (planted,) if isinstance(planted, str) else planted:
            if name not in self.points:
                raise InvalidValueError(f"no foot has a point {name!r}; there are {', '.join(self.points)}.")
            flags[divmod(self.points.index(name), len(POINTS))] = 1
        return flags

    def _refuse(self, pose: Pose, fault: int) -> NoReturn:
        """Say what is wrong with a pose that cannot be."""
        if fault >= 0:
            raise InvalidValueError(
                f"frame {self.frames}: the rotation of {self._source.names[fault]!r} is {pose.rotations[fault]}, no "
                "unit quaternion. Push the last good pose instead to hold it."
            )
        name = "root_position" if fault == _FAR_ROOT else "offsets"
        raise InvalidValueError(
            f"frame {self.frames}: {name} must be finite and below {FARTHEST:g} m. Push the last good pose to hold it."
        )


def _posed(root: np.ndarray, rotations: np.ndarray) -> Pose:
    """A pose of arrays that were made here and need no check: copying them would take longer than solving."""
    root.setflags(write=False)
    rotations.setflags(write=False)
    made = _new(Pose)
    _set_root(made, root)
    _set_rotations(made, rotations)
    _set_offsets(made, None)
    return made


def _plane(floor: Floor | float) -> tuple[float, float, float]:
    """Height at the origin [m], and how the ground rises along x and z."""
    if isinstance(floor, Floor):
        check_floor(floor, "the source's floor")
        x, y, z = floor.normal
        if y < _STEEPEST:
            raise InvalidValueError(f"the source's floor is a wall: its normal is {floor.normal}; +Y is up.")
        return float(floor.height_m), -x / y, -z / y
    if isinstance(floor, bool) or not isinstance(floor, int | float | np.number) or not abs(floor) < FARTHEST:
        raise InvalidValueError(f"floor is a plane or a height in metres; got {floor!r:.80}.")
    return float(floor), 0.0, 0.0


def _as_motion(given: Motion | Skeleton, who: str) -> Motion:
    if isinstance(given, Skeleton):
        return rest_pose(given)
    if not isinstance(given, Motion):
        raise InvalidValueError(f"the {who} must be a motion or a skeleton; got {type(given).__name__}.")
    return given


def _rate(fps: float | None, clip: Motion) -> float:
    if fps is None:
        return 60.0 if clip.rest_rows == clip.frames else clip.fps
    if isinstance(fps, bool) or not isinstance(fps, int | float | np.number) or not 0.0 < fps < _FASTEST:
        raise InvalidValueError(f"fps must be a positive number below {_FASTEST:g}; got {fps!r:.80}.")
    return float(fps)
