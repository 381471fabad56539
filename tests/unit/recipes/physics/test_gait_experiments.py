"""The source's experiments on a walk whose plants emerge: strength, ratios, masses, injury, other people.

Where a walk does something else than the source's, the test says what it does; docs/coverage.md has the numbers.
"""

from itertools import pairwise

import numpy as np
import pytest
from support.gait_experiments import actor_document, experiment, gait_of, gait_result, legs_document, limited, ratio
from support.shared import DATA, needs_data

import supple

pytest.importorskip("pinocchio")
pytestmark = pytest.mark.slow

HIPS, KNEES, ARMS = (tuple(f"{side}{joint}" for side in ("Left", "Right")) for joint in ("UpLeg", "Leg", "Arm"))


def _mean(gait, joints):
    return float(np.mean([gait.ranges[j] for j in joints]))


def _physical(gait):
    return gait.result.after.force_pct_bw < 1.0 and gait.result.after.moment_pct_bwh < 1.0


def _effort(gait, joints):
    result = gait.result
    names = [result.motion.skeleton.names[j] for j in result.setting.problem.figure.joints[1:]]
    return float(np.sqrt(np.mean(result.torques[:, [names.index(j) for j in joints]] ** 2)))


def _spent(gait, joints):
    """Effort as it is defined: torques as shares of strength and speeds as shares of the fastest, squared."""
    result, problem = gait.result, gait.result.setting.problem
    own = [problem.figure.joints.index(result.motion.skeleton.index(name)) for name in joints]
    turns = result.motion.rotations[result.setting.first :, [problem.figure.joints[k] for k in own]]
    between = np.abs(np.sum(turns[1:] * turns[:-1], axis=-1))
    speeds = 2.0 * np.arccos(np.minimum(between, 1.0)) / result.motion.frame_time
    torques, counts = result.torques[:, [k - 1 for k in own]], problem.effort.reshape(-1, 3)[[k - 1 for k in own]]
    return float(np.mean(np.sum(counts * torques**2, axis=-1)) + np.mean((speeds / problem.weights.fastest) ** 2))


LEGS = [f"{side}_{joint}" for side in ("left", "right") for joint in ("hip", "knee", "ankle")]


def test_less_strength_of_the_legs_shortens_the_stride():
    """The source limits hips, and diverges at 60 %."""
    gaits = [experiment(), *(experiment(limited(**dict.fromkeys(LEGS, s))) for s in (0.9, 0.8, 0.7, 0.6))]
    assert all(gait.result.status == "met" for gait in gaits)
    strides = [gait.stride for gait in gaits]
    assert all(b < a for a, b in pairwise(strides))
    assert strides[-1] < 0.9 * strides[0]


def test_less_strength_of_the_hips_alone_shortens_the_stride_and_moves_them_less():
    gait = experiment(limited(left_hip=0.7, right_hip=0.7))
    assert _physical(gait)
    assert gait.stride < 0.98 * experiment().stride
    assert _mean(gait, HIPS) < _mean(experiment(), HIPS) - 1.0


@needs_data
def test_a_lazy_walk_moves_its_hips_less_as_a_slow_one_of_the_same_person_does():
    """The source's lazy walk: hips at 70 %, beside a real slow walk (gait signatures)."""
    walk, slow = (supple.read(DATA / "cmu-bvh" / f"{clip}.bvh") for clip in ("08_01", "08_04"))
    lazy = gait_result(walk, limited(left_hip=0.7, right_hip=0.7))
    assert lazy.after.force_pct_bw < 1.0
    assert lazy.after.moment_pct_bwh < 1.0
    usual, less = (_hips(gait_result(walk).motion), _hips(lazy.motion)), (_hips(walk), _hips(slow))
    assert all(after < before - 2.0 for before, after in (usual, less))


def _hips(motion):
    return float(np.degrees(np.mean([supple.gait(motion).leg(side).ranges["hip"] for side in ("left", "right")])))


