"""Goals of one constraint that are in full at the same time: it can be at one place only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from supple.constraints import model
from supple.constraints.moments import profile_frames
from supple.constraints.spans import Span
from supple.core.motion import Motion
from supple.recipes.lint.finding import Finding, finding, span_in_words
from supple.recipes.lint.scene import Scene


def goals_at_once(scene: Scene) -> Iterator[Finding]:
    """Where goals are mixed that both are asked for in full: the mean of them is met, and neither of the two."""
    for k in scene.sound:
        goals: tuple[model.PlaceGoal | model.TurnGoal, ...] = getattr(scene.edit.constraints[k], "goals", ())
        full = [_in_full(goal, scene.motion) for goal in goals]
        for a, b in combinations(range(len(goals)), 2):
            both = max(full[a][0], full[b][0]), min(full[a][1], full[b][1])  # closed: a moment counts, too
            if both[0] <= both[1] and not _same(goals[a], goals[b]):
                when = span_in_words(both, scene.motion.frame_time)
                message = (
                    f"goals[{a}] is in full at the same time, {when}: the mean of both is met, and neither of them."
                )
                fix = "Let one leave before the other is in full, or make them two constraints of different priority."
                yield finding(scene.edit, k, "warning", "collision", f"goals[{b}].when", message, fix)


def _in_full(goal: model.PlaceGoal | model.TurnGoal, motion: Motion) -> Span:
    _, first, last, _ = profile_frames(goal.when, motion).tolist()
    return first, last


def _same(a: model.PlaceGoal | model.TurnGoal, b: model.PlaceGoal | model.TurnGoal) -> bool:
    return msgspec.structs.replace(a, when=None) == msgspec.structs.replace(b, when=None)
