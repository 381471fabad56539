"""Left becomes right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import msgspec
import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.listing import listed
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.pose import posed_frames
from supple.errors import InvalidValueError
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_places import Change, changed, exchanged_sides
from supple.recipes.everyday.partners import NONE, partners
from supple.recipes.everyday.sagittal import Plane, frame_turns
from supple.recipes.roles import Given, known_roles

Across = Literal["own", "x", "z"]

_LEVEL = 0.5  # length of the level part of a direction, from which it tells where left is
_UNEQUAL = 1e-3  # [m] sides whose bones differ by more are told


@dataclass(frozen=True, slots=True, eq=False)
class _Mirror:
    """Everything that the mirror image of a figure is made from."""

    partner: np.ndarray  # (J,) the joint whose image each one shows
    turns: np.ndarray  # (J, 4) R of every joint's frame, see ``sagittal``
    anchor: int
    plane: Plane


@checked
def mirror(
    motion: Motion,
    *,
    across: Across = "own",
    roles: Given = None,
    contacts: Contacts | None = None,
) -> Clip:
    """The same figure doing with its left what it did with its right; done twice it is the motion again.

    The world is mirrored across the figure's own middle plane in its first moving frame (``across="own"``), so that it
    starts in the same place with the same heading, or across the world's plane at x = 0 or z = 0. Joints follow their
    partners by roles, names and the shape of the tree; the skeleton and the rest rows stay. Where left and right bones
    differ in length the pose is the mirror image as far as the bones permit.
    """
    check_motion(motion, "mirrored")
    found = known_roles(motion, roles)
    partner = partners(motion.skeleton, found)
    if partner is None:
        raise InvalidValueError(
            "this figure has no left and right to exchange: no joints were found that belong to sides. "
            "Say which they are in a roles document (`supple print roles`)."
        )
    image = _mirror_of(motion, partner, found.get("hips"), across)
    start = first_moving_frame(motion)
    root, rotations = motion.root_positions.copy(), motion.rotations.copy()
    root[start:] = image.plane.places(root[start:])
    rotations[start:] = _rotations(motion.rotations[start:], motion, image)
    mirrored = replace(motion, root_positions=root, rotations=rotations, offsets=_offsets(motion, image, start))
    kept, dropped = (None, 0) if contacts is None else _contacts(contacts, motion, image)
    return Clip(mirrored, kept, tuple(_notes(motion, image, dropped)))


def _mirror_of(motion: Motion, partner: np.ndarray, hips: str | None, across: Across) -> _Mirror:
    anchor = 0 if hips is None else motion.skeleton.index(hips)
    turns, whole = frame_turns(motion, partner, anchor)
    start = first_moving_frame(motion)
    above = [] if whole and motion.offsets is None else _above(motion, anchor)
    pose = [_world_turn(motion.rotations[start : start + 1], motion, j)[0] for j in (*above, anchor)]
    plane = _own_plane(motion, anchor, turns[anchor], pose[-1]) if across == "own" else _world_plane(across)
    for j, turned in zip(above, pose, strict=False):  # what carries the hips keeps its turn in the first frame
        turns[j] = quaternions.multiply(quaternions.conjugate(turned), quaternions.multiply(plane.half_turn, turned))
    return _Mirror(partner, turns, anchor, plane)


def _above(motion: Motion, joint: int) -> list[int]:
    """The ancestors of a joint, from the root down."""
    line: list[int] = []
    while joint > 0:
        joint = int(motion.skeleton.parents[joint])
        line.insert(0, joint)
    return line


def _own_plane(motion: Motion, anchor: int, turn: np.ndarray, turned: np.ndarray) -> Plane:
    """Through the hips where the motion starts, upright, across the figure's left.

    All of it is the same for the mirror image: the hips' own left, and the place that carries the figure.
    """
    left = turn[1:]
    level = quaternions.rotate(turned, left) * (1.0, 0.0, 1.0)
    if np.linalg.norm(level) < _LEVEL:  # lying on a side: across what lies level
        along = np.eye(3)[np.argmin(np.abs(left))]
        ahead = quaternions.rotate(turned, along - (along @ left) * left)
        level = np.array([ahead[2], 0.0, -ahead[0]])
    start = first_moving_frame(motion)
    point = motion.root_positions[start]
    if anchor and motion.offsets is not None:  # a root that stays behind, and hips that travel
        point = posed_frames(motion, slice(start, start + 1))[0, anchor]
    return Plane(point, level / np.linalg.norm(level))


def _world_plane(across: Across) -> Plane:
    if across not in ("x", "z"):
        raise InvalidValueError(f"a motion is mirrored across 'own', 'x' or 'z'; got {across!r}.")
    return Plane(np.zeros(3), np.eye(3)[0 if across == "x" else 2])


def _world_turn(rotations: np.ndarray, motion: Motion, joint: int, top: int = -1) -> np.ndarray:
    """(F, 4) how a joint is turned in the frame of ``top``, an ancestor, or in the world."""
    turned = quaternions.identity(len(rotations))
    while joint != top:
        turned = quaternions.multiply(rotations[:, joint], turned)
        joint = int(motion.skeleton.parents[joint])
    return turned


def _rotations(rotations: np.ndarray, motion: Motion, image: _Mirror) -> np.ndarray:
    """(F, J, 4) the mirror image's local rotations."""
    out = rotations.copy()
    parents, turns = motion.skeleton.parents, image.turns
    out[:, 0] = quaternions.multiply(quaternions.multiply(image.plane.half_turn, rotations[:, 0]), turns[0])
    for j in range(1, out.shape[1]):
        source = int(image.partner[j])
        if source == NONE or motion.skeleton.end_sites[j]:
            continue
        top = int(parents[j])  # nearest above j that shows something above the source
        while image.partner[top] == NONE or not _is_above(motion, int(image.partner[top]), source):
            top = int(parents[top])
        shown = int(image.partner[top])
        turned = _world_turn(rotations, motion, source, shown)
        turned = quaternions.multiply(quaternions.multiply(quaternions.conjugate(turns[shown]), turned), turns[source])
        done = _world_turn(out, motion, int(parents[j]), top)
        out[:, j] = quaternions.multiply(quaternions.conjugate(done), turned) if top != parents[j] else turned
    return quaternions.normalized(out)


