"""What the edit document adds for physics: strength, ratios, pushes, the ground, contact, effort, and what may move."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from supple.constraints.document import KEYS, parse_edit
from supple.constraints.model import Edit, Vec3
from supple.core.documents import check_name, check_words, converted, load_table, shown
from supple.core.moments import Moment, parsed
from supple.errors import DocumentError, InvalidValueError

PHYSICS_KEYS = ("strength", "ratio", "push", "ground", "mode", "contact", "window", "time", "keep_slides",
                "joint_limits")  # fmt: skip
_LARGEST_PUSH, _STEEPEST, _FARTHEST = 1e5, 45.0, 10.0


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
    heights: str | None = None  # steps and stairs, as `supple terrain` takes them


class Touch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether feet stand where and when they do in the motion, or wherever physics lets them."""

    plants: Literal["given", "emerge"] = "given"


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of a motion that may change: from a moment to another, and joints beside the root; else all."""

    start: Moment | None = None
    stop: Moment | None = None
    joints: tuple[str, ...] | None = None


class Time(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether the motion may take more or less time than it does."""

    stretch: bool = False


class Ratio(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much the effort of the joints that move these bones counts against each other."""

    femur: float = 1.0
    tibia: float = 1.0
    foot: float = 1.0
    side: Literal["both", "left", "right"] = "both"


class Physics(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    strength: dict[str, float] = {}  # joint or role -> share of the torque of the unrestricted motion
    ratio: Ratio | None = None
    pushes: tuple[PushWish, ...] = ()
    ground: Ground = Ground()
    contact: Touch = Touch()
    mode: Literal["passive", "active"] = "passive"
    window: Window = Window()
    time: Time = Time()
    keep_slides: bool = False  # feet go where they go in the motion, and friction does not hold them
    joint_limits: bool | None = None  # joints stay in their ranges; None: where the document says some


def parse_physical(text: str, source: str = "edit", language: str = "toml") -> tuple[Edit, Physics]:
    """An edit document with keys of physics; a wrong one is a :class:`DocumentError` that names it."""
    data = load_table(text, source, language)
    for key in data:
        check_name(key, (*KEYS, *PHYSICS_KEYS), "", "key", source)
    _refuse_no_numbers(data, "", source)
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
    if ground.friction is not None and ground.surface is not None:
        raise DocumentError(
            f"{source}: ground.surface = {ground.surface!r} and ground.friction = {ground.friction:g} both say how "
            "much the ground holds. Leave one of them out."
        )
    ratio = _struct(data["ratio"], Ratio, "ratio", source) if "ratio" in data else None
    for bone in ("femur", "tibia", "foot") if ratio is not None else ():
        _check(getattr(ratio, bone), 0.0, 1e3, f"{source}: ratio.{bone}")
    mode = data.get("mode", "active" if ratio is not None else "passive")
    if mode not in ("passive", "active"):
        raise DocumentError(f"{source}: mode = {shown(mode)}: passive or active is needed.")
    contact = _struct(data.get("contact", {}), Touch, "contact", source)
    keep_slides = converted(data.get("keep_slides", False), bool, "keep_slides", source)
    joint_limits = converted(data["joint_limits"], bool, "joint_limits", source) if "joint_limits" in data else None
    if keep_slides and contact.plants == "emerge":
        raise DocumentError(
            f'{source}: keep_slides = true and contact.plants = "emerge" contradict each other: feet that go where '
            "they go in the motion cannot find other places. Leave one of them out."
        )
    window = _window(data.get("window", {}), source)
    _refuse_other_ground(ground, contact, window, source)
    return Physics(strength=strength, ratio=ratio, pushes=found, ground=ground, contact=contact, mode=mode,
                   window=window, time=_time(data.get("time", {}), window, source), keep_slides=keep_slides,
                   joint_limits=joint_limits)  # fmt: skip


def _refuse_other_ground(ground: Ground, contact: Touch, window: Window, source: str) -> None:
    """Steps stand for themselves: nothing else says what the ground is, or keeps frames on another."""
    others = {
        "ground.slope_deg": ground.slope_deg != 0.0,
        'contact.plants = "emerge"': contact.plants == "emerge",
        "times in [window]": window.start is not None or window.stop is not None,
    }
    if ground.heights is not None and (found := [name for name, there in others.items() if there]):
        raise DocumentError(f"{source}: ground.heights and {found[0]} do not go together. Leave one of them out.")


def _time(table: Any, window: Window, source: str) -> Time:
    time = _struct(table, Time, "time", source)
    if time.stretch and (window.start is not None or window.stop is not None):
        raise DocumentError(
            f"{source}: time.stretch = true and times in [window] contradict each other: frames outside of the window "
            "stay where they are. Leave one of them out."
        )
    return time


def _window(table: Any, source: str) -> Window:
    window = _struct(table, Window, "window", source)
    _moments({"start": window.start, "stop": window.stop}, "window", source)
    if window.joints is not None and not window.joints:
        raise DocumentError(f"{source}: window.joints = []: name a joint, or leave it out for all of them.")
    return window


def _moments(moments: Mapping[str, Moment | None], place: str, source: str) -> None:
    for key, moment in moments.items():
        try:
            if moment is not None:
                parsed(moment)
        except InvalidValueError as error:
            raise DocumentError(f"{source}: {place}.{key}: {error}") from None


def _refuse_no_numbers(value: Any, place: str, source: str) -> None:
    """TOML has nan and inf, which no wish may have."""
    if isinstance(value, float) and not math.isfinite(value):
        raise DocumentError(f"{source}: {place} = {value}: a number is needed.")
    items: Iterable[tuple[str, Any]] = ()
    if isinstance(value, dict):
        items = ((f"{place}.{key}" if place else str(key), item) for key, item in value.items())
    elif isinstance(value, list):
        items = ((f"{place}[{k}]", item) for k, item in enumerate(value))
    for name, item in items:
        _refuse_no_numbers(item, name, source)


def _push(table: Any, place: str, source: str) -> PushWish:
    push = _struct(table, PushWish, place, source)
    if not all(abs(f) < _LARGEST_PUSH for f in push.force_n):
        raise DocumentError(f"{source}: {place}.force_n must be below {_LARGEST_PUSH:g} N; got {list(push.force_n)}.")
    if not all(abs(m) <= _FARTHEST for m in push.at):
        raise DocumentError(f"{source}: {place}.at must be within {_FARTHEST:g} m; got {list(push.at)}.")
    _moments({"start": push.start, "stop": push.stop}, place, source)
    return push


def _struct(value: Any, kind: Any, place: str, source: str) -> Any:
    check_words(value, kind, place, source)
    return converted(value, kind, place, source)


def _check(value: float, low: float, high: float, place: str) -> None:
    if not low < value <= high:
        raise DocumentError(f"{place} must lie above {low:g} and at most at {high:g}; got {value:g}.")
