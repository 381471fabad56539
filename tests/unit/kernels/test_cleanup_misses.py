"""How far tips are from where they should stand, plant by plant."""

import numpy as np
from numpy.testing import assert_allclose

from supple.kernels.cleanup.misses import find_worst


def test_the_worst_miss_of_every_span_its_mean_and_its_frame_are_found():
    misses = np.random.default_rng(3).uniform(size=(30, 3, 2))
    misses[12, 1, 1] = misses[15, 1, 1] = 2.0  # of equal ones the first
    spans = np.array([(0, 0, 0, 30), (1, 1, 10, 20), (2, 0, 29, 30)])
    out = np.zeros((3, 3))
    find_worst(spans, misses, out)
    for (limb, tip, start, stop), found in zip(spans, out, strict=True):
        own = misses[start:stop, limb, tip]
        assert_allclose(found, [own.max(), np.sqrt(np.mean(own**2)), own.argmax()], rtol=1e-14)
