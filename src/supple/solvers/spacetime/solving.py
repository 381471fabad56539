"""Gauss-Newton steps inside an augmented Lagrangian: the whole clip as one banded system."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from supple.core.threads import one_blas_thread
from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.cones import into_cone
from supple.solvers.spacetime.costs import Costs, Looked, Shifts, no_shifts
from supple.solvers.spacetime.scene import Scene

_HALVINGS = 10
_FIRST_STEPS = 4
_LEAST, _MOST = 1e-10, 0.1  # damping of steps, by each unknown's own measure
_CALMER, _WILDER = 0.03, 100.0  # by which it changes where a step helps, or does not
_ROUGHLY = 0.02  # of the cost: a step that gains less ends a stage in which contact is not yet tight


class Stage(NamedTuple):
    """A part of a solve."""

    hold: float
    tight: float
    steps: int
    last: bool = False  # all counts as it should


@dataclass(frozen=True, slots=True)
class SolveSettings:
    """When to stop."""

    holds: tuple[float, ...] = (1e3, 1e2, 10.0)  # first the example counts so many times as much: forces come first
    tights: tuple[float, ...] = (0.01, 0.03, 0.1, 0.3)  # where plants emerge: how much of its weight contact counts
    rounds: int = 6  # of the augmented Lagrangian
    least: int = 1  # of them, also where less is good enough
    steps: int = 12  # in each round
    enough: float = 1e-4  # of the cost: a step that gains less ends a round
    force_pct: float = 0.3  # rms of the root's force, in percent of body weight, that is good enough at the samples
    moment_pct: float = 0.3
    cone_pct: float = 1.0  # of body weight, by which a force may be outside of its friction cone
    limit_pct: float = 2.0  # by which a torque may be beyond its limit
    slide_mm: float = 1.0  # the farthest that a planted point may be from its place
    seconds: float = 600.0

    def stages(self, plants: str) -> tuple[Stage, ...]:
        """What is solved one after the other, each from where the one before ended."""
        tights = self.tights if plants == "emerge" else ()
        begin = tights[0] if tights else 1.0
        return (
            *(Stage(hold, begin, _FIRST_STEPS) for hold in self.holds),
            *(Stage(1.0, tight, self.steps) for tight in tights),
            *self.rounds * (Stage(1.0, 1.0, self.steps, last=True),),
        )


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
    over_limit_pct: float  # the farthest that a torque is beyond its limit, in percent of the largest


@dataclass(frozen=True, slots=True, eq=False)
class Going:
    """Where a solve is: all that its next step depends on, so that a solve goes on from here to the same bits."""

    x: np.ndarray
    shifts: Shifts
    stage: int = 0
    step: int = 0  # steps that were made in this stage
    slow: bool = False  # whether the last of them gained so little that the stage is over
    damping: float = _LEAST
    best: np.ndarray | None = None  # of the states in which all counts as it should
    best_score: float = np.inf
    nearest: np.ndarray | None = None  # of all states: what there is where a solve ends before it comes to those
    nearest_score: float = np.inf
    history: tuple[Progress, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """The best state, and how it was found."""

    x: np.ndarray
    history: tuple[Progress, ...]
    converged: bool
    stopped: str  # "met", "stalled", "time", "interrupted"

    @property
    def unfinished(self) -> bool:
        """Whether it was ended from outside."""
        return self.stopped in ("time", "interrupted")


@dataclass(frozen=True, slots=True)
class Watch:
    """Who looks on: what is told after each step, whether to stop, and where the solve is."""

    tell: Callable[[Progress], None] | None = None
    stop: Callable[[], bool] | None = None
    keep: Callable[[Going], None] | None = None

    def looks(self, going: Going) -> None:
        """Tell of a step."""
        if self.tell is not None:
            self.tell(going.history[-1])
        if self.keep is not None:
            self.keep(going)


NOBODY = Watch()


def solve(
    scene: Scene, settings: SolveSettings = DEFAULT_SOLVE, *, start: np.ndarray | None = None,
    going: Going | None = None, watch: Watch = NOBODY,
) -> Solved:  # fmt: skip
    """Minimise the costs of a scene, from ``start`` or on from where another solve of it is ``going``.

    The best state so far is returned whatever ends it.
    """
    if going is None:
        going = Going(np.zeros(scene.layout.size) if start is None else np.array(start), no_shifts(scene))
    with one_blas_thread():
        return _Solve(scene, settings, going, watch).run()


class _Solve:
    """A solve that is going on."""

    def __init__(self, scene: Scene, settings: SolveSettings, going: Going, watch: Watch) -> None:
        self.settings, self.going, self.watch = settings, going, watch
        self.costs, self.stages = Costs(scene), settings.stages(scene.problem.plants)
        self.began = time.perf_counter()
        self.before = going.history[-1].seconds if going.history else 0.0

    def run(self) -> Solved:
        """All stages that are left."""
        stopped = "stalled"
        try:
            while self.going.stage < len(self.stages) and stopped == "stalled":
                stopped = self._stage(self.stages[self.going.stage])
        except KeyboardInterrupt:
            stopped = "interrupted"
        state, met = self.going, self.going.best_score <= 1.0
        found = next((x for x in (state.best, state.nearest) if x is not None), state.x)
        inside = _inside_cones(self.costs.scene, found)
        return Solved(inside, state.history, met, stopped)

    def _stage(self, stage: Stage) -> str:
        """One stage; why to end after it, "stalled" where the next one follows."""
        self.costs.regular.hold, self.costs.tight = stage.hold, stage.tight
        looked = self.costs.look(self.going.x, self.going.shifts, slopes=True)
        while self.going.step < stage.steps and not self.going.slow:
            stepped = _step(self.costs, self.going.x, looked, self.going.shifts, self.going.damping)
            if stepped is None:
                self.going = replace(self.going, damping=_LEAST)
                break
            slow = looked.value - stepped.looked.value < self._enough(stage) * stepped.looked.value
            looked = stepped.looked
            self._note(stage, stepped, slow=slow)
            if reason := self._ended():
                return reason
        if stage.last and self.going.best_score <= 1.0 and self._rounds() >= self.settings.least:
            return "met"
        shifts = _shifted(self.going.shifts, looked) if stage.last else self.going.shifts
        self.going = replace(self.going, stage=self.going.stage + 1, step=0, slow=False, shifts=shifts)
        return "stalled"

    def _rounds(self) -> int:
        """How many there are with this one."""
        return self.going.stage + 1 - (len(self.stages) - self.settings.rounds)

    def _enough(self, stage: Stage) -> float:
        return _ROUGHLY if stage.hold == 1.0 and not stage.last else self.settings.enough

    def _note(self, stage: Stage, stepped: _Stepped, *, slow: bool) -> None:
        state = self.going
        seconds = self.before + time.perf_counter() - self.began
        now = _progress(stepped.looked, len(state.history) + 1, seconds)
        score = _score(now, self.settings)
        changes: dict[str, Any] = {}
        if stage.last and score < max(state.best_score, 1.0):  # among states that are good enough the last costs least
            changes = {"best": stepped.x, "best_score": score}
        if score < state.nearest_score:
            changes |= {"nearest": stepped.x, "nearest_score": score}
        self.going = replace(state, x=stepped.x, damping=stepped.damping, step=state.step + 1, slow=slow,
                             history=(*state.history, now), **changes)  # fmt: skip
        self.watch.looks(self.going)

    def _ended(self) -> str:
        if self.watch.stop is not None and self.watch.stop():
            return "interrupted"
        return "time" if time.perf_counter() - self.began > self.settings.seconds else ""


class _Stepped(NamedTuple):
    x: np.ndarray
    looked: Looked
    damping: float


def _step(costs: Costs, x: np.ndarray, looked: Looked, shifts: Shifts, damping: float) -> _Stepped | None:
    """A step that lowers the cost, damped as the last one was; None where there is none."""
    system = costs.system(x, looked)
    while damping <= _MOST:
        step = _solved(system, damping)
        if step is not None:
            for share in (1.0, 0.5, 0.25) if damping < _MOST else 0.5 ** np.arange(_HALVINGS):
                tried = x + share * step
                seen = costs.look(tried, shifts, slopes=share == 1.0)  # whole steps are mostly good
                if np.isfinite(seen.value) and seen.value < looked.value:
                    calmer = max(damping * _CALMER, _LEAST) if share == 1.0 else damping
                    return _Stepped(tried, seen if share == 1.0 else costs.look(tried, shifts, slopes=True), calmer)
        damping *= _WILDER
    return None


def _solved(system: Banded, damping: float) -> np.ndarray | None:
    try:
        step = system.solved(damping)
    except np.linalg.LinAlgError:
        return None
    return step if np.isfinite(step).all() else None


def _shifted(shifts: Shifts, looked: Looked) -> Shifts:
    """The multipliers of the next round."""
    planted = shifts.planted
    if planted:  # plants that emerge have none: products have no multipliers to speak of
        planted = [s + raw for s, raw in zip(planted, looked.raw_planted, strict=True)]
    below = [np.maximum(s + raw, 0.0) for s, raw in zip(shifts.below, looked.raw_below, strict=True)]
    return Shifts(shifts.motion + looked.raw_motion, planted, below, shifts.cone + looked.raw_cone)


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
               p.cone_pct / settings.cone_pct, p.over_limit_pct / settings.limit_pct)  # fmt: skip


def _inside_cones(scene: Scene, x: np.ndarray) -> np.ndarray:
    if not len(scene.layout.hats):
        return x
    inside = into_cone(scene.layout.forces(x), scene.problem.normal, scene.problem.friction)
    out = np.array(x)
    out[scene.layout.hat_starts[:, None] + np.arange(3)] = inside
    return out


def _rms(rows: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.sum(rows**2, axis=1))))
