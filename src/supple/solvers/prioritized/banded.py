"""One symmetric system for the steps of all frames of a run: a band, because roughness joins neighbours only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_FOURTH = (6.0, -4.0, 1.0)  # fourth difference: the weight of a frame, its neighbour, the one after


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The model of n frames in the m free directions of each; frames that have fewer leave some empty."""

    free: np.ndarray  # (n, D, m) orthonormal columns, or zero
    diagonals: tuple[np.ndarray, ...]  # (n, m, m), (n - 1, m, m), (n - 2, m, m)
    downhill: np.ndarray  # (n, m)

    @classmethod
    def of(
        cls,
        basis: np.ndarray,
        rank: np.ndarray,
        hessian: np.ndarray,
        downhill: np.ndarray,
        moved: np.ndarray,
        away: np.ndarray,
        weight: float,
    ) -> Blocks:
        """From every frame's held directions (n, R, D), of which ``rank`` (n,) count, its hessian (n, D, D) and slope
        (n, D), the rows of all joints (n, 3 J, D), their displacement (n, J, 3), and the weight of its roughness.
        """
        free = free_directions(basis, rank)
        rows = moved @ free
        blocks = [weight * w * np.swapaxes(rows[k:], 1, 2) @ rows[: len(rows) - k] for k, w in enumerate(_FOURTH)]
        own = np.swapaxes(free, 1, 2) @ hessian @ free
        empty = np.einsum("ndm,ndm->nm", free, free) < 0.5
        own[:, *np.diag_indices(own.shape[1])] += empty
        blocks[0] += own
        slope = (np.swapaxes(free, 1, 2) @ downhill[..., None])[..., 0]
        slope -= weight * (np.swapaxes(rows, 1, 2) @ _fourth_difference(away).reshape(len(away), -1, 1))[..., 0]
        return cls(free, tuple(blocks), slope)


def free_directions(basis: np.ndarray, rank: np.ndarray) -> np.ndarray:
    """(n, D, m) what is at right angles to the first ``rank`` (n,) orthonormal rows of each basis (n, R, D)."""
    count, rows, columns = basis.shape
    used = np.where(np.arange(rows)[:, None] < rank[:, None, None], basis, 0.0)[:, : int(rank.max(initial=0))]
    whole = np.linalg.qr(np.swapaxes(used, 1, 2), mode="complete")[0]
    free = whole[:, :, int(rank.min(initial=0)) :].copy()
    taken = np.arange(free.shape[2]) < (rank - rank.min(initial=0))[:, None]
    return np.where(taken[:, None], 0.0, free)


def solved_band(blocks: Blocks, shift: float) -> np.ndarray | None:
    """The steps (n, D) of all frames, with a shift on the diagonal; None where the system is not definite."""
    from scipy.linalg import cho_solve_banded, cholesky_banded

    count, size = blocks.downhill.shape
    band = np.zeros((3 * size, count * size))
    row, column = np.indices((size, size))
    for k, block in enumerate(blocks.diagonals):
        down = k * size + row - column
        keep = down >= 0
        at = np.arange(len(block))[:, None] * size + column[keep]
        band[np.broadcast_to(down[keep], at.shape), at] = block[:, keep]
    band[0] += shift
    try:
        factor = cholesky_banded(band, overwrite_ab=True, lower=True, check_finite=False)
    except np.linalg.LinAlgError:
        return None
    solution = cho_solve_banded((factor, True), blocks.downhill.ravel(), check_finite=False)
    return np.einsum("ndm,nm->nd", blocks.free, solution.reshape(count, size))


def _fourth_difference(away: np.ndarray) -> np.ndarray:
    """(n, J, 3) of a displacement that is zero before and after its frames."""
    padded = np.zeros((len(away) + 4, *away.shape[1:]))
    padded[2:-2] = away
    return np.asarray(np.diff(padded, 4, axis=0))
