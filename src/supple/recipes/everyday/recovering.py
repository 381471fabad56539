"""The samples that a clip was made from, where it shows that it was sampled from fewer of them.

A clip that was brought from 24 to 60 frames per second lies, to the last digits, on a spline with 24 knots per second.
Brought back it should be what it was, although only every second of its old moments is a frame of the new clip. So the
spline of the wanted rate that comes nearest to all frames is tried first; where it meets every one of them its knots
are the samples. Captured motion is never met like this, and is sampled between its frames.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from supple.core.motion import Motion
from supple.core.quaternions import normalized
from supple.recipes.everyday.sampling import sampled

_FEWER = Fraction(6, 5)  # so many frames for one sample are needed for a fit that could also fail
_MET = 2e-7  # [m], or of a quaternion: the digits that files have
_LESS = 0.8  # a spline of so many knots fits movements, too, that do not show where they come from
_ROUNDS = 25  # of the fit of rotations, whose spline is drawn to the sphere


def recovered(motion: Motion, step: Fraction, frame_time: float) -> Motion | None:
    """The motion whose samples lie ``step`` frames apart and whose splines meet all frames; None if there is none."""
    rest, last = motion.rest_rows, motion.frames - motion.rest_rows - 1
    knots = -int(-last // step) + 1
    past = (knots - 1) * step - last  # a clip ends at its last sample, or less than a frame before it
    if step.denominator == 1 or step < _FEWER or knots < 4 or past >= 1:
        return None
    at = np.arange(last + 1) * float(step.denominator) / float(step.numerator)
    put: dict[str, np.ndarray] = {}
    for name, unit in (("root_positions", False), ("offsets", False), ("rotations", True)):
        values = getattr(motion, name)
        if values is not None:
            samples = _samples(values[rest:], at, knots, unit)
            if samples is None:
                return None
            put[name] = np.concatenate([values[:rest], samples])
    if not any(_shows_knots(getattr(motion, name)[rest:], at, knots, name == "rotations") for name in put):
        return None
    provenance = motion.provenance.without_rows()
    return replace(motion, **put, frame_time=frame_time, provenance=provenance)  # type: ignore[arg-type]


def _shows_knots(values: np.ndarray, at: np.ndarray, knots: int, unit: bool) -> bool:
    """Whether fewer samples would not do: a movement so even that they would could have come from any rate."""
    fewer = int(_LESS * knots)
    return fewer < 4 or _samples(values, at * ((fewer - 1.0) / (knots - 1.0)), fewer, unit) is None


def _samples(values: np.ndarray, at: np.ndarray, knots: int, unit: bool) -> np.ndarray | None:
    """(knots, ...) whose spline has ``values`` (F, ...) at ``at`` (F,); ``unit`` for rotations (..., 4)."""
    lengths, worst = np.ones((*values.shape[:-1], 1)), np.inf
    for _ in range(_ROUNDS if unit else 1):
        samples = _fitted(values * lengths, at, knots)
        samples = normalized(samples) if unit else samples
        again = sampled(samples, at)
        if unit:  # the spline leaves the sphere between its knots by as much as the rotations do not show
            lengths = np.linalg.norm(again, axis=-1, keepdims=True)
            again = again / lengths
        miss = float(np.abs(again - values).max())
        if miss < _MET * 1e-4 or not miss < 0.7 * worst:
            break
        worst = miss
    return samples if min(miss, worst) < _MET else None


def _fitted(values: np.ndarray, at: np.ndarray, knots: int) -> np.ndarray:
    """The samples (knots, ...) of the spline nearest to values (F, ...)."""
    from scipy.interpolate import make_lsq_spline  # loads SciPy

    ends = [0.0] * 4, [knots - 1.0] * 4
    inner = np.arange(2.0, knots - 2.0)  # a spline through samples has no knot at the second and the last but one
    spline = make_lsq_spline(at, values.reshape(len(values), -1), np.concatenate([ends[0], inner, ends[1]]))
    return np.asarray(spline(np.arange(float(knots)))).reshape(knots, *values.shape[1:])
