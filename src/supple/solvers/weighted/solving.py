"""The door of the weighted solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from supple.core.arrays import rebuilt, sealed
from supple.errors import InvalidValueError, ShapeError
from supple.solvers.weighted.chains import Chain
from supple.solvers.weighted.settings import WeightedSettings

_DEFAULT = WeightedSettings()


@dataclass(frozen=True, slots=True, eq=False)
class ChainSolution:
    """Angles that bring B tips to their targets, or as near as was seen."""

    angles: np.ndarray  # (B, D) [rad]
    iterations: np.ndarray  # (B,)
    misses_m: np.ndarray  # (B,) from the tip to the target
    misses_rad: np.ndarray  # (B,) of the turn; 0 where none was asked for

    __reduce__ = rebuilt


def solve_chain(
    chain: Chain,
    bases: npt.ArrayLike,
    base_turns: npt.ArrayLike,
    targets: npt.ArrayLike,
    *,
    angles: npt.ArrayLike | None = None,
    target_turns: npt.ArrayLike | None = None,
    points: npt.ArrayLike = (0.0, 0.0, 0.0),
    weights: npt.ArrayLike | None = None,
    rows: npt.ArrayLike | None = None,
    which: npt.ArrayLike | None = None,
    settings: WeightedSettings = _DEFAULT,
) -> ChainSolution:
    """Bring the tips of B limbs to ``targets`` (B, 3) [m]; with ``target_turns`` (B, 4) turned so too.

    ``bases`` (B, 3) and ``base_turns`` (B, 4) are what the limbs hang from, ``angles`` (B, D) where the search starts
    (else a limb that hangs with a bent knee), ``points`` the tips in the frame of the last joint, ``weights`` in [0, 1]
    (1 moves freely), ``rows`` 3 or 6 for each problem (else 6 with target turns, 3 without), ``which`` (B,) the limb of
    the chain each problem moves (else the only one, or the b-th). Missing a target is told, never raised.
    """
    from supple.kernels.weighted.solving import solve_chains

    goals = sealed(targets, ("B", 3), "targets")
    count = len(goals)
    turns = _spread([1.0, 0.0, 0.0, 0.0] if target_turns is None else target_turns, (count, 4), "target_turns")
    counts = _rows(rows, count, target_turns is not None)
    limbs = _which(which, count, len(chain))
    start = chain.bent[limbs] if angles is None else angles
    moved = np.array(_spread(start, (count, chain.hinges), "angles"))
    share = _weights(1.0 if weights is None else weights, (count, chain.hinges))
    true_weights, tolerances, caps = settings.arrays
    iterations, misses = np.zeros(count, np.int64), np.zeros((count, 2))
    solve_chains(
        limbs, _spread(bases, (count, 3), "bases"),
        _spread(base_turns, (count, 4), "base_turns"), *chain.arrays(), _spread(points, (count, 3), "points"), goals,
        turns, counts, share, true_weights, tolerances, caps, moved, iterations, misses,
    )  # fmt: skip
    return ChainSolution(moved, iterations, misses[:, 0], misses[:, 1])


def _spread(value: npt.ArrayLike, shape: tuple[int, ...], name: str) -> np.ndarray:
    """One row for all, or one for each, as the kernel wants it."""
    array = np.asarray(value, np.float64)
    try:
        spread = np.ascontiguousarray(np.broadcast_to(array, shape))
    except ValueError:
        raise ShapeError(f"{name} must have shape {shape} or {shape[1:]}; got {array.shape}.") from None
    if not np.isfinite(spread).all():
        raise InvalidValueError(f"{name} must be finite; row {int(np.argwhere(~np.isfinite(spread))[0][0])} is not.")
    return spread


def _weights(weights: npt.ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    spread = _spread(weights, shape, "weights")
    if not ((spread >= 0.0) & (spread <= 1.0)).all():
        bad = spread[~((spread >= 0.0) & (spread <= 1.0))][0]
        raise InvalidValueError(f"weights lie between 0 (stiff) and 1 (free); got {bad:g}.")
    return spread


def _rows(rows: npt.ArrayLike | None, count: int, turned: bool) -> np.ndarray:
    counts = np.full(count, 6 if turned else 3) if rows is None else np.broadcast_to(np.asarray(rows), (count,))
    if not np.isin(counts, (3, 6)).all():
        raise InvalidValueError(f"rows are 3 (place) or 6 (place and turn); got {counts.tolist()[:5]}.")
    return np.ascontiguousarray(counts, np.int64)


def _which(which: npt.ArrayLike | None, count: int, chains: int) -> np.ndarray:
    if which is None:
        if chains not in (1, count):
            raise ShapeError(f"{count} targets for {chains} limbs: say which limb each of them moves.")
        which = np.zeros(count, np.int64) if chains == 1 else np.arange(count)
    numbers = sealed(which, (count,), "which", np.int64)
    if count and not (numbers.min() >= 0 and numbers.max() < chains):
        raise InvalidValueError(f"which must lie between 0 and {chains - 1}; got {numbers.min()} to {numbers.max()}.")
    return numbers
