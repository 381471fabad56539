"""A walk that has always gone on: what :class:`Walkers` do at full speed, each frame one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from supple.core.paths import arc_path
from supple.io.documents.body import Body, Scale
from supple.io.documents.style import Style
from supple.recipes.walker.cohort import Cohort, cohort, repeated
from supple.recipes.walker.figure import WalkerFigure, walker_figure
from supple.recipes.walker.record import standing
from supple.recipes.walker.walkers import Walkers
from supple.recipes.walker.ways import OnPath
from supple.solvers.weighted import WeightedSettings

_EXACT = WeightedSettings(position_m=1e-11)  # what stands does so as exactly as numbers allow


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SteadyWalk:
    """Frames of a straight walk along +Z."""

    figure: WalkerFigure
    roots: np.ndarray  # (F, 3) [m]
    rotations: np.ndarray  # (F, J, 4)
    stands: np.ndarray  # (F, 2, 2) bool: left and right, heel and ball


def steady_walk(size: float, step: float, speed: float, phases: np.ndarray) -> SteadyWalk:
    """Somebody ``size`` times as tall as the average person, at the ``phases`` (F,) of the left foot, not wrapped.

    ``step`` [m] is from foot to foot; the hips begin over the origin, and heights are counted from the ground.
    """
    one = _walker(size)
    one = replace(one, steps=np.array([step]), speeds=np.array([speed]))
    walkers = _going(repeated(one, len(phases)), np.asarray(phases, float))
    roots = walkers.roots - walkers.roots[0] * (0.0, 0.0, 1.0)
    return SteadyWalk(figure=one.figures[0], roots=roots, rotations=walkers.rotations, stands=standing(walkers))


def _going(group: Cohort, phases: np.ndarray) -> Walkers:
    """A walker for each frame, as far along the way as it is then."""
    begin = 3.0 * group.steps[0]  # so that the prints behind the first frame are on the way, too
    gone = begin + 2.0 * group.steps * (phases - phases[0])
    way = OnPath(arc_path(np.zeros(2), 0.0, float(gone[-1] + begin), np.inf), len(group))
    way.gone = gone
    walkers = Walkers(group, way, way.at(np.arange(len(group)), np.zeros(len(group))), near=_EXACT)
    walkers.set_going(phases)
    return walkers


@lru_cache(maxsize=16)
def _walker(size: float) -> Cohort:
    return cohort([walker_figure(Body(scale=Scale(all=size)))], [Style()])
