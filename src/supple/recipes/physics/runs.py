"""Solves one after the other, each from where the one before ended."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from supple.recipes.physics.checkpoint import Journal
from supple.recipes.physics.setting import SPACING
from supple.solvers.spacetime.problem import Problem
from supple.solvers.spacetime.result import played
from supple.solvers.spacetime.scene import Scene, scene_of
from supple.solvers.spacetime.settling import refined_at_changes, settled
from supple.solvers.spacetime.solving import NOBODY, Solved, SolveSettings, Watch, solve

_AGAIN = SolveSettings(holds=(), tights=(0.1,), steps=30)  # from what a solve like it has found
# Where strides are free, effort tells them by little: more steps, and no loose contact that would let feet jump.
# Both numbers were chosen on the made walk; CMU 07_01 was looked at once.
_CLOSELY = SolveSettings(least=3, enough=3e-5, steps=30)
_ON = replace(_CLOSELY, holds=(), tights=())
_NOTHING = Solved(np.zeros(0), (), False, "stalled")


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A problem, and what has been found for it so far."""

    scene: Scene
    until: float  # of the clock that counts seconds
    watch: Watch = NOBODY
    journal: Journal | None = None
    result: Solved = _NOTHING

    def solved(self, settings: SolveSettings | None = None) -> Run:
        """Solve it, from the last result where there is one; nothing where that was ended from outside."""
        if self.result.unfinished:
            return self
        chosen = settings or self._settings()
        left = max(self.until - time.perf_counter(), 1e-3)
        start = self.result.x if self.result.history else None
        chosen = replace(chosen, seconds=left)
        if self.journal is None:
            found = solve(self.scene, chosen, start=start, watch=self.watch)
        else:
            found = self.journal.solved(self.scene, chosen, start, self.watch)
        return replace(self, result=replace(found, history=(*self.result.history, *found.history)))

    def _settings(self) -> SolveSettings:
        begun, problem = bool(self.result.history), self.scene.problem
        if problem.weights.effort > 0.0 and problem.plants == "emerge":
            return _ON if begun else _CLOSELY
        return _AGAIN if begun else SolveSettings()

    def of(self, problem: Problem) -> Run:
        """The same unknowns in another problem, solved."""
        return replace(self, scene=scene_of(problem)).solved()

    def torques(self) -> np.ndarray:
        """(S, nv) at the samples [Nm]."""
        return played(self.scene, self.result.x, self.scene.at.times).torques

    def finished(self) -> Run:
        """Where plants emerged: knots closer where they begin and end, and then the plants held where they are.

        Plants may emerge anew on the closer knots; where that comes to nothing they stay where they were.
        """
        if self.scene.problem.plants == "given":
            return self
        finer = self._moved(*refined_at_changes(self.scene, self.result.x, SPACING))
        anew = finer.solved()._settled()
        if anew.result.converged or anew.result.unfinished:
            return anew
        stayed = finer._settled()
        if stayed.result.converged:
            return stayed
        ended = stayed.result.stopped if stayed.result.unfinished else anew.result.stopped
        return replace(anew, result=replace(anew.result, stopped=ended))

    def _settled(self) -> Run:
        return self._moved(*settled(self.scene, self.result.x)).solved()

    def _moved(self, scene: Scene, x: np.ndarray) -> Run:
        return replace(self, scene=scene, result=replace(self.result, x=x))
