"""What is quadratic and never changes: closeness to the example, calm displacements, small and smooth forces."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.layout import Layout
from supple.solvers.spacetime.problem import freedoms_of
from supple.solvers.spacetime.scene import Scene

_FLIGHT = 0.5  # [s] before and after a flight: about as long as one draws back for a jump
_NODES = 4  # of the quadrature in a span, exact for the products of cubics


class Regular:
    """``x' H x / 2`` with a sparse ``H`` that is made once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        near, pace, sway = self._gram()
        problem, weights = scene.problem, scene.problem.weights
        own = np.full(scene.ways.shape[1], weights.turn)
        if problem.counts is not None:
            own[3:] *= np.repeat(problem.counts, freedoms_of(problem.figure))
        own[:3] = weights.travel * np.array([weights.drift, 1.0, weights.drift])
        fast = np.zeros_like(own)
        fast[[0, 2]] = weights.travel * weights.pace_s**2
        jerky = np.zeros_like(own)
        jerky[1] = weights.travel * weights.steady_s**4
        parts = [(near, own), *((gram, by) for gram, by in ((pace, fast), (sway, jerky)) if by.any())]
        self.hold = 1.0  # how many times as much the example counts, while a solve begins
        rows = self._force_rows()
        self.near, self.calm = self._spread(parts), (rows.T @ rows).tocsr()  # by the motion, and by the forces
        self.bands = [_lower(matrix, scene.layout.band) for matrix in (self.near, self.calm)]

    def value(self, x: np.ndarray) -> float:
        """What it adds to the cost."""
        return 0.5 * float(x @ self._slope(x))

    def add(self, system: Banded, x: np.ndarray) -> None:
        """Put it into a system."""
        flat = system.bands.reshape(-1)
        for (places, values), times in zip(self.bands, (self.hold, 1.0), strict=True):
            flat[places] += times * values
        system.gradient += self._slope(x)

    def _slope(self, x: np.ndarray) -> np.ndarray:
        return np.asarray(self.hold * (self.near @ x) + self.calm @ x)

    def _spread(self, parts: list[tuple[Any, np.ndarray]]) -> Any:
        """Integrals over pairs of control points, each times what the directions count, over all unknowns."""
        from scipy.sparse import csr_matrix

        columns, total = self.scene.layout.columns(), csr_matrix((self.scene.layout.size,) * 2)
        for gram, own in parts:
            coo = gram.tocoo()
            where = (columns[coo.row].ravel(), columns[coo.col].ravel())
            total = total + csr_matrix(((coo.data[:, None] * own).ravel(), where), shape=total.shape)
        return total

    def _gram(self) -> tuple[Any, Any, Any]:
        """(points, points) integrals of products of basis functions, with a share of those of their second derivatives;
        of the first ones; and of the second ones while something stands."""
        from scipy.sparse import coo_matrix

        knots, calm = self.scene.problem.knots, self.scene.problem.weights.calm_s
        nodes, weights = np.polynomial.legendre.leggauss(_NODES)
        lengths = np.diff(knots.breaks)
        times = (knots.breaks[:-1, None] + 0.5 * lengths[:, None] * (nodes + 1.0)).ravel()
        share = (0.5 * lengths[:, None] * weights).reshape(-1)
        basis, spans = knots.basis(times), np.repeat(np.arange(knots.spans), _NODES)
        standing = steady_spans(self.scene.layout)[spans]
        data, paces, sways, rows, cols = [], [], [], [], []
        for i in range(4):
            for j in range(4):
                data.append(share * (basis[0, :, i] * basis[0, :, j] + calm**4 * basis[2, :, i] * basis[2, :, j]))
                paces.append(share * basis[1, :, i] * basis[1, :, j])
                sways.append(standing * share * basis[2, :, i] * basis[2, :, j])
                rows.append(spans + i)
                cols.append(spans + j)
        where, shape = (np.concatenate(rows), np.concatenate(cols)), (knots.points, knots.points)
        first, second, third = (
            coo_matrix((np.concatenate(d), where), shape=shape).tocsr() for d in (data, paces, sways)
        )
        return first, second, third

    def _bend(self, k: int) -> tuple[tuple[int, float], ...]:
        """How much a slope changes at a break, by the values around it; slopes are over 0.05 s."""
        before, after = 0.05 / np.diff(self.scene.problem.knots.breaks)[k - 1 : k + 1]
        return (-1, float(before)), (0, -float(before + after)), (1, float(after))

    def _force_rows(self) -> Any:
        """Rows over all unknowns: each force, and its second differences within a contact."""
        from scipy.sparse import coo_matrix

        layout, problem = self.scene.layout, self.scene.problem
        place = {hat: int(start) for hat, start in zip(layout.hats, layout.hat_starts, strict=True)}
        size = np.sqrt(np.diff(problem.knots.breaks).mean()) / problem.figure.weight
        rows: list[list[tuple[int, float]]] = []
        for (c, k), start in place.items():
            for axis in range(3):
                counts = problem.weights.force if axis == 1 else problem.weights.shear
                rows.append([(start + axis, np.sqrt(counts) * size)])
            if 0 < k < problem.knots.spans:  # the clip's ends are no ends of the force
                around = [(place[c, k + step], bend) for step, bend in self._bend(k) if (c, k + step) in place]
                for axis in range(3):
                    rows.append([(p + axis, f * np.sqrt(problem.weights.force_jump) * size) for p, f in around])
        entries = [(r, col, value) for r, row in enumerate(rows) for col, value in row]
        index = np.array([(r, col) for r, col, _ in entries], dtype=int).reshape(-1, 2)
        data = np.array([value for *_, value in entries])
        return coo_matrix((data, (index[:, 0], index[:, 1])), shape=(len(rows), layout.size)).tocsr()


def steady_spans(layout: Layout) -> np.ndarray:
    """(spans,) while something stands, away from flights.

    choice: not near flights: what is pushed before and after is what the flight needs, not what frames show.
    """
    breaks, stands = layout.knots.breaks, np.zeros(layout.knots.spans, bool)
    for first, last in zip(layout.first, layout.last, strict=True):
        stands[first:last] = True
    steady = stands.copy()
    for span in np.flatnonzero(~stands):
        steady &= (breaks[1:] <= breaks[span] - _FLIGHT) | (breaks[:-1] >= breaks[span + 1] + _FLIGHT)
    return steady


def _lower(matrix: Any, band: int) -> tuple[np.ndarray, np.ndarray]:
    """Places of the lower half of a symmetric matrix in its bands (n, band + 1) one after the other, and its values."""
    coo = matrix.tocoo()
    low = coo.row >= coo.col
    return coo.col[low].astype(int) * (band + 1) + (coo.row - coo.col)[low], coo.data[low]
