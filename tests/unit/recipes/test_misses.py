"""Misses over time, measured on the motion and not told by a solver."""

import numpy as np
import pytest
from support import fake_solver

import supple
from supple.recipes.misses import misses_over_time
from supple.recipes.names import motion_names

WHEN = ("10f", "20f", "30f", "40f")
EDIT = supple.Edit(
    constraints=(
        supple.Position(effector="left_wrist", goals=(supple.PlaceGoal(offset=(0.0, 0.2, 0.0), when=WHEN),)),
        supple.Orientation(effector="head", goals=(supple.TurnGoal(turn_deg=(0.0, 30.0, 0.0)),)),
        supple.Preserve(effector="hips", axes="y"),
    )
)


@pytest.fixture(scope="module")
def misses():
    walk = supple.walking(seconds=1.0)
    names = motion_names(walk)
    return misses_over_time(walk, EDIT, names, fake_solver.raising(0.05)(walk, EDIT, names))


def test_misses_are_in_the_unit_of_each_wish(misses):
    hand, head, hips = misses
    assert hand[20:31] == pytest.approx(np.full(11, 150.0))  # asked to rise by 200 mm, raised by 50
    assert head == pytest.approx(np.full(60, 30.0))
    assert hips == pytest.approx(np.full(60, 50.0))


def test_where_nothing_is_asked_in_full_there_is_no_miss(misses):
    assert np.flatnonzero(np.isfinite(misses[0])).tolist() == list(range(20, 31))
