"""The edit document: wishes about a motion as TOML or JSON, with ``format = 1``."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from supple.constraints import model
from supple.constraints.checks import check_edit
from supple.core.documents import check_name, check_words, converted, known_table, shown
from supple.errors import DocumentError

KEYS = ("format", "space", "constraint", "settings", "joints", "mass")
KINDS: dict[str, type[msgspec.Struct]] = {
    kind.__struct_config__.tag: kind  # type: ignore[misc]
    for kind in (model.Position, model.Orientation, model.LookAt, model.Shape, model.Footplant, model.Balance,
                 model.Preserve)
}  # fmt: skip


def parse_edit(text: str, source: str = "edit", language: str = "toml") -> model.Edit:
    """An edit from its text in ``"toml"`` or ``"json"``; ``source`` stands in messages.

    A wrong key or value is a :class:`DocumentError` that names the place, the value and what is allowed. What needs
    a motion (do the joints exist, are the times inside the clip) is not looked at here.
    """
    data = known_table(text, source, language, KEYS)
    tables = _tables(data, "constraint", source)
    edit = model.Edit(
        constraints=tuple(_constraint(table, k, source) for k, table in enumerate(tables)),
        space=converted(data.get("space", "world"), str, "space", source),
        settings=_checked(data.get("settings", {}), model.Settings, "settings", source),
        joints=_joints(data, source),
        masses=tuple(
            _checked(table, model.CarriedMass, f"mass[{k}]", source)
            for k, table in enumerate(_tables(data, "mass", source))
        ),
    )
    check_edit(edit, source)
    return _with_unit_quaternions(edit)


def _tables(data: dict[str, Any], key: str, source: str) -> list[dict[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise DocumentError(f"{source}: {key} = {shown(value)}: a list of tables is needed, each under [[{key}]].")
    return value


def _joints(data: dict[str, Any], source: str) -> dict[str, model.JointSetting]:
    table = converted(data.get("joints", {}), dict[str, Any], "joints", source)
    return {name: _checked(value, model.JointSetting, f"joints.{name}", source) for name, value in table.items()}


def _constraint(table: dict[str, Any], number: int, source: str) -> model.Constraint:
    place, name = f"constraint[{number}]", table.get("name")
    source = f"{source}, {shown(name)}" if isinstance(name, str) and name else source
    kind = table.get("kind")
    if kind is None:
        raise DocumentError(f"{source}: {place}: the key kind is missing. Known: {', '.join(KINDS)}.")
    if not isinstance(kind, str):
        raise DocumentError(f"{source}: {place}.kind = {shown(kind)}: a name is needed. Known: {', '.join(KINDS)}.")
    check_name(kind, tuple(KINDS), f"{place}.kind", "kind", source)
    if kind == "footplant":
        _refuse_other_words_for_events(table.get("events"), place, source)
    return _checked(table, KINDS[kind], place, source)


def _refuse_other_words_for_events(events: object, place: str, source: str) -> None:
    if isinstance(events, str) and events != "detect":
        raise DocumentError(
            f"{source}: {place}.events = {shown(events)}: this is no table of events. Give "
            '{ heel_strike = ..., toe_strike = ..., heel_off = ..., toe_off = ... }, or "detect" for every step.'
        )


def _checked(value: Any, kind: type[msgspec.Struct], place: str, source: str) -> Any:
    check_words(value, kind, place, source)
    return converted(value, kind, place, source)


def _with_unit_quaternions(edit: model.Edit) -> model.Edit:
    return msgspec.structs.replace(edit, constraints=tuple(map(_unit_goals, edit.constraints)))


def _unit_goals(constraint: model.Constraint) -> model.Constraint:
    if not isinstance(constraint, model.Orientation):
        return constraint
    goals = tuple(goal if goal.wxyz is None else _unit(goal, goal.wxyz) for goal in constraint.goals)
    return msgspec.structs.replace(constraint, goals=goals)


def _unit(goal: model.TurnGoal, q: model.Quat) -> model.TurnGoal:
    length = math.hypot(*q)
    if abs(length - 1.0) < 1e-12:  # else a document that is saved and read again would change in the last digit
        return goal
    return msgspec.structs.replace(goal, wxyz=tuple(x / length for x in q))
