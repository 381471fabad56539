"""When a goal acts, and how much: an ease in, a plateau, an ease out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from supple.errors import InvalidValueError

SAME_TIME = 1e-9  # [s] moments nearer than this are one; a frame's own time carries rounding of 1e-13 at most
Profile = tuple[float, float, float, float]  # begins, fully active, begins to leave, gone [s]


def activity(times: np.ndarray, profile: Profile) -> np.ndarray:
    r"""How much a goal acts at ``times`` (n,) [s]: from 0 to 1 on [t0, t1], 1 on [t1, t2], back to 0 on [t2, t3].

    .. math:: a(t) = S\Bigl(\frac{t - t_0}{t_1 - t_0}\Bigr), \qquad a(t) = 1 - S\Bigl(\frac{t - t_2}{t_3 - t_2}\Bigr)

    A ramp of no length is a step. The plateau is closed: a frame at t1 or t2 has 1, also when a ramp has no length;
    otherwise a frame at t0 or t3 has 0.
    """
    t0, t1, t2, t3 = in_order(profile, "the times of a goal")
    rise = smooth_step((times - t0) / (t1 - t0)) if t1 - t0 > SAME_TIME else np.zeros(times.shape)
    fall = smooth_step((t3 - times) / (t3 - t2)) if t3 - t2 > SAME_TIME else np.zeros(times.shape)
    plateau = (times >= t1 - SAME_TIME) & (times <= t2 + SAME_TIME)
    return np.where(plateau, 1.0, np.where(times < t1, rise, fall))


def smooth_step(u: np.ndarray) -> np.ndarray:
    r"""From 0 to 1 over u in [0, 1], level at both ends: :math:`S(u) = 3u^2 - 2u^3`.

    choice: the cubic, not the quintic that has no jump of acceleration either. What a viewer notices is the largest
    second difference between frames, and over a ramp of N frames that of the cubic is :math:`6 (1 - 2/N) / N^2`
    against about :math:`5.77 / N^2`: smaller for every ramp under 50 frames; the top speed is a fifth smaller too.
    """
    u = np.clip(u, 0.0, 1.0)
    return u * u * (3.0 - 2.0 * u)


def in_order(moments: Sequence[float], what: str) -> Sequence[float]:
    """The moments [s] themselves; those that run backwards are refused."""
    if any(b < a - SAME_TIME for a, b in pairwise(moments)):
        found = ", ".join(f"{t:g}" for t in moments)
        raise InvalidValueError(f"{what} must not run backwards; found {found} s.")
    return moments


def frames_within(times: np.ndarray, begin: float, end: float) -> tuple[int, int]:
    """The frames [start, stop) whose times lie in the closed interval from ``begin`` to ``end`` [s]."""
    start = int(np.searchsorted(times, begin - SAME_TIME, side="left"))
    return start, max(start, int(np.searchsorted(times, end + SAME_TIME, side="right")))
