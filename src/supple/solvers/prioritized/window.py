"""A part of a clip around a few frames: a preview looks at no others, so its cost does not grow with the clip."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from supple.constraints.plan import Plan
from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.solvers.prioritized.clip import FAR_TRAVEL_SEES_S
from supple.solvers.prioritized.figure import Figure
from supple.solvers.result import Outcome


class Window(NamedTuple):
    """What a solver knows of some consecutive frames."""

    start: int  # of the clip
    motion: Motion
    plan: Plan
    figure: Figure
    source: WorldPose

    def of(self, chosen: np.ndarray) -> np.ndarray:
        """(n, 1) bool: which frames of the window are among the ``chosen`` (F,) of the clip."""
        return chosen[self.start : self.start + self.motion.frames, None]


def around(whole: Window, chosen: np.ndarray) -> Window:
    """The frames that solving the ``chosen`` (F,) bool depends on.

    Goals of orientations that are mixed over time decide once which way round they go, so they need the whole clip.
    """
    motion, plan, figure, source = whole[1:]
    if plan.turns:
        return whole
    reach = int(np.ceil(FAR_TRAVEL_SEES_S / motion.frame_time)) + 1
    some = np.flatnonzero(chosen)
    start, stop = max(int(some[0]) - reach, 0), min(int(some[-1]) + reach + 1, motion.frames)
    part = slice(start, stop)
    return Window(
        start,
        motion.with_frames(start, stop),
        _plan_of(plan, part),
        replace(figure, low=figure.low[part], high=figure.high[part]),
        WorldPose(source.positions[part], source.rotations[part]),
    )


def in_clip(found: tuple[Outcome, ...], window: Window) -> tuple[Outcome, ...]:
    """Outcomes with the frames of the clip."""
    return tuple(replace(o, worst_frame=o.worst_frame + window.start) if o.worst_frame >= 0 else o for o in found)


def put_back(motion: Motion, window: Window, bent: Motion) -> Motion:
    """The whole clip with the frames of a window as they were solved."""
    if bent is window.motion:
        return motion
    part = slice(window.start, window.start + bent.frames)
    root, rotations = motion.root_positions.copy(), motion.rotations.copy()
    root[part], rotations[part] = bent.root_positions, bent.rotations
    return motion.with_poses(root, rotations)


def _plan_of(plan: Plan, part: slice) -> Plan:
    """The plan of some frames; it has no turns that are mixed."""
    return replace(
        plan,
        level=plan.level[part],
        activity=plan.activity[part],
        asked=plan.asked[part],
        goal=plan.goal[part],
        reference=plan.reference[part],
        support_point=plan.support_point[part],
        share=plan.share[part],
        bends={k: bend[part] for k, bend in plan.bends.items()},
    )
