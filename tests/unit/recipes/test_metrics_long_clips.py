"""Long captures are measured with work that grows as they do."""

import numpy as np

import supple
from supple.core import quaternions


def _vectors_turned(motion, monkeypatch):
    """How many vectors are turned while a motion is measured: the work of every measure of points."""
    turned, rotate = [], quaternions.rotate

    def counting(rotation, vector):
        out = rotate(rotation, vector)
        turned.append(np.size(out) // 3)
        return out

    with monkeypatch.context() as patch:
        patch.setattr(quaternions, "rotate", counting)
        supple.metrics(motion)
    return sum(turned)


def test_ten_times_the_clip_is_about_ten_times_the_work(monkeypatch):
    short, long = (_vectors_turned(supple.walking(seconds=seconds), monkeypatch) for seconds in (10.0, 100.0))
    assert short > 0
    assert long < 15.0 * short  # each contact used to be measured over the whole clip: the work grew with the square
