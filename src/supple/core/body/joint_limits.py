"""How far the joints of a figure may turn, as arrays for a solver: N limits, each one number of one joint.

For every joint the first of these that says something counts:

1. what the user states (:class:`LimitSetting`): a cone or a polygon, a twist, the range of a hinge;
2. what the file states, for hinges and joints of two hinges. Choice: Euler ranges of *ball* joints are not used, since
   a pose is kept as a rotation, which has two sets of Euler angles, and captures break these ranges in most frames;
3. the human table (:mod:`supple.core.body.joint_ranges`), counted from the anatomical position.

A limit's value is an angle that :mod:`supple.kernels.limit_values` defines. Angles about an axis are counted from the
middle of their range, so that they are continuous there and half a turn away from it jump; a cone is counted from the
anatomical direction of its bone, so that the direction in which swing and twist cannot be told apart, the opposite one,
lies outside every cone narrower than 180 degrees. A hinge that was found by role counts flexion from the straight limb,
one that the file states its own angle from rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from supple.core.arrays import rebuilt, sealed
from supple.core.body.anatomy import anatomy
from supple.core.body.hinges import Hinged
from supple.core.body.limit_rows import LimitRow
from supple.core.body.limit_sources import LimitSetting, Stated, limits_of

_SLACK = 1e-9  # [rad] rounding is no excess
NO_SETTINGS: Mapping[int, LimitSetting] = {}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class JointLimits:
    """N limits, ordered by joint; what a kind does not use holds something finite."""

    joint: np.ndarray  # (N,) int64
    kind: np.ndarray  # (N,) int64, see supple.kernels.limit_kinds
    axis: np.ndarray  # (N, 3) unit, in the joint's frame: the hinge's axis, or the bone
    centre: np.ndarray  # (N, 3) unit, in the parent's frame: where the bone points in the middle of a cone or polygon
    rest: np.ndarray  # (N, 4) where angles are counted from (RANGE, TWIST); the frame of a polygon's plane (POLYGON)
    low: np.ndarray  # (N,) [rad], -inf where there is none
    high: np.ndarray  # (N,) [rad]
    polygon_start: np.ndarray  # (N + 1,) int64: limit n has the vertices polygon_start[n] to polygon_start[n + 1]
    polygon: np.ndarray  # (P, 2) [rad] in the polygon's plane, counter-clockwise
    middle: np.ndarray  # (N,) [rad] what a value lacks to be the angle that was stated
    source: tuple[str, ...]  # "user", "file" or "table" of each limit

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put, n = partial(object.__setattr__, self), len(self.joint)
        for name in ("joint", "kind"):
            put(name, sealed(getattr(self, name), (n,), name, np.int64))
        for name, width in (("axis", 3), ("centre", 3), ("rest", 4)):
            put(name, sealed(getattr(self, name), (n, width), name))
        for name in ("low", "high", "middle"):
            put(name, sealed(getattr(self, name), (n,), name))
        put("polygon_start", sealed(self.polygon_start, (n + 1,), "polygon_start", np.int64))
        put("polygon", sealed(self.polygon, (int(self.polygon_start[-1]), 2), "polygon"))

    def __len__(self) -> int:
        return len(self.joint)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """What kernels take, in their order."""
        return self.joint, self.kind, self.axis, self.centre, self.rest, self.polygon_start, self.polygon

    def only(self, which: np.ndarray) -> JointLimits:
        """Some of the limits: ``which`` (N,) bool."""
        counts = np.diff(self.polygon_start)
        rows = {name: getattr(self, name)[which] for name in ("joint", "kind", "axis", "centre", "rest", "low", "high")}
        return JointLimits(
            **rows,
            polygon_start=np.cumsum([0, *counts[which]]),
            polygon=self.polygon[np.repeat(which, counts)],
            middle=self.middle[which],
            source=tuple(source for source, kept in zip(self.source, which, strict=True) if kept),
        )


def joint_limits(
    hinged: Hinged,
    rotations: np.ndarray,
    roles: Mapping[str, str],
    settings: Mapping[int, LimitSetting] = NO_SETTINGS,
) -> JointLimits:
    """The limits of a skeleton with its hinges made; ``settings`` are the user's, by joint.

    ``rotations`` (F, J, 4) are the clip without its rest rows, as for ``hinged_by_role``: they tell the anatomical
    position of a figure that does not stand at rest. The root, fixed joints and end sites have no limits.
    """
    skeleton = hinged.skeleton
    hinges = {hinge.joint: hinge for hinge in hinged.hinges.values()}
    figure = anatomy(skeleton, rotations, roles)
    rows: list[LimitRow] = []
    for joint in range(1, len(skeleton)):
        if skeleton.freedoms[joint].count and not skeleton.end_sites[joint]:
            setting = settings.get(joint, LimitSetting())
            rows += limits_of(Stated(skeleton, joint, figure, hinges.get(joint), setting))
    return _stacked(rows)


def limit_angles(limits: JointLimits, rotations: np.ndarray) -> np.ndarray:
    """(F, N) the values of all limits in all poses (F, J, 4) [rad]."""
    from supple.kernels.limit_values import limit_values_of_clip

    out = np.zeros((len(rotations), len(limits)))
    limit_values_of_clip(np.ascontiguousarray(rotations), *limits.arrays, out)
    return out


def widened(limits: JointLimits, rotations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Low and high (F, N) of each frame: the stated range, widened to contain the captured pose (F, J, 4)."""
    values = limit_angles(limits, rotations)
    return np.minimum(limits.low, values), np.maximum(limits.high, values)


def limits_broken(limits: JointLimits, low: np.ndarray, high: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    """(F, N) how far poses (F, J, 4) are outside ``low`` and ``high`` (of N, or of F and N) [rad]; 0 inside."""
    values = limit_angles(limits, rotations)
    excess = np.maximum(np.maximum(low - values, values - high), 0.0)
    return np.where(excess > _SLACK, excess, 0.0)


def _stacked(rows: list[LimitRow]) -> JointLimits:
    n = len(rows)
    return JointLimits(
        joint=np.array([row.joint for row in rows], np.int64),
        kind=np.array([row.kind for row in rows], np.int64),
        axis=np.array([row.axis for row in rows]).reshape(n, 3),
        centre=np.array([row.centre for row in rows]).reshape(n, 3),
        rest=np.array([row.rest for row in rows]).reshape(n, 4),
        low=np.array([row.low for row in rows]),
        high=np.array([row.high for row in rows]),
        polygon_start=np.cumsum([0] + [len(row.polygon) for row in rows]),
        polygon=np.concatenate([np.zeros((0, 2)), *(row.polygon for row in rows)]),
        middle=np.array([row.middle for row in rows]),
        source=tuple(row.source for row in rows),
    )
