"""The seven settings by which the source shows weighted walking, and how weights that vary exaggerate."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import supple
from supple.core.pose import world_pose
from supple.core.quaternions import rotate
from supple.io.documents.body import Body, Scale
from supple.io.documents.style import SideStyle, Style, Weights
from supple.recipes.walker.figure import walker_figure
from supple.recipes.walker.source import source_gait

LIMP = SideStyle(length=0.5, height=0.5, speed=1.3)
SMALL, TALL = Body(scale=Scale(legs=0.85, trunk=1.1)), Body(scale=Scale(all=1.12))
EVEN = Weights()
SETTINGS = {  # (weights, limp, from a capture, body) of each figure of the demo
    "4.21b": [(Weights(hip=0.8), False, False, None)],
    "4.21c": [(EVEN, True, False, None)],
    "4.21d": [(Weights(left_knee=0.1), True, False, None)],
    "4.22a": [(Weights(hip=0.2), False, True, None), (Weights(knee=0.8), False, True, None)],
    "4.22b": [(Weights(left_hip=0.2), True, True, None), (Weights(left_knee=0.8), True, True, None)],
    "4.23a": [(EVEN, False, False, None), (Weights(hip=0.8), False, False, SMALL),
              (Weights(knee=0.8), False, False, TALL)],
    "4.23b": [(EVEN, True, False, None), (Weights(left_hip=0.2), True, False, SMALL),
              (Weights(left_knee=0.2), True, False, TALL)],
}  # fmt: skip


@cache
def walked(weights, limp, captured, body):
    style = Style(left=LIMP if limp else SideStyle(), weights=weights)
    source = supple.walking(4.0, speed=1.0) if captured else None
    return supple.walk(5.0, 30.0, style=style, source=source, body=body)


def knee(found):
    turn = found.motion.rotations[:, found.motion.skeleton.index("LeftLeg")]
    return np.degrees(2.0 * np.arctan2(turn[:, 1], turn[:, 0]))[60:105]


def heels(found):
    """(F, 2, 3) the way of both heels [m]."""
    pose, skeleton = world_pose(found.motion), found.motion.skeleton
    offsets = {c.joint: np.array(c.offset_m) for c in found.contacts.contacts if c.point.endswith("heel")}
    joints = {skeleton.index(joint): offset for joint, offset in sorted(offsets.items())}
    return np.stack([pose.positions[:, j] + rotate(pose.rotations[:, j], off) for j, off in joints.items()], axis=1)


def deviation(weights):
    """How far the left knee is from that of the even walk [deg]."""
    return float(np.sqrt(np.mean((knee(walked(weights, False, False, None)) - knee(walked(EVEN, *PLAIN))) ** 2)))


PLAIN = (False, False, None)


@pytest.mark.parametrize("demo", SETTINGS)
def test_feet_stand_as_in_the_even_walk_and_stiff_legs_differ_in_flight(demo):
    for weights, *rest in SETTINGS[demo]:
        found, even = walked(weights, *rest), walked(EVEN, *rest)
        pose, skeleton = world_pose(found.motion), found.motion.skeleton
        assert [c.position_m for c in found.contacts.contacts] == [c.position_m for c in even.contacts.contacts]
        for contact in found.contacts.contacts:
            joint, span = skeleton.index(contact.joint), slice(contact.start, contact.stop)
            sole = pose.positions[span, joint] + rotate(pose.rotations[span, joint], np.array(contact.offset_m))
            assert np.linalg.norm(sole - contact.position_m, axis=1).max() < 1e-3
        assert np.abs(heels(found) - heels(even)).max() < 1e-4  # row 51: the same way of the foot, in flight too
        if weights != EVEN:
            least = min(getattr(weights, name) for name in weights.__struct_fields__)
            assert np.abs(knee(found) - knee(even)).max() > (
                1.0 if least < 0.5 else 0.1
            )  # measured: 4 to 7; 0.2 to 0.8


def test_the_stiffened_joint_of_a_limp_goes_less_far():
    (setting,) = SETTINGS["4.21d"]
    assert np.ptp(knee(walked(*setting))) < np.ptp(knee(walked(EVEN, True, False, None))) - 1.0


def test_weights_that_vary_more_exaggerate_more():
    deviations = [deviation(Weights(hip=1.0, knee=knee, ankle=1.0)) for knee in (0.9, 0.6, 0.3, 0.1)]
    assert (np.diff(deviations) > 0.0).all()
    assert deviations[0] > 0.01


def test_the_flight_of_a_source_is_as_high_as_the_legs_are_long():
    source = supple.walking(4.0)
    short, tall = (source_gait(source, walker_figure(body)) for body in (SMALL, TALL))
    assert tall.apex / short.apex == pytest.approx(tall.leg_ratio / short.leg_ratio, rel=1e-12)
    assert tall.leg_ratio / short.leg_ratio == pytest.approx(1.12 / 0.85, rel=1e-9)
