"""What must be true of each kind of constraint, whatever motion it is for."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from supple.constraints import model
from supple.constraints.faults import Fault, below, comes_before, in_order, one_of

_CURVE = (-1.0, 1.0)  # tension, continuity and bias of Kochanek and Bartels


def kind_faults(constraint: model.Constraint) -> Iterator[Fault]:
    """What is wrong with the keys that only this kind of constraint has."""
    for k, goal in enumerate(getattr(constraint, "goals", ())):
        yield from below(f"goals[{k}]", _goal(goal, isinstance(constraint, model.LookAt)))
    if isinstance(constraint, model.Position | model.Balance | model.Preserve):
        yield from _axes(constraint.axes)
    if check := _KINDS.get(type(constraint)):
        yield from check(constraint)


def _axes(axes: str) -> Iterator[Fault]:
    if not axes or set(axes) - set("xyz") or len(set(axes)) != len(axes):
        yield Fault("axes", axes, 'axes are a part of "xyz", each at most once.')


def _goal(goal: model.PlaceGoal | model.TurnGoal, looking: bool) -> Iterator[Fault]:
    if goal.when is not None:
        yield from in_order("when", goal.when)
    if goal.relative_to == "":
        yield Fault("relative_to", "", "a name is needed here.")
    if isinstance(goal, model.TurnGoal):
        yield from one_of("wxyz", goal.wxyz, "turn_deg", goal.turn_deg)
        if goal.wxyz is not None and math.hypot(*goal.wxyz) < 1e-6:
            yield Fault("wxyz", goal.wxyz, "a quaternion of length zero is no orientation.")
    elif not looking:
        yield from one_of("at", goal.at, "offset", goal.offset)
    elif goal.at is None or goal.offset is not None:
        yield Fault("offset", goal.offset, "look_at looks at a place: give at, and no offset.")


def _look_at(c: model.LookAt) -> Iterator[Fault]:
    if math.hypot(*c.axis) < 1e-9:
        yield Fault("axis", c.axis, "an axis of length zero points nowhere.")
    if not c.goals:
        yield Fault("goals", c.goals, "look_at needs at least one goal to look at.")


def _shape(c: model.Shape) -> Iterator[Fault]:
    yield from in_order("span", c.span, rising=True)
    if not c.points:
        yield Fault("points", c.points, "a shape goes through at least one point.")
    before: model.Moment = c.span[0]
    for k, point in enumerate(c.points):
        yield from below(f"points[{k}]", _shape_point(point, before))
        before = point.hold[1]
    if c.points and before != c.span[1] and not comes_before(before, c.span[1]):  # a clip may end in a held point
        last = f"points[{len(c.points) - 1}].hold"
        yield Fault(last, c.points[-1].hold, f"the points lie inside the span, which ends at {c.span[1]!r}.")


def _shape_point(point: model.ShapePoint, before: model.Moment) -> Iterator[Fault]:
    yield from one_of("at", point.at, "offset", point.offset)
    yield from in_order("hold", point.hold)
    if not comes_before(before, point.hold[0]):
        yield Fault("hold", point.hold, f"points follow each other inside the span; this has to come after {before!r}.")
    for key in ("tension", "continuity", "bias"):
        value = getattr(point, key)
        if value is not None and not _CURVE[0] <= value <= _CURVE[1]:
            yield Fault(key, value, "a number from -1 to 1 is needed.")


def _footplant(c: model.Footplant) -> Iterator[Fault]:
    if c.events != "detect":
        e = c.known_events
        times = (e.heel_strike, e.toe_strike, e.heel_off, e.toe_off)
        yield from in_order("events", times, " in the order heel_strike, toe_strike, heel_off, toe_off")
    if min(c.ease) < 0.0:
        yield Fault("ease", c.ease, "two numbers of seconds are needed, 0 or more.")


def _balance(c: model.Balance) -> Iterator[Fault]:
    if not c.points or "" in c.points:
        yield Fault("points", c.points, "balance needs the points that bear the body.")
    yield from _preserve(c)


def _preserve(c: model.Balance | model.Preserve) -> Iterator[Fault]:
    if c.span is not None:
        yield from in_order("span", c.span)


_KINDS: dict[type, Callable[[Any], Iterator[Fault]]] = {
    model.LookAt: _look_at,
    model.Shape: _shape,
    model.Footplant: _footplant,
    model.Balance: _balance,
    model.Preserve: _preserve,
}
