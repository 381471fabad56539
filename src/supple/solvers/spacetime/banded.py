"""A symmetric banded system, put together span by span."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(slots=True, eq=False)
class Banded:
    """Lower bands (band + 1, n) of a symmetric matrix, and the right-hand side; changes while it is put together."""

    size: int
    band: int
    bands: np.ndarray = field(init=False)
    gradient: np.ndarray = field(init=False)
    _places: dict[int, tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.bands = np.zeros((self.band + 1, self.size))
        self.gradient = np.zeros(self.size)

    def add(self, start: int, square: np.ndarray) -> None:
        """Add a symmetric block (m, m) whose first row is ``start``."""
        m = len(square)
        if m not in self._places:
            lower = np.tril_indices(m)
            self._places[m] = ((lower[0] - lower[1]) * self.size + lower[1], lower)
        flat, lower = self._places[m]
        self.bands.ravel()[flat + start] += square[lower]

    def add_rows(self, start: int, rows: np.ndarray, misses: np.ndarray) -> None:
        """Add ``|rows x + misses|^2 / 2`` for unknowns from ``start`` on."""
        self.add(start, rows.T @ rows)
        self.gradient[start : start + rows.shape[1]] += rows.T @ misses

    def solved(self, damping: float) -> np.ndarray:
        """The step (n,) that makes the gradient vanish."""
        from scipy.linalg import solveh_banded

        bands = self.bands.copy()
        bands[0] *= 1.0 + damping  # by each unknown's own measure: forces and turns have no common one
        return np.asarray(solveh_banded(bands, -self.gradient, lower=True, overwrite_ab=True, check_finite=False))
