"""Limbs that are solved frame after frame, each time from where they were."""

from __future__ import annotations

import numpy as np

from supple.solvers.weighted.chains import Chain
from supple.solvers.weighted.settings import WeightedSettings

_DEFAULT = WeightedSettings()


class LimbStream:
    """The B limbs of a chain and their angles, which each solve starts from; no input is checked."""

    def __init__(
        self, chain: Chain, points: np.ndarray, weights: np.ndarray, settings: WeightedSettings = _DEFAULT
    ) -> None:
        from supple.kernels.weighted.solving import solve_chains

        count = len(chain)
        self._solve, self._numbers = solve_chains, np.arange(count)
        self.points, self.weights = np.ascontiguousarray(points), np.ascontiguousarray(weights)
        offsets, turns, axes, ends, lower, upper, lengths = chain.arrays()
        self.lower, self.upper = lower.copy(), upper.copy()
        self._arrays = (offsets, turns, axes, ends, self.lower, self.upper, lengths)
        self._settings = settings.arrays
        self.angles = np.array(chain.bent)
        self.iterations, self.misses = np.zeros(count, np.int64), np.zeros((count, 2))
        self._no_turns, self._three = np.zeros((count, 4)), np.full(count, 3, np.int64)

    def hold(self, hinge: int, angles: np.ndarray) -> None:
        """Give one hinge no range but these angles (B,) [rad]: a thigh whose twist is known keeps the knee ahead."""
        self.lower[:, hinge] = angles
        self.upper[:, hinge] = angles

    def solve(
        self,
        bases: np.ndarray,
        base_turns: np.ndarray,
        targets: np.ndarray,
        target_turns: np.ndarray | None = None,
        rows: np.ndarray | None = None,
    ) -> np.ndarray:
        """The angles (B, D) that bring the tips to ``targets``; they are this object's own, and change."""
        turns = self._no_turns if target_turns is None else target_turns
        counts = self._three if rows is None else rows
        self._solve(
            self._numbers, bases, base_turns, *self._arrays, self.points, targets, turns, counts, self.weights,
            *self._settings, self.angles, self.iterations, self.misses,
        )  # fmt: skip
        return self.angles
