"""Errors, rows and pull of a frame as the prioritized solver sees it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support.arenas import Laid
from support.edits import walker
from support.solved_edits import at, beside, planted
from support.tolerances import SLOPE

from supple.constraints.model import Balance, LookAt, Orientation, PlaceGoal, TurnGoal
from supple.kernels.dof_kinds import SLIDE
from supple.kernels.posing import slots

POSE = walker()[0].with_frames(70, 71)
WISHES = {
    "places": (*planted(), at("LeftHand", (0.3, 1.4, 1.8), priority=2), beside("Head", (0, 0.1, 0), priority=3)),
    "riding": (at("LeftHand", (0.1, 0.0, 0.2), relative_to="Head"),),
    "turn": (Orientation(effector="Head", goals=(TurnGoal(turn_deg=(0, 40, 10)),)),),
    "turn that rides": (Orientation(effector="RightHand", goals=(TurnGoal(wxyz=(1, 0, 0, 0), relative_to="Head"),)),),
    "aim": (LookAt(effector="Head", goals=(PlaceGoal(at=(1.0, 1.0, 3.0)),)),),
    "balance": (Balance(goals=(PlaceGoal(offset=(0.1, 0.0, 0.1)),)),),
    "weighed": (at("LeftHand", (0.3, 1.4, 1.8), weight=3.0), beside("Head", (0, 0.1, 0))),
    "few joints": (at("LeftHand", (0.3, 1.4, 1.8), recruit=("LeftArm", "LeftForeArm")),),
}


def slopes(laid, size=1e-5):
    """(R, D) central differences of minus the errors."""
    steps = size * np.eye(laid.columns)
    return np.transpose([(laid.errors_at(-step) - laid.errors_at(step)) / (2.0 * size) for step in steps])


@pytest.mark.parametrize("kind", WISHES)
def test_rows_are_differences_along_steps(kind):
    laid = Laid(POSE, *WISHES[kind])
    laid.stepped(np.random.default_rng(3).normal(size=laid.columns) * 0.05)
    assert laid.stop > 0
    assert_allclose(laid.rows(), slopes(laid), rtol=0, atol=2e-8 if "weigh" in kind else SLOPE["atol"])


@pytest.mark.parametrize("limit", range(0, 21, 4))
def test_rows_of_locked_limits_are_differences_too(limit):
    high = np.isfinite(Laid(POSE, *WISHES["places"]).part(slots.HIGH)[limit])
    laid = Laid(POSE, *WISHES["places"], locked={limit: 1 if high else -1})
    laid.stepped(np.random.default_rng(limit).normal(size=laid.columns) * 0.05)
    assert laid.level(0) == slice(0, 1)
    assert_allclose(laid.rows(), slopes(laid), **SLOPE)
    side = laid.part(slots.HIGH if high else slots.LOW)[limit]
    assert_allclose(laid.errors()[0], 0.1 * laid.plan.size * (side - laid.part(slots.VALUES)[limit]), atol=1e-12)


def test_columns_of_joints_that_a_wish_does_not_recruit_are_zero():
    laid = Laid(POSE, *WISHES["few joints"], beside("Head", (0.0, 0.1, 0.0), priority=2))
    arm = [POSE.skeleton.index(name) for name in ("LeftArm", "LeftForeArm")]
    owner = np.repeat(np.arange(len(POSE.skeleton)), np.diff(laid.figure.layout.start))
    moved = np.any(laid.rows()[laid.level(1)] != 0.0, axis=0)
    assert set(owner[moved]) == set(arm)


def test_the_pull_is_the_turn_back_to_the_source_in_units_of_the_columns():
    laid = Laid(POSE, *WISHES["places"])
    assert_allclose(laid.part(slots.PULL), 0.0, rtol=0, atol=1e-12)
    step = np.random.default_rng(1).uniform(-0.3, 0.3, laid.columns)
    pull = laid.stepped(step).part(slots.PULL)
    assert_allclose(pull, -step, rtol=0, atol=1e-9)
    layout, joint = laid.figure.layout, POSE.skeleton.index("LeftArm")
    here = Rotation.from_quat(np.roll(laid.part(slots.ROTATIONS)[joint], -1))
    back = here.inv() * Rotation.from_quat(np.roll(POSE.rotations[0, joint], -1))
    assert_allclose(pull[layout.columns(joint)], back.as_rotvec(), rtol=0, atol=1e-9)


def test_travel_counts_five_radians_a_metre_of_turns_of_the_hips():
    laid = Laid(POSE, *WISHES["places"])
    start, travel = laid.figure.layout.start, laid.scale[laid.figure.layout.kind == SLIDE]
    hips = laid.scale[start[0] : start[1]][laid.figure.layout.kind[start[0] : start[1]] != SLIDE]
    assert_allclose(travel / hips, 0.118 * laid.plan.size, rtol=1e-12)
    assert 4.0 < hips[0] / travel[0] < 6.0
