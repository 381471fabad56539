"""The weights document: how far each joint of the legs goes, over the gait cycle. TOML or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from supple.core.documents import check_words, converted, known_table
from supple.errors import DocumentError
from supple.io.source import document_text

STARTING_POINT = """\
# Weights of the joints of the legs: `supple individualise MOTION -o OUT --weights W.toml` makes a walk of it.
# A weight says how far a joint goes from where it is on average: 1 as captured, 0.8 less, 0 not at all, 2 twice as far.
# A list runs over the gait cycle: evenly spread from where the foot comes down to where it comes down again.
format = 1

[both]
hip = 1.0
knee = 0.8
# How far the foot rolls from where it lies flat.
#ankle = 0.9
#knee = [1.0, 0.9, 0.8, 0.7, 0.8, 0.9]
# By how much the joint is more flexed all the time [deg].
#knee_shift_deg = 5.0

# What is said of one leg goes over what is said of both.
#[left]
#knee = 0.1
"""
LARGEST = 2.0
_LARGEST_SHIFT = 60.0  # [deg]
_MOST = 100
Weight = float | tuple[float, ...]


class LegWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Of one leg, or of both; None: not said."""

    hip: Weight | None = None
    knee: Weight | None = None
    ankle: Weight | None = None
    hip_shift_deg: float | None = None
    knee_shift_deg: float | None = None


class JointWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Weights as a person writes them."""

    both: LegWeights = LegWeights()
    left: LegWeights = LegWeights()
    right: LegWeights = LegWeights()

    def __post_init__(self) -> None:
        for table in ("both", "left", "right"):
            _check(getattr(self, table), table)

    def weight(self, side: str, joint: str) -> tuple[float, ...]:
        """The weights of a joint over the cycle; one where it is the same all the time."""
        said = self._said(side, joint, 1.0)
        return said if isinstance(said, tuple) else (said,)

    def shift_deg(self, side: str, joint: str) -> float:
        """By how much a joint is more flexed [deg]."""
        return float(self._said(side, f"{joint}_shift_deg", 0.0))

    def _said(self, side: str, key: str, unsaid: float) -> Any:
        for table in (getattr(self, side), self.both):
            if (value := getattr(table, key)) is not None:
                return value
        return unsaid


def read_weights(path: Path | str) -> JointWeights:
    """Weights of a TOML or JSON document; a wrong key or value is a :class:`DocumentError` that names it."""
    text, source, language = document_text(path)
    return parse_weights(text, source, language)


def parse_weights(text: str, source: str, language: str = "toml") -> JointWeights:
    """The same of a text; ``source`` stands in messages."""
    tables = JointWeights.__struct_fields__
    data = known_table(text, source, language, ("format", *tables))
    found = {}
    for table in tables:
        check_words(data.get(table, {}), LegWeights, table, source)
        found[table] = converted(data.get(table, {}), LegWeights, table, source)
    try:
        return JointWeights(**found)
    except DocumentError as error:
        raise DocumentError(f"{source}: {error}") from None


def dump_weights(weights: JointWeights) -> str:
    """The document's text, which :func:`parse_weights` reads again."""
    lines = ["format = 1"]
    for table in JointWeights.__struct_fields__:
        said = {k: v for k in LegWeights.__struct_fields__ if (v := getattr(getattr(weights, table), k)) is not None}
        if said:
            lines += ["", f"[{table}]", *(f"{key} = {_written(value)}" for key, value in said.items())]
    return "\n".join(lines) + "\n"


def _written(value: Weight) -> str:
    return f"[{', '.join(f'{v:.4f}' for v in value)}]" if isinstance(value, tuple) else f"{value:.4f}"


def _check(leg: LegWeights, table: str) -> None:
    for joint in ("hip", "knee", "ankle"):
        value = getattr(leg, joint)
        values = value if isinstance(value, tuple) else (1.0 if value is None else value,)
        if not 1 <= len(values) <= _MOST:
            raise DocumentError(f"{table}.{joint}: a list has 1 to {_MOST} weights; got {len(values)}.")
        for weight in values:
            if not 0.0 <= weight <= LARGEST:
                raise DocumentError(f"{table}.{joint}: a weight lies between 0 (stiff) and {LARGEST:g}; got {weight}.")
        shift = getattr(leg, f"{joint}_shift_deg", None)
        if shift is not None and not abs(shift) <= _LARGEST_SHIFT:
            raise DocumentError(f"{table}.{joint}_shift_deg is at most {_LARGEST_SHIFT:g} degrees; got {shift}.")
