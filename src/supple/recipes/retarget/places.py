"""What the source keeps still, on the target: the same points, where the target has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import numpy as np

from supple.constraints.names import Effector, Names
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor, Target, Vec3
from supple.core.ground import on_ground, scaled_floor
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.roles import FOOT
from supple.errors import DocumentError
from supple.recipes.measures.scene import point_path
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.frames import BodyFrames
from supple.recipes.retarget.matching import Match
from supple.recipes.retarget.root import Scaling


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Both:
    """Two figures, what belongs together on them, and where the target goes."""

    source: Figure
    target: Figure
    counterparts: Mapping[int, int]  # source joint -> target joint
    frames: tuple[BodyFrames, BodyFrames]  # of source and target
    scaling: Scaling
    motion: Motion  # the target's
    pose: WorldPose  # of that
    floor: Floor | None  # the target's


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
    both = _Both(
        source=source, target=target, counterparts={s: t for t, s in match.pairs.items()}, frames=frames,
        scaling=scaling, motion=motion, pose=world_pose(motion), floor=scaled_floor(contacts.floor, scaling.factor),
    )  # fmt: skip
    found, lost = list[Contact](), dict[str, str]()
    for contact in contacts.contacts:
        carried = _contact(contact, both)
        if isinstance(carried, str):
            lost[contact.point] = carried
        else:
            found.append(carried)
    targets = [(given.joint, _target(given, both)) for given in contacts.targets]
    notes = [f"contacts of {name} are left out: {why}." for name, why in lost.items()]
    notes += [f"targets of {joint!r} are left out: the character has no such joint." for joint, t in targets if not t]
    if contacts.geometric:
        notes.append(f"{len(contacts.geometric)} geometric constraints of the source are left out.")
    return msgspec.structs.replace(
        contacts, floor=both.floor, contacts=tuple(found), targets=tuple(t for _, t in targets if t), geometric=(),
        notes=(*contacts.notes, *notes),
    )  # fmt: skip


def _contact(contact: Contact, both: _Both) -> Contact | str:
    """A contact on the target, or why it has none."""
    point = _point(contact, both)
    if point is None:
        return "the character has no such point"
    joint = both.target.skeleton.names[point.joint]
    moved = msgspec.structs.replace(contact, joint=joint, offset_m=point.point)
    if contact.reference is not None:
        riding = _riding(moved, both)
        return f"the character has nothing in place of {contact.reference!r}" if riding is None else riding
    if contact.fixed:
        return _at(moved, both.scaling.places(np.array(contact.position_m)))
    path = point_path(both.pose, point, slice(contact.start, contact.stop))
    place = _mean_place(path, contact, both.motion, both.floor)
    return _at(moved, on_ground(place, both.floor) if contact.point.endswith(FOOT) else place)


def _point(contact: Contact, both: _Both) -> Effector | None:
    """The same point on the target: by its name, else by the joint that it is on."""
    source, target = both.source, both.target
    if contact.point in _points(target.names) and contact.point in _points(source.names):
        return target.names.effector(contact.point)
    if contact.joint is None or contact.joint not in source.skeleton:
        return None
    joint = both.counterparts.get(source.skeleton.index(contact.joint))
    return None if joint is None else Effector(joint)


def _points(names: Names) -> set[str]:
    return {*names.given, *names.placed, *names.roles}


def _riding(contact: Contact, both: _Both) -> Contact | None:
    """A place that rides with a joint, as far from that joint's counterpart as the figure is larger."""
    source, target, frames = both.source, both.target, both.frames
    reference = source.skeleton.index(contact.reference or "")
    joint = both.counterparts.get(reference)
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


def _target(given: Target, both: _Both) -> Target | None:
    """A given pose of an end effector, scaled, and turned as the target's joint has to be."""
    source, frames = both.source, both.frames
    if given.joint not in source.skeleton:
        raise DocumentError(f"targets: there is no joint {given.joint!r} on the source.")
    old = source.skeleton.index(given.joint)
    joint = both.counterparts.get(old)
    if joint is None:
        return None
    turn = quaternions.multiply(frames[0].own[old], quaternions.conjugate(frames[1].own[joint]))
    places = tuple(_vec(p) for p in both.scaling.places(np.array(given.positions_m)))
    turns = quaternions.multiply(np.array(given.wxyz).reshape(-1, 4), turn)
    return msgspec.structs.replace(
        given, joint=both.target.skeleton.names[joint], positions_m=places, wxyz=tuple(map(tuple, turns.tolist()))
    )


def _vec(place: np.ndarray) -> Vec3:
    x, y, z = (float(value) for value in place)
    return x, y, z
