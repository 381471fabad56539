"""Where points stand while one clip becomes the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
from msgspec.structs import replace

from supple.core import quaternions
from supple.core.contacts import Contact, Vec3
from supple.recipes.everyday.ground_moves import GROUND, Move
from supple.recipes.transition.footing import Stood
from supple.recipes.transition.mixing import Mix
from supple.recipes.transition.windows import Window


def through_gap(found: Sequence[Stood], mixed: Mix, window: Window) -> np.ndarray:
    """(3,) how far B would stand, over the ground, from where A stood, of points that stand through the whole mix."""
    move = mixed.way_b.move_to(mixed.way, -1)
    gaps = [
        _at(move, s.b.position_m) - np.array(s.a.position_m)
        for s in found
        if s.a and s.b and s.contact.reference is None
        if s.contact.start <= window.start and s.contact.stop > window.last
    ]
    return np.mean(gaps, axis=0) * GROUND if gaps else np.zeros(3)


def placed(found: Sequence[Stood], mixed: Mix, window: Window) -> tuple[Contact, ...]:
    """The contacts at their places: those of each clip, seen from its hips, mixed as the pose is; a foot as a whole."""
    out: dict[int, Contact] = {}
    for _, group in groupby(sorted(found, key=lambda s: s.step), key=lambda s: s.step):
        step = list(group)
        riding = step[0].contact.reference is not None
        places = _riding(step, window) if riding else _step(step, mixed, window)
        out.update({id(s): replace(s.contact, position_m=place) for s, place in zip(step, places, strict=True)})
    return tuple(out[id(s)] for s in found)


def _step(step: list[Stood], mixed: Mix, window: Window) -> list[Vec3]:
    """A step that began before the mix stays where it is in A, and one that goes on after it where it is in B."""
    start, stop = min(s.contact.start for s in step), max(s.contact.stop for s in step)
    from_a = start < window.start and any(s.a for s in step)
    to_b = stop - 1 > window.last and any(s.b for s in step)
    middle = int(np.clip(0.5 * (start + stop), window.start, window.last)) - window.start
    at_a, at_b = (0 if from_a else middle), (-1 if to_b else middle)
    known = {(True, True): 0.5, (True, False): 0.0, (False, True): 1.0}
    share = known.get((from_a, to_b), float(mixed.weights[middle]))
    of_a, of_b = mixed.way_a.move_to(mixed.way, at_a), mixed.way_b.move_to(mixed.way, at_b)
    places = [(_seen(s.a, of_a), _seen(s.b, of_b)) for s in step]
    gaps = [q - p for p, q in places if p is not None and q is not None]
    gap = np.mean(gaps, axis=0) if gaps else np.zeros(3)
    return [_place(p, q, gap, share) for p, q in places]


def _place(p: np.ndarray | None, q: np.ndarray | None, gap: np.ndarray, share: float) -> Vec3:
    """Between the places in both clips; where there is one, moved as the rest of the foot is."""
    if p is not None and q is not None:
        at = p + share * (q - p)
    else:
        at = p + share * gap if p is not None else np.asarray(q) - (1.0 - share) * gap
    return float(at[0]), float(at[1]), float(at[2])


def _riding(step: list[Stood], window: Window) -> list[Vec3]:
    """Places in the frame of a joint."""
    out = []
    for s in step:
        p, q = (None if c is None else np.array(c.position_m) for c in (s.a, s.b))
        out.append(_place(p, q, np.zeros(3), float(window.weight(s.contact.middle))))
    return out


def _seen(c: Contact | None, move: Move) -> np.ndarray | None:
    return None if c is None else _at(move, c.position_m)


def _at(move: Move, place: Vec3) -> np.ndarray:
    return np.asarray(quaternions.rotate(move.turn, np.array(place)) + move.shift)
