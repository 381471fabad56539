"""The same problem with all of its time longer or shorter.

A cubic spline on knots that are all farther apart is the same curve, gone through more slowly, so that the unknowns of
a problem are those of the stretched one: a solve goes on from where the other ended.
"""

from __future__ import annotations

from dataclasses import replace

from supple.solvers.spacetime.knots import Knots
from supple.solvers.spacetime.problem import Problem


def stretched(problem: Problem, times: float) -> Problem:
    """A problem that takes so many times as long: contacts and places go with the motion.

    Pushes begin with it and last as long as they did: their impulses stay.
    """
    contacts = tuple(c._replace(start=c.start * times, stop=c.stop * times) for c in problem.contacts)
    pushes = (replace(p, start=p.start * times, stop=p.start * times + p.stop - p.start) for p in problem.pushes)
    return replace(
        problem, knots=Knots(problem.knots.breaks * times), contacts=contacts, pushes=tuple(pushes),
        goals=tuple(replace(g, time=g.time * times) for g in problem.goals),
    )  # fmt: skip
