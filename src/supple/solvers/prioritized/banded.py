"""One symmetric system for the steps of all frames of a run: a band, because roughness joins neighbours only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """The model of n frames in the m free directions of each; frames that have fewer leave some empty."""

    free: np.ndarray  # (n, D, m) orthonormal columns, or zero
    lower: np.ndarray  # (3 m, n m) the lower half of the matrix, by diagonals
    downhill: np.ndarray  # (n, m)

    def solved(self, shift: float) -> np.ndarray | None:
        """The steps (n, D) of all frames, with a shift on the diagonal; None where the system is not definite."""
        from scipy.linalg import cho_solve_banded, cholesky_banded

        if not self.downhill.size:  # nothing is free
            return np.zeros(self.free.shape[:2])
        lower = self.lower.copy()
        lower[0] += shift
        try:
            factor = cholesky_banded(lower, overwrite_ab=True, lower=True, check_finite=False)
        except np.linalg.LinAlgError:
            return None
        solution = cho_solve_banded((factor, True), self.downhill.ravel(), check_finite=False)
        return np.einsum("ndm,nm->nd", self.free, solution.reshape(self.downhill.shape))


class Frames(NamedTuple):
    """The quadratic models of n frames in all columns."""

    basis: np.ndarray  # (n, R, D) orthonormal rows of what is held
    rank: np.ndarray  # (n,) how many of them count
    hessian: np.ndarray  # (n, D, D)
    downhill: np.ndarray  # (n, D)
    moved: np.ndarray  # (n, 3 J, D) how all joints move
    bent: np.ndarray  # (n + 2, J, 3) second differences of how far they are from the source [m]
    weights: np.ndarray  # (n + 2, J) of these


def band_of(frames: Frames) -> Band:
    """One system for all frames, which the weighed roughness of where joints are joins."""
    free = free_directions(frames.basis, frames.rank)
    back, rows = np.swapaxes(free, 1, 2), frames.moved @ free
    blocks = [
        np.swapaxes(rows[k:] * np.repeat(w, 3, axis=1)[..., None], 1, 2) @ rows[: len(rows) - k]
        for k, w in enumerate(_joined(frames.weights))
    ]
    empty = np.einsum("ndm,ndm->nm", free, free) < 0.5
    blocks[0] += back @ frames.hessian @ free
    blocks[0][:, *np.diag_indices(free.shape[2])] += empty
    slope = (back @ frames.downhill[..., None])[..., 0]
    slant = np.diff(frames.weights[..., None] * frames.bent, 2, axis=0).reshape(len(rows), -1, 1)
    return Band(free, _by_diagonals(blocks), slope - (np.swapaxes(rows, 1, 2) @ slant)[..., 0])


def _joined(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The three diagonals of D^T W D, for second differences D and their weights (n + 2, J): (n - k, J) each."""
    first, middle, last = weights[:-2], weights[1:-1], weights[2:]
    return first + 4.0 * middle + last, -2.0 * (middle[:-1] + last[:-1]), last[:-2]


def _by_diagonals(blocks: list[np.ndarray]) -> np.ndarray:
    """Blocks (n, m, m) on and below the diagonal as the lower half of a band matrix."""
    count, size = blocks[0].shape[:2]
    lower = np.zeros((3 * size, count * size))
    for k, block in enumerate(blocks):
        for column in range(size):
            first = column if k == 0 else 0  # above the diagonal nothing is kept
            at = k * size + first - column
            lower[at : at + size - first, column : len(block) * size : size] = block[:, first:, column].T
    return lower


def free_directions(basis: np.ndarray, rank: np.ndarray) -> np.ndarray:
    """(n, D, m) what is at right angles to the first ``rank`` (n,) orthonormal rows of each basis (n, R, D)."""
    used = np.where(np.arange(basis.shape[1])[:, None] < rank[:, None, None], basis, 0.0)[:, : int(rank.max(initial=0))]
    whole = np.linalg.qr(np.swapaxes(used, 1, 2), mode="complete")[0]
    fewest = int(rank.min()) if rank.size else 0
    free = whole[:, :, fewest:].copy()
    taken = np.arange(free.shape[2]) < (rank - fewest)[:, None]
    return np.where(taken[:, None], 0.0, free)
