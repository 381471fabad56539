"""Points that may carry force, and when."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np

from supple.core.contacts import Contacts
from supple.dynamics.figure import Figure

FRICTION = {  # static and kinetic, the source's table B.1
    "steel-steel": (0.74, 0.57), "steel-aluminium": (0.61, 0.47), "steel-copper": (0.53, 0.36),
    "rubber-concrete": (1.0, 0.8), "rubber-asphalt": (1.0, 0.8), "wood-wood": (0.4, 0.2), "wood-brick": (0.6, 0.4),
    "glass-glass": (0.94, 0.4), "ice-ice": (0.1, 0.03),
}  # fmt: skip
DEFAULT_SURFACE = "rubber-concrete"


class ContactSpan(NamedTuple):
    """A point of the figure that stands somewhere for a while."""

    name: str
    number: int  # the joint of the model that carries it
    point: np.ndarray  # (3,) in that joint's frame [m]
    start: float  # [s] from the first frame that counts
    stop: float
    place: np.ndarray  # (3,) in the world [m]
    fixed: bool = False  # whether it has to be there; else it is where the motion has it, about


def paths_of(spans: Sequence[ContactSpan], path: Callable[[int, np.ndarray], np.ndarray]) -> list[np.ndarray]:
    """The path of each span's point; ``path`` is asked once for all spans of a point, of which long clips have many."""
    found: dict[tuple[int, bytes], np.ndarray] = {}
    keys = [(span.number, span.point.tobytes()) for span in spans]
    for key, span in zip(keys, spans, strict=True):
        if key not in found:
            found[key] = path(span.number, span.point)
    return [found[key] for key in keys]


def contact_spans(figure: Figure, contacts: Contacts, first: int, frame_time: float) -> list[ContactSpan]:
    """The contacts of joints with the ground, in the order of time; those with markers or other joints are left out."""
    spans = []
    for contact in sorted(contacts.contacts, key=lambda c: (c.start, c.point)):
        if contact.joint is None or contact.reference is not None or contact.joint not in figure.skeleton:
            continue
        joint = figure.skeleton.index(contact.joint)
        number, point = figure.carried(joint, np.array(contact.offset_m or (0.0, 0.0, 0.0)))
        start, stop = max(contact.start - first, 0), contact.stop - 1 - first
        if stop > start:
            times, place = (start * frame_time, stop * frame_time), np.array(contact.position_m)
            spans.append(ContactSpan(contact.point, number, point, *times, place, contact.fixed))
    return spans


class Wider(NamedTuple):
    """By how much contacts may be wider than what was found still."""

    near: float  # [m] a point this near to its place may carry force where something else stands
    alone: float  # [m] and where nothing else does
    longest: float  # [s]


def widened(spans: list[ContactSpan], paths: list[np.ndarray], frame_time: float, wider: Wider) -> list[ContactSpan]:
    """Spans whose ends reach on while their points (F, 3) stay near their places.

    A foot carries weight before it is still and after it began to roll: what was found still is too short for forces.
    Where something else stands a point goes on only while it is truly there, or a heel that rises would be held down.
    """
    wide = []
    most = int(wider.longest / frame_time + 1e-9)
    ends = [(round(span.start / frame_time), round(span.stop / frame_time)) for span in spans]
    standing = np.zeros(max((len(path) for path in paths), default=0), int)
    for start, stop in ends:
        standing[start : stop + 1] += 1
    for span, path, (start, stop) in zip(spans, paths, ends, strict=True):
        away = np.linalg.norm(path - span.place, axis=1)
        close = away < np.where(standing[: len(path)] > 0, wider.near, wider.alone)  # it is not still there itself
        first, last = start, stop
        while first > max(0, start - most) and close[first - 1]:
            first -= 1
        while last < min(len(path) - 1, stop + most) and close[last + 1]:
            last += 1
        wide.append(span._replace(start=first * frame_time, stop=last * frame_time))
    return _apart(wide)


def trimmed(
    parents: Sequence[int], inner: Collection[int], spans: list[ContactSpan], paths: list[np.ndarray],
    frame_time: float, near: float,
) -> list[ContactSpan]:  # fmt: skip
    """Spans that begin and end where their points (F, 3) carry their foot.

    A foot comes down on its heel and leaves over its ball: the other point is slow enough to be found still while it is
    on its way, and held down it would kick the body. Points carry that are not above their places by more than ``near``
    [m], and where there is none the lowest does, so that a foot stands as long as before. ``parents`` are those of the
    model's joints, of which ``inner`` ones, shanks and forearms, belong to no foot and no hand. What carries in one
    frame at most is left as it is: no force could come and go so fast.
    """
    frames = max((len(path) for path in paths), default=0)
    above = np.full((len(spans), frames), np.inf)  # where a point does not stand
    for row, span, path in zip(above, spans, paths, strict=True):
        here = slice(round(span.start / frame_time), round(span.stop / frame_time) + 1)
        row[here] = 0.0 if span.fixed else path[here, 1] - span.place[1]
    out = []
    for span, own in zip(spans, above, strict=True):
        beside = [_beside(parents, inner, span.number, other.number) for other in spans]
        carries = np.isfinite(own) & ((own <= near) | (own <= above[beside].min(axis=0)))
        down = np.flatnonzero(carries)
        whole = span.fixed or len(down) < 2
        out.append(span if whole else span._replace(start=down[0] * frame_time, stop=down[-1] * frame_time))
    return out


def _beside(parents: Sequence[int], inner: Collection[int], a: int, b: int) -> bool:
    """Whether two joints of the model are the same, or neighbours in one foot: foot and toes, not shank and foot."""
    return a == b or (a not in inner and b not in inner and (parents[a] == b or parents[b] == a))


def amid(spans: list[ContactSpan], paths: list[np.ndarray], frame_time: float) -> list[ContactSpan]:
    """Spans whose places are in the middle of where their points (F, 3) go all the while; what is fixed stays.

    Of all places along the ground the mean is what a point is the least away from, in squares. Heights stay as they
    were found: a foot rolls off, and would stand above its ground otherwise.
    """
    out = []
    for span, path in zip(spans, paths, strict=True):
        start, stop = (round(t / frame_time) for t in (span.start, span.stop))
        mean = path[start : stop + 1].mean(axis=0)
        out.append(span if span.fixed else span._replace(place=np.array([mean[0], span.place[1], mean[2]])))
    return out


def _apart(spans: list[ContactSpan]) -> list[ContactSpan]:
    """Spans of one point do not overlap: the earlier one ends where the later begins."""
    out = list(spans)
    for i, a in enumerate(out):
        later = [b.start for b in out if b is not a and b.name == a.name and b.number == a.number and b.start > a.start]
        if later and min(later) < a.stop:
            out[i] = a._replace(stop=min(later))
    return out
