"""Which points stand while one clip becomes the other, and when: a foot as a whole stands with one of each clip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from supple.core.contacts import Contact, Contacts
from supple.core.runs import runs_of
from supple.core.skeleton import Skeleton
from supple.recipes.terrain.steps import steps_of
from supple.recipes.transition.windows import Window
from supple.solvers.cleanup.limbs_of import Limb

Span = tuple[int, int]
Spans = dict[Contact, Span]

_TOGETHER = 0.5  # of the shorter of two spans has to be common, for a foot that stands in both clips
_ALMOST = 0.15  # choice: a point that stands in one clip only does so while there is no more of the other than this,
_HALF = 0.5  # or than half, where its foot does not stand at all in the other
_SHORTEST_S = 0.05  # [s] a part of a contact that is shorter is none
_SWING_S = 0.25  # [s] choice: what a foot has to get from where it stands in A alone to where it stands in B alone


@dataclass(frozen=True, slots=True, eq=False)
class Stood:
    """A point that stands in the mix, the contacts it comes from, and the step that it is a part of."""

    contact: Contact
    a: Contact | None
    b: Contact | None
    step: int
    limb: str


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """What a limb keeps still for a while in one of the clips, in the frames of the mix."""

    limb: str
    spans: Spans

    @property
    def span(self) -> Span:
        return min(s for s, _ in self.spans.values()), max(e for _, e in self.spans.values())


def stood(a: Contacts, b: Contacts, window: Window, limbs: Sequence[Limb], skeleton: Skeleton) -> list[Stood]:
    """Everything that stands, in the order of time."""
    mine = _steps(a, {c: window.span_of_a(c) for c in a.contacts if c.start <= window.a[-1]}, limbs, skeleton)
    theirs = _steps(b, {c: window.span_of_b(c) for c in b.contacts if c.stop - 1 >= window.b[0]}, limbs, skeleton)
    pairs = [one for pair in _pairs(mine, theirs) for one in _split(pair, window)]
    claims = [_paired(p, q, window) for p, q in pairs]
    shortest = max(1, round(_SHORTEST_S * a.fps))
    found: list[Stood] = []
    for k, (p, q) in enumerate(pairs):
        limb = _limb(pairs[k])
        found += [Stood(replace(c, start=s, stop=e), c, d, k, limb) for (c, d), (s, e) in claims[k].items()]
        others = [s for n, pair in enumerate(claims) if n != k and _limb(pairs[n]) == limb for s in pair.values()]
        for step, of_a in ((p, True), (q, False)):
            for c, span in (step.spans if step else {}).items():
                if not any(c is (x if of_a else y) for x, y in claims[k]):
                    part = _part(span, _against(window, span, of_a), list(claims[k].values()), others)
                    if part[1] - part[0] >= min(shortest, c.stop - c.start) > 0:
                        kept = replace(c, start=part[0], stop=part[1])
                        found.append(Stood(kept, c if of_a else None, None if of_a else c, k, limb))
    return _in_order(_with_time_to_step(found, round(_SWING_S * a.fps)))


def _with_time_to_step(found: list[Stood], swing: int) -> list[Stood]:
    """Feet that stand in A alone and then in B alone leave earlier and come down later, so that they can get there."""
    bounds: dict[int, list[int]] = {s.step: [0, 2**62] for s in found}
    steps: dict[int, list[Stood]] = {}
    for s in found:
        steps.setdefault(s.step, []).append(s)
    for step in steps.values():
        for later in steps.values():
            if step[0].limb == later[0].limb and not any(s.b for s in step) and not any(s.a for s in later):
                stop, start = max(s.contact.stop for s in step), min(s.contact.start for s in later)
                if abs(start - stop) < swing:
                    bounds[step[0].step][1] = (start + stop - swing) // 2
                    bounds[later[0].step][0] = (start + stop - swing) // 2 + swing
    return [_during(s, *bounds[s.step]) for s in found]


def _during(s: Stood, start: int, stop: int) -> Stood:
    kept = replace(s.contact, start=max(s.contact.start, start), stop=min(s.contact.stop, stop))
    return Stood(kept, s.a, s.b, s.step, s.limb)


def _in_order(found: list[Stood]) -> list[Stood]:
    """In the order of time; a point that would stand at two places at a time leaves the first one earlier."""
    done: list[Stood] = []
    last: dict[tuple[str, str | None], int] = {}
    for s in sorted(found, key=lambda s: (s.contact.start, s.contact.stop)):
        key = s.contact.point, s.contact.reference
        k = last.get(key)
        if k is not None and done[k].contact.stop > s.contact.start:
            done[k] = _during(done[k], done[k].contact.start, s.contact.start)
        last[key] = len(done)
        done.append(s)
    return [s for s in done if s.contact.stop > s.contact.start]


def _limb(pair: tuple[_Step | None, _Step | None]) -> str:
    return next(step.limb for step in pair if step is not None)


def _steps(contacts: Contacts, spans: Spans, limbs: Sequence[Limb], skeleton: Skeleton) -> list[_Step]:
    """Contacts of a foot that belong together; what rides with a joint, or is no limb's, is by itself."""
    inside = replace(contacts, contacts=tuple(spans))
    steps = [_Step(s.limb.name, {c: spans[c] for c in s.contacts}) for s in steps_of(inside, limbs, skeleton)]
    seen = {c for step in steps for c in step.spans}
    alone = [_Step(f"{c.point} on {c.reference}", {c: span}) for c, span in spans.items() if c not in seen]
    return [*steps, *alone]


