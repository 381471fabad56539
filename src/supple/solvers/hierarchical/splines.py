"""Curves through scattered displacements: one level of a fit."""

from __future__ import annotations

import numpy as np


def controls_needed(frames: int, spacing: float) -> int:
    """How many control points a level has: three more than it has spans between knots."""
    return int(np.ceil((frames - 1) / spacing)) + 3 if frames > 1 else 4


def spread(times: np.ndarray, values: np.ndarray, frames: int, spacing: float) -> np.ndarray:
    """(F, C) the spline on knots ``spacing`` frames apart that is fitted to ``values`` (N, C) at frames ``times`` (N,).

    Frames that no datum reaches are exactly zero.
    """
    from supple.kernels.fitting.splines import evaluate, fit_local

    controls = np.empty((controls_needed(frames, spacing), values.shape[1]))
    fit_local(times.astype(float), np.ascontiguousarray(values), float(spacing), controls, np.empty(len(controls)))
    out = np.empty((frames, values.shape[1]))
    evaluate(np.arange(frames, dtype=float), controls, float(spacing), out)
    return out


def spread_levels(times: np.ndarray, values: np.ndarray, frames: int, spacings: list[float]) -> np.ndarray:
    """(F, C) a sum of levels, each fitted to what is left of the ones before: for vectors, which may be added."""
    total = np.zeros((frames, values.shape[1]))
    for spacing in spacings:
        total += spread(times, values - total[times], frames, spacing)
    return total
