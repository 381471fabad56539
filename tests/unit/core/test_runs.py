"""Runs of a mask."""

import numpy as np
import pytest

from supple.core.runs import runs_of


@pytest.mark.parametrize(
    ("mask", "runs"),
    [
        ([], []),
        ([0, 0], []),
        ([1], [(0, 1)]),
        ([1, 1, 0, 1], [(0, 2), (3, 4)]),
        ([0, 1, 1], [(1, 3)]),
    ],
)
def test_first_and_stop_of_every_run(mask, runs):
    assert runs_of(np.array(mask, bool)) == runs
