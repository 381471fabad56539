"""Contacts that are kept beside an edit's own wishes."""

import pytest

from supple.constraints.model import Edit, Footplant, PlaceGoal, Position
from supple.recipes.detect import detect
from supple.recipes.edit import edit
from supple.recipes.kept_contacts import with_contacts
from supple.recipes.names import motion_names
from supple.recipes.walk import walking


def test_a_foot_is_lifted_in_its_flight_and_stands_before_and_after_as_it_did():
    motion = walking(3.0)
    names, contacts = motion_names(motion), detect(motion)
    stop = min(c.stop for c in contacts.contacts if c.point == "left_ball" and c.stop > 40)
    start = min(c.start for c in contacts.contacts if c.point == "left_heel" and c.start > stop)
    keys = [f"{stop}f", f"{stop + 8}f", f"{stop + 8}f", f"{start - 1}f"]
    lift = Position(
        effector="left_ankle", recruit="left_hip", goals=(PlaceGoal(when=tuple(keys), offset=(0.0, 0.16, 0.0)),)
    )
    kept = with_contacts(Edit(constraints=(lift,)), contacts, motion, names)
    assert kept.notes == ()  # no step gives way
    steps = [c for c in kept.edit.constraints if isinstance(c, Footplant) and c.foot == "left"]
    assert [step.ease for step in steps].count((0.2, 0.2)) == len(steps) - 2  # the one before, and the one after
    outcomes = edit(motion, kept.edit, roles=names).report.constraints
    assert max(outcome.worst for outcome in outcomes) == pytest.approx(0.0, abs=2.0)  # [mm]
