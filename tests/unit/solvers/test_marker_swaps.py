"""Labels that are exchanged for a while are found at every rate, on bodies of every size."""

import numpy as np
import pytest

from supple.solvers.markers.swaps import find_swaps


def paths(rate, size):
    """Two markers of a wrist that is swung at 9 m/s for a grown body, and one at rest."""
    clock = np.arange(round(2.0 * rate)) / rate
    swung = 9.0 * size * np.stack([clock, 0.1 * clock, 0.0 * clock], axis=1)
    beside = size * np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.07], [0.0, 1.0, 0.0]])
    points = swung[:, None] + beside
    points[:, 2] = beside[2]
    return points


@pytest.mark.parametrize("size", [0.6, 1.0])
@pytest.mark.parametrize("rate", [30.0, 50.0, 120.0, 240.0])
def test_a_fast_wrist_is_no_jump_and_its_exchanged_labels_are_found(rate, size):
    points = paths(rate, size)
    assert find_swaps(("A", "B", "C"), points, 1.0 / rate, size) == []
    span = round(0.5 * rate), round(1.0 * rate)
    points[slice(*span), :2] = points[slice(*span), 1::-1]
    assert [tuple(swap) for swap in find_swaps(("A", "B", "C"), points, 1.0 / rate, size)] == [("A", "B", *span)]
