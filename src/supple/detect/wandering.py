"""How the ground seems to move from moment to moment: a capture that drifts, a belt that changes its speed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.detect.scene import Foot, Scene
from supple.detect.stillness import bell_of

_WIDTH = 0.15  # [s] of the mean over time
_FASTEST = 0.4  # [m/s] the ground does not differ by more from how it moves on the whole
_DOUBT = 0.02  # weight of what the ground does on the whole, against that of one point that stands


def wandering(scene: Scene, feet: Sequence[Foot]) -> np.ndarray:
    """(N, 3) level velocity of the ground [m/s], the mean of what stands about each moment.

    Of each contact its middle half counts: feet roll on at both ends, and are still in between.
    """
    count, rate = len(scene.tracks.positions), scene.tracks.rate
    sums = np.zeros((count, 4))  # of velocities, and how many they are
    for foot in feet:
        for number, spans in foot.spans.items():
            for span in spans:
                quarter = 0.25 * (span.stop - span.start)
                middle = scene.samples(span._replace(start=span.start + quarter, stop=span.stop - quarter))
                sums[middle, :3] += scene.tracks.velocities[middle, number] - scene.ground
                sums[middle, 3] += 1.0
    around, limit = _spread(sums, bell_of(_WIDTH * rate)), _FASTEST * scene.size
    found = np.clip(around[:, :3] / (around[:, 3:] + _DOUBT), -limit, limit) * (1.0, 0.0, 1.0)
    return np.asarray(scene.ground + found)


def _spread(sums: np.ndarray, bell: np.ndarray) -> np.ndarray:
    """Sums (N, C) blurred over time, with nothing before and after them."""
    from supple.kernels.detecting.filters import weighted_mean

    reach = len(bell) // 2
    padded = np.pad(sums, ((reach, reach), (0, 0)))
    blurred = np.empty(padded.shape)
    weighted_mean(padded, bell, blurred)
    return blurred[reach : reach + len(sums)]
