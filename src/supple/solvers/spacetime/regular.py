"""What is quadratic and never changes: closeness to the example, calm displacements, small and smooth forces."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.problem import freedoms_of
from supple.solvers.spacetime.scene import Scene

_NODES = 4  # of the quadrature in a span, exact for the products of cubics


class Regular:
    """``x' H x / 2`` with a sparse ``H`` that is made once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.motion, pace, sway = self._gram()
        problem, weights = scene.problem, scene.problem.weights
        own = np.full(scene.ways.shape[1], weights.turn)
        if problem.counts is not None:
            own[3:] *= np.repeat(problem.counts, freedoms_of(problem.figure))
        own[:3] = weights.travel * np.array([weights.drift, 1.0, weights.drift])
        fast = np.zeros_like(own)
        fast[[0, 2]] = weights.travel * weights.pace_s**2
        jerky = np.zeros_like(own)
        jerky[1] = weights.travel * weights.steady_s**4
        self.parts = [(self.motion, own), *((gram, by) for gram, by in ((pace, fast), (sway, jerky)) if by.any())]
        self.hold = 1.0  # how many times as much the example counts, while a solve begins
        self.force_rows = self._force_rows()

    def value(self, x: np.ndarray) -> float:
        """What it adds to the cost."""
        points = self.scene.layout.motion(x)
        forces = self.force_rows @ x
        near = sum(float(np.sum((gram @ points) * points * own)) for gram, own in self.parts)
        return 0.5 * self.hold * near + 0.5 * float(forces @ forces)

    def add(self, system: Banded, x: np.ndarray) -> None:
        """Put it into a system."""
        layout = self.scene.layout
        columns, points = layout.columns(), layout.motion(x)
        for gram, own in self.parts:
            system.gradient[columns.ravel()] += self.hold * ((gram @ points) * own).ravel()
            coo = gram.tocoo()
            low = coo.row >= coo.col
            row, col, data = coo.row[low], coo.col[low], coo.data[low]
            apart = layout.starts[row] - layout.starts[col]
            np.add.at(system.bands, (columns[col], apart[:, None]), self.hold * data[:, None] * own)
        square = (self.force_rows.T @ self.force_rows).tocoo()
        lower = square.row >= square.col
        np.add.at(system.bands, (square.col[lower], square.row[lower] - square.col[lower]), square.data[lower])
        system.gradient += self.force_rows.T @ (self.force_rows @ x)

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
        standing = self._standing()[spans]
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

    def _standing(self) -> np.ndarray:
        """(spans,) 1 in clips in which something stands all the time.

        choice: none in clips that fly: what is pushed before and after is what the flight needs, not what frames show.
        """
        stands = np.zeros(self.scene.problem.knots.spans)
        for first, last in zip(self.scene.layout.first, self.scene.layout.last, strict=True):
            stands[first:last] = 1.0
        return stands if stands.all() else 0.0 * stands

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
