"""From seconds to the frames of a clip."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.detect.stillness import Still

_ROUNDING = 1e-6  # [frames]


@dataclass(frozen=True, slots=True)
class Clock:
    """Frame ``first + k`` is at ``k / fps`` seconds; there are ``count`` such frames."""

    fps: float
    first: int
    count: int

    def frames(self, span: Still) -> tuple[int, int]:
        """Start and stop of a span, half-open."""
        start = int(np.ceil(span.start * self.fps - _ROUNDING))
        stop = int(np.floor(span.stop * self.fps + _ROUNDING)) + 1
        return self.first + max(0, start), self.first + min(self.count, stop)

    def landing(self, span: Still) -> int | None:
        """The first frame of a span; None where it was there before."""
        return None if span.open_start else self.frames(span)[0]

    def leaving(self, span: Still) -> int | None:
        """The first frame after a span; None where it goes on."""
        return None if span.open_stop else self.frames(span)[1]
