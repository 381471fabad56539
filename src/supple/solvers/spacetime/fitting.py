r"""The example as cubic splines whose second derivative means something.

Control points minimise :math:`\int |s - y|^2 dt + \tau^6 \int |\dddot s|^2 dt`: frames jitter, and without the second
term short spans and the ends of a clip would follow that. Its gain at the frequency :math:`f` is
:math:`1/(1 + (2\pi f \tau)^6)`.
"""

from __future__ import annotations

import numpy as np

from supple.solvers.spacetime.knots import Knots

SMOOTHING_HZ = 8.0  # where half of an amplitude is left


def fitted_points(knots: Knots, times: np.ndarray, values: np.ndarray, hz: float = SMOOTHING_HZ) -> np.ndarray:
    """(points, m) control points of the smooth curves through values (F, m)."""
    from scipy.linalg import solveh_banded

    step = float(times[-1] - times[0]) / max(len(times) - 1, 1)
    basis, spans = knots.basis(times)[0], knots.span_of(times)
    bands, goal = np.zeros((4, knots.points)), np.zeros((knots.points, values.shape[1]))
    for i in range(4):
        np.add.at(goal, spans + i, step * basis[:, i, None] * values)
        for j in range(i + 1):
            np.add.at(bands[i - j], spans + j, step * basis[:, i] * basis[:, j])
    weight = (1.0 / (2.0 * np.pi * hz)) ** 6
    jerks = _third_derivatives(knots)
    for span, length in enumerate(np.diff(knots.breaks)):
        for i in range(4):
            for j in range(i + 1):
                bands[i - j, span + j] += weight * length * jerks[span, i] * jerks[span, j]
    return np.asarray(solveh_banded(bands, goal, lower=True))


def _third_derivatives(knots: Knots) -> np.ndarray:
    """(spans, 4) which are constant in a span: differences of the second ones at its ends."""
    starts, stops = knots.breaks[:-1], knots.breaks[1:]
    inside = 1e-3 * (stops - starts)  # the ends themselves belong to neighbours
    first, last = knots.basis(starts + inside)[2], knots.basis(stops - inside)[2]
    return np.asarray((last - first) / (stops - starts - 2.0 * inside)[:, None])
