"""What the source keeps still, on the target: the same points, where the target has them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from supple.constraints.names import Effector, Names
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor, Target, Vec3
from supple.core.ground import ground_of
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.roles import FOOT
from supple.errors import DocumentError
from supple.recipes.measures.scene import point_path
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.frames import BodyFrames
from supple.recipes.retarget.matching import Match
from supple.recipes.retarget.root import Scaling


def carried_over(
    contacts: Contacts,
    motion: Motion,
    source: Figure,
    target: Figure,
    match: Match,
    frames: tuple[BodyFrames, BodyFrames],
    scaling: Scaling,
) -> Contacts:
    """Contacts of the target in its ``motion``; ``frames`` are those of source and target.

    A point on the ground stays where the motion has it on the mean, at the height of the ground. A place that is known
    is scaled with the way of the root; one that rides with a joint is scaled with the body, in that joint's frame.
    """
    pose, counterparts = world_pose(motion), {s: t for t, s in match.pairs.items()}
    floor = _floor(contacts.floor, scaling)
    found, lost = [], dict[str, str]()
    for contact in contacts.contacts:
        point = _point(contact, source, target, counterparts)
        if point is None:
            lost[contact.point] = "the character has no such point"
            continue
        joint, offset = target.skeleton.names[point.joint], point.point
        moved = msgspec.structs.replace(contact, joint=joint, offset_m=offset)
        if contact.reference is not None:
            riding = _riding(moved, source, target, counterparts, frames)
            if riding is None:
                lost[contact.point] = f"the character has nothing in place of {contact.reference!r}"
                continue
            found.append(riding)
        elif contact.fixed:
            found.append(_at(moved, scaling.places(np.array(contact.position_m))))
        else:
            place = _mean_place(point_path(pose, point, slice(contact.start, contact.stop)), contact, motion, floor)
            found.append(_at(moved, _on_ground(place, floor) if contact.point.endswith(FOOT) else place))
    notes = [f"contacts of {name} are left out: {why}." for name, why in lost.items()]
    if contacts.geometric:
        notes.append(f"{len(contacts.geometric)} geometric constraints of the source are left out.")
    targets = tuple(
        t for t in (_target(t, source, target, counterparts, frames, scaling) for t in contacts.targets) if t
    )
    return msgspec.structs.replace(
        contacts, floor=floor, contacts=tuple(found), targets=targets, geometric=(),
        notes=(*contacts.notes, *notes),
    )  # fmt: skip


def _point(contact: Contact, source: Figure, target: Figure, counterparts: Mapping[int, int]) -> Effector | None:
    """The same point on the target: by its name, else by the joint that it is on."""
    if contact.point in _points(target.names) and contact.point in _points(source.names):
        return target.names.effector(contact.point)
    if contact.joint is None or contact.joint not in source.skeleton:
        return None
    joint = counterparts.get(source.skeleton.index(contact.joint))
    return None if joint is None else Effector(joint)


def _points(names: Names) -> set[str]:
    return {*names.given, *names.placed, *names.roles}


def _riding(
    contact: Contact,
    source: Figure,
    target: Figure,
    counterparts: Mapping[int, int],
    frames: tuple[BodyFrames, BodyFrames],
) -> Contact | None:
    """A place that rides with a joint, as far from that joint's counterpart as the figure is larger."""
    reference = source.skeleton.index(contact.reference or "")
    joint = counterparts.get(reference)
    if joint is None:
        return None
    seen = quaternions.rotate(quaternions.conjugate(frames[0].own[reference]), np.array(contact.position_m))
    place = quaternions.rotate(frames[1].own[joint], seen * (target.height / source.height))
    return msgspec.structs.replace(_at(contact, place), reference=target.skeleton.names[joint], fixed=True)


def _at(contact: Contact, place: np.ndarray) -> Contact:
    return msgspec.structs.replace(contact, position_m=_vec(place))


def _mean_place(path: np.ndarray, contact: Contact, motion: Motion, floor: Floor | None) -> np.ndarray:
    """Where a point (n, 3) is on the mean; on a belt, which carries it along, in the middle frame of the contact."""
    if floor is not None and floor.belt_m_s is not None:
        since = np.arange(contact.start, contact.stop) - contact.middle
        path = path - np.outer(since * motion.frame_time, floor.belt_m_s)
    return np.asarray(path.mean(axis=0))


def _on_ground(place: np.ndarray, floor: Floor | None) -> np.ndarray:
    """A place on the level of the ground that is nearest to it."""
    ground = ground_of(floor)
    if ground is None or floor is None:
        return place
    flat = np.asarray(ground(place[:1], place[2:]))[0]
    steps = [flat + height - floor.height_m for height in floor.supports or (floor.height_m,)]
    return np.array([place[0], min(steps, key=lambda height: abs(height - place[1])), place[2]])


def _floor(floor: Floor | None, scaling: Scaling) -> Floor | None:
    """The same ground; its steps and its belt are as much larger as the figure."""
    if floor is None:
        return None
    supports = tuple(floor.height_m + scaling.factor * (height - floor.height_m) for height in floor.supports)
    belt = None if floor.belt_m_s is None else _vec(scaling.factor * np.array(floor.belt_m_s))
    return msgspec.structs.replace(floor, supports=supports, belt_m_s=belt)


def _target(
    given: Target,
    source: Figure,
    target: Figure,
    counterparts: Mapping[int, int],
    frames: tuple[BodyFrames, BodyFrames],
    scaling: Scaling,
) -> Target | None:
    """A given pose of an end effector, scaled, and turned as the target's joint has to be."""
    if given.joint not in source.skeleton:
        raise DocumentError(f"targets: there is no joint {given.joint!r} on the source.")
    old = source.skeleton.index(given.joint)
    joint = counterparts.get(old)
    if joint is None:
        return None
    turn = quaternions.multiply(frames[0].own[old], quaternions.conjugate(frames[1].own[joint]))
    places = tuple(_vec(p) for p in scaling.places(np.array(given.positions_m)))
    turns = quaternions.multiply(np.array(given.wxyz).reshape(-1, 4), turn)
    return msgspec.structs.replace(
        given, joint=target.skeleton.names[joint], positions_m=places, wxyz=tuple(map(tuple, turns.tolist()))
    )


def _vec(place: np.ndarray) -> Vec3:
    x, y, z = (float(value) for value in place)
    return x, y, z
