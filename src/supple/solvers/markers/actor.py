"""An actor: the skeleton, and where every marker sits on it. Made once, and used for all takes of the same person."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from supple.core.arrays import rebuilt, sealed
from supple.core.dofs import dof_layout
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError, ShapeError
from supple.solvers.markers.segments import REFERENCE_STATURE

_FAR = 100.0  # [m]
_SQUARE = 1e-6  # cosine of the angle between two axes
FREE_CONE = (np.pi, -np.pi, np.pi)  # of a ball joint without limits


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Actor:
    """A skeleton at rest without turns, M markers on its joints, and the ranges of its ball joints."""

    skeleton: Skeleton
    labels: tuple[str, ...]
    joints: np.ndarray  # (M,) int64: the joint that carries each marker
    places: np.ndarray  # (M, 3) in that joint's frame [m]
    neutral: np.ndarray  # (J, 4) local rotations that a joint is pulled to where no marker says more
    bone: np.ndarray  # (J, 3) unit, along the bone in the joint's frame
    cone: np.ndarray  # (J, 3) of ball joints: half angle around the neutral bone, lowest and highest twist [rad]
    stature: float  # [m] about how tall the person is
    sources: tuple[tuple[str, str], ...] = ()  # (joint, how its centre was found)

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put, joints, markers = partial(object.__setattr__, self), len(self.skeleton), len(self.labels)
        put("labels", tuple(self.labels))
        put("joints", sealed(self.joints, (markers,), "joints", np.int64))
        put("places", sealed(self.places, (markers, 3), "places"))
        put("neutral", sealed(self.neutral, (joints, 4), "neutral"))
        put("bone", sealed(self.bone, (joints, 3), "bone"))
        put("cone", sealed(self.cone, (joints, 3), "cone"))
        put("sources", tuple(self.sources))
        _check(self)

    def __repr__(self) -> str:
        return (
            f"<Actor: {self.skeleton.joint_count} joints, {len(self.labels)} markers, about {self.stature:.2f} m tall>"
        )

    @property
    def size(self) -> float:
        """How large the person is, as a part of the one that lengths and limits are stated for."""
        return self.stature / REFERENCE_STATURE

    def with_model(self, offsets: np.ndarray, places: np.ndarray) -> Actor:
        """The same actor with other bones (J, 3) and other places of the markers (M, 3)."""
        return replace(self, skeleton=replace(self.skeleton, offsets=offsets), places=places)

    def with_markers(self, which: np.ndarray) -> Actor:
        """Only some of the markers, by index."""
        return replace(
            self,
            labels=tuple(self.labels[m] for m in which),
            joints=self.joints[which],
            places=self.places[which],
        )


def _check(actor: Actor) -> None:
    if len(set(actor.labels)) != len(actor.labels):
        raise InvalidValueError("a marker of the actor has the same label as another.")
    if len(actor.joints) and not 0 <= actor.joints.min() <= actor.joints.max() < len(actor.skeleton):
        raise ShapeError("a marker of the actor sits on a joint that the skeleton does not have.")
    if not np.allclose(np.abs(actor.skeleton.rest_rotations[:, 0]), 1.0):
        raise InvalidValueError("the skeleton of an actor has to rest without turns (all rest rotations identity).")
    if not (np.abs(actor.places) < _FAR).all() or not (np.abs(actor.skeleton.offsets) < _FAR).all():
        raise InvalidValueError(f"the bones of an actor and the places of its markers must be shorter than {_FAR:g} m.")
    for j, (half, low, high) in enumerate(actor.cone.tolist()):
        if not (0.0 <= half < np.inf and low <= high):
            raise InvalidValueError(
                f"{actor.skeleton.names[j]}: a cone has a half angle that is not negative, a lowest and a highest "
                f"twist; got {np.degrees([half, low, high]).round(3).tolist()} degrees."
            )
    for name, freedom in zip(actor.skeleton.names, actor.skeleton.freedoms, strict=True):
        if len(freedom.axes) == 2 and abs(float(freedom.axes[0] @ freedom.axes[1])) > _SQUARE:
            raise InvalidValueError(f"{name}: its two axes have to be at right angles.")
    if not 0.0 < actor.stature < float("inf"):
        raise InvalidValueError(f"the stature of an actor must be positive; got {actor.stature} m.")


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """An actor as arrays for the kernels."""

    actor: Actor
    start: np.ndarray  # (J + 1,)
    kind: np.ndarray  # (D,)
    axes: np.ndarray  # (D, 3)
    joint: np.ndarray  # (D,) the joint of each degree of freedom
    above: np.ndarray  # (D,) the one that carries it, -1 for the first
    marker_dof: np.ndarray  # (M,) the last one that moves a marker
    low: np.ndarray  # (D,) [rad]
    high: np.ndarray  # (D,)

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """What kernels take, in their order."""
        actor, skeleton = self.actor, self.actor.skeleton
        tree = (skeleton.parents, skeleton.offsets, self.start, self.kind, self.axes, self.joint, self.above)
        markers = (actor.joints, actor.places)
        return (*tree, *markers, self.low, self.high, actor.neutral, actor.bone, actor.cone)

    @property
    def ranges(self) -> tuple[np.ndarray, ...]:
        """What kernels take that move poses and keep them in their ranges."""
        actor = self.actor
        return self.start, self.kind, self.axes, self.low, self.high, actor.neutral, actor.bone, actor.cone


def columns_of(actor: Actor) -> Columns:
    """Number the degrees of freedom of an actor."""
    skeleton, layout = actor.skeleton, dof_layout(actor.skeleton)
    counts = np.diff(layout.start)
    joint = np.repeat(np.arange(len(skeleton)), counts)
    last = _last_dof(skeleton, layout.start)
    above = np.arange(-1, len(layout) - 1)
    for j in range(1, len(skeleton)):
        if counts[j]:
            above[layout.start[j]] = last[skeleton.parents[j]]
    low, high = _ranges(skeleton, len(layout), layout.start)
    return Columns(actor, layout.start, layout.kind, layout.axes, joint, above, last[actor.joints], low, high)


def _last_dof(skeleton: Skeleton, start: np.ndarray) -> np.ndarray:
    """(J,) the last degree of freedom that moves each joint's frame."""
    last = np.full(len(skeleton), -1)
    for j, parent in enumerate(skeleton.parents):
        last[j] = start[j + 1] - 1 if start[j + 1] > start[j] else last[parent]
    return last


def _ranges(skeleton: Skeleton, dofs: int, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    low, high = np.full(dofs, -np.inf), np.full(dofs, np.inf)
    for j, freedom in enumerate(skeleton.freedoms):
        if freedom.kind in ("hinge", "universal") and len(freedom.limits):
            low[start[j] : start[j + 1]], high[start[j] : start[j + 1]] = freedom.limits.T
    return low, high
