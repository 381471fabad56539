"""Where poses begin, and how far joints turn."""

import numpy as np
import pytest

from supple.core import quaternions
from supple.solvers.markers.average import average_actor
from supple.solvers.markers.exchanges import likelier_exchanged
from supple.solvers.markers.posing import Poses, at_rest, marker_points
from supple.solvers.markers.starting import first_pose
from supple.solvers.markers.tagging import tag_labels

LABELS = (
    "LASI RASI LPSI RPSI LTHI RTHI LKNE RKNE LANK RANK C7 T10 CLAV STRN LSHO RSHO LUPA RUPA LELB RELB LFRM RFRM "
    "LWRA RWRA LWRB RWRB LFIN RFIN LFHD RFHD LBHD RBHD"
)


@pytest.fixture(scope="module")
def tagged():
    return tag_labels(LABELS.split()).markers


@pytest.fixture(scope="module")
def actor(tagged):
    return average_actor(tagged)


def test_a_head_turns_as_far_as_the_neck_that_carries_it_would(actor):
    head = np.degrees(actor.cone[actor.skeleton.index("Head")])
    assert head.round(9).tolist() == [45.0, -60.0, 60.0]


@pytest.mark.parametrize("arms", ["down", "out", "bent"])
def test_arms_are_found_wherever_they_are(actor, arms):
    poses = at_rest(actor, 1, arms=arms)
    one = at_rest(actor, 1, arms="bent").rotations
    poses.rotations[:, actor.skeleton.index("LeftForeArm")] = one[:, actor.skeleton.index("LeftForeArm")]
    found, miss = first_pose(actor, marker_points(actor, poses)[0])
    assert miss < 0.001
    assert np.isfinite(found.rotations).all()


def test_an_exchange_of_labels_is_likelier_where_they_are_exchanged(actor, tagged):
    poses = at_rest(actor, 8, arms="bent")
    poses.rotations[:, 0] = quaternions.about_axis("y", np.linspace(0.0, 1.0, 8))
    points = marker_points(actor, poses)
    assert likelier_exchanged(actor, tagged, points, poses, 0.0) == []
    a, b = (actor.labels.index(label) for label in ("CLAV", "STRN"))
    places = actor.places.copy()
    places[[a, b]] = places[[b, a]]
    wrong = actor.with_model(actor.skeleton.offsets, places)
    best = likelier_exchanged(wrong, tagged, marker_points(wrong, poses), Poses(poses.roots, poses.rotations), 6.0)[0]
    assert {best.first, best.second} == {a, b}
