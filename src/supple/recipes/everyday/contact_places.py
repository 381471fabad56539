"""Contacts whose places, joints or sizes change: when the world is moved, the figure mirrored, renamed or scaled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor, GaitEvents, Geometric, Quat, Target, Vec3

Vectors = Callable[[np.ndarray, str | None], np.ndarray]  # (3,), seen from a joint or in the world -> (3,)


def _same_vector(vector: np.ndarray, seen_from: str | None) -> np.ndarray:
    return vector


def _same_turn(q: np.ndarray, joint: str, seen_from: str | None) -> np.ndarray:
    return q


def _same_name(name: str) -> str:
    return name


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What happens to places, directions, turns and names."""

    place: Vectors = _same_vector  # of a point, in the frame of the joint named, or in the world
    direction: Vectors = _same_vector  # of a velocity or an axis
    turn: Callable[[np.ndarray, str, str | None], np.ndarray] = _same_turn  # of a joint (4,), seen from a joint or None
    joint: Callable[[str], str] = _same_name
    point: Callable[[str], str] = _same_name


def moved(contacts: Contacts, rotation: np.ndarray, translation: np.ndarray) -> Contacts:
    """Contacts of a figure that was moved with its world: turned by ``rotation`` (4,), then shifted [m]."""

    def place(p: np.ndarray, seen_from: str | None) -> np.ndarray:
        return p if seen_from is not None else quaternions.rotate(rotation, p) + translation

    def direction(d: np.ndarray, seen_from: str | None) -> np.ndarray:
        return d if seen_from is not None else quaternions.rotate(rotation, d)

    def turn(q: np.ndarray, joint: str, seen_from: str | None) -> np.ndarray:
        return q if seen_from is not None else quaternions.multiply(rotation, q)

    return changed(contacts, Change(place=place, direction=direction, turn=turn))


def renamed(contacts: Contacts, names: Mapping[str, str]) -> Contacts:
    """Contacts of a figure whose joints are called otherwise; points that are called after a joint follow it."""

    def name(old: str) -> str:
        return names.get(old, old)

    return changed(contacts, Change(joint=name, point=name))


def scaled(contacts: Contacts, factor: float) -> Contacts:
    """Contacts of a figure and a world that are ``factor`` times as large."""

    def times(vector: np.ndarray, seen_from: str | None) -> np.ndarray:
        return vector * factor

    kept = changed(contacts, Change(place=times))
    floor = kept.floor
    if floor is None or floor.belt_m_s is None:
        return kept
    belt = _vec3(np.array(floor.belt_m_s) * factor)
    return msgspec.structs.replace(kept, floor=msgspec.structs.replace(floor, belt_m_s=belt))


def exchanged_sides(events: GaitEvents) -> GaitEvents:
    """The steps of the left foot as those of the right one, and the other way round."""
    return GaitEvents(left=events.right, right=events.left)


def changed(contacts: Contacts, change: Change) -> Contacts:
    """All places, directions, turns and names of contacts after a change; frames stay."""
    return msgspec.structs.replace(
        contacts,
        floor=None if contacts.floor is None else _floor(contacts.floor, change),
        contacts=tuple(_contact(contact, change) for contact in contacts.contacts),
        geometric=tuple(_geometric(geometric, change) for geometric in contacts.geometric),
        targets=tuple(_target(target, change) for target in contacts.targets),
    )


def _contact(contact: Contact, change: Change) -> Contact:
    offset = contact.offset_m
    if offset is not None and contact.joint is not None:
        offset = _vec3(change.place(np.array(offset), contact.joint))
    return msgspec.structs.replace(
        contact,
        point=change.point(contact.point),
        joint=None if contact.joint is None else change.joint(contact.joint),
        offset_m=offset,
        position_m=_vec3(change.place(np.array(contact.position_m), contact.reference)),
        reference=None if contact.reference is None else change.joint(contact.reference),
    )


def _floor(floor: Floor, change: Change) -> Floor:
    """The plane of every height, after the change: told by where it is over the origin."""
    origin = np.zeros(3)
    still = change.place(origin, None)
    up = change.direction(np.array(floor.normal), None)
    if up[1] < 0.0:
        up = -up

    def over_origin(height: float) -> float:
        there = change.place(np.array([0.0, height, 0.0]), None)
        return float(up @ there / up[1]) if up[1] > 0.0 else float(there[1] - still[1])

    belt = floor.belt_m_s
    return msgspec.structs.replace(
        floor,
        height_m=over_origin(floor.height_m),
        normal=_vec3(up),
        supports=tuple(over_origin(height) for height in floor.supports),
        belt_m_s=None if belt is None else _vec3(change.direction(np.array(belt), None)),
    )


def _geometric(found: Geometric, change: Change) -> Geometric:
    direction, wxyz = found.direction, found.wxyz
    return msgspec.structs.replace(
        found,
        joint=change.joint(found.joint),
        origin_m=_vec3(change.place(np.array(found.origin_m), found.reference)),
        direction=None if direction is None else _vec3(change.direction(np.array(direction), found.reference)),
        wxyz=None if wxyz is None else _quat(change.turn(np.array(wxyz), found.joint, found.reference)),
        reference=None if found.reference is None else change.joint(found.reference),
    )


def _target(target: Target, change: Change) -> Target:
    return msgspec.structs.replace(
        target,
        joint=change.joint(target.joint),
        positions_m=tuple(_vec3(change.place(np.array(p), None)) for p in target.positions_m),
        wxyz=tuple(_quat(change.turn(np.array(q), target.joint, None)) for q in target.wxyz),
    )


def _vec3(v: np.ndarray) -> Vec3:
    return float(v[0]), float(v[1]), float(v[2])


def _quat(q: np.ndarray) -> Quat:
    return float(q[0]), float(q[1]), float(q[2]), float(q[3])
