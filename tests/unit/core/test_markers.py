"""What a capture system delivers is checked at the door."""

import numpy as np
import pytest

from supple.core.markers import ForcePlate, Markers, Signals
from supple.errors import InvalidValueError, ShapeError


def markers(labels=("a", "b"), positions=None, frame_time=0.01):
    return Markers(labels, np.zeros((5, len(labels), 3)) if positions is None else positions, frame_time)


def test_a_missing_point_is_nan_and_infinity_is_none():
    gap = np.zeros((5, 2, 3))
    gap[1, 0] = np.nan
    assert np.isnan(markers(positions=gap).positions[1, 0]).all()
    gap[1, 0] = np.inf
    with pytest.raises(InvalidValueError, match="finite, or NaN"):
        markers(positions=gap)


def test_labels_are_unique_and_fit_the_points():
    with pytest.raises(InvalidValueError, match="unique; 'b' occurs"):
        markers(("a", "b", "b"))
    with pytest.raises(ShapeError, match=r"positions must have shape \(F, 2, 3\)"):
        markers(positions=np.zeros((5, 3, 3)))


@pytest.mark.parametrize("frame_time", [0.0, -0.1, float("nan"), float("inf")])
def test_a_frame_time_that_cannot_be_is_refused(frame_time):
    with pytest.raises(InvalidValueError, match="frame_time must be a positive number"):
        markers(frame_time=frame_time)
    with pytest.raises(InvalidValueError, match="frame_time must be a positive number"):
        ForcePlate("FP1", *np.zeros((3, 4, 3)), frame_time)


def test_rate_and_length():
    assert (len(markers()), markers().fps) == (5, 100.0)
    assert markers().duration == pytest.approx(0.05)


@pytest.mark.parametrize("times", [[0.0, 0.0, 1.0], [0.0, 2.0, 1.0], [0.0, np.nan, 1.0]])
def test_times_of_signals_rise(times):
    with pytest.raises(InvalidValueError, match="rise from row to row"):
        Signals(("emg",), np.zeros((3, 1)), times)


def test_signals_have_a_unit_each_and_a_mean_rate():
    signals = Signals(("emg", "force"), np.zeros((3, 2)), [0.0, 0.4, 1.0])
    assert signals.units == ("", "")
    assert signals.frame_time == pytest.approx(0.5)
    with pytest.raises(ShapeError, match="1 units for 2 labels"):
        Signals(("emg", "force"), np.zeros((3, 2)), [0.0, 0.4, 1.0], ("V",))
