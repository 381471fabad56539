"""A whole clip through the online solver, frame by frame."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from supple.core.contacts import Contacts, Floor
from supple.core.motion import Motion
from supple.recipes.online.legs import POINTS
from supple.recipes.online.retargeting import OnlineRetarget
from supple.recipes.retarget.retargeting import Both
from supple.solvers.cleanup.stream import Pose

_MISSED = 2e-3  # [m] a foot that is farther from its place cannot reach it


def through_clip(
    both: Both, contacts: Contacts, *, given: bool
) -> tuple[Motion, Literal["met", "stalled"], tuple[str, ...]]:
    """The source's clip on the target, how it went, and what a person should know.

    Contacts that are ``given`` say which heels and balls stand; else each frame is judged by those before it.
    """
    source = both.source
    floor, notes = _level(contacts.floor)
    stream = OnlineRetarget.of(both, fps=source.motion.fps, floor=floor, grounded=floor is not None)
    flags = flags_of(contacts, source.motion.frames, stream.points) if given else None
    motion, first = source.motion, source.first
    roots, turns = np.zeros((motion.frames, 3)), np.zeros((motion.frames, len(both.target.skeleton), 4))
    turns[:first] = both.target.skeleton.rest_rotations  # so that readers know the rows for what they are
    missed = 0
    for frame in range(first, motion.frames):
        offsets = None if motion.offsets is None else motion.offsets[frame]
        pose = Pose(motion.root_positions[frame], motion.rotations[frame], offsets)
        out = stream.push(pose, None if flags is None else flags[frame])
        roots[frame], turns[frame] = out.root_position, out.rotations
        missed += stream.miss_m > _MISSED
    roots[:first] = roots[first]
    if missed:
        notes = (*notes, f"in {missed} frames a planted foot is out of reach of its leg.")
    other = {c.point for c in contacts.contacts} - set(stream.points)
    if given and other:
        notes = (*notes, f"contacts of {', '.join(sorted(other))} are not held online, only heels and balls of feet.")
    made = Motion(
        both.target.skeleton,
        root_positions=roots,
        rotations=turns,
        frame_time=motion.frame_time,
        rest_rows=motion.rest_rows,
        provenance=replace(both.target.motion.provenance.without_rows(), warnings=()),
    )
    return made, "stalled" if missed else "met", notes


def flags_of(contacts: Contacts, frames: int, points: tuple[str, ...]) -> np.ndarray:
    """(F, L, 2) whether each of the named heels and balls stands."""
    flags = np.zeros((frames, len(points)), bool)
    for contact in contacts.contacts:
        if contact.point in points and contact.reference is None:
            flags[contact.start : contact.stop, points.index(contact.point)] = True
    return flags.reshape(frames, -1, len(POINTS))


def _level(floor: Floor | None) -> tuple[Floor | None, tuple[str, ...]]:
    """A floor of one level, which may be tilted; of others feet keep their own heights."""
    if floor is None:
        return None, ()
    if floor.belt_m_s is not None:
        return None, ("the ground is a belt: online, feet are held in the world, not on the belt.",)
    if len(floor.supports) > 1:
        return None, ("the ground has steps: online, feet keep the heights that the scaled motion has.",)
    return floor, ()
