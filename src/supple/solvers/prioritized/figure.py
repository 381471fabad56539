"""The figure as the solver moves it: which columns there are, what a unit of each is, and how far joints turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from supple.constraints import model
from supple.constraints.joint_settings import limit_setting
from supple.constraints.keeping import keeps, moved_joints
from supple.constraints.names import Names
from supple.constraints.plan import Plan
from supple.constraints.recruiting import ancestors
from supple.core.arrays import frozen
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import JointLimits, joint_limits, widened
from supple.core.body.limit_sources import LimitSetting
from supple.core.dofs import DofLayout, dof_layout
from supple.core.freedom import FIXED
from supple.core.motion import Motion, first_moving_frame
from supple.core.roles.model import LEG, SIDES
from supple.core.runs import runs_of
from supple.core.skeleton import Skeleton
from supple.kernels.dof_kinds import SLIDE
from supple.kernels.task_kinds import MASS, POINT, TURN

_BACK = 3.0  # choice: see _eager
_LOWER = 0.3  # choice: see _eager
_FEET = tuple(f"{side}_{part}" for side in SIDES for part in LEG)
_TRAVEL = 0.118  # of the height: as much travel of the root counts as one radian, 5 rad per metre of a person
_UNPULLED = 30.0  # times that where the root is not pulled: what it costs is a thousandth, next to nothing


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Figure:
    """Columns and limits of the joints that somebody recruits; all others have none."""

    skeleton: Skeleton
    layout: DofLayout
    scale: np.ndarray  # (D,) what a unit of a column is [m, rad]
    recruited: np.ndarray  # (K, D) bool
    limits: JointLimits
    low: np.ndarray  # (F, N) [rad]
    high: np.ndarray  # (F, N) [rad]

    @property
    def travels(self) -> bool:
        """Whether somebody recruits the root."""
        return bool((self.layout.kind == SLIDE).any())


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """What of a figure depends on the motion and on what is said of joints, but on no wish."""

    skeleton: Skeleton  # knees and elbows are hinges
    eager: np.ndarray  # (J,) how readily each joint moves, by where in the body it is
    limits: JointLimits  # of all joints
    low: np.ndarray  # (F, N) [rad], widened to contain the source
    high: np.ndarray


class _Free(NamedTuple):
    """What of a figure depends on which joints move."""

    skeleton: Skeleton  # those that do not are fixed
    layout: DofLayout
    owner: np.ndarray  # (D,) int64, the joint of each column
    limits: JointLimits
    low: np.ndarray  # (F, N) [rad]
    high: np.ndarray


def figure_of(motion: Motion, plan: Plan, edit: model.Edit, names: Names) -> Figure:
    """The figure of a motion for a plan: knees and elbows are hinges, joints that nobody recruits stay as they are.

    So do those recruited only by wishes that keep what there is and that nothing disturbs: what others miss is made
    smooth by the joints that they may use.
    """
    settings = {names.joint(name): setting for name, setting in edit.joints.items()}
    stated = tuple((j, limit_setting(setting)) for j, setting in sorted(settings.items()))
    body = _body(motion, tuple(names.roles.items()), stated, tuple(runs_of(_telling(motion, plan))))
    weights = np.array([settings[j].weight if j in settings else 1.0 for j in range(len(motion.skeleton))]) * body.eager
    movers, kept = _movers(plan, motion.skeleton), np.array([keeps(c) for c in edit.constraints])[plan.constraint]
    used = moved_joints(plan.recruited & movers & (weights > 0.0), movers, kept)
    free = _free(body, tuple((used & ~_idle(plan, motion.skeleton, names.roles, weights)).tolist()), bool(used[0]))
    travel = _TRAVEL * plan.size * (1.0 if edit.settings.pull_root else _UNPULLED)
    return Figure(
        skeleton=free.skeleton,
        layout=free.layout,
        scale=frozen(weights[free.owner] * np.where(free.layout.kind == SLIDE, travel, 1.0)),
        recruited=frozen(np.ascontiguousarray(plan.recruited[:, free.owner])),
        limits=free.limits,
        low=free.low,
        high=free.high,
    )


def _eager(skeleton: Skeleton, roles: Mapping[str, str]) -> np.ndarray:
    """(J,) how readily each joint moves: arms before the back, and these before hips and legs.

    A back of many joints bends as easily as one of one joint that is ``_BACK`` squared times as stiff as a limb's:
    otherwise every reach would come from the waist, and the more joints a file gives it, the more. Hips that give way
    to every small reach bend legs that are nearly straight, whose knees then jerk.
    """
    out, above = np.ones(len(skeleton)), {role: ancestors(skeleton, skeleton.index(roles[role])) for role in roles}
    if {"hips", "left_shoulder", "right_shoulder"} <= set(roles):
        back = above["left_shoulder"] & above["right_shoulder"] & ~above["hips"]
        out[back] /= _BACK * np.sqrt(max(int(back.sum()), 1))
    for role in _FEET:
        if role in roles:
            out[above[role]] = _LOWER
    return frozen(out)


def _telling(motion: Motion, plan: Plan) -> np.ndarray:
    """(F,) bool: the frames whose poses tell the axes of hinges.

    choice: those in which a wish with a time of its own acts, so that a cut of a clip has the very same figure as the
    whole. All that moves, where every wish is for all of the clip.
    """
    first, out = first_moving_frame(motion), np.zeros(motion.frames, bool)
    acting = plan.activity[first:] > 0.0
    acting = np.where(acting.all(axis=0), plan.asked[first:], acting)
    some = (acting & ~acting.all(axis=0)).any(axis=1)
    out[first:] = some if some.any() else True
    return out


@lru_cache(maxsize=2)  # somebody who drags solves one motion again and again
def _body(
    motion: Motion,
    roles: tuple[tuple[str, str], ...],
    stated: tuple[tuple[int, LimitSetting], ...],
    telling: tuple[tuple[int, int], ...],
) -> _Body:
    poses = np.concatenate([motion.rotations[first:stop] for first, stop in telling])
    hinged = hinged_by_role(motion.skeleton, poses, dict(roles))
    limits = joint_limits(hinged, poses, dict(roles), dict(stated))
    return _Body(hinged.skeleton, _eager(motion.skeleton, dict(roles)), limits, *widened(limits, motion.rotations))


@lru_cache(maxsize=2)
def _free(body: _Body, turns: tuple[bool, ...], travels: bool) -> _Free:
    freedoms = tuple(f if moves else FIXED for f, moves in zip(body.skeleton.freedoms, turns, strict=True))
    skeleton = replace(body.skeleton, freedoms=freedoms)
    layout, limited = _without_travel(dof_layout(skeleton), travels), np.array(turns)[body.limits.joint]
    return _Free(
        skeleton,
        layout,
        np.repeat(np.arange(len(skeleton)), np.diff(layout.start)),
        body.limits.only(limited),
        frozen(np.ascontiguousarray(body.low[:, limited])),
        frozen(np.ascontiguousarray(body.high[:, limited])),
    )


def _idle(plan: Plan, skeleton: Skeleton, roles: Mapping[str, str], weights: np.ndarray) -> np.ndarray:
    """(J,) bool: joints that carry nothing but the hips, and need not turn because the hips can.

    Such a root often stays behind, on the floor or where the clip began. To turn about there would be the least work to
    move the hips anywhere, and lean all of the body.
    """
    out = np.zeros(len(skeleton), bool)
    if "hips" not in roles:
        return out
    hips = skeleton.index(roles["hips"])
    above, stops = ancestors(skeleton, int(skeleton.parents[hips])), skeleton.subtree_stops()
    whole = above.sum() + stops[hips] - hips == len(skeleton)
    can = weights[hips] > 0.0 and not (plan.recruited[:, above].any(axis=1) & ~plan.recruited[:, hips]).any()
    return above if hips > 0 and whole and can else out


def _movers(plan: Plan, skeleton: Skeleton) -> np.ndarray:
    """(K, J) bool: the joints that can move what a task is about, or its goal; a joint does not move its own centre."""
    out = np.zeros(plan.recruited.shape, bool)
    for k, kind in enumerate(plan.kind):
        part = slice(*plan.support_start[k : k + 2])
        riders = set(plan.support_joint[part].tolist())
        if kind == TURN:
            riders |= {int(j) for j in np.unique(plan.reference[:, k]) if j >= 0}
        joint = int(plan.joint[k])
        still = kind == POINT and not plan.point[k].any() and joint > 0
        for j in riders | {int(skeleton.parents[joint]) if still else joint}:
            out[k] |= ancestors(skeleton, j)
        out[k] |= kind == MASS
    return out


def _without_travel(layout: DofLayout, travels: bool) -> DofLayout:
    """The layout without the root's columns where nobody recruits the root."""
    if travels:
        return layout
    keep = slice(int(layout.start[1]), None)
    return DofLayout(np.concatenate([[0], layout.start[1:] - layout.start[1]]), layout.kind[keep], layout.axes[keep])
