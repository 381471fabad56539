"""Gauss-Newton steps inside an augmented Lagrangian: the whole clip as one banded system."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from supple.core.threads import one_blas_thread
from supple.solvers.spacetime.cones import into_cone
from supple.solvers.spacetime.costs import Costs, Looked, Shifts, no_shifts
from supple.solvers.spacetime.scene import Scene

_HALVINGS = 10
_FIRST_STEPS = 4
_DAMPING = (1e-10, 1e-7, 1e-5, 1e-3, 1e-1)  # tried in turn where a step does not help
_ENOUGH = 1e-4  # of the cost: a step that gains less ends a round


@dataclass(frozen=True, slots=True)
class SolveSettings:
    """When to stop."""

    holds: tuple[float, ...] = (1e3, 1e2, 10.0)  # first the example counts so many times as much: forces come first
    rounds: int = 4  # of the augmented Lagrangian
    steps: int = 12  # in each round
    force_pct: float = 0.3  # rms of the root's force, in percent of body weight, that is good enough at the samples
    moment_pct: float = 0.3
    limit_pct: float = 2.0  # by which a torque may be beyond its limit
    slide_mm: float = 1.0  # the farthest that a planted point may be from its place
    seconds: float = 600.0


DEFAULT_SOLVE = SolveSettings()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a solve is."""

    iteration: int
    seconds: float
    cost: float
    force_pct: float  # rms over the samples
    moment_pct: float
    planted_mm: float  # the farthest
    cone_pct: float  # the farthest outside a friction cone, in percent of body weight
    over_limit_pct: float  # the farthest that a torque is beyond its limit, in percent of it; below 0: none is


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """The best state, and how it was found."""

    x: np.ndarray
    history: tuple[Progress, ...]
    converged: bool
    stopped: str  # "met", "stalled", "time", "interrupted"


def solve(
    scene: Scene, settings: SolveSettings = DEFAULT_SOLVE, *, start: np.ndarray | None = None,
    tell: Callable[[Progress], None] | None = None,
) -> Solved:  # fmt: skip
    """Minimise the costs of a scene; the best state so far is returned whatever ends it."""
    with one_blas_thread():
        return _solve(scene, settings, start, tell)


def _solve(
    scene: Scene, settings: SolveSettings, start: np.ndarray | None, tell: Callable[[Progress], None] | None
) -> Solved:
    began, costs, shifts = time.perf_counter(), Costs(scene), no_shifts(scene)
    x = np.zeros(scene.layout.size) if start is None else np.array(start)
    history: list[Progress] = []
    best, best_score, stopped = x, np.inf, "stalled"
    try:
        for hold in (*settings.holds, *settings.rounds * [1.0]):
            costs.regular.hold = hold
            looked = costs.look(x, shifts, slopes=True)
            for _ in range(settings.steps if hold == 1.0 else _FIRST_STEPS):
                stepped = _step(costs, x, looked, shifts)
                if stepped is None:
                    break
                gained = looked.value - stepped[1].value
                x, looked = stepped
                history.append(_progress(looked, len(history) + 1, time.perf_counter() - began))
                if tell is not None:
                    tell(history[-1])
                if hold == 1.0 and (score := _score(history[-1], settings)) < best_score:
                    best, best_score = x, score
                if time.perf_counter() - began > settings.seconds:
                    stopped = "time"
                    break
                if gained < _ENOUGH * looked.value:
                    break
            if stopped == "time" or (hold == 1.0 and best_score <= 1.0):
                break
            if hold == 1.0:
                _shift(shifts, looked)
    except KeyboardInterrupt:
        stopped = "interrupted"
    met = best_score <= 1.0
    return Solved(_inside_cones(scene, best), tuple(history), met, "met" if met else stopped)


def _step(costs: Costs, x: np.ndarray, looked: Looked, shifts: Shifts) -> tuple[np.ndarray, Looked] | None:
    """A step that lowers the cost; None where there is none."""
    system = costs.system(x, looked)
    for damping in _DAMPING:
        try:
            step = system.solved(damping)
        except np.linalg.LinAlgError:
            continue
        if not np.isfinite(step).all():
            continue
        share = 1.0
        for _ in range(_HALVINGS if damping == _DAMPING[-1] else 3):
            tried = x + share * step
            seen = costs.look(tried, shifts, slopes=share == 1.0)  # whole steps are mostly good
            if np.isfinite(seen.value) and seen.value < looked.value:
                return tried, seen if share == 1.0 else costs.look(tried, shifts, slopes=True)
            share *= 0.5
    return None


def _shift(shifts: Shifts, looked: Looked) -> None:
    """The multipliers of the next round."""
    shifts.motion = shifts.motion + looked.raw_motion
    shifts.planted = [s + raw for s, raw in zip(shifts.planted, looked.raw_planted, strict=True)]
    shifts.cone = shifts.cone + looked.raw_cone


def _progress(looked: Looked, iteration: int, seconds: float) -> Progress:
    raw = looked.raw_motion
    planted = max((float(np.linalg.norm(r, axis=1).max()) for r in looked.raw_planted if len(r)), default=0.0)
    cone = float(np.linalg.norm(looked.raw_cone, axis=1).max()) if len(looked.raw_cone) else 0.0
    force, moment = (100.0 * _rms(raw[:, part]) for part in (slice(0, 3), slice(3, 6)))
    over = 100.0 * looked.over_limit
    return Progress(iteration, seconds, looked.value, force, moment, 1e3 * planted, 100.0 * cone, over)


def _score(p: Progress, settings: SolveSettings) -> float:
    """At most 1 where everything is good enough."""
    return max(p.force_pct / settings.force_pct, p.moment_pct / settings.moment_pct, p.planted_mm / settings.slide_mm,
               p.over_limit_pct / settings.limit_pct)  # fmt: skip


def _inside_cones(scene: Scene, x: np.ndarray) -> np.ndarray:
    if not len(scene.layout.hats):
        return x
    inside = into_cone(scene.layout.forces(x), scene.problem.normal, scene.problem.friction)
    out = np.array(x)
    out[scene.layout.hat_starts[:, None] + np.arange(3)] = inside
    return out


def _rms(rows: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.sum(rows**2, axis=1))))
