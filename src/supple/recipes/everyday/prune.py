"""Fewer joints for the same movement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.freedom import BALL, FIXED
from supple.core.listing import listed
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.recipes.everyday.choosing import chosen_joints
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.headings import joint_path
from supple.recipes.everyday.pruned_contacts import contacts_on
from supple.recipes.roles import Given, known_roles

_STILL = 1e-12  # [m], or of a unit quaternion: what moves less does not move


@dataclass(frozen=True, slots=True, eq=False)
class Folded:
    """A joint in the frame of the kept joint above it: what the joints in between did is part of it."""

    rotations: np.ndarray  # (F, 4)
    offsets: np.ndarray  # (F, 3) [m]
    rest_rotation: np.ndarray  # (4,)
    rest_offset: np.ndarray  # (3,) [m]


@checked
def prune(
    motion: Motion,
    *,
    keep: Sequence[str] = (),
    drop: Sequence[str] = (),
    roles: Given = None,
    contacts: Contacts | None = None,
) -> Clip:
    """The motion of fewer joints: those of ``keep`` only (all, where it is empty) without those of ``drop``.

    Both name joints, roles, or groups: fingers, toes, face, twist, end-sites, roles. What pruned joints did goes over
    to the joints below, so that every kept joint is where it was. A joint that loses all that hung below it keeps a
    tip, unless end sites are dropped. A root can be pruned if one kept joint is above all others.
    """
    check_motion(motion, "pruned")
    found = known_roles(motion, roles)
    kept = _kept(motion.skeleton, found, keep, drop)
    tips = {} if "end-sites" in drop else _tips(motion.skeleton, kept)
    joints = sorted({*kept, *tips})
    parents = _parents(motion.skeleton, joints)
    folded = [_folded(motion, j, -1 if p < 0 else joints[p]) for j, p in zip(joints, parents, strict=True)]
    skeleton = _skeleton(motion, joints, parents, tips, folded)
    out, moving = _motion(motion, skeleton, joints, folded)
    on, notes = contacts_on(contacts, motion, kept)
    return Clip(out, on, (*_notes(motion, out, moving), *notes))


def _kept(skeleton: Skeleton, roles: Mapping[str, str], keep: Sequence[str], drop: Sequence[str]) -> list[int]:
    if not keep and not drop:
        raise InvalidValueError("say which joints to keep or to drop.")
    gone = chosen_joints(skeleton, roles, drop)
    wanted = chosen_joints(skeleton, roles, keep) if keep else set(range(len(skeleton)))
    wanted -= gone
    named = chosen_joints(skeleton, roles, [word for word in keep if word in skeleton])
    ends = [j for j in range(1, len(skeleton)) if skeleton.end_sites[j] and j not in named]
    for j in ends:  # a tip goes with its joint
        (wanted.add if skeleton.parents[j] in wanted and j not in gone else wanted.discard)(j)
    kept = sorted(wanted)
    tops = [j for j in kept if _above(skeleton, j, set(kept)) < 0]
    if not kept or skeleton.end_sites[kept].all():
        raise InvalidValueError("no joint would be left.")
    if len(tops) > 1:
        names = " and ".join(repr(skeleton.names[j]) for j in tops[:2])
        raise InvalidValueError(
            f"the figure would fall apart: nothing would hold {names} together. "
            f"Keep {skeleton.names[_meeting(skeleton, tops)]!r} as well."
        )
    return kept


def _above(skeleton: Skeleton, joint: int, kept: set[int]) -> int:
    """The nearest kept joint above a joint, or -1."""
    joint = int(skeleton.parents[joint])
    while joint >= 0 and joint not in kept:
        joint = int(skeleton.parents[joint])
    return joint


def _meeting(skeleton: Skeleton, joints: Sequence[int]) -> int:
    stops, top = skeleton.subtree_stops(), min(joints)
    while not all(top <= j < stops[top] for j in joints):
        top = int(skeleton.parents[top])
    return top


def _tips(skeleton: Skeleton, kept: Sequence[int]) -> dict[int, str]:
    """Pruned joints that remain as tips of joints that lost all below them -> what they are called."""
    known, stops, tips = set(kept), skeleton.subtree_stops(), {}
    names = {skeleton.names[j] for j in kept}
    for j in kept:
        below = [k for k in skeleton.children(j) if k not in known]
        if not below or any(k in known for k in range(j + 1, int(stops[j]))):
            continue
        away = np.linalg.norm(skeleton.offsets[below] - skeleton.offsets[below].mean(axis=0), axis=1)
        name = f"{skeleton.names[j]}_end"
        while name in names:
            name += "_2"
        tips[below[int(np.argmin(away))]] = name
        names.add(name)
    return tips


def _parents(skeleton: Skeleton, joints: Sequence[int]) -> list[int]:
    known = {j: k for k, j in enumerate(joints)}
    above = [_above(skeleton, j, set(joints)) for j in joints]
    return [known.get(j, -1) for j in above]


def _folded(motion: Motion, joint: int, parent: int) -> Folded:
    """A joint seen from the kept joint above it; the new root from the world."""
    skeleton = motion.skeleton
    if parent < 0:
        places, turns = joint_path(motion, joint)
        rest_place, rest_turn = skeleton.offsets[0], skeleton.rest_rotations[0]
        for j in _line(skeleton, joint, 0):
            rest_place = rest_place + quaternions.rotate(rest_turn, skeleton.offsets[j])
            rest_turn = quaternions.multiply(rest_turn, skeleton.rest_rotations[j])
        return Folded(quaternions.normalized(turns) if joint else turns, places, rest_turn, rest_place)
    turns, places = quaternions.identity(motion.frames), np.zeros((motion.frames, 3))
    rest_turn, rest_place = np.array(quaternions.IDENTITY), np.zeros(3)
    line = _line(skeleton, joint, parent)
    if len(line) == 1:
        own = np.broadcast_to(skeleton.offsets[joint], places.shape)
        offsets = own if motion.offsets is None else motion.offsets[:, joint]
        return Folded(motion.rotations[:, joint], offsets, skeleton.rest_rotations[joint], skeleton.offsets[joint])
    for j in line:
        own = np.broadcast_to(skeleton.offsets[j], places.shape)
        places = places + quaternions.rotate(turns, own if motion.offsets is None else motion.offsets[:, j])
        turns = quaternions.multiply(turns, motion.rotations[:, j])
        rest_place = rest_place + quaternions.rotate(rest_turn, skeleton.offsets[j])
        rest_turn = quaternions.multiply(rest_turn, skeleton.rest_rotations[j])
    return Folded(quaternions.normalized(turns), places, rest_turn, rest_place)


def _line(skeleton: Skeleton, joint: int, top: int) -> list[int]:
    """The joints from below ``top`` down to ``joint``."""
    line: list[int] = []
    while joint != top:
        line.insert(0, joint)
        joint = int(skeleton.parents[joint])
    return line


def _skeleton(
    motion: Motion, joints: Sequence[int], parents: list[int], tips: Mapping[int, str], folded: Sequence[Folded]
) -> Skeleton:
    old = motion.skeleton
    freedoms, turns = [], []
    for k, (j, fold) in enumerate(zip(joints, folded, strict=True)):
        alone = int(old.parents[j]) == (-1 if parents[k] < 0 else joints[parents[k]]) or not _turns_more(
            motion, j, fold
        )
        turns.append(quaternions.IDENTITY if j in tips else fold.rest_rotation)
        freedoms.append(FIXED if j in tips else old.freedoms[j] if alone else BALL)
    return Skeleton(
        names=tuple(tips.get(j, old.names[j]) for j in joints),
        parents=np.array(parents),
        offsets=np.array([fold.rest_offset for fold in folded]),
        end_sites=np.array([bool(old.end_sites[j]) or j in tips for j in joints]),
        rest_rotations=quaternions.normalized(np.array(turns)),
        freedoms=tuple(freedoms),
    )


def _turns_more(motion: Motion, joint: int, fold: Folded) -> bool:
    """Whether pruned joints above a joint add turns that are not its own."""
    rest = motion.skeleton.rest_rotations[joint]
    before = quaternions.multiply(fold.rest_rotation, quaternions.conjugate(rest))
    missed = quaternions.multiply(before, motion.rotations[:, joint]) - fold.rotations
    summed = quaternions.multiply(before, motion.rotations[:, joint]) + fold.rotations
    return bool(np.minimum(np.abs(missed).max(axis=1), np.abs(summed).max(axis=1)).max() > _STILL)


def _motion(
    motion: Motion, skeleton: Skeleton, joints: Sequence[int], folded: Sequence[Folded]
) -> tuple[Motion, list[str]]:
    """The motion of the kept joints, and the names of those that now move in their parent's frame."""
    rotations = np.stack([fold.rotations for fold in folded], axis=1)
    rotations[:, skeleton.end_sites] = skeleton.rest_rotations[skeleton.end_sites]
    offsets = np.stack([fold.offsets for fold in folded], axis=1)
    root = offsets[:, 0].copy()
    offsets[:, 0] = skeleton.offsets[0]
    moves = np.abs(offsets - skeleton.offsets).max(axis=(0, 2)) > _STILL
    source = motion.provenance
    channels = tuple(source.channels[j] for j in joints) if source.channels else ()
    out = replace(
        motion,
        skeleton=skeleton,
        root_positions=root,
        rotations=rotations,
        offsets=offsets if moves.any() or motion.offsets is not None else None,
        provenance=replace(source, channels=channels),
    )
    newly = [skeleton.names[k] for k in np.flatnonzero(moves) if motion.offsets is None]
    return out, newly


def _notes(before: Motion, after: Motion, moving: Sequence[str]) -> list[str]:
    gone = len(before.skeleton) - len(after.skeleton)
    notes = [f"{gone} of {len(before.skeleton)} joints and end sites were pruned."]
    if after.skeleton.names[0] != before.skeleton.names[0]:
        notes.append(f"{after.skeleton.names[0]!r} is the root now, and travels as it did.")
    if moving:
        notes.append(
            f"joints hung from a pruned one that turned: their offsets now change over time ({listed(moving)})."
        )
    return notes
