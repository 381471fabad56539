"""A motion's curves between its frames: cubic splines through every sample, without a jump in speed or acceleration.

Rotations are splined on the sphere of unit quaternions: the cubic spline through them in their own four dimensions,
drawn back to the sphere. Such a curve is the same in every frame of reference (turning all of its samples turns the
curve), it meets the great arc to the fourth order of the step, and it knows no angles that could wrap.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion


def sampled(values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Values (n, ...) between the samples (F, ...), at ``at`` (n,) counted in frames."""
    from scipy.interpolate import CubicSpline  # loads SciPy

    if len(values) < 2:
        return np.asarray(values[np.zeros(len(at), np.int64)])
    spline = CubicSpline(np.arange(len(values)), values.reshape(len(values), -1))
    return np.asarray(spline(at)).reshape(len(at), *values.shape[1:])


def sampled_turns(turns: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Rotations (n, ..., 4) between the samples (F, ..., 4) of one hemisphere, at ``at`` (n,) counted in frames."""
    between = quaternions.normalized(sampled(turns, at))
    exact = at == np.floor(at)  # a sample stays what it is, to the bit
    between[exact] = turns[at[exact].astype(np.int64)]
    return between


def sampled_motion(motion: Motion, at: np.ndarray, frame_time: float) -> Motion:
    """The motion at other moments, counted in frames from the first that moves; rest rows stay in front."""
    rest = motion.rest_rows
    put = {name: sampled(getattr(motion, name)[rest:], at) for name in _PLACES if getattr(motion, name) is not None}
    put["rotations"] = sampled_turns(motion.rotations[rest:], at)
    return replace(
        motion,
        **{name: np.concatenate([getattr(motion, name)[:rest], values]) for name, values in put.items()},  # type: ignore[arg-type]
        frame_time=frame_time,
        provenance=motion.provenance.without_rows(),
    )


_PLACES = ("root_positions", "offsets")
