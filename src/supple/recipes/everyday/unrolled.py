"""A cycle and what comes before and after it: the same again, moved on by what a cycle travels."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec
import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.recipes.everyday.contact_chain import merged, shifted
from supple.recipes.everyday.contact_spans import cut
from supple.recipes.everyday.ground_moves import Move

_UP = (0.0, 1.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Closed:
    """A motion that goes on with its first frame after its last, moved by ``move``."""

    motion: Motion
    move: Move


def unrolled(cycle: Closed, start: int, stop: int) -> Motion:
    """The frames ``[start, stop)`` of a cycle that goes on for ever; frame 0 is its first."""
    motion, count = cycle.motion, cycle.motion.frames
    frames = np.arange(start, stop)
    index, rounds = frames % count, frames // count
    places, rotations = motion.root_positions[index].copy(), motion.rotations[index].copy()
    for k in np.unique(rounds).tolist():
        move, mine = cycle.move.times(k), rounds == k
        places[mine] = quaternions.rotate(move.turn, places[mine]) + move.shift
        rotations[mine, 0] = quaternions.multiply(move.turn, rotations[mine, 0])
    return replace(
        motion,
        root_positions=places,
        rotations=rotations,
        offsets=None if motion.offsets is None else motion.offsets[index],
        provenance=motion.provenance.with_frames(index),
    )


def unrolled_contacts(contacts: Contacts, cycle: Closed, start: int, stop: int) -> Contacts:
    """Contacts of :func:`unrolled` motion; what stands at the end of a round and the start of the next goes on."""
    count = cycle.motion.frames
    first, last = start // count, -(-stop // count)
    rounds = [shifted(cycle.move.times(k).contacts(contacts), (k - first) * count) for k in range(first, last)]
    whole = merged(rounds, near=np.inf)
    return cut(whole, start - first * count, stop - first * count)


def placed_anew(contacts: Contacts, motion: Motion) -> Contacts:
    """Contacts of a closed cycle: at the places that its motion has for their points, on level ground.

    Places that are known stay, and so do those on a belt. choice: a cycle comes back to its height, so a slope that it
    was cut from becomes level ground at the height under its middle.
    """
    if contacts.belt_m_s is not None:
        return contacts
    pose = world_pose(motion)
    places = tuple(_placed(c, motion, pose) for c in contacts.contacts)
    floor = contacts.floor
    if floor is not None and floor.normal != _UP:
        x, _, z = motion.root_positions[motion.frames // 2].tolist()
        under = floor.height_m - (floor.normal[0] * x + floor.normal[2] * z) / floor.normal[1]
        supports = tuple(height - floor.height_m + under for height in floor.supports)
        floor = msgspec.structs.replace(floor, height_m=under, normal=_UP, supports=supports)
    return msgspec.structs.replace(contacts, contacts=places, floor=floor)


def _placed(contact: Contact, motion: Motion, pose: WorldPose) -> Contact:
    if contact.fixed or contact.reference is not None or contact.joint is None or contact.offset_m is None:
        return contact
    joint, frames = motion.skeleton.index(contact.joint), slice(contact.start, contact.stop)
    path = pose.positions[frames, joint] + quaternions.rotate(pose.rotations[frames, joint], np.array(contact.offset_m))
    x, y, z = path.mean(axis=0).tolist()
    return msgspec.structs.replace(contact, position_m=(x, y, z))
