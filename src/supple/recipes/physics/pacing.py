r"""How long a motion takes, as an unknown.

What is minimised is :math:`\frac1s \int (\text{closeness} + \text{effort} + \text{calm}) dt + \frac12 T (\ln s)^2`
with :math:`s` times the duration :math:`T` of the example. Calm is what a solve is made unique by: small accelerations
of the change, a kept pace, small and smooth forces. It costs less in slower motions, too. Each moment of the example
counts the same however long it takes, and a motion that is e times as slow counts as much as one with a joint that is a
radian off throughout.

choice: one number for all of the clip, found by solves at several of them, each from where the best so far ended.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from supple.recipes.everyday.sampling import sampled_motion
from supple.recipes.physics.runs import Run
from supple.recipes.physics.setting import Setting
from supple.solvers.spacetime.costs import Costs
from supple.solvers.spacetime.stretching import stretched

# Chosen on the made walk; CMU 07_01 was looked at once.
_STEP = 0.1  # of the logarithm
_MOST = 0.7  # about half or twice as long
_SAME = 0.005  # what is nearer is not worth another solve


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    log: float
    run: Run
    cost: float

    @property
    def rank(self) -> tuple[bool, float]:
        """What holds comes before what costs little."""
        return not self.run.result.converged, self.cost


def paced(run: Run) -> tuple[Run, float]:
    """A solved run at the pace that costs least, and how many times as long it takes."""
    tried = [_Tried(0.0, run, _cost(run, 0.0))]
    for way in (_STEP, -_STEP):
        while _goes_on(tried, way):
            tried.append(_at(run, tried, min(tried, key=lambda t: t.rank).log + way))
        if len(tried) > 2:
            break
    if not tried[-1].run.result.unfinished and (lowest := _lowest(tried)) is not None:
        tried.append(_at(run, tried, lowest))
    best = min(tried, key=lambda t: t.rank)
    history = tuple(p for t in tried for p in t.run.result.history[len(run.result.history) if t.log else 0 :])
    stopped = tried[-1].run.result.stopped if tried[-1].run.result.unfinished else best.run.result.stopped
    result = replace(best.run.result, history=history, stopped=stopped)
    return replace(best.run, result=result), float(np.exp(best.log))


def at_pace(setting: Setting, times: float) -> Setting:
    """A setting whose motion takes so many times as long, at the same rate of frames."""
    motion, moving = setting.motion, setting.motion.frames - setting.motion.rest_rows
    at = np.arange(int((moving - 1) * times + 1e-6) + 1) / times
    slower = sampled_motion(motion, np.minimum(at, moving - 1.0), motion.frame_time)
    return replace(setting, motion=slower, whole=slower, cut=replace(setting.cut, stop=slower.frames))


def _goes_on(tried: list[_Tried], way: float) -> bool:
    """Whether the last step that way was a good one, or there was none."""
    if tried[-1].run.result.unfinished:
        return False
    best = min(tried, key=lambda t: t.rank)
    there = best.log + way
    return abs(there) <= _MOST and all(abs(t.log - there) > 1e-9 for t in tried)


def _at(first: Run, tried: list[_Tried], log: float) -> _Tried:
    near = min(tried, key=lambda t: abs(t.log - log)).run
    start = replace(first, result=replace(first.result, x=near.result.x))
    run = start.of(stretched(first.scene.problem, float(np.exp(log))))
    return _Tried(log, run, _cost(run, log))


def _cost(run: Run, log: float) -> float:
    duration = float(run.scene.problem.knots.breaks[-1]) / np.exp(log)
    return float(Costs(run.scene).wanted(run.result.x) / np.exp(log) + 0.5 * duration * log**2)


def _lowest(tried: list[_Tried]) -> float | None:
    """Where the parabola through the best and its neighbours on both sides is lowest."""
    best = min(tried, key=lambda t: t.rank)
    near = {round((t.log - best.log) / _STEP): t.cost for t in tried if t.run.result.converged}
    if not {-1, 0, 1} <= set(near):
        return None
    bend = near[-1] - 2.0 * near[0] + near[1]
    off = 0.0 if bend <= 0.0 else 0.5 * _STEP * (near[-1] - near[1]) / bend
    return None if abs(off) < _SAME else best.log + off
