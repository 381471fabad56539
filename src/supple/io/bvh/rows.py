"""The rows of a BVH file: its own numbers where the pose is unchanged, the nearest new ones elsewhere."""

from __future__ import annotations

import numpy as np

from supple.core import axes
from supple.core.angle_paths import Known, continued
from supple.core.angles import solve
from supple.core.motion import Motion
from supple.io.bvh.layout import Record, columns, width
from supple.io.bvh.plan import SAME, Plan

_ANGLE_DECIMALS = 6  # of a degree: 1e-8 rad
_BLOCK = 1024  # frames that are compared at a time


def rows(motion: Motion, plan: Plan) -> np.ndarray:
    """The numbers (F, C) of a motion in the channels of a plan."""
    values = np.zeros((motion.frames, width(plan.nodes)))
    origin = _origin(motion, plan)
    own = origin >= 0
    _take_over(values, plan, origin)
    _positions(values, motion, plan, origin)
    changed = _changed_rotations(motion, plan, origin)
    for j, cols in columns(plan.nodes, "rotation").items():
        fixed = ~changed[:, j] if _had(plan, j, "rotation") else np.zeros(len(values), bool)
        if not fixed.all():
            stated = own & plan.same_axes & _had(plan, j, "rotation")
            values[:, cols] = _angles(motion, plan, j, values[:, cols], fixed, stated)
    return values


def _origin(motion: Motion, plan: Plan) -> np.ndarray:
    """(F,) the row of the file that each frame came from, -1 for none."""
    found = motion.provenance.rows
    if plan.record is None or found is None:
        return np.full(motion.frames, -1)
    return np.where(found < len(plan.record.values), found, -1)


def _take_over(values: np.ndarray, plan: Plan, origin: np.ndarray) -> None:
    """Copy the file's numbers into the columns that they have now."""
    if plan.record is None:
        return
    own = origin >= 0
    if own.all() and all(a.channels == b.channels for a, b in zip(plan.nodes, plan.record.nodes, strict=True)):
        values[:] = plan.record.values[origin]
        return
    kept = np.flatnonzero(own)[:, None]
    for kind in ("position", "rotation"):
        old, new = columns(plan.record.nodes, kind), columns(plan.nodes, kind)
        for j in old:
            if _had(plan, j, kind):
                values[kept, new[j]] = plan.record.values[origin[kept], old[j]]


def _had(plan: Plan, j: int, kind: str) -> bool:
    """Whether the file already had these channels of a joint."""
    return plan.record is not None and plan.nodes[j].axes(kind) == plan.record.nodes[j].axes(kind)


def _positions(values: np.ndarray, motion: Motion, plan: Plan, origin: np.ndarray) -> None:
    record = plan.record if plan.same_lengths else None
    for j, cols in columns(plan.nodes, "position").items():
        node = plan.nodes[j]
        now = motion.root_positions if j == 0 else _joint_path(motion, j)
        fixed = np.zeros(len(values), bool)
        if record is not None and _had(plan, j, "position") and node.offset == record.nodes[j].offset:
            fixed = _same_places(now, _file_path(record, j), origin)
        if fixed.all():
            continue
        rule = plan.root_rule if j == 0 else plan.joint_rule
        places = axes.vectors_to(plan.up, now[~fixed]) / plan.unit_scale - np.array(node.offset) * (rule == "add")
        values[np.flatnonzero(~fixed)[:, None], cols] = np.round(places[:, list(node.axes("position"))], plan.decimals)


def _joint_path(motion: Motion, j: int) -> np.ndarray:
    rest = np.broadcast_to(motion.skeleton.offsets[j], (motion.frames, 3))
    return rest if motion.offsets is None else motion.offsets[:, j]


def _file_path(record: Record, j: int) -> np.ndarray:
    """Where a joint was in every row of the file [m]."""
    if j == 0:
        return record.root_positions
    rest = np.broadcast_to(record.rest_offsets[j], (len(record.root_positions), 3))
    return rest if record.joint_offsets is None else record.joint_offsets[:, j]


def _same_places(now: np.ndarray, before: np.ndarray, origin: np.ndarray) -> np.ndarray:
    return (np.abs(now - before[origin]).max(axis=1) <= SAME) & (origin >= 0)


def _changed_rotations(motion: Motion, plan: Plan, origin: np.ndarray) -> np.ndarray:
    """(F, J) which rotations are not those of the file's row."""
    if plan.record is None or not plan.same_axes or not (origin >= 0).any():
        return np.ones(motion.rotations.shape[:2], bool)
    before, now = plan.record.rotations, motion.rotations
    if now is before and np.array_equal(origin, np.arange(len(before))):
        return np.zeros(now.shape[:2], bool)
    changed = np.ones(now.shape[:2], bool)
    for start in range(0, len(now), _BLOCK):
        some = slice(start, start + _BLOCK)
        own = before[origin[some]]
        changed[some] = np.abs(now[some] - own).max(axis=2) > SAME
        changed[some] &= np.abs(now[some] + own).max(axis=2) > SAME  # the other sign is the same rotation
    changed[origin < 0] = True
    return changed


def _angles(motion: Motion, plan: Plan, j: int, own: np.ndarray, fixed: np.ndarray, stated: np.ndarray) -> np.ndarray:
    """Angles (F, n) [deg] of one joint: ``own`` where ``fixed``, else those that go on as the file does."""
    order = list(plan.nodes[j].axes("rotation"))
    found = solve(np.eye(3)[order], axes.rotations_to(plan.up, motion.rotations[:, j]))
    angles = np.degrees(continued(found, Known(np.radians(own), stated, fixed)))
    return np.where(fixed[:, None], own, np.round(angles, _ANGLE_DECIMALS))
