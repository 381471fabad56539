"""Edits solved by the whole pipeline, and what a ruler says of them: places, bends and jumps from world poses alone."""

import numpy as np

from benchmarks.bars.measures import bend
from supple.constraints.model import Edit, PlaceGoal, Position, Preserve
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.quaternions import rotate
from supple.recipes.edit import edit
from supple.solvers.result import Outcome, Result
from support.edits import place_of, walker

MM = 1e-3
WHOLE = (0.0, 0.0, 60.0, 60.0)
FEET = ("LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase")


def solved(*constraints, motion: Motion | None = None, **more) -> Result:
    """The walker, or another motion, bent to some constraints."""
    if motion is None or motion.skeleton is walker()[0].skeleton:  # feet are placed by the whole clip
        return edit(motion or walker()[0], Edit(constraints=constraints, **more), roles=walker()[1])
    return edit(motion, Edit(constraints=constraints, **more))


def beside(effector: str, offset: tuple[float, float, float], when=None, **keys) -> Position:
    """A point goes beside its own path."""
    goal = PlaceGoal(offset=offset, when=when)
    return Position(name=keys.pop("name", effector), effector=effector, goals=(goal,), **keys)


def at(effector: str, place, when=None, relative_to: str | None = None, **keys) -> Position:
    """A point goes to a place."""
    goal = PlaceGoal(at=tuple(float(x) for x in place), when=when, relative_to=relative_to)
    return Position(name=keys.pop("name", effector), effector=effector, goals=(goal,), **keys)


def planted(priority: int = 1) -> tuple[Preserve, ...]:
    """Both feet keep to their paths."""
    return tuple(Preserve(name=foot, effector=foot, priority=priority) for foot in FEET)


def path(motion: Motion, effector: str, point=(0.0, 0.0, 0.0)) -> np.ndarray:
    """Where a joint, or a point in its frame, goes (F, 3)."""
    pose, joint = world_pose(motion), motion.skeleton.index(effector)
    return np.asarray(pose.positions[:, joint] + rotate(pose.rotations[:, joint], np.array(point)))


def foot_path(motion: Motion, name: str) -> np.ndarray:
    """Where a point of the walker that has a name, as ``left_heel``, goes (F, 3)."""
    return place_of(walker()[1].effector(name), world_pose(motion))


def seen_from(motion: Motion, joint: str, places: np.ndarray) -> np.ndarray:
    """Places (F, 3) in the frame of a joint."""
    pose, j = world_pose(motion), motion.skeleton.index(joint)
    return np.asarray(rotate(pose.rotations[:, j] * (1.0, -1.0, -1.0, -1.0), places - pose.positions[:, j]))


def off(a: np.ndarray, b: np.ndarray) -> float:
    """The largest distance of two paths."""
    return float(np.linalg.norm(a - b, axis=-1).max())


def outcome(result: Result, name: str) -> Outcome:
    return next(c for c in result.report.constraints if c.name == name)


def turned(a: Motion, b: Motion) -> np.ndarray:
    """(F, J) the angles between two motions' joints [rad]."""
    sine = np.linalg.norm(
        np.stack([a.rotations[..., 0:1] * b.rotations[..., 1:] - b.rotations[..., 0:1] * a.rotations[..., 1:]
                  - np.cross(a.rotations[..., 1:], b.rotations[..., 1:])])[0], axis=-1)  # fmt: skip
    return np.asarray(2.0 * np.arcsin(np.minimum(sine, 1.0)))


def jump_ratio(source: Motion, edited: Motion, asked: float) -> float:
    """The largest second difference of any joint's place, by the source's largest plus what was asked for."""
    before, after = (bend(world_pose(motion).positions).max(axis=0) for motion in (source, edited))
    return float((after / (before + asked)).max())


def frames_of(begin: float, end: float) -> slice:
    """The walker's frames in a closed interval of time."""
    return slice(int(np.ceil(60.0 * begin - 1e-6)), int(np.floor(60.0 * end + 1e-6)) + 1)


def pose_at(motion: Motion, frame: int) -> WorldPose:
    return world_pose(motion.with_frames(frame, frame + 1))
