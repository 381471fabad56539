"""How the ground seems to move from moment to moment: a capture that drifts, a belt that changes its speed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.detect.scene import Foot, Scene

_WIDTH = 0.15  # [s] of the mean over time
_FASTEST = 0.4  # [m/s] the ground does not differ by more from how it moves on the whole
_DOUBT = 0.02  # weight of what the ground does on the whole, against that of one point that stands


def wandering(scene: Scene, feet: Sequence[Foot]) -> np.ndarray:
    """(N, 3) level velocity of the ground [m/s], the mean of what stands about each moment.

    Of each contact its middle half counts: feet roll on at both ends, and are still in between.
    """
    from scipy.ndimage import gaussian_filter1d

    count, rate = len(scene.tracks.positions), scene.tracks.rate
    total, weight = np.zeros((count, 3)), np.full(count, 0.0)
    for foot in feet:
        for number, spans in foot.spans.items():
            for span in spans:
                quarter = 0.25 * (span.stop - span.start)
                middle = scene.samples(span._replace(start=span.start + quarter, stop=span.stop - quarter))
                total[middle] += scene.tracks.velocities[middle, number] - scene.ground
                weight[middle] += 1.0
    sigma = _WIDTH * rate
    total = gaussian_filter1d(total, sigma, axis=0, mode="constant")
    weight = gaussian_filter1d(weight, sigma, mode="constant") + _DOUBT
    limit = _FASTEST * scene.size
    found = np.clip(total / weight[:, None], -limit, limit) * (1.0, 0.0, 1.0)
    return np.asarray(scene.ground + found)
