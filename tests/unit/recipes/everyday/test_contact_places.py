"""Contacts move with the figure: what a joint touches it still touches."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor, Geometric, Target
from supple.recipes.everyday.contact_places import moved, renamed, scaled

PLACE = (0.4, 0.1, -0.7)
CONTACTS = Contacts(
    fps=60.0,
    floor=Floor(height_m=0.2, normal=(0.0, 0.8, 0.6), supports=(0.2, 0.5), belt_m_s=(0.0, 0.0, -1.0)),
    contacts=(
        Contact(point="Foot", joint="Foot", offset_m=(0.0, -0.1, 0.0), start=0, stop=4, position_m=PLACE),
        Contact(point="left_wrist", joint="Hand", start=0, stop=4, position_m=PLACE, reference="Foot"),
    ),
    geometric=(Geometric(joint="Hand", kind="line", start=0, stop=3, origin_m=PLACE, direction=(0.0, 0.0, 1.0)),),
    targets=(Target(joint="Hand", start=1, positions_m=(PLACE,), wxyz=((1.0, 0.0, 0.0, 0.0),)),),
)
angles = st.floats(-1.0, 1.0)


@given(st.tuples(angles, angles, angles), st.tuples(angles, angles, angles))
def test_a_move_and_back_is_where_it_was(turn, shift):
    rotation = quaternions.exp(0.5 * np.array(turn))
    there = moved(CONTACTS, rotation, np.array(shift))
    back = quaternions.conjugate(rotation)
    again = moved(there, back, -quaternions.rotate(back, np.array(shift)))
    assert again.contacts[0].position_m == pytest.approx(PLACE, abs=1e-12)
    assert again.floor.height_m == pytest.approx(0.2, abs=1e-9)
    assert again.floor.normal == pytest.approx(CONTACTS.floor.normal, abs=1e-12)
    assert again.floor.supports == pytest.approx((0.2, 0.5), abs=1e-9)
    assert again.geometric[0].direction == pytest.approx((0.0, 0.0, 1.0), abs=1e-12)


@given(st.tuples(angles, angles, angles), st.tuples(angles, angles, angles))
def test_a_place_on_the_floor_stays_on_it(turn, shift):
    rotation = quaternions.exp(0.5 * np.array(turn))
    x, z = 0.3, -0.4
    on = np.array([x, 0.2 - (0.6 * z) / 0.8, z])
    floor = moved(CONTACTS, rotation, np.array(shift)).floor
    there = quaternions.rotate(rotation, on) + np.array(shift)
    over = there - (0.0, floor.height_m, 0.0)
    assert float(np.array(floor.normal) @ over) == pytest.approx(0.0, abs=1e-9)


def test_places_that_ride_with_a_joint_stay_in_its_frame():
    there = moved(CONTACTS, quaternions.about_axis("y", np.array(1.0)), np.array([1.0, 2.0, 3.0]))
    assert there.contacts[1].position_m == PLACE
    assert there.contacts[0].offset_m == (0.0, -0.1, 0.0)


def test_names_follow_the_joints_and_points_called_after_them():
    there = renamed(CONTACTS, {"Foot": "Pes", "Hand": "Manus"})
    assert [(c.point, c.joint, c.reference) for c in there.contacts] == [
        ("Pes", "Pes", None),
        ("left_wrist", "Manus", "Pes"),
    ]
    assert there.geometric[0].joint == there.targets[0].joint == "Manus"


def test_scaled_contacts_are_as_far_apart_as_the_figure():
    there = scaled(CONTACTS, 2.0)
    assert there.contacts[0].position_m == pytest.approx(np.multiply(PLACE, 2.0))
    assert there.contacts[0].offset_m == pytest.approx((0.0, -0.2, 0.0))
    assert there.floor.height_m == pytest.approx(0.4)
    assert there.floor.supports == pytest.approx((0.4, 1.0))
    assert there.floor.belt_m_s == (0.0, 0.0, -2.0)
    assert there.floor.normal == CONTACTS.floor.normal
