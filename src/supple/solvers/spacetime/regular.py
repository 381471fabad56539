"""What is quadratic and never changes: closeness to the example, calm displacements, small and smooth forces."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.scene import Scene

_NODES = 4  # of the quadrature in a span, exact for the products of cubics


class Regular:
    """``x' H x / 2`` with a sparse ``H`` that is made once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.motion = self._gram()
        problem = scene.problem
        own = np.full(scene.ways.shape[1], problem.weights.turn)
        own[:3] = problem.weights.travel
        self.own = own
        self.hold = 1.0  # how many times as much the example counts, while a solve begins
        self.force_rows = self._force_rows()

    def value(self, x: np.ndarray) -> float:
        """What it adds to the cost."""
        points = self.scene.layout.motion(x)
        forces = self.force_rows @ x
        return 0.5 * self.hold * float(np.sum((self.motion @ points) * points * self.own)) + 0.5 * float(
            forces @ forces
        )

    def add(self, system: Banded, x: np.ndarray) -> None:
        """Put it into a system."""
        layout = self.scene.layout
        columns, points = layout.columns(), layout.motion(x)
        system.gradient[columns.ravel()] += self.hold * ((self.motion @ points) * self.own).ravel()
        coo = self.motion.tocoo()
        for i, j, value in zip(coo.row, coo.col, coo.data, strict=True):
            if i >= j:
                apart = int(layout.starts[i] - layout.starts[j])
                system.bands[apart, columns[j]] += self.hold * value * self.own
        square = (self.force_rows.T @ self.force_rows).tocoo()
        lower = square.row >= square.col
        np.add.at(system.bands, (square.row[lower] - square.col[lower], square.col[lower]), square.data[lower])
        system.gradient += self.force_rows.T @ (self.force_rows @ x)

    def _gram(self) -> Any:
        """(points, points) integrals of products of basis functions, and of their second derivatives."""
        from scipy.sparse import coo_matrix

        knots, calm = self.scene.problem.knots, self.scene.problem.weights.calm_s
        nodes, weights = np.polynomial.legendre.leggauss(_NODES)
        lengths = np.diff(knots.breaks)
        times = (knots.breaks[:-1, None] + 0.5 * lengths[:, None] * (nodes + 1.0)).ravel()
        share = (0.5 * lengths[:, None] * weights).reshape(-1)
        basis, spans = knots.basis(times), np.repeat(np.arange(knots.spans), _NODES)
        data, rows, cols = [], [], []
        for i in range(4):
            for j in range(4):
                data.append(share * (basis[0, :, i] * basis[0, :, j] + calm**4 * basis[2, :, i] * basis[2, :, j]))
                rows.append(spans + i)
                cols.append(spans + j)
        whole = (np.concatenate(data), (np.concatenate(rows), np.concatenate(cols)))
        return coo_matrix(whole, shape=(knots.points, knots.points)).tocsr()

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
