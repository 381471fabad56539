"""Paths through points, solved on a walking body."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import walker
from support.solved_edits import MM, beside, frames_of, off, path, planted, solved

from benchmarks.bars.measures import changed
from supple.constraints.model import Shape, ShapePoint
from supple.recipes.walk import walking

SOURCE, HAND = walker()[0], "LeftHand"
HOLD, SPAN = frames_of(1.6, 2.0), (0.8, 3.0)


def shape(point, mode="condensed", **keys):
    return Shape(effector=HAND, span=SPAN, points=(point,), mode=mode, priority=2, **keys)


def held(**keys):
    return ShapePoint(hold=(1.6, 2.0), **keys)


def high_pass(places):
    return places[2:] - 2.0 * places[1:-1] + places[:-2]


def test_a_condensed_hand_is_still_although_its_path_is_not():
    """Le Callennec 38: no speed in the hold."""
    edited = solved(*planted(), shape(held(offset=(0.05, 0.15, 0.1)))).motion
    there = path(edited, HAND)[HOLD]
    assert np.linalg.norm(np.diff(there, axis=0), axis=1).max() < 1e-6
    assert np.linalg.norm(np.diff(path(SOURCE, HAND)[HOLD], axis=0), axis=1).min() > 3 * MM


def test_an_absolute_path_passes_its_point_whatever_the_reference_does():
    """Le Callennec 36."""
    place = path(SOURCE, HAND)[HOLD].mean(axis=0) + (0.05, 0.1, 0.05)
    edited = solved(*planted(), shape(held(at=tuple(place.tolist())), "absolute")).motion
    assert off(path(edited, HAND)[HOLD], place) < 1e-6


def test_a_relative_path_keeps_the_details_of_its_own():
    """Le Callennec 37: in the hold only an offset is added, so that all faster movement is the source's."""
    edited = solved(*planted(), shape(held(offset=(0.05, 0.15, 0.1)), "relative")).motion
    assert_allclose(
        high_pass(path(edited, HAND))[HOLD][:-2], high_pass(path(SOURCE, HAND))[HOLD][:-2], rtol=0, atol=1e-6
    )
    assert_allclose(path(edited, HAND)[HOLD] - path(SOURCE, HAND)[HOLD], np.tile((0.05, 0.15, 0.1), (25, 1)), atol=1e-6)


@pytest.mark.parametrize("mode", ["absolute", "relative", "condensed"])
def test_a_path_leaves_and_joins_its_own_without_a_jump_of_velocity(mode):
    """Le Callennec 33: at both ends of the span the velocity is the source's, to a hundredth of its change."""
    edited = solved(*planted(), shape(held(offset=(0.05, 0.15, 0.1)), mode)).motion
    added = np.linalg.norm(np.diff(path(edited, HAND) - path(SOURCE, HAND), axis=0), axis=1)
    begin, end = frames_of(*SPAN).start, frames_of(*SPAN).stop - 1
    assert max(added[begin - 1], added[end]) < 1e-6
    assert max(added[begin], added[end - 1]) < 0.12 * added[begin:end].max()


def test_one_hand_follows_the_other():
    """Le Callennec 39: as solved, not as captured."""
    lead, apart = beside("RightHand", (0.0, 0.15, 0.05), (0.8, 1.3, 2.5, 3.0), priority=2), (0.25, 0.0, 0.05)
    follow = Shape(
        effector=HAND, reference="RightHand", mode="relative", span=SPAN, priority=3,
        points=(ShapePoint(hold=(1.6, 2.0), at=tuple((path(SOURCE, "RightHand")[108] + apart).tolist())),),
    )  # fmt: skip
    edited = solved(*planted(), lead, follow).motion
    between = (path(edited, HAND) - path(edited, "RightHand"))[HOLD]
    assert np.linalg.norm(between - between[0], axis=1).max() < MM
    assert off((path(edited, "RightHand") - path(SOURCE, "RightHand"))[HOLD], np.array((0.0, 0.15, 0.05))) < 1e-6


def test_the_case_of_figure_4_3():
    """Le Callennec 40: 250 frames, three points of which two hold for 15, active in 10-240, unchanged outside."""
    motion = walking(10.0, fps=25.0)
    own = path(motion, HAND)
    points = tuple(
        ShapePoint(at=tuple((own[begin] + up).tolist()), hold=(f"{begin}f", f"{end}f"))
        for begin, end, up in ((60, 75, (0.1, 0.1, 0.1)), (120, 120, (0.05, 0.2, 0.0)), (180, 195, (0.1, 0.1, 0.1)))
    )
    wish = Shape(effector=HAND, span=("10f", "240f"), points=points, mode="condensed")
    edited = solved(wish, motion=motion).motion
    there = path(edited, HAND)
    for point, part in zip(points, (slice(60, 76), slice(120, 121), slice(180, 196)), strict=True):
        assert off(there[part], np.array(point.at)) < MM
    touched = changed(motion, edited).any(axis=1)
    assert not touched[:11].any()
    assert not touched[240:].any()
    assert touched[12:239].all()
