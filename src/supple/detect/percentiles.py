"""Medians and percentiles of points; NumPy's own are slow where values are few, or stand in columns."""

from __future__ import annotations

import numpy as np


def row_percentiles(values: np.ndarray, valid: np.ndarray, percent: float) -> np.ndarray:
    """(P,) of the valid ones of each row (P, N); 0 where there is none."""
    if valid.all():
        return np.asarray(np.percentile(values, percent, axis=1))
    rows = zip(values, valid, strict=True)
    return np.array([np.percentile(v[seen], percent) if seen.any() else 0.0 for v, seen in rows])


def middle_of(values: np.ndarray) -> np.ndarray:
    """(...) the median over the first axis of finite values (n, ...), n > 0."""
    ordered, count = np.sort(values, axis=0), len(values)
    return np.asarray(0.5 * (ordered[(count - 1) // 2] + ordered[count // 2]))
