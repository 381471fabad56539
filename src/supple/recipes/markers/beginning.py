"""The poses that a solve begins at, where a motion was given, and what of them may move."""

from __future__ import annotations

import numpy as np

from supple.core.motion import Motion
from supple.errors import InvalidValueError, ShapeError
from supple.solvers.markers.actor import Actor, columns_of
from supple.solvers.markers.posing import Poses
from supple.solvers.markers.segments import CHAINS, SEGMENTS
from supple.solvers.markers.starting import segment_dofs

_SAME_BONE = 0.002  # [m] what digits of files may change


def beginning(
    actor: Actor, start: Motion | None, segment: str | None, first: int, count: int, total: int
) -> tuple[Poses | None, np.ndarray | None]:
    """The poses to begin at, and what may move."""
    if start is None:
        if segment is not None:
            raise InvalidValueError("to solve one segment, a motion to begin at is needed for all others (--start).")
        return None, None
    names = actor.skeleton.names
    if start.skeleton.names != names:
        raise ShapeError(
            f"the motion to begin at has other joints ({len(start.skeleton)}) than the actor ({len(names)}). Use "
            "a result of this "
            f"actor: keep it with --save-skeleton, and give it back with --skeleton."
        )
    if segment is not None:
        _check_bones(actor, start)
    if start.frames == total:
        rows = slice(first, first + count)
    elif start.frames == count:
        rows = slice(0, count)
    elif start.frames == 1:
        roots, rotations = np.tile(start.root_positions, (count, 1)), np.tile(start.rotations, (count, 1, 1))
        return Poses(roots, rotations), _active(actor, segment)
    else:
        allowed = f"one or {count}" if count == total else f"one, {count} or {total}"
        raise ShapeError(f"the motion to begin at has {start.frames} frames; {allowed} are needed.")
    return Poses(start.root_positions[rows].copy(), start.rotations[rows].copy()), _active(actor, segment)


def _check_bones(actor: Actor, start: Motion) -> None:
    """What does not move must be this actor's."""
    off = np.linalg.norm(start.skeleton.offsets - actor.skeleton.offsets, axis=1)
    off[0] = 0.0  # where the root rests says nothing
    j = int(np.argmax(off))
    if off[j] > _SAME_BONE:
        raise InvalidValueError(
            f"the motion to begin at is another actor's: its bone to {actor.skeleton.names[j]} is "
            f"{1e3 * off[j]:.0f} mm off this one's. Use a result of this actor."
        )


def _active(actor: Actor, segment: str | None) -> np.ndarray | None:
    if segment is None:
        return None
    if segment not in CHAINS and segment not in SEGMENTS:
        raise InvalidValueError(f"there is no segment {segment!r}. Known: {', '.join((*CHAINS, *SEGMENTS))}.")
    active = segment_dofs(columns_of(actor), CHAINS.get(segment, (segment,)))
    if not active.any():
        raise InvalidValueError(f"nothing of {segment!r} moves in this skeleton: it has no markers.")
    return active
