"""Weighted joints: what they do to ranges and strides, with feet that stand; weights by mass, and by a fit."""

import msgspec
import numpy as np
import pytest
from numpy.testing import assert_allclose

import supple
from supple.io.documents.body import Mass, parse_body
from supple.io.documents.joint_weights import STARTING_POINT, JointWeights, LegWeights, dump_weights, parse_weights
from supple.recipes.individualise.fitting import fitted_weights
from supple.recipes.individualise.individualising import individualise
from supple.recipes.individualise.masses import mass_weights
from supple.recipes.individualise.weighting import Walker, bent, over_phase
from supple.recipes.names import motion_names
from supple.recipes.walk import walking

STIFF_KNEE = JointWeights(both=LegWeights(knee=0.6))


def knee_range(signature, side="left"):
    return np.degrees(signature.leg(side).ranges["knee"])


@pytest.fixture(scope="module")
def walk():
    return walking(4.0)


@pytest.fixture(scope="module")
def walker(walk):
    names, contacts = motion_names(walk), supple.detect(walk)
    return Walker(motion=walk, contacts=contacts, names=names, signature=supple.gait(walk, contacts))


@pytest.fixture(scope="module")
def stiff(walk):
    return individualise(walk, STIFF_KNEE)


def test_weights_of_one_change_nothing(walker):
    assert bent(walker, JointWeights()) is walker.motion
    assert bent(walker, JointWeights(both=LegWeights(hip=1.0, knee=(1.0, 1.0), ankle=1.0))) is walker.motion


def test_a_joint_goes_as_far_as_its_weight_says(walker):
    """Before feet are put in place, angles are exactly those of the formula."""
    found = supple.gait(bent(walker, STIFF_KNEE), walker.contacts)
    for side in ("left", "right"):
        own, now = walker.signature.leg(side).curve, found.leg(side).curve
        mean = own[:, 1].mean()
        assert_allclose(now[:, 1], mean + 0.6 * (own[:, 1] - mean), atol=1e-3)
        assert_allclose(now[:, 0], own[:, 0], atol=1e-3)


def test_a_shift_flexes_the_joint_all_the_time(walker):
    found = supple.gait(bent(walker, JointWeights(left=LegWeights(knee_shift_deg=7.0))), walker.contacts)
    assert_allclose(np.degrees(found.left.curve - walker.signature.left.curve)[:, 1], 7.0, atol=0.1)
    assert_allclose(found.right.curve, walker.signature.right.curve, atol=1e-9)


def test_feet_stand_and_the_stiff_knee_moves_less(stiff):
    after = stiff.cleaned.after()
    assert stiff.cleaned.report.status == "met"
    assert after.slide_mm_max < 1.0
    assert after.penetration_mm_max < 1.0
    assert knee_range(stiff.after) < 0.75 * knee_range(stiff.before)


def test_row_55_the_offset_of_the_knee_s_range_is_told(walk):
    """A knee that is meant to be flexed by 7 degrees more is told to be, up to what planted feet take back."""
    told = individualise(walk, JointWeights(left=LegWeights(knee_shift_deg=7.0))).knee_shift_deg
    assert 3.0 < told["left"] < 8.0
    assert abs(told["right"]) < 3.0  # the hips are lower, a little


def test_stiff_hips_make_shorter_strides(walk):
    found = individualise(walk, JointWeights(both=LegWeights(hip=0.7)))
    assert found.after.stride_m < 0.9 * found.before.stride_m
    assert found.cleaned.after().slide_mm_max < 1.0


def test_one_leg_alone(walk):
    found = individualise(walk, JointWeights(left=LegWeights(knee=0.6)))
    assert knee_range(found.after, "left") < knee_range(found.after, "right") - 8.0


def test_a_fit_finds_a_slower_gait_and_phases_help(walk):
    slow = walking(4.0, speed=0.8)
    target = supple.gait(slow)
    found = individualise(walk, fit=slow)
    assert supple.gait_distance(found.after, target) < 0.6 * supple.gait_distance(supple.gait(walk), target)
    assert min(found.fitted_deg) < found.fitted_deg[0]
    again = individualise(walk, parse_weights(dump_weights(found.weights), "w"), body=slow)
    assert_allclose(again.motion.rotations, found.motion.rotations, atol=1e-9)


