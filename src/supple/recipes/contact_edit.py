"""Contacts as wishes: what a motion keeps still, to be kept by whatever else an edit does to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from supple.constraints.model import (
    Constraint,
    Edit,
    Events,
    Footplant,
    Orientation,
    PlaceGoal,
    Position,
    Preserve,
    Profile,
    TurnGoal,
)
from supple.core.contacts import Contact, Contacts, Geometric
from supple.core.roles import SIDES
from supple.errors import InvalidValueError

_EASE = 0.1  # [s] in which a place that rides with a joint takes hold and lets go, inside its contact


def edit_of(contacts: Contacts) -> Edit:
    """Footplants where a heel and a ball come down and leave in walking order, else points that stay on their path.

    What rides with a joint is held in its frame; known places (``fixed``) are held where they are; joints that keep a
    space keep their path and how they are turned. What an edit can not say is in :func:`left_out`. Contacts of markers
    have no joint that an edit could hold, and are refused.
    """
    if lost := [contact for contact in contacts.contacts if contact.joint is None]:
        raise InvalidValueError(
            f"{lost[0].point!r} is a marker, and an edit holds joints. Detect the contacts of a skeleton's motion."
        )
    plants, rest = _footplants([c for c in contacts.contacts if not _at_a_place(c)])
    held = [c for c in contacts.contacts if _at_a_place(c) and not _carried_off(c, contacts)]
    points: list[Constraint] = [*map(_preserve, rest), *(_place(c, contacts.fps) for c in held)]
    spaces = (held for g in contacts.geometric if g.kind == "space" for held in _space(g, contacts.fps))
    return Edit(constraints=(*plants, *points, *spaces))


def left_out(contacts: Contacts) -> tuple[str, ...]:
    """What was found and is not in the edit, in words."""
    kinds = [g.kind for g in contacts.geometric]
    said = [
        f"the edit leaves out {count} of geometric kind {kind!r}: an edit holds points and joints, not {kind}s in them."
        for kind in ("line", "point")
        if (count := kinds.count(kind))
    ]
    if carried := sum(_carried_off(c, contacts) for c in contacts.contacts):
        said.append(f"the edit leaves out {carried} known places on a moving belt: an edit's places stand still.")
    if contacts.targets:
        said.append(f"the edit leaves out {len(contacts.targets)} targets: supple clean takes them.")
    return tuple(said)


def _footplants(contacts: Sequence[Contact]) -> tuple[list[Constraint], list[Contact]]:
    """The footplants, and the contacts that are in none of them."""
    plants: list[Constraint] = []
    used: set[int] = set()
    for side in SIDES:
        for number, (heel, ball) in enumerate(_pairs(contacts, side), 1):
            used |= {heel, ball}
            plants.append(
                Footplant(name=f"{side} step {number}", foot=side, events=_events(contacts[heel], contacts[ball]))
            )
    return plants, [contact for k, contact in enumerate(contacts) if k not in used]


def steps_of(contacts: Contacts, side: str) -> tuple[list[Events], list[Contact]]:
    """When a foot steps on the ground, in the order of time, and its contacts that are in no such step."""
    parts = (f"{side}_heel", f"{side}_ball")
    own = [c for c in contacts.contacts if c.point in parts and c.reference is None]
    own.sort(key=lambda contact: contact.start)
    pairs = _pairs(own, side)
    used = {k for pair in pairs for k in pair}
    return [_events(own[h], own[b]) for h, b in pairs], [c for k, c in enumerate(own) if k not in used]


def _pairs(contacts: Sequence[Contact], side: str) -> list[tuple[int, int]]:
    """Contacts of the heel and the ball of one foot that make a step together."""
    pairs: dict[int, int] = {}  # ball -> heel
    balls = [b for b, contact in enumerate(contacts) if contact.point == f"{side}_ball"]
    for h, heel in enumerate(contacts):
        if heel.point == f"{side}_heel":
            ball = next((b for b in balls if b not in pairs and _steps(heel, contacts[b])), None)
            if ball is not None:
                pairs[ball] = h
    return [(h, b) for b, h in pairs.items()]


def _steps(heel: Contact, ball: Contact) -> bool:
    """True for the order of walking: the heel comes first and leaves first, and both stand together."""
    return heel.start <= ball.start < heel.stop <= ball.stop


def _events(heel: Contact, ball: Contact) -> Events:
    return Events(
        heel_strike=_frame(heel.start),
        toe_strike=_frame(ball.start),
        heel_off=_frame(heel.stop - 1),
        toe_off=_frame(ball.stop - 1),
    )


def _preserve(contact: Contact) -> Preserve:
    span = _frame(contact.start), _frame(contact.stop - 1)
    name = f"{contact.point} {contact.start}"
    return Preserve(name=name, effector=str(contact.joint), point=contact.offset_m or (0.0, 0.0, 0.0), span=span)


def _at_a_place(contact: Contact) -> bool:
    """Whether the path of the point in the world says nothing about where it has to be."""
    return contact.fixed or contact.reference is not None


def _carried_off(contact: Contact, contacts: Contacts) -> bool:
    return contact.fixed and contact.reference is None and contacts.belt_m_s is not None


def _place(contact: Contact, fps: float) -> Position:
    """A place in the world, or in the frame of a joint."""
    goal = PlaceGoal(
        when=_profile(contact.start, contact.stop, fps), at=contact.position_m, relative_to=contact.reference
    )
    name = f"{contact.point} {contact.start}"
    return Position(name=name, effector=str(contact.joint), point=contact.offset_m or (0.0, 0.0, 0.0), goals=(goal,))


def _space(space: Geometric, fps: float) -> Iterator[Constraint]:
    """A joint that stays where it is, turned as it is."""
    name, when = f"{space.joint} {space.start}", _profile(space.start, space.stop, fps)
    place, turn = f"{name} place", f"{name} turn"
    if space.reference is None:
        yield Preserve(name=place, effector=space.joint, span=(_frame(space.start), _frame(space.stop - 1)))
        yield Orientation(name=turn, effector=space.joint, goals=(TurnGoal(when=when, turn_deg=(0.0, 0.0, 0.0)),))
        return
    there = PlaceGoal(when=when, at=space.origin_m, relative_to=space.reference)
    yield Position(name=place, effector=space.joint, goals=(there,))
    if space.wxyz is not None:
        turned = TurnGoal(when=when, wxyz=space.wxyz, relative_to=space.reference)
        yield Orientation(name=turn, effector=space.joint, goals=(turned,))


def _profile(start: int, stop: int, fps: float) -> Profile:
    """Frames of a goal that eases in and out inside its span: what lies beyond the clip is not known here."""
    ease = min(round(_EASE * fps), (stop - 1 - start) // 3)
    return _frame(start), _frame(start + ease), _frame(stop - 1 - ease), _frame(stop - 1)


def _frame(frame: int) -> str:
    """A frame as a moment; both ends of what an edit spans belong to it."""
    return f"{frame}f"
