"""What small verbs refuse: numbers beyond counting, places beyond the world, and things that are no motion."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import FileError, InvalidValueError
from supple.recipes.everyday.moments import frame_at, frames_in
from supple.recipes.everyday.rates import frame_rate
from supple.recipes.everyday.root_curve import RootCurve


@pytest.fixture(scope="module")
def motion():
    return smooth_motion(human_skeleton(), 40)


@pytest.mark.parametrize(
    ("verb", "options", "said"),
    [
        (supple.floor, {"height": 1e308}, "height"),
        (supple.orient, {"position": (1e308, 0.0)}, "positions"),
        (supple.orient, {"position": (0.0, 1.0, 0.0)}, "x and z"),
        (supple.smooth, {"joints": []}, "no joint is named"),
        (supple.loop, {"shortest": 1e308}, "no cycle"),
        (supple.loop, {"start": 0, "stop": 30, "repeat": 10**7, "keep_feet": False}, "too many"),
        (supple.loop, {"repeat": float("nan")}, "whole number"),
        (supple.loop, {"repeat": 0}, "once or more"),
    ],
)
def test_numbers_that_cannot_be_meant_are_refused(motion, verb, options, said):
    with pytest.raises(InvalidValueError, match=said):
        verb(motion, **options)


def test_times_beyond_counting_are_longer_than_any_clip(motion):
    assert frames_in(0.5, 1 / 60) == 30
    assert frames_in(1e308, 1e-3) > frames_in(1e6, 1e-3)
    assert frames_in(-1e308, 1e-3) < 0
    with pytest.raises(InvalidValueError, match="after the end"):
        frame_at(motion, 1e308)
    with pytest.raises(InvalidValueError, match="does not fit"):
        supple.concat([motion, motion], blend=1e308)
    with pytest.raises(InvalidValueError, match="never meet"):
        supple.join(motion, motion, joints=[motion.skeleton.names[1]], start=-1e308)


@pytest.mark.parametrize("said", ["1e999999999", "1e-999999999", "1e-308", 1e-9, Fraction(1, 10**9), "9" * 400])
def test_rates_of_too_many_digits_are_refused_at_once(said):
    with pytest.raises(InvalidValueError, match="frame rate"):
        frame_rate(said)


def test_differences_are_not_compared_with_no_number(motion):
    with pytest.raises(InvalidValueError, match="tolerances"):
        supple.diff(motion, motion, tolerance_mm=float("nan"))


@pytest.mark.parametrize(
    "verb",
    [
        supple.trim, supple.smooth, supple.loop, supple.mirror, supple.floor, supple.inplace, supple.scale_units,
        partial(supple.resample, fps=30), partial(supple.orient, heading_deg=0.0), partial(supple.prune, drop=["toes"]),
        partial(supple.rename, names={}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("given", ["walk.bvh", None, "clip"])
def test_only_motions_are_taken_and_a_clip_says_where_its_motion_is(motion, verb, given):
    what = supple.Clip(motion) if given == "clip" else given
    with pytest.raises(InvalidValueError, match=r"clip\.motion" if given == "clip" else "only a motion"):
        verb(what)


def test_verbs_of_two_take_motions_only(motion):
    for refused in (
        partial(supple.diff, motion, "b.bvh"),
        partial(supple.join, supple.Clip(motion), motion),
        partial(supple.concat, "ab"),
    ):
        with pytest.raises(InvalidValueError, match="only a motion"):
            refused()


def test_a_figure_without_size_has_no_cycle_and_no_division_by_nothing():
    point = Skeleton(names=("a",), parents=np.array([-1]), offsets=np.zeros((1, 3)))
    rotations = np.tile([1.0, 0.0, 0.0, 0.0], (60, 1, 1))
    way = np.stack([np.zeros(60), np.linspace(0.0, 1.0, 60) ** 2, np.zeros(60)], axis=1)
    with pytest.raises(InvalidValueError, match="does not come back"):
        supple.loop(Motion(point, root_positions=way, rotations=rotations, frame_time=1 / 30), keep_feet=False)


def test_curves_that_hold_nothing_or_lead_out_of_the_world_are_refused(tmp_path):
    blank = tmp_path / "blank.root.csv"
    blank.write_text("\ufeff\n", encoding="utf-8")  # a mark of the encoding, and nothing else
    with pytest.raises(FileError, match="first line"):
        RootCurve.read(blank)
    with pytest.raises(InvalidValueError, match="places"):
        RootCurve(np.full((2, 3), 1e300), np.zeros(2), 1 / 30)
