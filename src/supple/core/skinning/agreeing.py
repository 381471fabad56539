"""Whether two skeletons turn about the same axes: a skin bound to one twists on the other if they do not."""

from __future__ import annotations

import numpy as np

from supple.core.skeleton import Skeleton
from supple.core.skinning.skin import Bind, bind_of
from supple.errors import InvalidValueError

_ALIKE_DEG = 1.0  # files keep four digits and more
_SHORT = 1e-4  # of the figure: an offset without a direction


def check_axes(bound: Skeleton, moving: Skeleton) -> None:
    """Refuse a skeleton whose joints are not those of the bound one, or whose axes differ, and name the joint."""
    if moving is bound:
        return
    if bound.names != moving.names or not np.array_equal(bound.parents, moving.parents):
        raise InvalidValueError(_other_joints(bound, moving))
    _check_bones(bound, moving)
    _check_twist(bind_of(bound), bind_of(moving))
    for name, ours, theirs in zip(bound.names, bound.freedoms, moving.freedoms, strict=True):
        if ours.axes.shape == theirs.axes.shape and len(ours.axes):
            _refuse(name, _angles(ours.axes, theirs.axes).max(), "its axes, in the order of turning,")


def _other_joints(bound: Skeleton, moving: Skeleton) -> str:
    missing = [name for name in bound.names if name not in moving]
    what = f"has no joint {missing[0]!r}" if missing else "has other joints, or hangs them together in another way"
    return f"the skin was bound to another skeleton: this one {what}. Retarget the motion to the skin's skeleton first."


def _check_bones(bound: Skeleton, moving: Skeleton) -> None:
    """Bones must point the same way in the frames of the joints that carry them."""
    for j in _with_direction(bound, moving):
        turned = float(_angles(bound.offsets[j], moving.offsets[j]))
        _refuse(bound.names[bound.parents[j]], turned, f"the bone to {bound.names[j]}")


def _check_twist(bound: Bind, moving: Bind) -> None:
    """Where rest poses look alike, joints must be turned alike: else a frame is turned about its own bone."""
    ours, theirs = (_directions(pose) for pose in (bound, moving))
    for j in _with_direction(bound.skeleton, moving.skeleton):
        carrier = int(bound.skeleton.parents[j])
        if _angles(ours[j], theirs[j]) < _ALIKE_DEG:
            cosine = abs(float(bound.rotations[carrier] @ moving.rotations[carrier]))
            turned = float(np.degrees(2.0 * np.arccos(min(cosine, 1.0))))
            _refuse(bound.skeleton.names[carrier], turned, "its frame at rest")


def _with_direction(bound: Skeleton, moving: Skeleton) -> list[int]:
    long = [np.sqrt(np.sum(s.offsets**2, axis=1)) for s in (bound, moving)]
    usable = [own > _SHORT * own[1:].sum() for own in long]
    return [j for j in range(1, len(bound)) if usable[0][j] and usable[1][j]]


def _directions(pose: Bind) -> np.ndarray:
    """(J, 3) from every joint's parent to it."""
    return np.asarray(pose.positions - pose.positions[np.maximum(pose.skeleton.parents, 0)])


def _angles(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Degrees between vectors (..., 3); exact for small angles, where the cosine is not."""
    across = np.sqrt(np.sum(np.cross(a, b) ** 2, axis=-1))
    return np.asarray(np.degrees(np.arctan2(across, np.sum(a * b, axis=-1))))


def _refuse(name: str, degrees: float, what: str) -> None:
    if degrees > _ALIKE_DEG:
        raise InvalidValueError(
            f"joint {name!r} does not turn about the axes that the skin was bound with: {what} differs by "
            f"{degrees:.1f} degrees, so the mesh would twist there. Bind the mesh to this skeleton, or retarget the "
            "motion to the skin's."
        )
