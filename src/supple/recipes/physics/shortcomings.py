"""What a physical motion does not meet, and when, in words."""

from __future__ import annotations

import numpy as np

from supple.core.body.joint_limits import limit_angles, widened
from supple.recipes.physics.judging import Judged
from supple.recipes.physics.setting import Setting
from supple.solvers.spacetime.reaching import goal_misses
from supple.solvers.spacetime.result import Played
from supple.solvers.spacetime.scene import Scene

FORCE_PCT, MOMENT_PCT, SLIDE_MM, GOAL_MM, FRICTION_PCT, RANGE_DEG = 1.0, 1.0, 2.0, 5.0, 1.0, 2.0  # what is met
_MOST_TOLD = 3  # joints
_FAR = 0.25  # of the body's height: a root that has to leave the example by more is not the motion asked for


def enough(after: Judged) -> bool:
    """Whether physics explains a motion."""
    return (
        after.force_pct_bw <= FORCE_PCT
        and after.moment_pct_bwh <= MOMENT_PCT
        and after.slide_mm <= SLIDE_MM
        and after.friction_violation_pct <= FRICTION_PCT
    )


def unexplained(setting: Setting, after: Judged) -> list[str]:
    """What physics does not explain, and when that is worst."""
    notes = []
    for rows, pct, most, what in (
        (after.force, after.force_pct_bw, FORCE_PCT, "force"),
        (after.moment, after.moment_pct_bwh, MOMENT_PCT, "moment"),
    ):
        if pct > most:
            worst = int(np.argmax(np.linalg.norm(rows[after.inner], axis=1))) + 1 + after.inner.start
            notes.append(
                f"the {what} at the root stays unexplained: {pct:.2f} % rms (at most {most:g} % is met), worst in "
                f"{_when(setting, worst)}. Do contacts carry the weight there?"
            )
    slides = [(after.slide, f"at most {SLIDE_MM:g} mm is met")]
    if after.slide_anywhere.mm > after.slide_mm:
        slides.append((after.slide_anywhere, "not judged: the window goes over into frames that are left alone"))
    notes += [
        f"{slide.point}: this planted point slides by {slide.mm:.1f} mm in {_when(setting, slide.frame)} ({words})."
        for slide, words in slides
        if slide.mm > SLIDE_MM
    ]
    if after.friction_violation_pct > FRICTION_PCT:
        notes.append(
            f"contact forces leave their friction cones by {after.friction_violation_pct:.1f} % of body weight "
            f"(at most {FRICTION_PCT:g} % is met)."
        )
    return notes


def lost(setting: Setting, now: Played, was: Played) -> list[str]:
    """Where the root had to go so far that it is another motion: contacts do not carry the weight, or it is pushed."""
    away = now.roots - was.roots
    if setting.free_strides and setting.problem.weights.effort > 0.0:
        # strides of another length lead elsewhere, at a steady pace
        t = setting.times
        away[:, [0, 2]] -= np.stack([np.ones_like(t), t], axis=1) @ np.polyfit(t, away[:, [0, 2]], 1)[::-1]
    off = np.linalg.norm(away, axis=1)
    if off.max() <= _FAR * setting.problem.height:
        return []
    worst = int(off.argmax())
    return [
        f"the root had to leave its path by {off.max():.2f} m in {_when(setting, worst)}. Do contacts carry the weight?"
    ]


def missed(setting: Setting, scene: Scene, x: np.ndarray) -> tuple[float, list[str]]:
    """The farthest that a place is missed [mm], and which are, and when."""
    goals = setting.problem.goals
    if not goals:
        return 0.0, []
    off = 1e3 * np.linalg.norm(goal_misses(scene, scene.layout.motion(x) @ scene.ways.T), axis=1)
    worst: dict[str, tuple[float, float]] = {}
    for goal, mm in zip(goals, off, strict=True):
        if mm > max(GOAL_MM, worst.get(goal.name, (0.0, 0.0))[0]):
            worst[goal.name] = (float(mm), goal.time + setting.first * setting.motion.frame_time)
    notes = [f"{name} misses its place by {mm:.1f} mm at {t:.2f} s." for name, (mm, t) in worst.items()]
    return float(off.max()), notes


def bent(setting: Setting, now: Played, was: Played) -> tuple[float, list[str]]:
    """How far joints are beyond their ranges, and farther than the example [deg], and where that is too far."""
    ranges, figure = setting.problem.ranges, setting.problem.figure
    if ranges is None or not len(ranges):
        return 0.0, []
    values = limit_angles(ranges, now.turns)
    over = np.degrees(np.abs(values - np.clip(values, *widened(ranges, was.turns))))
    kept = setting.problem.weights.bend > 0.0
    far = np.flatnonzero(kept & (over.max(axis=0) > RANGE_DEG))
    worst = sorted(far, key=lambda n: -over[:, n].max())[:_MOST_TOLD]
    notes = [f"{len(far)} ranges of joints are broken; the worst are:"] if len(far) > _MOST_TOLD else []
    for n in worst:
        name = figure.skeleton.names[figure.joints[int(ranges.joint[n])]]
        at = _when(setting, int(over[:, n].argmax()))
        notes.append(
            f"{name} turns {over[:, n].max():.1f} deg beyond its range in {at} (at most {RANGE_DEG:g} is met)."
        )
    return float(over.max()), notes


def _when(setting: Setting, frame: int) -> str:
    """A frame of those that count, as people say it."""
    number = frame + setting.first
    return f"frame {number} ({number * setting.motion.frame_time:.2f} s)"
