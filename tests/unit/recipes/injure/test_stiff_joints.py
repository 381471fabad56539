"""Which joint is stiff can be seen: limps of a hip and of a knee differ."""

from functools import cache

import numpy as np
import pytest

import supple
from supple.core.quaternions import rotate
from supple.recipes.injure.injuring import injure
from supple.recipes.injure.procedural import WalkedLimp, walk_with_limp

DIFFERENT = 1.0  # [deg] gait distance, of the limping leg; without the pelvis's part it was 0.1


@cache
def limp(preset: str) -> WalkedLimp:
    return walk_with_limp(preset, seconds=7.0)


def range_deg(found, joint: str) -> float:
    return float(np.degrees(found.after.leg("left").ranges[joint]))


def pelvis_deg(found: WalkedLimp, axis: int) -> float:
    """How far the line across the pelvis turns: up and down (1), forth and back (2)."""
    motion = found.walked.motion
    across = rotate(motion.rotations[150:270, 0], np.array([1.0, 0.0, 0.0]))
    return float(np.ptp(np.degrees(np.arcsin(across[:, axis]))))


@pytest.mark.slow
def test_limps_from_nothing_differ_by_the_joint():
    hip, knee, even = (limp(f"{joint}-left") for joint in ("hip", "knee", "leg"))
    assert supple.gait_distance(hip.after, knee.after) > DIFFERENT
    assert range_deg(knee, "knee") < range_deg(hip, "knee") - 1.5
    assert range_deg(knee, "knee") < range_deg(even, "knee") - 3.0
    assert range_deg(hip, "hip") < range_deg(even, "hip") - 2.0


def test_the_pelvis_lifts_a_stiff_knee_and_turns_with_a_stiff_hip():
    hip, knee, even = (limp(f"{joint}-left") for joint in ("hip", "knee", "leg"))
    assert pelvis_deg(knee, 1) > pelvis_deg(even, 1) + 3.0
    assert pelvis_deg(hip, 1) == pytest.approx(pelvis_deg(even, 1), abs=1.0)
    assert pelvis_deg(hip, 2) > pelvis_deg(even, 2) + 5.0


@pytest.mark.parametrize("preset", ["hip-left", "knee-left"])
def test_feet_stand_in_all_of_them(preset):
    walked = limp(preset).walked
    assert supple.metrics(walked.motion, contacts=walked.contacts).slide_mm_max < 1.0


def test_limps_of_a_walk_differ_by_the_joint():
    walk = supple.walking(4.0)
    hip, knee, even = (injure(walk, f"{joint}-left") for joint in ("hip", "knee", "leg"))
    assert supple.gait_distance(hip.after, knee.after) > DIFFERENT
    assert range_deg(hip, "hip") < range_deg(even, "hip") - 2.0
    assert range_deg(knee, "knee") < range_deg(even, "knee") - 5.0
    assert hip.measures.flight_height == pytest.approx(0.5, abs=0.05)
