"""Wishes that only keep what there is: they move nothing until something else disturbs them."""

from __future__ import annotations

import numpy as np

from supple.constraints import model


def keeps(c: model.Constraint) -> bool:
    """Whether a constraint asks for what the motion does already."""
    if isinstance(c, model.Balance | model.Position | model.Orientation):
        return not c.goals
    return isinstance(c, model.Preserve)


def moved_joints(recruited: np.ndarray, movers: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """(J,) bool: the joints that move for K wishes, of all that these recruit (K, J).

    ``movers`` (K, J) are those whose movement a wish feels, ``kept`` (K,) tells which ones only keep what there is.
    """
    moved = recruited[~kept].any(axis=0)
    while (disturbed := kept & (movers & moved).any(axis=1)).any():
        moved, kept = moved | recruited[disturbed].any(axis=0), kept & ~disturbed
    return moved
