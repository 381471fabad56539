"""Time-space consistency: constraints on one effector that follow or overlap each other are made to join.

While a stronger constraint acts, a weaker one on the same effector is not met, and when the stronger one ends the
effector would jump to it. So frames belong to the stronger one, and the weaker begins or ends where the stronger is,
with its velocity. Equal ones meet in the middle, in time and space.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from supple.constraints.curves.hermite import State, Velocities, frame_velocities, hermite


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """What one constraint wants of one effector."""

    effector: int
    priority: int  # 1 is the strongest
    start: int
    stop: int  # frames [start, stop)
    path: np.ndarray  # (F, 3) [m] over the whole clip: outside the stretch the effector's own


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A part of a stretch that stays: its target is the stretch's path plus ``offset``. Neighbours share a frame."""

    source: int  # which stretch
    start: int
    stop: int
    offset: np.ndarray  # (stop - start, 3) [m]


@dataclass(slots=True)
class _Part:
    """Frames of one effector that belong to one stretch, or to equal ones of one span."""

    sources: tuple[int, ...]
    priority: int
    first: int
    last: int  # inclusive
    begin: State | None = None  # where to meet the part before, if this one has to bend
    end: State | None = None


def overlap_sets(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Spans [start, stop) in sets: those that overlap, directly or through others. The sets in order of time."""
    sets: list[list[int]] = []
    reached = 0
    for k in sorted(range(len(spans)), key=lambda k: (spans[k], k)):
        if sets and spans[k][0] < reached:
            sets[-1].append(k)
        else:
            sets.append([k])
        reached = max(reached, spans[k][1]) if len(sets[-1]) > 1 else spans[k][1]
    return tuple(tuple(sorted(group)) for group in sets)


def joined(stretches: Sequence[Stretch]) -> tuple[Piece, ...]:
    """What is left of each stretch, so that pieces on one effector do not overlap, and join without a jump.

    A stretch wholly inside a stronger one leaves no piece; one around a stronger one leaves two. Gaps between
    stretches of one effector in one set are closed by the weaker one. choice: of two equal stretches, one inside the
    other, the inner one counts as the stronger (it is the more particular wish); two of the same span both stay, for
    weights to decide.
    """
    pieces: list[Piece] = []
    for group in overlap_sets([(s.start, s.stop) for s in stretches]):
        for effector in sorted({stretches[k].effector for k in group}):
            mine = [k for k in group if stretches[k].effector == effector]
            pieces += _chained(_shared_out(mine, stretches), stretches)
    return tuple(sorted(pieces, key=lambda p: (p.source, p.start)))


def _shared_out(mine: list[int], stretches: Sequence[Stretch]) -> list[_Part]:
    """The frames of one effector, dealt to its stretches: strongest first, then shortest."""
    twins: dict[tuple[int, int, int], list[int]] = {}
    for k in mine:
        twins.setdefault((stretches[k].priority, stretches[k].start, stretches[k].stop), []).append(k)
    parts: list[_Part] = []
    for priority, start, stop in sorted(twins, key=lambda key: (key[0], key[2] - key[1], key[1])):
        left = [_Part(tuple(twins[priority, start, stop]), priority, start, stop - 1)]
        for taken in parts:
            left = [rest for part in left for rest in _beside(part, taken)]
        parts += left
    return sorted(parts, key=lambda p: (p.first, p.last))


def _beside(part: _Part, taken: _Part) -> list[_Part]:
    """What is left of ``part`` beside the frames taken; equals that overlap in part meet in the middle."""
    if part.last <= taken.first or part.first >= taken.last:
        return [part]
    equal = part.priority == taken.priority
    before, after = part.first < taken.first, part.last > taken.last
    if equal and before and part.last < taken.last:
        taken.first = middle = (taken.first + part.last) // 2
        return [replace(part, last=middle)]
    if equal and after and part.first > taken.first:
        taken.last = middle = (part.first + taken.last) // 2
        return [replace(part, first=middle)]
    rest = [replace(part, last=taken.first)] if before else []
    return rest + ([replace(part, first=taken.last)] if after else [])


def _chained(parts: list[_Part], stretches: Sequence[Stretch]) -> list[Piece]:
    """Parts in order of time, each joined to the next."""
    for before, after in pairwise(parts):
        _join(before, after, stretches)
    return [_piece(part, source, stretches[source].path) for part in parts for source in part.sources]


def _join(before: _Part, after: _Part, stretches: Sequence[Stretch]) -> None:
    """Let the weaker part, or both, reach the frame where they meet, and bend there."""
    stronger = before if before.priority < after.priority else after
    equal = before.priority == after.priority
    frame = (before.last + after.first) // 2 if equal else before.last if stronger is before else after.first
    before.last = after.first = frame
    meeting = [before, after] if equal else [stronger]
    states = [_mean([_state(stretches[k].path, frame) for k in part.sources]) for part in meeting]
    if equal or stronger is after:
        before.end = _mean(states)
    if equal or stronger is before:
        after.begin = _mean(states)


def _piece(part: _Part, source: int, path: np.ndarray) -> Piece:
    """choice: a bend fades over the whole of its piece, the gentlest way."""
    ends = [_bend(path, part.first, part.begin), _bend(path, part.last, part.end)]
    if part.first == part.last and part.begin is None:
        ends.reverse()
    places, slopes = np.stack([e.place for e in ends]), np.stack([e.velocity for e in ends])
    frames, knots = np.arange(part.first, part.last + 1.0), np.array([part.first, part.last], dtype=np.float64)
    offset = hermite(frames, knots, places, Velocities(slopes, slopes))
    return Piece(source, part.first, part.last + 1, offset)


def _bend(path: np.ndarray, frame: int, wanted: State | None) -> State:
    """How far a path is from where it has to be."""
    if wanted is None:
        return State(np.zeros(3), np.zeros(3))
    found = _state(path, frame)
    return State(wanted.place - found.place, wanted.velocity - found.velocity)


def _state(path: np.ndarray, frame: int) -> State:
    """Place and velocity (per frame)."""
    low, high = max(0, frame - 1), min(len(path), frame + 2)
    near = frame_velocities(np.arange(low, high, dtype=np.float64), path[low:high])
    return State(path[frame], near[frame - low])


def _mean(states: Sequence[State]) -> State:
    return State(np.mean([s.place for s in states], axis=0), np.mean([s.velocity for s in states], axis=0))
