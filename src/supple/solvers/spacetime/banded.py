"""A symmetric banded system, put together span by span."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(slots=True, eq=False)
class Banded:
    """Lower bands (n, band + 1) of a symmetric matrix, a column in each row, and the right-hand side.

    Changes while it is put together.
    """

    size: int
    band: int
    bands: np.ndarray = field(init=False)
    gradient: np.ndarray = field(init=False)

    factor: np.ndarray = field(init=False)  # room for the factor of the matrix

    def __post_init__(self) -> None:
        self.bands, self.gradient = np.zeros((self.size, self.band + 1)), np.zeros(self.size)
        self.factor = np.empty_like(self.bands)

    def clear(self) -> None:
        """Begin again, in the same place: memory that is asked for anew costs as much as what is put there."""
        self.bands[:], self.gradient[:] = 0.0, 0.0

    def add_threes(self, starts: np.ndarray, rows: np.ndarray, misses: np.ndarray) -> None:
        """Add rows (n, 3, 3) with misses (n, 3), each for three unknowns of its own from ``starts`` (n,) on."""
        squares = np.swapaxes(rows, 1, 2) @ rows
        for j in range(3):
            for i in range(j, 3):
                self.bands[starts + j, i - j] += squares[:, i, j]
        self.gradient[starts[:, None] + np.arange(3)] += (misses[:, None] @ rows)[:, 0]

    def hold(self, held: np.ndarray) -> None:
        """Take unknowns (by their numbers) out: their step is nothing."""
        for back in range(1, self.band + 1):
            rows = held[held >= back]
            self.bands[rows - back, back] = 0.0
        self.bands[held, 1:] = 0.0
        self.bands[held, 0] = 1.0
        self.gradient[held] = 0.0

    def solved(self, damping: float) -> np.ndarray:
        """The step (n,) that makes the gradient vanish."""
        from scipy.linalg import solveh_banded

        self.factor[:] = self.bands
        self.factor[:, 0] *= 1.0 + damping  # by each unknown's own measure: forces and turns have no common one
        return np.asarray(
            solveh_banded(self.factor.T, -self.gradient, lower=True, overwrite_ab=True, check_finite=False)
        )
