"""What must be true of an edit, whatever motion it is for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from supple.constraints import model
from supple.constraints.faults import Fault, not_finite
from supple.constraints.kind_checks import kind_faults
from supple.constraints.polygons import polygon_fault
from supple.core.documents import shown
from supple.core.remembering import by_identity
from supple.errors import DocumentError

_LEAST_WEIGHT = 1e-6  # less is lost in rounding beside an equal of weight 1
_LONGEST_NAME = 200
_MOST_PASSES = 100
_MOST_ITERATIONS = 1_000_000  # a number that kernels can hold; no frame needs a thousandth of them
_FIRST_LETTER = 32  # what comes before are tabs, ends of lines and the like


def check_edit(edit: model.Edit, source: str = "edit") -> None:
    """Refuse an edit that makes no sense for any motion; the message names the place, the value and what is allowed."""
    _refuse(_space(edit.space), "", source)
    for k, constraint in enumerate(edit.constraints):
        named = f"{source}, {shown(constraint.name)}" if constraint.name else source
        _refuse(_known_faults(constraint), f"constraint[{k}]", named)
    _refuse(_settings(edit.settings), "settings", source)
    for name, joint in edit.joints.items():
        _refuse(_joint(joint), f"joints.{name}", source)
    for k, mass in enumerate(edit.masses):
        _refuse(_mass(mass), f"mass[{k}]", source)


def constraint_faults(constraint: model.Constraint) -> Iterator[Fault]:
    """Everything that is wrong with one constraint."""
    yield from not_finite(constraint)
    yield from _common(constraint)
    yield from kind_faults(constraint)


@by_identity(256)  # somebody who drags changes one of many, again and again
def _known_faults(constraint: model.Constraint) -> tuple[Fault, ...]:
    return tuple(constraint_faults(constraint))


def _refuse(faults: Iterable[Fault], table: str, source: str) -> None:
    for key, found, words in faults:
        place = f"{table}.{key}".strip(".")
        raise DocumentError(f"{source}: {place} = {shown(found)}: {words}")


def _common(c: model.Constraint) -> Iterator[Fault]:
    if len(c.name) > _LONGEST_NAME:
        yield Fault("name", c.name, f"a name has at most {_LONGEST_NAME} letters.")
    if any(ord(letter) < _FIRST_LETTER for letter in c.name):
        yield Fault("name", c.name, "a name is one line of letters, for tables and pages.")
    if c.priority < 1:
        yield Fault("priority", c.priority, "priorities are 1 (the strongest), 2, 3, ...")
    if c.weight < _LEAST_WEIGHT:
        yield Fault("weight", c.weight, f"a weight is above 0, at least {_LEAST_WEIGHT:g}.")
    if c.space is not None:
        yield from _space(c.space)
    for key in ("effector", "foot", "reference"):
        if getattr(c, key, None) == "":
            yield Fault(key, "", "a name is needed here.")
    yield from _recruit(c.recruit)


def _space(space: str) -> Iterator[Fault]:
    if not space:
        yield Fault("space", space, 'use "world", "facing", or the name of a joint.')


def _recruit(recruit: model.Recruit) -> Iterator[Fault]:
    allowed = 'use "all", the topmost joint, or a list of joints'
    if not recruit or "" in tuple(recruit):
        yield Fault("recruit", recruit, f"nothing is recruited; {allowed}.")
    elif not isinstance(recruit, str) and (twice := _repeated(recruit)):
        yield Fault("recruit", recruit, f"{twice!r} is listed twice.")
    elif not isinstance(recruit, str) and "all" in recruit:
        yield Fault("recruit", recruit, f'"all" stands alone; {allowed}.')


def _settings(s: model.Settings) -> Iterator[Fault]:
    yield from not_finite(s)
    if not 1 <= s.max_iterations <= _MOST_ITERATIONS:
        yield Fault("max_iterations", s.max_iterations, f"1 to {_MOST_ITERATIONS} make sense; 50 is the default.")
    if s.filter_s < 0.0:
        yield Fault("filter_s", s.filter_s, "a width in seconds is needed; 0 is no filter.")
    if not 1 <= s.passes <= _MOST_PASSES:
        yield Fault("passes", s.passes, f"1 to {_MOST_PASSES} passes make sense: each solves the whole clip again.")


def _joint(joint: model.JointSetting) -> Iterator[Fault]:
    yield from not_finite(joint)
    if joint.weight < 0.0 or 0.0 < joint.weight < _LEAST_WEIGHT:
        yield Fault("weight", joint.weight, f"a weight is 0 (does not move), or at least {_LEAST_WEIGHT:g}.")
    if joint.swing_deg is not None and not 0.0 <= joint.swing_deg <= 180.0:
        yield Fault("swing_deg", joint.swing_deg, "the half angle of a cone lies between 0 and 180 degrees.")
    if joint.swing_polygon_deg is not None and (said := polygon_fault(joint.swing_polygon_deg)):
        yield Fault("swing_polygon_deg", joint.swing_polygon_deg, said)
    for key in ("twist_deg", "range_deg"):
        limits = getattr(joint, key)
        if limits is not None and not -360.0 <= limits[0] <= limits[1] <= 360.0:
            yield Fault(key, limits, "give the lower limit, then the upper one, between -360 and 360 degrees.")
    yield from _ways_to_limit(joint)


def _ways_to_limit(joint: model.JointSetting) -> Iterator[Fault]:
    if joint.swing_deg is not None and joint.swing_polygon_deg is not None:
        yield Fault("swing_polygon_deg", joint.swing_polygon_deg, "give this or swing_deg, not both.")
    ball = (joint.swing_deg, joint.swing_polygon_deg, joint.twist_deg)
    if joint.range_deg is not None and any(limit is not None for limit in ball):
        yield Fault("range_deg", joint.range_deg, "a range is for hinges, swing and twist are for balls; not both.")


def _mass(mass: model.CarriedMass) -> Iterator[Fault]:
    yield from not_finite(mass)
    if mass.kg <= 0.0:
        yield Fault("kg", mass.kg, "a mass is above 0 kg.")
    if not mass.joint:
        yield Fault("joint", mass.joint, "a name is needed here.")


def _repeated(names: Sequence[str]) -> str | None:
    return next((name for k, name in enumerate(names) if name in names[:k]), None)
