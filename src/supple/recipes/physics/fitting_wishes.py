"""What a document asks of physics, held against the motion it is for: refused by its key, before the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from supple.constraints.model import Edit, Position
from supple.constraints.names import Names
from supple.constraints.physics import Physics, PushWish
from supple.core.moments import Moment, parsed
from supple.core.motion import Motion
from supple.dynamics.contact_points import FRICTION
from supple.dynamics.figure import Figure
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.physics.windows import Cut, cut_of

_BRIEFEST = 2  # frames that a push lasts


def refuse_unfit(wishes: Edit, physics: Physics, motion: Motion, names: Names, source: str) -> None:
    """Refuse names that the figure lacks and moments outside the motion; ``source`` is the document's name."""
    for key, look in _names(wishes, physics, names):
        _asked(f"{source}: {key}", look)
    _refuse_twice(physics, names, source)
    for name in physics.strength:
        if names.joint(name) == 0:
            raise DocumentError(
                f"{source}: strength.{name}: this is the root, which no muscle turns: it has no torque to limit. "
                "Name the joints next to it, such as spine, left_hip and right_hip."
            )
    surface = physics.ground.surface
    if surface is not None and surface not in FRICTION:
        raise DocumentError(f"{source}: ground.surface = {surface!r} is not known. Known: {', '.join(FRICTION)}.")
    cut = _cut(physics, motion, source)
    if any(cut.fixed) and physics.ground.slope_deg:
        raise DocumentError(
            f"{source}: ground.slope_deg and [window] do not go together: the frames outside of the window stay on "
            "level ground. Leave one of them out."
        )
    _refuse_moments(wishes, physics, motion, cut, source)


def refuse_stiff(physics: Physics, figure: Figure, names: Names, source: str) -> None:
    """Refuse wishes about joints that do not turn in the model."""
    turning = figure.joints[1:]
    wished = [(f"strength.{name}", name) for name in physics.strength]
    wished += [(f"window.joints[{k}]", name) for k, name in enumerate(physics.window.joints or ())]
    for key, name in wished:
        if names.joint(name) not in (0, *turning):
            those = ", ".join(figure.skeleton.names[j] for j in turning)
            raise DocumentError(f"{source}: {key}: {name!r} does not turn in this clip. Those that do: {those}.")


def _asked(place: str, look: Callable[[], object]) -> None:
    """Say where something was refused."""
    try:
        look()
    except (DocumentError, InvalidValueError) as error:
        raise DocumentError(f"{place}: {error}") from None


def _names(wishes: Edit, physics: Physics, names: Names) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every name of a joint or a point, by its key."""
    joints = [(f"joints.{name}", name) for name in wishes.joints]
    joints += [(f"mass[{k}].joint", mass.joint) for k, mass in enumerate(wishes.masses)]
    joints += [(f"strength.{name}", name) for name in physics.strength]
    joints += [(f"window.joints[{k}]", name) for k, name in enumerate(physics.window.joints or ())]
    points = [(f"push[{k}].joint", push.joint) for k, push in enumerate(physics.pushes)]
    points += [(f"constraint[{k}].effector", c.effector) for k, c in _kept(wishes)]
    yield from ((key, partial(names.joint, name)) for key, name in joints)
    yield from ((key, partial(names.effector, name)) for key, name in points)


def _refuse_twice(physics: Physics, names: Names, source: str) -> None:
    first: dict[int, str] = {}
    for k, name in enumerate(physics.window.joints or ()):
        joint = names.joint(name)
        if joint in first:
            raise DocumentError(
                f"{source}: window.joints[{k}]: {name!r} is there already, as {first[joint]!r}. Leave one of them out."
            )
        first[joint] = name


def _cut(physics: Physics, motion: Motion, source: str) -> Cut:
    window = physics.window
    if window.start is None and window.stop is None:
        return cut_of(motion, window)  # a clip that is too short is not the document's fault
    if window.start is not None and window.stop is not None:
        _refuse_backwards(source, "window", (window.start, window.stop), motion)
    try:
        return cut_of(motion, window)
    except InvalidValueError as error:
        raise DocumentError(f"{source}: {error}") from None


def _refuse_moments(wishes: Edit, physics: Physics, motion: Motion, cut: Cut, source: str) -> None:
    """Moments that are not in the frames that may change, and pushes that end before they begin."""
    for key, moment in _moments(wishes, physics):
        low, high = cut.first * motion.frame_time, cut.stop * motion.frame_time
        if not low - 1e-9 <= _seconds(moment, motion) <= high + 1e-9:
            where = "[window]" if any(cut.fixed) else "the clip"
            raise DocumentError(
                f"{source}: {key} = {_shown(moment)} is outside of {where}, which goes from {low:.4g} to {high:.4g} s. "
                "Give a moment inside."
            )
    for k, push in enumerate(physics.pushes):
        _refuse_backwards(source, f"push[{k}]", (push.start, push.stop), motion)
        _refuse_brief(source, f"push[{k}]", push, motion, cut)


def _refuse_backwards(source: str, table: str, ends: tuple[Moment, Moment], motion: Motion) -> None:
    start, stop = ends
    if not _seconds(stop, motion) > _seconds(start, motion):
        raise DocumentError(
            f"{source}: {table}.stop = {_shown(stop)} does not come after {table}.start = {_shown(start)}. "
            "Give a later stop."
        )


def _refuse_brief(source: str, table: str, push: PushWish, motion: Motion, cut: Cut) -> None:
    """Frames do not tell a push that is over before they change."""
    first, last = cut.first * motion.frame_time, (cut.stop - 1) * motion.frame_time
    inside = min(_seconds(push.stop, motion), last) - max(_seconds(push.start, motion), first)
    if inside < _BRIEFEST * motion.frame_time - 1e-9:
        raise DocumentError(
            f"{source}: {table} lasts from {_shown(push.start)} to {_shown(push.stop)}, of which "
            f"{max(inside, 0.0):.3g} s are between the first and the last frame; frames are {motion.frame_time:.3g} s "
            f"apart. Let it last for {_BRIEFEST} of them at least."
        )


def _moments(wishes: Edit, physics: Physics) -> Iterator[tuple[str, Moment]]:
    for k, push in enumerate(physics.pushes):
        yield from ((f"push[{k}].start", push.start), (f"push[{k}].stop", push.stop))
    for k, constraint in _kept(wishes):
        for g, goal in enumerate(constraint.goals):
            if goal.at is not None and goal.relative_to is None:  # others are left out, with a note
                yield from ((f"constraint[{k}].goals[{g}].when[{i}]", t) for i, t in enumerate(goal.when or ()))


def _kept(wishes: Edit) -> Iterator[tuple[int, Position]]:
    """The constraints that physics keeps, with their numbers; of others it says that they are left out."""
    yield from ((k, c) for k, c in enumerate(wishes.constraints) if isinstance(c, Position) and c.axes == "xyz")


def _seconds(moment: Moment, motion: Motion) -> float:
    value, unit = parsed(moment)
    return value * motion.frame_time if unit == "f" else value


def _shown(moment: Moment) -> str:
    return repr(moment) if isinstance(moment, str) else f"{moment:g}"
