"""Fit a motion to contacts: planted feet and hands go where their contacts are, and the body comes along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core import quaternions
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import joint_limits, widened
from supple.core.contacts import Contact, Contacts, Vec3
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.progress import Progress
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.hierarchical.holds import Hold, LimbHolds, limb_asks
from supple.solvers.hierarchical.levels import Fitted, Renewed, fit
from supple.solvers.hierarchical.meetings import Meeting, carries, meeting_holds, meetings_of
from supple.solvers.hierarchical.problem import LimbAsks, PointAsks, Problem, no_points
from supple.solvers.hierarchical.settings import FitSettings

_ROOT = 5.0  # choice: a turn of the whole body costs as much as five of a limb

_WEAKEST = 2  # level of what only swings, after places in the world and those that ride
_SWINGS = 0.1  # choice: what a miss on the way counts beside one of a planted foot

_NONE: Vec3 = (0.0, 0.0, 0.0)
Tilts = Mapping[str, np.ndarray]


class Swing(NamedTuple):
    """Where a limb's end has to be while it stands nowhere."""

    places: np.ndarray  # (F, 3) [m]
    asked: np.ndarray  # (F,) bool


@dataclass(frozen=True, slots=True, eq=False)
class FittedMotion:
    """A motion that was fitted, and how it went level by level."""

    motion: Motion
    fitted: Fitted


@dataclass(frozen=True, slots=True, eq=False)
class ContactAsks:
    """A motion, the contacts that it has to keep, and what may move for it."""

    motion: Motion
    contacts: Contacts
    limbs: Sequence[Limb]
    roles: Mapping[str, str]
    size: float  # [m] the figure's height
    trunk: Sequence[int] = (0,)  # joints that may turn beside the limbs
    points: PointAsks | None = None  # other wishes
    tilts: Tilts | None = None  # (F, 4) by limb: how its end is turned in the world where it stands, as on a slope
    swings: Mapping[str, Swing] | None = None  # by limb: where its end is while it stands nowhere


def fit_contacts(
    asked: ContactAsks, settings: FitSettings | None = None, progress: Progress | None = None
) -> FittedMotion:
    """The motion with its planted points at the places of their contacts."""
    problem = contact_problem(asked)
    meetings = meetings_of(asked.motion, asked.contacts, asked.limbs)
    renewed = partial(_renewed, problem, asked.contacts, meetings) if meetings else None
    return fitted_motion(problem, settings, renewed, progress)


def fitted_motion(
    problem: Problem,
    settings: FitSettings | None = None,
    renewed: Renewed | None = None,
    progress: Progress | None = None,
) -> FittedMotion:
    """The motion of a problem, fitted; itself where nothing is asked. ``renewed`` is that of ``fit``."""
    motion = problem.motion
    if not len(problem.frames):
        return FittedMotion(motion, Fitted(motion.root_positions, motion.rotations, (), 0.0))
    fitted = fit(problem, settings or FitSettings(), renewed, progress)
    return FittedMotion(replace(motion, root_positions=fitted.roots, rotations=fitted.rotations), fitted)


def contact_problem(asked: ContactAsks) -> Problem:
    """What contacts ask of a motion."""
    motion, contacts, limbs, roles = asked.motion, asked.contacts, asked.limbs, asked.roles
    tilts, swings = asked.tilts or {}, asked.swings or {}
    pose = world_pose(motion)
    moving = motion.rotations[first_moving_frame(motion) :]
    limits = joint_limits(hinged_by_role(motion.skeleton, moving, roles), moving, roles)
    low, high = widened(limits, motion.rotations)
    free, rigidity = np.zeros(len(motion.skeleton), bool), np.ones(len(motion.skeleton))
    free[list(asked.trunk)] = True
    rigidity[0] = _ROOT
    meetings = meetings_of(motion, contacts, limbs)
    holds = [
        _holds(motion, contacts, limbs, n, pose, meetings, tilts.get(limb.name), swings.get(limb.name))
        for n, limb in enumerate(limbs)
    ]
    return Problem(
        motion=motion, size=asked.size, limbs=tuple(limbs), asks=limb_asks(limbs, holds, pose),
        points=asked.points or no_points(motion.frames), free=free, rigidity=rigidity, travels=True,
        limits=limits, low=low, high=high,
    )  # fmt: skip


