"""When a constraint acts on a certain motion: closed intervals of frames."""

from __future__ import annotations

from collections.abc import Iterator

from supple.constraints import model
from supple.constraints.moments import frames_of
from supple.core.motion import Motion

Span = tuple[float, float]  # first and last frame, perhaps between frames


def acting_spans(constraint: model.Constraint, motion: Motion) -> tuple[Span, ...]:
    """The spans, in order and apart from each other, in which a constraint asks for something, ramps included.

    The ease of a footplant is left out: it asks for nothing there. Without goals or a span, with a goal that does not
    say when, and with ``enforce = "always"``, a constraint acts all through. Moments outside the clip are refused.
    """
    whole = (0.0, float(motion.frames - 1))
    spans = sorted(_ends(moments, motion) for _, moments in moments_of(constraint))
    return merged(spans) if spans and not _all_through(constraint) else (whole,)


def moments_of(constraint: model.Constraint) -> Iterator[tuple[str, tuple[model.Moment, ...]]]:
    """Every key by which a constraint acts in time, and its moments, begin to end; none for what acts all through."""
    if isinstance(constraint, model.Footplant):
        e = constraint.known_events
        yield "events", (e.heel_strike, e.toe_strike, e.heel_off, e.toe_off)
    elif isinstance(constraint, model.Shape):
        holds = (moment for point in constraint.points for moment in point.hold)
        yield "span", (constraint.span[0], *holds, constraint.span[1])
    elif isinstance(constraint, model.Balance | model.Preserve) and constraint.span is not None:
        yield "span", constraint.span
    if isinstance(constraint, model.Position | model.Orientation | model.LookAt | model.Balance):
        goals: tuple[model.PlaceGoal | model.TurnGoal, ...] = constraint.goals
        yield from ((f"goals[{k}].when", goal.when) for k, goal in enumerate(goals) if goal.when is not None)


def merged(spans: list[Span]) -> tuple[Span, ...]:
    """Spans in the order of their begin, with those that touch made one."""
    out: list[Span] = []
    for first, last in spans:
        if out and first <= out[-1][1]:
            out[-1] = (out[-1][0], max(last, out[-1][1]))
        else:
            out.append((first, last))
    return tuple(out)


def common(a: tuple[Span, ...], b: tuple[Span, ...]) -> tuple[Span, ...]:
    """Where spans overlap; those that merely touch do not, unless both are one and the same moment."""
    pairs = ((max(x[0], y[0]), min(x[1], y[1]), x == y) for x in a for y in b)
    return tuple(sorted((first, last) for first, last, same in pairs if same or first < last))


def _all_through(c: model.Constraint) -> bool:
    timeless = any(goal.when is None for goal in getattr(c, "goals", ()))
    return timeless or c.enforce == "always" or (isinstance(c, model.Balance) and c.span is None)


def _ends(moments: tuple[model.Moment, ...], motion: Motion) -> Span:
    frames = frames_of(moments, motion)
    return float(frames[0]), float(frames[-1])
