"""The posture experiments of the sources: what settles, how fast, and what the older methods cannot do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchmarks.measure import Row
from benchmarks.posture_experiments import (
    BARE,
    LOOSE,
    arrivals,
    gimbal_lock,
    parametrisations,
    race,
    recruiting,
    three_goals,
    two_tasks,
)

STRIDES = (0.5, 1.0, 1.6, 1.8, 2.1)
DAMPINGS = (0.0, 0.1, 0.3, 1.0, 4.0)  # of the chain's length


def step_damping_map(edge: int = 6) -> np.ndarray:
    """(D, S) shares of goals that were reached or approached as near as possible, for every damping and stride."""
    cells = np.zeros((len(DAMPINGS), len(STRIDES)))
    for i, damping in enumerate(DAMPINGS):
        for j, stride in enumerate(STRIDES):
            found = arrivals(replace(LOOSE, damping=damping, stride=stride), edge=edge)
            cells[i, j] = min(found.reachable, found.unreachable)
    return cells


def _map_rows() -> list[Row]:
    cells = step_damping_map()
    return [
        (f"chain of 60 dof: worst share of goals settled, damping {damping:g} L", f"{row.max():.2f}", "> 0.9"
         if damping == 0.3 else "-", ", ".join(f"step {s:g}: {v:.2f}" for s, v in zip(STRIDES, row, strict=True)))
        for damping, row in zip(DAMPINGS, cells, strict=True)
    ]  # fmt: skip


def _transpose_rows() -> list[Row]:
    unit, stable = replace(LOOSE, step="transpose", gain=1.0), replace(LOOSE, step="transpose")
    lengths = (0.5, 1.0, 2.0)
    reached = [[arrivals(c, length, edge=4).reachable for length in lengths] for c in (unit, stable)]
    speed = race()
    return [
        ("transpose, gain 1: reachable goals reached by 0.5, 1, 2 m chains", f"{reached[0][-1]:.2f}", "falls",
         ", ".join(f"{share:.2f}" for share in reached[0])),
        ("transpose, gain of the pose: the same", f"{min(reached[1]):.2f}", "1.00",
         ", ".join(f"{share:.2f}" for share in reached[1])),
        ("transpose against damped steps: iterations", f"{speed.transpose_iterations / speed.damped_iterations:.1f} x",
         "> 1 x", f"{speed.transpose_iterations:.0f}, {speed.damped_iterations:.0f} (the thesis: 82, 29)"),
        ("transpose against damped steps: time to the goal", f"{speed.transpose_seconds / speed.damped_seconds:.1f} x",
         "> 1 x", f"{speed.transpose_seconds * 1e3:.2f} ms, {speed.damped_seconds * 1e3:.2f} ms (14.7, 8.2)"),
    ]  # fmt: skip


def _hinge_rows() -> list[Row]:
    balls, hinges = np.array([(p.balls.mean(), p.hinges.mean()) for p in map(parametrisations, (4, 8, 20))]).T
    ball, locked = gimbal_lock()
    return [
        ("three hinges against ball joints: iterations, 4 to 20 joints", f"{(hinges / balls).mean():.2f} x", "near 1 x",
         ", ".join(f"{h:.0f}/{b:.0f}" for h, b in zip(hinges, balls, strict=True))),
        ("the same in gimbal lock: turned after 10 steps of a goal of 0.5 rad", f"{locked:.2f} rad", "0",
         f"a ball joint: {ball:.2f} rad"),
    ]  # fmt: skip


def _priority_rows() -> list[Row]:
    ours, naive = (two_tasks(replace(BARE, step=s, damping=0.15), 10).histories[0][-1] for s in ("damped", "naive"))
    kept, broken = recruiting(kept=True), recruiting(kept=False)
    errors = three_goals()
    below = [int(np.flatnonzero(column > 1e-3)[-1]) + 1 for column in errors.T]
    return [
        ("second of two tasks after 10 steps: searched in the null space", f"{ours[1] * 1e3:.2f} mm", "less",
         f"naive projection: {naive[1] * 1e3:.0f} mm of 2 m"),
        ("recruiting rule kept: error of the strong task", f"{kept[0] * 1e3:.3f} mm", "0",
         f"broken: {broken[0] * 1e3:.0f} mm (300 in the notes)"),
        ("three conflicting goals: iterations until each stays below 1 mm", "/".join(map(str, below)), "in order",
         f"{len(errors) - 1} iterations"),
    ]  # fmt: skip


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    return [*_map_rows(), *_transpose_rows(), *_hinge_rows(), *_priority_rows()]