@needs_data
def test_a_captured_walk_takes_shorter_strides_with_less_strength_too():
    """A clip that nothing was chosen on."""
    walk = supple.read(DATA / "cmu-bvh" / "07_01.bvh")
    control, weak = gait_of(walk), gait_of(walk, limited(**dict.fromkeys(LEGS, 0.8)))
    assert _physical(control)
    assert _physical(weak)
    assert weak.stride < 0.98 * control.stride


@pytest.mark.parametrize(("bones", "joints"), [((3, 1, 1), HIPS), ((1, 3, 1), KNEES)])
def test_a_bone_that_counts_more_does_less(bones, joints):
    gait = experiment(ratio(*bones))
    assert _physical(gait)
    assert _effort(gait, joints) < 0.95 * _effort(experiment(), joints)
    assert _mean(gait, joints) < 0.95 * _mean(experiment(), joints)


@pytest.mark.parametrize(("bones", "joints"), [((20, 1, 1), HIPS), ((1, 20, 1), KNEES)])
def test_large_ratios_exaggerate(bones, joints):
    gait = experiment(ratio(*bones))
    assert _physical(gait)
    assert _spent(gait, joints) < 0.7 * _spent(experiment(), joints)
    assert _mean(gait, joints) < 0.7 * _mean(experiment(), joints)


def test_hips_that_count_twenty_times_move_less_and_take_shorter_strides():
    gait = experiment(ratio(20, 1, 1))
    assert _effort(gait, HIPS) < 0.7 * _effort(experiment(), HIPS)
    assert _mean(gait, HIPS) < _mean(experiment(), HIPS) - 1.0
    assert gait.stride < experiment().stride


def test_weak_shoulders_swing_less():
    gait = experiment(limited(left_shoulder=0.8, right_shoulder=0.8))
    assert _physical(gait)
    assert _mean(gait, ARMS) < _mean(experiment(), ARMS) - 1.0


def test_weak_legs_take_their_time():
    """Slower by more than a walk with all its strength is, where time is an unknown."""
    usual, weak = (experiment(f"[time]\nstretch = true\n{more}") for more in ("", limited(**dict.fromkeys(LEGS, 0.7))))
    assert _physical(weak)
    assert weak.result.time_stretch > usual.result.time_stretch + 0.01


def test_an_injured_left_leg_moves_its_hip_less_and_limps():
    gait, control = experiment(ratio(20, 1, 1, "left") + limited(left_hip=0.7)), experiment()
    assert gait.result.status == "met"
    for now, was in (gait.ranges, control.ranges), (gait.steps, control.steps):
        left, right = ("LeftUpLeg", "RightUpLeg") if "LeftUpLeg" in now else ("left", "right")
        assert now[left] < now[right]
        assert now[left] / now[right] < was[left] / was[right]
    assert gait.stride < control.stride


@pytest.mark.parametrize("letter", "ABCD")
def test_other_masses_walk_too(letter):
    gait = experiment(body=actor_document(letter))
    assert _physical(gait)
    assert gait.result.after.slide_mm < 2.5


def test_the_heavy_shanks_of_b_move_their_knees_less():
    """The source's table 6.4: legs as heavy as another's on C, everything else C's; A and D are like C there."""
    gaits = {letter: experiment(body=legs_document(letter)) for letter in "ABCD"}
    assert all(gait.result.status == "met" for gait in gaits.values())
    knees = {letter: _mean(gait, KNEES) for letter, gait in gaits.items()}
    assert max(abs(knees[letter] - knees["C"]) for letter in "AD") < 0.6
    assert knees["B"] < min(knees[letter] for letter in "ACD") - 0.6


@pytest.mark.parametrize("letter", "ABD")
def test_a_walk_goes_to_another_person_and_back(letter):
    """Lengths, masses, and for B less strength of hips and shoulders, as in the source.

    The way back is without effort, which shortens strides each time it counts.
    """
    weak = limited(left_hip=0.8, right_hip=0.8, left_shoulder=0.8, right_shoulder=0.8) if letter == "B" else ""
    there = experiment(weak, actor_document(letter, "C"))
    back = gait_of(there.result.motion, "", actor_document("C", letter), mode="passive")
    assert _physical(there)
    assert _physical(back)
    assert there.stride < experiment().stride  # they all have shorter legs than C
    assert back.stride > there.stride