def _holds(
    motion: Motion, contacts: Contacts, limbs: Sequence[Limb], number: int, pose: WorldPose,
    meetings: Sequence[Meeting], tilts: np.ndarray | None = None, swing: Swing | None = None,
) -> LimbHolds:  # fmt: skip
    limb, met = limbs[number], [meeting.contact for meeting in meetings]
    mine = [c for c in contacts.contacts if c.joint is not None and carries(motion.skeleton, limb, c.joint)]
    own = [c for c in mine if not any(c is other for other in met)]
    holds = [_hold(motion, contacts, point, own, pose) for point in _points(own)]
    holds += meeting_holds(motion, meetings, number, limb, pose)
    if swing is not None:
        free = swing.asked & ~np.any([hold.asked for hold in holds], axis=0)
        level = np.full(motion.frames, _WEAKEST)
        holds.append(Hold(limb.end, np.zeros(3), swing.places, free, level, np.full(motion.frames, _SWINGS)))
    return LimbHolds(tuple(holds), riders=_riders(motion, number, own, meetings), tilts=tilts)


def _riders(motion: Motion, number: int, contacts: list[Contact], meetings: Sequence[Meeting]) -> np.ndarray:
    """(F,) the joint that a limb's place rides with."""
    out = np.full(motion.frames, -1)
    for meeting in meetings:
        if number in (meeting.limb, meeting.other):
            out[meeting.span] = meeting.trunk
    for c in contacts:
        if c.reference is not None:
            out[c.start : c.stop] = motion.skeleton.index(c.reference)
    for c in contacts:
        if c.reference is None:
            out[c.start : c.stop] = -1  # what stands in the world counts before what rides
    return out


def _renewed(
    problem: Problem, contacts: Contacts, meetings: Sequence[Meeting], roots: np.ndarray, rotations: np.ndarray
) -> Problem:
    """The problem with limbs that meet asked to meet as they are by now; what else is asked stays as it is."""
    bent = replace(problem.motion, root_positions=roots, rotations=rotations)
    pose = world_pose(bent)
    asks = limb_asks(
        problem.limbs,
        [_holds(bent, contacts, problem.limbs, n, pose, meetings) for n in range(len(problem.limbs))],
        pose,
    )
    meets = np.zeros(problem.asks.modes.shape, bool)  # (F, L); elsewhere feet keep their tilts and their swings
    for meeting in meetings:
        meets[meeting.span, meeting.limb] = True
        meets[meeting.span, meeting.other] |= meeting.shares < 1.0
    columns = {}
    for field in fields(asks):
        old, new = getattr(problem.asks, field.name), getattr(asks, field.name)
        columns[field.name] = np.where(meets.reshape(*meets.shape, *[1] * (old.ndim - 2)), new, old)
    return replace(problem, asks=LimbAsks(**columns))


def _points(contacts: list[Contact]) -> list[tuple[str, Vec3]]:
    return sorted({(c.joint or "", c.offset_m or _NONE) for c in contacts})


def _hold(motion: Motion, contacts: Contacts, point: tuple[str, Vec3], mine: list[Contact], pose: WorldPose) -> Hold:
    frames = motion.frames
    places, asked, level = np.zeros((frames, 3)), np.zeros(frames, bool), np.zeros(frames, np.int64)
    for c in mine:
        if (c.joint, c.offset_m or _NONE) != point:
            continue
        span = slice(c.start, c.stop)
        asked[span] = True
        if c.reference is None:
            places[span] = [c.place_at(f, contacts.belt_m_s, motion.frame_time) for f in range(c.start, c.stop)]
        else:
            j = motion.skeleton.index(c.reference)
            places[span] = pose.positions[span, j] + quaternions.rotate(pose.rotations[span, j], np.array(c.position_m))
            level[span] = 1
    return Hold(motion.skeleton.index(point[0]), np.array(point[1]), places, asked, level, np.ones(frames))
