"""Two clocks that run side by side: which moment of A goes with which moment of B."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Weight = Callable[[np.ndarray], np.ndarray]  # share of the way (n,) -> share of B (n,)

_FINE = 32  # steps in a frame of what is integrated


@dataclass(frozen=True, slots=True, eq=False)
class Warp:
    """Pairs of moments, in frames; between them time runs smoothly and never backwards.

    choice: a monotone cubic through the pairs, where straight pieces would change the pace at each of them at once.
    """

    a: np.ndarray  # (n,) increasing
    b: np.ndarray  # (n,) increasing

    def at(self, middle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The moments of A and B for times of a clock between theirs; beyond the pairs both run evenly."""
        from scipy.interpolate import PchipInterpolator  # loads SciPy

        far = 1.0 + float(np.ptp(middle)) + float(np.abs(middle - 0.5 * (self.a[0] + self.b[0])).max())
        a, b = (np.concatenate([[k[0] - far], k, [k[-1] + far]]) for k in (self.a, self.b))
        clock = 0.5 * (a + b)
        return PchipInterpolator(clock, a)(middle), PchipInterpolator(clock, b)(middle)


@dataclass(frozen=True, slots=True, eq=False)
class Timing:
    """The moments of both clips in each frame of a mix, and how much of B there is."""

    a: np.ndarray  # (n,) frames of A
    b: np.ndarray  # (n,) frames of B
    weights: np.ndarray  # (n,) 0 is A, 1 is B


def hermite(t: np.ndarray) -> np.ndarray:
    """How much of B there is after a share ``t`` of the way: 1 - (2 t^3 - 3 t^2 + 1)."""
    return t * t * (3.0 - 2.0 * t)


def timed(warp: Warp, start: float, stop: float, weight: Weight) -> Timing:
    """A mix from ``start`` to ``stop`` of the clock between A and B, at the pace of each as far as it is in it."""
    grid = np.linspace(start, stop, max(2, int(_FINE * (stop - start))))
    share = (grid - start) / (stop - start)
    (a, b), w = warp.at(grid), weight(share)
    between = 0.5 * (w[1:] + w[:-1])
    passed = np.concatenate([[0.0], np.cumsum((1.0 - between) * np.diff(a) + between * np.diff(b))])
    frames = max(1, round(float(passed[-1])))
    passed += (frames - passed[-1]) * hermite(share)  # whole frames, without a jump in pace at either end
    at = np.interp(np.arange(frames + 1), passed, grid)
    at[0], at[-1] = start, stop
    return Timing(*warp.at(at), weight((at - start) / (stop - start)))


def moment_of(warp: Warp, frame: float, which: int, near: float, reach: float) -> float:
    """The time of the clock between A (0) and B (1) at which one of them is at a frame."""
    grid = np.linspace(near - reach, near + reach, int(2 * reach * _FINE) + 2)
    return float(np.interp(frame, warp.at(grid)[which], grid))
