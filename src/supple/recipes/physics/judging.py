"""A motion with forces, judged as it is written: by central differences of its frames, whoever made it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.dynamics.contact_points import paths_of
from supple.dynamics.inverse import needed_forces
from supple.dynamics.splitting import split_reaction
from supple.dynamics.states import States, central_states
from supple.recipes.physics.setting import Setting
from supple.recipes.physics.slopes import turned

_STEP = 0.05  # [s] between two pushes of a point that stands elsewhere


class Slide(NamedTuple):
    """The farthest that a planted point goes from its mean place, or from its way in the example."""

    mm: float = 0.0
    point: str = ""
    frame: int = 0  # of the F


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """How much of a motion physics explains, in its F frames that count."""

    force: np.ndarray  # (F - 2, 3) unexplained at the root [N]
    moment: np.ndarray  # (F - 2, 3) about the root [Nm]
    force_pct_bw: float  # rms
    moment_pct_bwh: float
    friction_violation_pct: float  # the farthest outside a cone, of body weight
    slide: Slide  # in the frames that are judged
    slide_anywhere: Slide  # the ends as well that go over into frames that are left alone
    inner: slice  # of the F - 2: those ends are not judged

    @property
    def slide_mm(self) -> float:
        """The farthest slide in the frames that are judged."""
        return self.slide.mm


def judged(
    setting: Setting, motion: Motion, forces: np.ndarray, touching: np.ndarray, ways: np.ndarray | None = None
) -> Judged:
    """Judge a motion with contact forces (F, C, 3) in the world at its frames; gravity is the world's.

    ``ways`` (F, C, 3) are those that points are led along; without them planted points stand.
    """
    problem = setting.problem
    upright = turned(motion.with_frames(0, setting.motion.frames), quaternions.conjugate(setting.tilt))
    needed = needed_forces(problem.figure, central_states(problem.figure, upright, setting.first))
    force, moment = needed.wrench()
    roots = needed.places[:, 2]
    back = quaternions.conjugate(setting.tilt)
    level = quaternions.rotate(back, forces)
    paths = paths_of(problem.contacts, needed.points)
    force, moment = np.array(force), np.array(moment)
    for c, path in enumerate(paths):
        own = level[1:-1, c]
        here = np.flatnonzero(own.any(axis=1))
        force[here] -= own[here]
        moment[here] -= np.cross(path[here] - roots[here], own[here])
    for push in problem.pushes:
        pushed = push.share(setting.times[1:-1])[:, None] * push.force
        force -= pushed
        moment -= np.cross(needed.points(push.number, push.point) - roots, pushed)
    up = level[..., 1]
    over = np.maximum(np.hypot(level[..., 0], level[..., 2]) - problem.friction * up, np.maximum(-up, 0.0))
    weight = problem.figure.weight
    before, after = setting.cut.fades(motion.frame_time)
    inner = slice(before, len(force) - after)
    slide, anywhere = (
        _farthest_slide(setting, paths, touching[1:-1], ways, part) for part in (inner, slice(0, len(force)))
    )
    return Judged(
        force, moment, 100.0 * _rms(force[inner]) / weight,
        100.0 * _rms(moment[inner]) / (weight * problem.height), 100.0 * float(over.max(initial=0.0)) / weight,
        slide, anywhere, inner,
    )  # fmt: skip


def _farthest_slide(
    setting: Setting, paths: Sequence[np.ndarray], touching: np.ndarray, ways: np.ndarray | None, part: slice
) -> Slide:
    """The farthest slide in a part of the F - 2 frames; a point that stands again stands anew.

    No foot steps elsewhere within a few hundredths of a second: a push that goes away for less is of the same stand.
    """
    worst, apart = Slide(), max(1, round(_STEP / setting.motion.frame_time))
    for c, (span, whole) in enumerate(zip(setting.problem.contacts, paths, strict=True)):
        frames = np.arange(part.start, part.stop)[touching[part, c]]
        for here in np.split(frames, np.flatnonzero(np.diff(frames) > apart) + 1) if len(frames) else ():
            path = whole[here]
            off = 1e3 * np.linalg.norm(path - (path.mean(axis=0) if ways is None else ways[here + 1, c]), axis=1)
            if off.max() > worst.mm:
                worst = Slide(float(off.max()), span.name, int(here[off.argmax()]) + 1)
    return worst


@dataclass(frozen=True, slots=True, eq=False)
class AtBest:
    """What physics explains of an example as it is, with the best contact forces there are."""

    forces: np.ndarray  # (F, C, 3) in the frame where the ground is level [N]
    residual: np.ndarray  # (F, 3) [N]
    residual_moment: np.ndarray  # (F, 3) [Nm]
    force_pct_bw: float  # rms
    moment_pct_bwh: float


def explained_at_best(setting: Setting, states: States) -> AtBest:
    """The residual of states with the best contact forces there are."""
    problem, times = setting.problem, setting.times
    needed = needed_forces(problem.figure, states)
    force, moment = needed.wrench()
    roots = needed.places[:, 2]
    arms = (
        np.stack([path - roots for path in paths_of(problem.contacts, needed.points)], axis=1)
        if problem.contacts
        else np.zeros((len(times), 0, 3))
    )
    touching = (
        np.stack([(times >= c.start) & (times <= c.stop) for c in problem.contacts], axis=1)
        if problem.contacts
        else np.zeros((len(times), 0), bool)
    )
    weight = problem.figure.weight
    split = split_reaction(force, moment, arms, touching, weight=weight, height=problem.height,
                           friction=problem.friction, normal=problem.normal)  # fmt: skip
    return AtBest(
        split.forces, split.residual_force, split.residual_moment, 100.0 * _rms(split.residual_force) / weight,
        100.0 * _rms(split.residual_moment) / (weight * problem.height),
    )  # fmt: skip


def _rms(rows: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.sum(rows**2, axis=1)))) if len(rows) else 0.0
