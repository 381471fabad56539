"""Force plates against a motion: on one clock, whatever the rate and the start of either."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.core.markers import ForcePlate
from supple.errors import InvalidValueError
from supple.recipes.walk import walking

pytest.importorskip("pinocchio")

from supple.recipes.physics.plates import plate_difference

TICK = 1e-3  # [s] plates measure faster than frames are


@pytest.fixture(scope="module")
def told():
    return supple.dynamics(walking(1.5))


def _plate(told, start, stop, clock):
    """What a plate measures of a motion from ``start`` to ``stop``, whose clock then says ``clock`` [s]."""
    own = told.forces[:, :, 1].sum(axis=1)
    times = np.arange(start, stop, TICK)
    up = np.interp(times, (np.arange(len(own)) + told.first) * told.frame_time, own)
    forces = np.stack([0.0 * up, up, 0.0 * up], axis=1)
    return ForcePlate("one", forces, 0.0 * forces, 0.0 * forces, TICK, start_time=clock)


def test_plates_that_began_later_are_lined_up_by_their_clock(told):
    found = plate_difference(told, [_plate(told, 0.5, 0.9, clock=0.5)])
    assert found.vertical_rms_pct_bw < 0.1
    assert found.clock == "of the plates"
    assert (found.compared_from_s, found.compared_to_s) == pytest.approx((0.5, 0.9), abs=2.0 * told.frame_time)
    assert found.loaded_frames == pytest.approx(0.4 / told.frame_time, abs=2)


@pytest.mark.parametrize("clock", [0.3, 12.5])
def test_plates_that_began_with_the_motion_have_a_clock_of_their_own(told, clock):
    """A capture that was cut says when it begins; the motion that was solved from it begins at 0."""
    found = plate_difference(told, [_plate(told, 0.0, 1.2, clock=clock)])
    assert found.vertical_rms_pct_bw < 0.1
    assert found.clock == "starts with the motion"
    assert found.plates_start_s == 0.0


def test_a_few_frames_that_fit_by_chance_do_not_tell_the_clock(told):
    """Plates that measure 8 % too much are nowhere near; by their own clock they meet the motion for two frames."""
    plate = _plate(told, 0.0, 1.2, clock=1.38)
    found = plate_difference(told, [replace(plate, forces=1.08 * plate.forces)])
    assert found.clock == "starts with the motion"
    assert found.loaded_frames == 67
    assert found.vertical_rms_pct_bw == pytest.approx(8.1, abs=0.1)


def test_a_start_that_is_told_holds(told):
    plate = _plate(told, 0.5, 0.9, clock=100.0)
    assert plate_difference(told, [plate], starts_at=0.5).vertical_rms_pct_bw < 0.1
    late = plate_difference(told, [plate], starts_at=0.6)
    assert late.clock == "as told"
    assert late.vertical_rms_pct_bw > 1.0


def test_plates_of_another_time_are_refused_with_both_times(told):
    with pytest.raises(InvalidValueError, match=r"they measured from 40 to 40.4 s, and the motion goes from 0 to 1.4"):
        plate_difference(told, [_plate(told, 0.5, 0.9, clock=0.5)], starts_at=40.0)
    with pytest.raises(InvalidValueError, match="nothing loads these plates"):
        plate_difference(told, [_empty()])


def _empty():
    nothing = np.zeros((1000, 3))
    return ForcePlate("one", nothing, nothing, nothing, TICK)