def _is_above(motion: Motion, top: int, joint: int) -> bool:
    while joint > top:
        joint = int(motion.skeleton.parents[joint])
    return joint == top


def _offsets(motion: Motion, image: _Mirror, start: int) -> np.ndarray | None:
    """(F, J, 3) of bones that stretch: as the partner's do, on top of the joint's own length.

    What lies between the root and the hips is no bone but the figure's travel, and is mirrored as a whole.
    """
    if motion.offsets is None:
        return None
    out, rest = motion.offsets.copy(), motion.skeleton.offsets
    for j in range(1, out.shape[1]):
        source = int(image.partner[j])
        if source == NONE:
            continue
        turn = quaternions.conjugate(image.turns[motion.skeleton.parents[source]])
        own, base = (np.zeros(3), np.zeros(3)) if j <= image.anchor else (rest[j], rest[source])
        out[start:, j] = own - quaternions.rotate(turn, motion.offsets[start:, source] - base)
    return out


def _contacts(contacts: Contacts, motion: Motion, image: _Mirror) -> tuple[Contacts, int]:
    """Contacts of the mirror image, and how many were left out because their joint has no partner."""
    skeleton = motion.skeleton
    plane, turns = image.plane, image.turns

    def lone(name: str | None) -> bool:
        return name is not None and name in skeleton and image.partner[skeleton.index(name)] == NONE

    def joint(name: str) -> str:
        return skeleton.names[image.partner[skeleton.index(name)]] if name in skeleton else name

    def point(name: str) -> str:
        side, _, part = name.partition("_")
        return f"{_OTHER[side]}_{part}" if side in _OTHER and name not in skeleton else joint(name)

    def direction(v: np.ndarray, seen_from: str | None) -> np.ndarray:
        if seen_from is None:
            return plane.directions(v)
        return -quaternions.rotate(quaternions.conjugate(turns[skeleton.index(seen_from)]), v)

    def place(p: np.ndarray, seen_from: str | None) -> np.ndarray:
        return plane.places(p) if seen_from is None else direction(p, seen_from)

    def turn(q: np.ndarray, joint: str, seen_from: str | None) -> np.ndarray:
        seen = plane.half_turn if seen_from is None else quaternions.conjugate(turns[skeleton.index(seen_from)])
        return quaternions.multiply(quaternions.multiply(seen, q), turns[skeleton.index(joint)])

    held = tuple(c for c in contacts.contacts if not (lone(c.joint) or lone(c.reference)))
    found = tuple(g for g in contacts.geometric if not (lone(g.joint) or lone(g.reference)))
    targets = tuple(t for t in contacts.targets if not lone(t.joint))
    kept = msgspec.structs.replace(
        contacts, contacts=held, geometric=found, targets=targets, events=exchanged_sides(contacts.events)
    )
    before = len(contacts.contacts) + len(contacts.geometric) + len(contacts.targets)
    change = Change(place=place, direction=direction, turn=turn, joint=joint, point=point)
    return changed(kept, change), before - len(held) - len(found) - len(targets)


_OTHER = {"left": "right", "right": "left"}


def _notes(motion: Motion, image: _Mirror, dropped: int) -> list[str]:
    skeleton, notes = motion.skeleton, []
    alone = [skeleton.names[j] for j in np.flatnonzero(image.partner == NONE)]
    if alone:
        notes.append(f"joints without the like on the other side keep their own turns: {listed(alone)}.")
    if dropped:
        notes.append(f"{dropped} contacts of joints without the like on the other side were left out.")
    far, name = _unequal(motion, image)
    if far > _UNEQUAL:
        notes.append(
            f"left and right differ by up to {far * 1e3:.0f} mm from bone to bone (at {name}): "
            "poses are mirror images but for that."
        )
    return notes


def _unequal(motion: Motion, image: _Mirror) -> tuple[float, str]:
    """By how much the bones of one side are no mirror images of the other's, at worst [m], and where."""
    skeleton, worst = motion.skeleton, (0.0, "")
    for j in range(image.anchor + 1, len(skeleton)):
        other, above = int(image.partner[j]), int(skeleton.parents[j])
        if other != NONE and image.partner[above] == skeleton.parents[other]:
            missed = skeleton.offsets[j] + quaternions.rotate(image.turns[above], skeleton.offsets[other])
            worst = max(worst, (float(np.linalg.norm(missed)), skeleton.names[j]))
    return worst