def _pairs(mine: list[_Step], theirs: list[_Step]) -> list[tuple[_Step | None, _Step | None]]:
    """Steps of one limb at about the same time, those first that have most in common; and all others, alone."""
    every = [(_common(p.span, q.span), i, j) for i, p in enumerate(mine) for j, q in enumerate(theirs)
             if p.limb == q.limb and _together(p.span, q.span)]  # fmt: skip
    with_a: dict[int, int] = {}
    for _, i, j in sorted(every, reverse=True):
        if i not in with_a and j not in with_a.values():
            with_a[i] = j
    pairs: list[tuple[_Step | None, _Step | None]] = [
        (p, theirs[with_a[i]] if i in with_a else None) for i, p in enumerate(mine)
    ]
    return pairs + [(None, q) for j, q in enumerate(theirs) if j not in with_a.values()]


def _split(pair: tuple[_Step | None, _Step | None], window: Window) -> list[tuple[_Step | None, _Step | None]]:
    """Steps that no point stands in both of are two."""
    p, q = pair
    return [pair] if p is None or q is None or _paired(p, q, window) else [(p, None), (None, q)]


def _together(a: Span, b: Span) -> bool:
    return _common(a, b) > _TOGETHER * max(1, min(a[1] - a[0], b[1] - b[0]))


def _paired(p: _Step | None, q: _Step | None, window: Window) -> dict[tuple[Contact, Contact], Span]:
    """The points that stand in both of two steps, and when they do between them."""
    if p is None or q is None:
        return {}
    out: dict[tuple[Contact, Contact], Span] = {}
    for c, span in p.spans.items():
        same = [d for d in q.spans if d.point == c.point and not any(d is y for _, y in out)]
        best = max(same, key=lambda d: _common(span, q.spans[d]), default=None)
        if best is not None and _common(span, q.spans[best]) > 0:
            out[c, best] = _both(span, q.spans[best], window)
    return out


def _both(a: Span, b: Span, window: Window) -> Span:
    """From when to when a point stands that does so in both clips."""
    start, stop = (x + float(window.weight(0.5 * (x + y))) * (y - x) for x, y in zip(a, b, strict=True))
    return round(start), max(round(stop), round(start) + 1)


def _common(a: Span, b: Span) -> int:
    return min(a[1], b[1]) - max(a[0], b[0])


def _against(window: Window, span: Span, of_a: bool) -> np.ndarray:
    """(n,) how much of the other clip there is in the frames of a span."""
    weights = window.weight(np.arange(*span))
    return np.asarray(weights if of_a else 1.0 - weights)


def _part(span: Span, against: np.ndarray, own: list[Span], others: list[Span]) -> Span:
    """The longest part of a span in which a point that stands in one clip only still stands."""
    frames = np.arange(*span)
    allowed = against <= (_ALMOST if own else _HALF)
    if own:
        allowed |= (frames >= min(s for s, _ in own)) & (frames < max(e for _, e in own))
    for start, stop in others:
        allowed &= (frames < start) | (frames >= stop)
    start, stop = max(runs_of(allowed), key=lambda run: run[1] - run[0], default=(0, 0))
    return span[0] + start, span[0] + stop
