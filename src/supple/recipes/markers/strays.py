"""Frames in which the skeleton is not where a marker is, though the marker is right.

A marker that is far off and wrong, by a reflection or a label of another marker, leaps there and back: it is dropped
and the rest of the body stands. One that goes there on its own path is where the body is, and the skeleton is wrong: a
back that bends farther than its one joint can, say, or a limb that was lost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.runs import runs_of
from supple.solvers.markers.outliers import FAR
from supple.solvers.markers.posing import marker_points
from supple.solvers.markers.refining import noise_of
from supple.solvers.markers.segments import joint_name
from supple.solvers.markers.solving import Solved
from supple.solvers.markers.swaps import predicted

_TIMES_NOISE = 2.0  # what the noise of a marker may add to its miss
_LEAP = 0.5  # part of the miss: who leaves its path by less did not leap there


@dataclass(frozen=True, slots=True)
class Stray:
    """A marker from which the skeleton is far off in the frames [start, stop)."""

    label: str
    joint: str  # the joint that carries it
    start: int
    stop: int
    worst_mm: float


def find_strays(solved: Solved, frame_time: float, first_frame: int = 0) -> tuple[Stray, ...]:
    """Markers that go far from the skeleton, or come back, without a leap; where neither is seen, nobody can tell."""
    actor, targets, off = solved.actor, solved.targets, solved.off
    if not (np.nan_to_num(off) > actor.size * FAR).any():
        return ()
    noise = noise_of(targets - marker_points(actor, solved.poses))
    far = np.nan_to_num(off) > actor.size * FAR + _TIMES_NOISE * noise  # cameras err as much on a child as on others
    ways = (predicted(targets, frame_time, actor.size), predicted(targets[::-1], frame_time, actor.size)[::-1])
    into, back = (np.linalg.norm(targets - way, axis=2) < _LEAP * off for way in ways)  # False where nothing is known
    return tuple(
        Stray(
            actor.labels[m],
            actor.skeleton.names[int(actor.joints[m])],
            first_frame + a,
            first_frame + b,
            1e3 * float(off[a:b, m].max()),
        )
        for m in np.flatnonzero(far.any(axis=0)).tolist()
        for a, b in runs_of(far[:, m])
        if into[a, m] or back[b - 1, m]
    )


def stray_notes(strays: tuple[Stray, ...]) -> list[str]:
    """One for every marker, the worst first, and what to do."""
    of: dict[str, list[Stray]] = {}
    for stray in sorted(strays, key=lambda stray: -stray.worst_mm):
        of.setdefault(stray.label, []).append(stray)
    return [_words(some) for some in of.values()]


def _words(strays: list[Stray]) -> str:
    worst, more = strays[0], len(strays) - 1
    also = f" and {more} more stretch{'es' if more > 1 else ''}" if more else ""
    back = " (the back has one joint, and bends all along)" if worst.joint == joint_name("thorax") else ""
    return (
        f"{worst.label} is up to {worst.worst_mm:.0f} mm off the skeleton in frames {worst.start}:{worst.stop}{also}, "
        f"and went there without a leap: {worst.joint} is wrong there{back}, or the marker came loose. Do not use "
        f"{worst.joint} in these frames; solve others with --frames, or, if it is the marker, leave it out with a "
        "--template."
    )
