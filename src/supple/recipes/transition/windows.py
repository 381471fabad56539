"""The frames of a mix, and when what the clips do happens in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.contacts import Contact

_ROUNDING = 1e-6  # [frames]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Window:
    """The frames of a mix: from ``start`` in what is made, on the clocks of both clips."""

    start: int
    a: np.ndarray  # (n,) moments of A in frames
    b: np.ndarray  # (n,) moments of B in frames
    weights: np.ndarray  # (n,) how much of B there is

    @property
    def last(self) -> int:
        """The last frame of the mix."""
        return self.start + len(self.weights) - 1

    def weight(self, frame: np.ndarray | float) -> np.ndarray:
        """How much of B there is in frames."""
        return np.interp(np.asarray(frame) - self.start, np.arange(len(self.weights)), self.weights)

    def span_of_a(self, c: Contact) -> tuple[int, int]:
        """Frames of a contact of A; what it has after the mix is gone."""
        return self._span(c, self.a, self.a[0], np.inf)

    def span_of_b(self, c: Contact) -> tuple[int, int]:
        """Frames of a contact of B; what it has before the mix is gone."""
        return self._span(c, self.b, -np.inf, self.b[-1])

    def _span(self, c: Contact, clock: np.ndarray, low: float, high: float) -> tuple[int, int]:
        first, end = (self._frame(t, clock, low, high) for t in (c.start, c.stop - 1))
        return int(np.ceil(first - _ROUNDING)), int(np.floor(end + _ROUNDING)) + 1

    def _frame(self, moment: float, clock: np.ndarray, low: float, high: float) -> float:
        if moment < low:  # before the mix, where A alone is
            return float(self.start + moment - clock[0])
        if moment > high:  # after it, where B alone is
            return float(self.last + moment - clock[-1])
        return self.start + float(np.interp(moment, clock, np.arange(len(clock))))
