"""What the edit document adds for physics: ``[strength]``, ``[ratio]``, ``[[push]]``, ``[ground]``, ``mode``."""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec

from supple.constraints.document import KEYS, parse_edit
from supple.constraints.model import Edit, Vec3
from supple.core.documents import check_name, check_words, converted, load_table, shown
from supple.core.moments import Moment, parsed
from supple.errors import DocumentError, InvalidValueError

PHYSICS_KEYS = ("strength", "ratio", "push", "ground", "mode")
_LARGEST_PUSH, _STEEPEST = 1e5, 45.0


class PushWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A force from outside on a joint, which swells and fades."""

    joint: str
    force_n: Vec3  # in the world, at its largest
    start: Moment
    stop: Moment
    at: Vec3 = (0.0, 0.0, 0.0)  # in the joint's frame [m]


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the figure stands on."""

    surface: str | None = None  # a name of the friction table
    friction: float | None = None
    slope_deg: float = 0.0  # uphill along the way of the motion


class Ratio(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much the torques of the joints that move these bones count against each other."""

    femur: float = 1.0
    tibia: float = 1.0
    foot: float = 1.0


class Physics(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    strength: dict[str, float] = {}  # joint or role -> share of the torque of the unrestricted motion
    ratio: Ratio | None = None
    pushes: tuple[PushWish, ...] = ()
    ground: Ground = Ground()
    mode: Literal["passive", "active"] = "passive"


def parse_physical(text: str, source: str = "edit", language: str = "toml") -> tuple[Edit, Physics]:
    """An edit document with keys of physics; a wrong one is a :class:`DocumentError` that names it."""
    data = load_table(text, source, language)
    for key in data:
        check_name(key, (*KEYS, *PHYSICS_KEYS), "", "key", source)
    own = {key: data.pop(key) for key in PHYSICS_KEYS if key in data}
    edit = parse_edit(msgspec.json.encode(data).decode(), source, "json")
    return edit, _physics(own, source)


def _physics(data: dict[str, Any], source: str) -> Physics:
    strength = converted(data.get("strength", {}), dict[str, float], "strength", source)
    for joint, share in strength.items():
        _check(share, 0.0, 10.0, f"{source}: strength.{joint}")
    pushes = data.get("push", [])
    if not isinstance(pushes, list):
        raise DocumentError(f"{source}: push = {shown(pushes)}: a list of tables is needed, each under [[push]].")
    found = tuple(_push(table, f"push[{k}]", source) for k, table in enumerate(pushes))
    ground = _struct(data.get("ground", {}), Ground, "ground", source)
    if abs(ground.slope_deg) > _STEEPEST or not math.isfinite(ground.slope_deg):
        raise DocumentError(f"{source}: ground.slope_deg must lie between -45 and 45; got {ground.slope_deg}.")
    if ground.friction is not None:
        _check(ground.friction, 0.0, 10.0, f"{source}: ground.friction")
    ratio = _struct(data["ratio"], Ratio, "ratio", source) if "ratio" in data else None
    for bone in Ratio.__struct_fields__ if ratio is not None else ():
        _check(getattr(ratio, bone), 0.0, 1e3, f"{source}: ratio.{bone}")
    mode = data.get("mode", "active" if ratio is not None else "passive")
    if mode not in ("passive", "active"):
        raise DocumentError(f"{source}: mode = {shown(mode)}: passive or active is needed.")
    return Physics(strength=strength, ratio=ratio, pushes=found, ground=ground, mode=mode)


def _push(table: Any, place: str, source: str) -> PushWish:
    push = _struct(table, PushWish, place, source)
    if not all(abs(f) < _LARGEST_PUSH for f in push.force_n):
        raise DocumentError(f"{source}: {place}.force_n must be below {_LARGEST_PUSH:g} N; got {list(push.force_n)}.")
    for key in ("start", "stop"):
        try:
            parsed(getattr(push, key))
        except InvalidValueError as error:
            raise DocumentError(f"{source}: {place}.{key}: {error}") from None
    return push


def _struct(value: Any, kind: Any, place: str, source: str) -> Any:
    check_words(value, kind, place, source)
    return converted(value, kind, place, source)


def _check(value: float, low: float, high: float, place: str) -> None:
    if not low < value <= high:
        raise DocumentError(f"{place} must lie above {low:g} and at most at {high:g}; got {value:g}.")
