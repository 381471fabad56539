"""Numbers as text: exactly the number, at least six decimals, never an exponent."""

from __future__ import annotations

import numpy as np


def number_text(value: float) -> str:
    """The shortest decimals that give the number back."""
    if abs(value) < 1e-30:  # hundreds of zeros would help nobody
        return "0.000000"
    if not np.isfinite(value):
        return "inf" if value > 0.0 else "-inf"
    return np.format_float_positional(value, unique=True, trim="k", min_digits=6)


def table_text(values: np.ndarray) -> np.ndarray:
    """(F, C) texts of numbers; most need six or nine decimals, which is quick to say."""
    out = np.empty(values.shape, object)
    todo = np.ones(values.shape, bool)
    for decimals in (6, 9):
        short = todo & (np.round(values, decimals) == values)
        pattern = f"%.{decimals}f"
        out[short] = [pattern % value for value in (values[short] + 0.0).tolist()]
        todo &= ~short
    out[todo] = [number_text(value) for value in values[todo].tolist()]
    return out
