"""Contacts that no limb holds are judged all the same: nothing is met that wanders."""

import numpy as np
import pytest
from support.cleaning import limbs_in

from supple.core.contacts import Contact, Contacts
from supple.core.pose import world_pose
from supple.recipes.walk import walking
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.settings import CleanSettings

NOWHERE = (0.0, 0.0, 0.0)


def left(point, joint, *, offset=None, start=10, stop=40, **more):
    motion = walking(1.0, 60.0)
    contact = Contact(
        point=point, joint=joint, offset_m=offset, start=start, stop=stop, position_m=NOWHERE, **more
    )  # fmt: skip
    contacts = Contacts(fps=motion.fps, contacts=(contact,))
    return motion, clean(motion, contacts, limbs_in(motion), CleanSettings())


@pytest.mark.parametrize(
    ("point", "joint", "reference"),
    [("left_wrist", "LeftHand", "RightUpLeg"), ("head", "Head", None), ("nape", "Neck", "LeftHand")],
)
def test_a_point_that_no_limb_holds_and_that_wanders_is_not_met(point, joint, reference):
    motion, result = left(point, joint, reference=reference)
    (outcome,) = result.report.constraints
    assert outcome.name == f"{point} 10:40"
    assert (outcome.status, outcome.blocked_by) == ("infeasible", ("left alone",))
    assert result.report.status == "infeasible"
    assert any("left alone" in note for note in result.report.notes)
    pose = world_pose(motion)
    path = pose.positions[10:40, motion.skeleton.index(joint)]
    if reference is None:
        wanders = 1e3 * np.linalg.norm(path - path.mean(axis=0), axis=1)
        np.testing.assert_allclose(outcome.worst, wanders.max(), rtol=1e-9)
        assert outcome.worst_frame == 10 + wanders.argmax()


def test_a_point_that_no_limb_holds_but_that_stays_is_met():
    _, result = left("nape", "Neck", reference="Neck")
    (outcome,) = result.report.constraints
    assert outcome.met
    assert outcome.worst < 1e-9


def test_a_known_place_counts_from_where_it_is():
    motion, result = left("head", "Head", fixed=True, start=10, stop=11)
    place = world_pose(motion).positions[10, motion.skeleton.index("Head")]
    np.testing.assert_allclose(result.report.constraints[0].worst, 1e3 * np.linalg.norm(place), rtol=1e-9)


def test_what_is_left_alone_stands_in_the_order_of_the_contacts():
    motion = walking(1.0, 60.0)
    contacts = Contacts(
        fps=motion.fps,
        contacts=(
            Contact(point="head", joint="Head", start=5, stop=9, position_m=NOWHERE),
            Contact(point="left_wrist", joint="LeftHand", start=10, stop=20, position_m=NOWHERE),
            Contact(point="nape", joint="Neck", start=30, stop=40, position_m=NOWHERE),
        ),
    )
    report = clean(motion, contacts, limbs_in(motion), CleanSettings()).report
    assert [c.name for c in report.constraints] == ["head 5:9", "left_wrist 10:20", "nape 30:40"]
    assert [c.met for c in report.constraints] == [False, True, False]
