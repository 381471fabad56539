"""Small bodies for spacetime problems: a ball, or a block, that touches the ground in one point."""

import numpy as np

from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.dynamics.contact_points import ContactSpan
from supple.dynamics.figure import figure_of
from supple.dynamics.inertias import Inertias
from supple.solvers.spacetime.fitting import fitted_points
from supple.solvers.spacetime.knots import Knots
from supple.solvers.spacetime.problem import Goal, Problem, Weights

ROOT = 2  # the number of the joint that turns the root


def ball_problem(
    path,
    *,
    seconds=1.0,
    spacing=0.02,
    friction=0.4,
    pinned=(0.0, 0.02),
    pushes=(),
    example=None,
    drift=1e-4,
    jump=1e-4,
    below=3e4,
):
    """A ball of 2 kg whose start is that of ``path`` (a function of times (n,) -> (n, 3)), near to which it stays.

    ``example`` is another path to stay near to; nothing but closeness and physics says what it does after ``pinned``.
    """
    times = np.linspace(0.0, seconds, round(seconds * 200) + 1)
    skeleton = Skeleton(("ball",), np.array([-1]), np.zeros((1, 3)))
    turns = np.tile([1.0, 0.0, 0.0, 0.0], (len(times), 1, 1))
    near = path if example is None else example
    motion = Motion(skeleton, near(times), turns, 1.0 / 200.0)
    inertias = Inertias(np.array([2.0]), np.zeros((1, 3)), 0.01 * np.eye(3)[None])
    figure = figure_of(motion, inertias, {})
    knots = Knots(np.linspace(0.0, seconds, round(seconds / spacing) + 1))
    points = fitted_points(knots, times, np.concatenate([near(times), turns[:, 0]], axis=1), hz=20.0)
    goals = tuple(Goal("start", ROOT, np.zeros(3), t, path(np.array([t]))[0]) for t in pinned)
    touch = ContactSpan("bottom", ROOT, np.zeros(3), 0.0, seconds, np.zeros(3))
    weights = Weights(drift=drift, force_jump=jump, below=below)
    return Problem(figure, 1.0, knots, points, (touch,), friction, np.array([0.0, 1.0, 0.0]), tuple(pushes), goals,
                   plants="emerge", weights=weights)  # fmt: skip
