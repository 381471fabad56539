"""The style document: how a walker of Supple walks. TOML or JSON."""

from __future__ import annotations

from pathlib import Path

import msgspec

from supple.core.documents import check_words, converted, known_table
from supple.errors import DocumentError
from supple.io.source import document_text

STARTING_POINT = """\
# A style: `supple walk -o OUT --style STYLE.toml` walks like this. Everything may be left out.
format = 1

# Lengths are for a person of average height, and grow with the body.
[gait]
step = 0.7          # from the heel of one foot to that of the other [m]
speed = 1.3         # [m/s]
width = 0.11        # between the footprints of left and right [m]
toe_out_deg = 6.0   # how far feet point outward
lift = 1.0          # how much feet roll and rise: 1 is usual
bob = 1.0           # how much hips go up and down
hip_swing = 1.0     # how much hips turn and sway
arm_swing = 1.0     # how much shoulders and arms swing
fatigue = 0.0       # of step and speed, what is lost in a minute; never more than half

# One side may differ: factors of the length of its steps, the height of its flight and its speed. A limp:
#[left]
#length = 0.5
#height = 0.5
#speed = 1.3

# How freely joints of the legs move, from 0.01 (stiff) to 1 (free). The feet go where they go; knees and hips share.
[weights]
#hip = 0.8
#left_knee = 0.1
"""
_WEIGHTS = (0.01, 1.0)
_RANGES = {
    "step": (0.1, 3.0),
    "speed": (0.05, 5.0),
    "width": (0.0, 0.6),
    "toe_out_deg": (-45.0, 60.0),
    "lift": (0.1, 2.0),
    "bob": (0.0, 3.0),
    "hip_swing": (0.0, 3.0),
    "arm_swing": (0.0, 3.0),
    "fatigue": (0.0, 1.0),
    "length": (0.25, 2.0),
    "height": (0.25, 2.0),
}
_SIDE_SPEED = (0.5, 2.0)


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Frozen, and nothing but what is listed."""


class GaitStyle(_Table, frozen=True, kw_only=True):
    """Both sides."""

    step: float = 0.7
    speed: float = 1.3
    width: float = 0.11
    toe_out_deg: float = 6.0
    lift: float = 1.0
    bob: float = 1.0
    hip_swing: float = 1.0
    arm_swing: float = 1.0
    fatigue: float = 0.0


class SideStyle(_Table, frozen=True, kw_only=True):
    """What is different about the steps of one side."""

    length: float = 1.0
    height: float = 1.0
    speed: float = 1.0


class Weights(_Table, frozen=True, kw_only=True):
    """How freely joints move; what a side says multiplies what both say."""

    hip: float = 1.0
    knee: float = 1.0
    ankle: float = 1.0
    left_hip: float = 1.0
    left_knee: float = 1.0
    left_ankle: float = 1.0
    right_hip: float = 1.0
    right_knee: float = 1.0
    right_ankle: float = 1.0

    def of(self, side: str) -> tuple[float, float, float]:
        """Hip, knee and ankle of a side."""
        hip, knee, ankle = (getattr(self, part) * getattr(self, f"{side}_{part}") for part in ("hip", "knee", "ankle"))
        return hip, knee, ankle


class Style(_Table, frozen=True, kw_only=True):
    """A way to walk."""

    gait: GaitStyle = GaitStyle()
    left: SideStyle = SideStyle()
    right: SideStyle = SideStyle()
    weights: Weights = Weights()

    def __post_init__(self) -> None:
        check_style(self)

    def side(self, name: str) -> SideStyle:
        """The style of ``left`` or ``right``."""
        return self.left if name == "left" else self.right


def read_style(path: Path | str) -> Style:
    """The style of a TOML or JSON document; a wrong key or value is a :class:`DocumentError` that names it."""
    text, source, language = document_text(path)
    return parse_style(text, source, language)


def parse_style(text: str, source: str, language: str = "toml") -> Style:
    """The same of a text; ``source`` stands in messages."""
    data = known_table(text, source, language, ("format", "gait", "left", "right", "weights"))
    kinds = {"gait": GaitStyle, "left": SideStyle, "right": SideStyle, "weights": Weights}
    parts = {}
    for name, kind in kinds.items():
        check_words(data.get(name, {}), kind, name, source)
        parts[name] = converted(data.get(name, {}), kind, name, source)
    try:
        return Style(**parts)
    except DocumentError as error:
        raise DocumentError(f"{source}: {error}") from None


def check_style(style: Style) -> None:
    """Refuse what is no walk."""
    for table in ("gait", "left", "right", "weights"):
        part = getattr(style, table)
        for key in part.__struct_fields__:
            low, high = range_of(table, key)
            value = getattr(part, key)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise DocumentError(f"{table}.{key} must be a number; got {value!r:.60}.")
            if not low <= value <= high:
                raise DocumentError(f"{table}.{key} = {value:g} is out of range. It lies between {low:g} and {high:g}.")


def range_of(table: str, key: str) -> tuple[float, float]:
    """Between which values a number of a style lies."""
    if table == "weights":
        return _WEIGHTS
    return _SIDE_SPEED if table != "gait" and key == "speed" else _RANGES[key]
