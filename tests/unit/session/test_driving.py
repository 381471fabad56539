"""A walker is steered frame by frame, and what it did is kept."""

import numpy as np
import pytest

from supple.errors import SuppleError
from supple.session.driving import FPS, Driving, Manner


def test_it_goes_where_it_is_steered_and_is_recorded():
    driving, manner = Driving(), Manner()
    for _ in range(90):
        pose = driving.step(1, 0.0, 1.3, manner, record=False)
    ahead = pose.root_positions[0, 2]
    for _ in range(120):
        pose = driving.step(1, np.pi / 2, 1.3, manner, record=True)
    assert ahead > 0.8  # +Z
    assert pose.root_positions[0, 0] > 1.0  # +X
    clip = driving.clip()
    assert (clip.frames, clip.fps) == (120, pytest.approx(FPS))
    assert np.abs(np.diff(clip.root_positions, axis=0)).max() < 0.1  # nothing jumps


def test_a_limp_is_put_on_while_it_walks():
    driving = Driving()
    driving.step(30, 0.0, 1.3, Manner(), record=False)
    before = driving.step(1, 0.0, 1.3, Manner(), record=False)
    after = driving.step(1, 0.0, 1.3, Manner(limp="knee-left", step_m=0.6), record=False)
    assert np.abs(after.root_positions - before.root_positions).max() < 0.1


@pytest.mark.parametrize("wrong", [{"frames": 0}, {"frames": 10**6}, {"speed": float("nan")}, {"heading": float("inf")},
                                   {"speed": 99.0}, {"manner": Manner(limp="ear-left")},
                                   {"manner": Manner(step_m=float("nan"))}])  # fmt: skip
def test_what_is_no_step_is_refused_in_words(wrong):
    given = {"frames": 1, "heading": 0.0, "speed": 1.0, "manner": Manner(), **wrong}
    with pytest.raises(SuppleError):
        Driving().step(**given, record=False)


def test_nothing_recorded_is_no_clip():
    with pytest.raises(SuppleError, match="nothing was recorded"):
        Driving().clip()
