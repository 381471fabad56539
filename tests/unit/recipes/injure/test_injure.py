"""Limps: the controls of the source on one side, with feet that stand."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.shared import DATA, needs_data

import supple
from supple.recipes.injure.injuring import injure, step_length
from supple.recipes.injure.presets import PRESETS, limp_of
from supple.recipes.walk import walking


def knee_range(signature, side="left"):
    return np.degrees(signature.leg(side).ranges["knee"])


@pytest.fixture(scope="module")
def walk():
    return walking(4.0)


@pytest.fixture(scope="module")
def even(walk):
    return injure(walk, "leg-left")


def test_the_controls_of_the_source():
    limp = limp_of("knee-left", 1.0)
    assert (limp.side, limp.height, limp.length, limp.speed) == ("left", 0.5, 0.5, 1.3)
    assert limp.weights.weight("left", "knee") == pytest.approx((0.1,))
    assert limp.weights.weight("right", "knee") == (1.0,)
    half = limp_of("hip-right", 0.5)
    assert_allclose(
        [half.height, half.length, half.speed, *half.weights.weight("right", "hip")], [0.75, 0.75, 1.15, 0.55]
    )


def test_an_even_limp_has_the_measures_that_were_asked_for(even):
    measures = even.measures
    assert measures.step_length == pytest.approx(0.5, abs=0.02)
    assert measures.flight_height == pytest.approx(0.5, abs=0.05)
    assert measures.swing_time == pytest.approx(1.0 / 1.3, rel=0.07)  # swings are whole frames: 24 of them here
    assert measures.other_step_length == pytest.approx(1.0, abs=0.02)
    assert even.after.stride_m == pytest.approx(0.75 * even.before.stride_m, rel=0.03)


def test_feet_stand_and_do_not_sink(even):
    after = even.cleaned.after()
    assert even.cleaned.report.status == "met"
    assert after.slide_mm_max < 1.0
    assert after.penetration_mm_max < 1.0


def test_found_anew_the_steps_are_as_short(even):
    """By contacts from outside."""
    found = supple.detect(even.motion)
    assert step_length(found, "left") / step_length(found, "right") == pytest.approx(0.5, abs=0.08)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_stiff_knee_moves_less_than_in_an_even_limp(walk, even, side):
    hurt = injure(walk, f"knee-{side}")
    assert hurt.cleaned.report.status == "met"
    assert hurt.cleaned.after().slide_mm_max < 1.0
    assert knee_range(hurt.after, side) < knee_range(even.after, "left") - 5.0


def test_no_severity_changes_almost_nothing(walk):
    found = injure(walk, "knee-left", severity=0.0)
    assert found.motion.frames == walk.frames
    assert supple.gait_distance(found.before, found.after) < 0.5
    assert found.measures.step_length == pytest.approx(1.0, abs=0.01)


def test_more_severe_is_more_of_a_limp(walk):
    light, heavy = (injure(walk, "ankle-right", severity=s) for s in (0.3, 0.9))
    assert heavy.measures.step_length < light.measures.step_length < 1.0
    assert heavy.measures.swing_time < light.measures.swing_time < 1.0


def test_what_cannot_hurt_is_refused(walk):
    assert "knee-left" in PRESETS
    with pytest.raises(supple.SuppleError, match="no injury 'kne-left'. Did you mean knee-left"):
        injure(walk, "kne-left")
    with pytest.raises(supple.SuppleError, match="between 0 and 1; got 1.5"):
        injure(walk, "knee-left", severity=1.5)
    with pytest.raises(supple.SuppleError, match="no whole cycle"):
        injure(walk.with_frames(0, 40), "knee-left")


def test_somebody_who_takes_a_few_steps_and_then_stands_has_no_gait(walk):
    steps = walk.with_frames(0, 120)
    stood = [np.repeat(part[-1:], 240, axis=0) for part in (steps.root_positions, steps.rotations)]
    clip = replace(
        steps,
        root_positions=np.concatenate([steps.root_positions, stood[0]]),
        rotations=np.concatenate([steps.rotations, stood[1]]),
    )
    with pytest.raises(
        supple.SuppleError, match=r"no gait: steps that lead on fill \d+ % of it \(frames .*supple trim"
    ):
        injure(clip, "knee-left")


def test_somebody_who_steps_nearly_in_place_has_no_gait():
    with pytest.raises(supple.SuppleError, match="no gait: steps that lead on fill 0 % of it, in a walk at least 50"):
        injure(walking(6.0, 60.0, 0.3, 0.33), "knee-left")


@needs_data
def test_cartwheels_have_no_gait():
    with pytest.raises(supple.SuppleError, match="this clip has no gait"):
        injure(supple.read(DATA / "cmu-bvh/49_08.bvh"), "knee-left")


@needs_data
def test_a_captured_clip_of_sitting_down_has_no_gait():
    with pytest.raises(supple.SuppleError, match="this clip has no gait"):
        injure(supple.read(DATA / "cmu-bvh/14_27.bvh").with_frames(0, 1200), "knee-left")