def test_weights_that_vary_over_the_phase_come_nearer_than_constant_ones(walker):
    """On the curves alone: what feet take back is another matter."""
    target = supple.gait(walking(4.0, speed=0.8))

    def measured(weights):
        return supple.gait(bent(walker, weights), walker.contacts)

    constant, varying = (min(fitted_weights(walker.signature, target, measured, k)[1]) for k in (0, 3))
    assert varying < 0.7 * constant


def test_weights_are_smooth_and_periodic_between_samples():
    phase = np.linspace(-1.0, 2.0, 601)
    curve = over_phase((1.0, 0.5, 0.2, 0.5), phase)
    assert_allclose(curve[phase == 0.0], 1.0)
    assert_allclose(curve[:200], curve[200:400], atol=1e-9)
    assert np.abs(np.diff(curve)).max() < 0.03


def test_weights_by_mass_are_those_of_the_source_s_ratios():
    """Actors C to B of the source: 10 : 19.33 : 12.38 for thigh, shank and foot."""
    actor_c = Mass(thigh_kg=6.94759, shank_kg=3.020312, foot_kg=1.139267)
    actor_b = Mass(thigh_kg=5.123422, shank_kg=4.297802, foot_kg=1.041013)
    both = mass_weights(actor_b, actor_c).both
    assert_allclose([10.0 / both.hip, 10.0 / both.knee, 10.0 / both.ankle], [10.0, 19.3, 12.4], atol=0.05)


def test_a_body_with_masses_needs_no_weights(walk):
    body = parse_body("format = 1\n[scale]\nlegs = 1.1\n[mass]\nthigh_kg = 10\nshank_kg = 6\nfoot_kg = 1\n", "body")
    found = individualise(walk, body=body)
    assert found.weights.both.knee < found.weights.both.ankle < found.weights.both.hip == 1.0
    assert found.cleaned.after().slide_mm_max < 1.0


def test_the_printed_document_can_be_read_and_written(tmp_path):
    assert parse_weights(STARTING_POINT, "w").weight("left", "knee") == (0.8,)
    path = tmp_path / "w.toml"
    path.write_text("format = 1\n[both]\nknee = [1.0, 0.5]\n[left]\nknee = 0.1\nhip_shift_deg = -3\n")
    found = supple.recipes.individualise.individualising.read_weights(path)
    assert found.weight("left", "knee") == (0.1,)
    assert found.weight("right", "knee") == (1.0, 0.5)
    assert found.shift_deg("left", "hip") == -3.0
    assert parse_weights(dump_weights(found), "w") == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("format = 1\n[both]\nknee = -0.1\n", r"w: both.knee: a weight lies between 0 \(stiff\) and 2; got -0.1"),
        ("format = 1\n[left]\nhip = [1.0, 3.0]\n", "w: left.hip: .* got 3.0"),
        ("format = 1\n[both]\nelbow = 1.0\n", "w: both.elbow: there is no key 'elbow'"),
        ("format = 1\n[both]\nknee = []\n", "a list has 1 to 100 weights; got 0"),
        ("format = 1\n[both]\nknee_shift_deg = 90\n", "at most 60 degrees; got 90"),
        ("format = 1\n[both]\nknee = nan\n", "got nan"),
    ],
)
def test_weights_outside_their_range_are_refused(text, message):
    with pytest.raises(supple.SuppleError, match=message):
        parse_weights(text, "w")


def test_what_cannot_be_done_is_refused(walk):
    with pytest.raises(supple.SuppleError, match="got both"):
        individualise(walk, STIFF_KNEE, fit=walk)
    with pytest.raises(supple.SuppleError, match="say which weights"):
        individualise(walk)
    with pytest.raises(supple.SuppleError, match="nothing of masses"):
        individualise(walk, body=walk)
    contacts = supple.detect(walk)
    belt = msgspec.structs.replace(contacts.floor, belt_m_s=(0.0, 0.0, -1.0))
    with pytest.raises(supple.SuppleError, match="treadmill"):
        individualise(walk, STIFF_KNEE, contacts=msgspec.structs.replace(contacts, floor=belt))
    with pytest.raises(supple.SuppleError, match="no whole cycle"):
        individualise(walk.with_frames(0, 50), STIFF_KNEE)


def test_a_walk_to_fit_without_a_cycle_is_named():
    with pytest.raises(supple.SuppleError, match="the walk to fit: there is no whole cycle"):
        individualise(walking(3.0), fit=walking(0.5))
