"""The layouts of marker tables in CSV files: which columns hold what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from supple.io.number_table import is_number, number_or_nan

_NAN = float("nan")
_UNIT = re.compile(r"[\[(](mm|cm|m|in|ft)[\])]$|[\s_](mm|cm)$", re.IGNORECASE)
_TIME = re.compile(
    r"^(time|t|timestamp|seconds|secs?)[\s_]*[\[(]?(?P<unit>s|sec|seconds|ms|milliseconds)?[\])]?$", re.IGNORECASE
)
_FRAME = re.compile(r"^(frame|frame#|frames|field|#|index|sample)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Where in a table the coordinates stand."""

    labels: Sequence[str]
    xyz: Sequence[tuple[int, int, int]]  # columns of each marker
    first: int  # row of the first data
    width: int
    delimiter: str | None
    time: int | None = None
    time_scale: float = 1.0  # seconds per unit of the time column
    frame: int | None = None
    rate: float = _NAN  # [Hz]
    unit: str = ""
    default_up: str = "y"
    warnings: tuple[str, ...] = ()


def motive_columns(rows: list[list[str]], delimiter: str | None) -> Columns | None:
    """OptiTrack Motive: a line of keys and values, then rows of type, name, ID, kind and axis."""
    if not rows or not rows[0] or rows[0][0].lower() != "format version":
        return None
    keys = dict(zip((key.lower() for key in rows[0][::2]), rows[0][1::2], strict=False))
    axes = next((k for k, row in enumerate(rows) if len(row) > 2 and row[0].lower() == "frame"), None)
    if axes is None or axes < 3:
        return None
    above = {row[1].lower(): row for row in rows[1:axes] if len(row) > 1 and row[1]}
    names, types, kinds = above.get("name", []), above.get("type", []), rows[axes - 1]
    triples = [
        t for t in _triples(rows[axes]) if t[2] < min(len(names), len(kinds)) and kinds[t[0]].lower() == "position"
    ]
    markers = [t for t in triples if t[2] < len(types) and "marker" in types[t[0]].lower()]
    chosen = markers or triples
    if not chosen:
        return None
    return Columns(
        labels=[names[t[0]] for t in chosen],
        xyz=chosen,
        first=axes + 1,
        width=len(rows[axes]),
        delimiter=delimiter,
        time=1,
        rate=number_or_nan(keys.get("export frame rate", keys.get("capture frame rate", ""))),
        unit=keys.get("length units", ""),
        warnings=() if markers else ("the file has no markers; the positions of its rigid bodies were read.",),
    )


def two_row_columns(rows: list[list[str]], delimiter: str | None) -> Columns | None:
    """Vicon Nexus and its like: marker names above X Y Z; a row of units may follow, a rate may stand above."""
    for k in range(1, len(rows)):
        triples = _triples(rows[k])
        if not triples or not any(rows[k - 1]):
            continue
        above = rows[k - 1]
        names = [_name_over(above, t) for t in triples]
        first, unit = _after_units(rows, k, triples[0][0])
        time = next((c for c, field in enumerate(rows[k]) if _TIME.match(field)), None)
        frame = next((c for c, field in enumerate(rows[k]) if _FRAME.match(field)), None)
        return Columns(
            labels=names,
            xyz=triples,
            first=first,
            width=max(t[2] for t in triples) + 1,
            delimiter=delimiter,
            time=time,
            time_scale=_time_scale(rows[k][time]) if time is not None else 1.0,
            frame=frame,
            rate=_rate_above(rows[: k - 1]),
            unit=unit,
            default_up="z",
        )
    return None


def flat_columns(rows: list[list[str]], delimiter: str | None) -> Columns | None:
    """One header row: ``time, LASI_x, LASI_y, LASI_z`` and the like."""
    for k, row in enumerate(rows):
        if not any(row) or all(is_number(field) for field in row):
            continue
        found, unit = _flat_triples(row)
        if not found:
            continue
        time = next((c for c, field in enumerate(row) if _TIME.match(field)), None)
        return Columns(
            labels=list(found),
            xyz=list(found.values()),
            first=k + 1,
            width=len(row),
            delimiter=delimiter,
            time=time,
            time_scale=_time_scale(row[time]) if time is not None else 1.0,
            frame=next((c for c, field in enumerate(row) if _FRAME.match(field)), None),
            rate=_rate_above(rows[:k]),
            unit=unit,
        )
    return None


def _flat_triples(row: list[str]) -> tuple[dict[str, tuple[int, int, int]], str]:
    """Columns of each label that has all three axes, in the order of the file, and the unit they state."""
    parts: dict[str, dict[str, int]] = {}
    units: set[str] = set()
    for c, field in enumerate(row):
        label, axis, unit = _flat_parts(field)
        if label and axis:
            parts.setdefault(label, {}).setdefault(axis, c)
            units.add(unit)
    whole = {label: (axes["x"], axes["y"], axes["z"]) for label, axes in parts.items() if len(axes) == 3}
    return whole, units.pop() if len(units) == 1 else ""


def _flat_parts(field: str) -> tuple[str, str, str]:
    """Label, axis and unit of a name such as ``LASI_x``, ``LASI.X (mm)``, ``LASI X``; the axis is "" for others."""
    match = _UNIT.search(field)
    name = field[: match.start()] if match else field
    name = name.rstrip(" _)]")
    axis = name[-1:].lower()
    unit = (match[1] or match[2]).lower() if match else ""
    return name[:-1].rstrip(" ._:-/(["), axis if axis in ("x", "y", "z") else "", unit


def _triples(row: list[str]) -> list[tuple[int, int, int]]:
    """Every run of fields X, Y, Z."""
    axes = [field.lower()[:1] if re.fullmatch(r"[XYZxyz]\d*", field) else "" for field in row]
    return [(c, c + 1, c + 2) for c in range(len(axes) - 2) if axes[c : c + 3] == ["x", "y", "z"]]


def _name_over(row: list[str], triple: tuple[int, int, int]) -> str:
    return next((row[c] for c in triple if c < len(row) and row[c]), "")


def _after_units(rows: list[list[str]], axes: int, column: int) -> tuple[int, str]:
    """The first row of data, and the unit in the row below the axes if there is one."""
    below = rows[axes + 1] if axes + 1 < len(rows) else []
    if any(below) and not any(field and is_number(field) for field in below):
        return axes + 2, below[column] if column < len(below) else ""
    return axes + 1, ""


def _rate_above(rows: list[list[str]]) -> float:
    """A lone number above the header is the rate in Hz; so is the number beside a word like "rate"."""
    for row in rows:
        filled = [field for field in row if field]
        words = " ".join(filled).lower()
        numbers = [number_or_nan(field) for field in filled if number_or_nan(field) > 0.0]
        if numbers and (len(filled) == 1 or "rate" in words or "fps" in words or "hz" in words):
            return numbers[0]
    return _NAN


def _time_scale(field: str) -> float:
    match = _TIME.match(field)
    return 0.001 if match and (match["unit"] or "").lower().startswith("m") else 1.0
