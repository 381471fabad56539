"""The ``:bonedata`` section: one block of keys per bone."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from supple.errors import FileError
from supple.io.acclaim.model import DOFS, ROOT, Bone, Vec3
from supple.io.quoting import quoted, shortened
from supple.io.warning_list import WarningList

Lines = list[tuple[int, str]]
_LARGEST = 1e12  # beyond this a number is damage, not a length or an angle
_MOST_LIMITS = 100  # numbers of one bone that are looked at; it has at most 14 that count
_KEPT = ("bodymass", "cofmass", "volume", "density", "inertia")  # known, of no use here, kept on write


def numbers(tokens: list[str], count: int, path: Path, line: int, what: str) -> tuple[float, ...]:
    """So many finite numbers, or an error that names the line and the text."""
    if len(tokens) < count:
        raise FileError(path, f"{what} needs {count} numbers; found {quoted(' '.join(tokens) or 'nothing')}.", line)
    return tuple(number(token, path, line, what) for token in tokens[:count])


def triple(tokens: list[str], path: Path, line: int, what: str) -> Vec3:
    """Three finite numbers."""
    x, y, z = numbers(tokens, 3, path, line, what)
    return x, y, z


def number(token: str, path: Path, line: int, what: str, *, endless: bool = False) -> float:
    """One number; ``endless`` allows infinity."""
    try:
        value = float("" if "_" in token else token)  # 1_000 is Python's spelling, not a file's
    except ValueError:
        raise FileError(path, f"{what} must be a number; found {quoted(token)}.", line) from None
    if math.isnan(value) or (abs(value) > _LARGEST and not endless):
        raise FileError(path, f"{what} must be a finite number up to 1e12; found {quoted(token)}.", line)
    return value


def spelled_order(tokens: list[str], path: Path, line: int) -> str:
    """An order of axes such as ``XYZ``, in lower case."""
    order = "".join(tokens).lower()
    if sorted(order) != ["x", "y", "z"]:
        raise FileError(path, f"an order of axes must be XYZ or a permutation of it; found {quoted(order)}.", line)
    return order


def parse_bones(lines: Lines, path: Path, warnings: WarningList) -> tuple[Bone, ...]:
    """All bones, in the order of the file."""
    bones: list[Bone] = []
    seen = {ROOT}
    block: Lines | None = None
    for at, line in [*lines, (lines[-1][0] if lines else 0, "begin")]:  # a last "begin" closes what is left open
        word = line.lower()
        if word in ("begin", "end"):
            if block:
                if word == "begin":
                    warnings.append(f"line {block[0][0]}: a bone is not closed by 'end'.")
                bone = _bone(block, path, warnings)
                if bone.name in seen:
                    raise FileError(path, f"the bone name {quoted(bone.name)} is used twice. Rename one.", block[0][0])
                seen.add(bone.name)
                bones.append(bone)
            block = [] if word == "begin" else None
        elif block is None:
            warnings.append(f"line {at}: {quoted(line)} stands outside of 'begin' and 'end' and was left out.")
        else:
            block.append((at, line))
    return tuple(bones)


def _bone(block: Lines, path: Path, warnings: WarningList) -> Bone:
    fields: dict[str, Any] = {"extras": [], "dofs": ()}
    limits: list[str] = []
    key = ""
    for at, line in block:
        first, *rest = line.split()
        if key == "limits" and first[0] in "()+-.0123456789":  # pairs may go on over lines
            rest = [first, *rest]
        else:
            key = first.lower()
        if key == "limits":
            limits += _without_brackets(rest)[: _MOST_LIMITS - len(limits)]
            fields.setdefault("limits_line", at)
        else:
            _read_key(key, rest, line, fields, path, at, warnings)
    at = block[0][0]
    if not fields.get("name"):
        raise FileError(path, "this bone has no name. Is the file damaged?", at)
    if "length" not in fields or "direction" not in fields:
        if fields.get("length", 1.0) != 0.0:
            raise FileError(path, f"bone {quoted(fields['name'])} needs a direction and a length.", at)
        fields.setdefault("direction", (0.0, 1.0, 0.0))
    _check_direction(fields, warnings)
    where = fields.pop("limits_line", at)
    pairs = _pairs(limits, path, where)
    fields["extras"] = tuple(fields["extras"])
    return Bone(**fields, limits=_fitted(pairs, fields, where, warnings))


def _read_key(
    key: str, rest: list[str], line: str, fields: dict[str, Any], path: Path, at: int, warnings: WarningList
) -> None:
    name = shortened(fields.get("name", "?"))
    match key:
        case "id":
            fields["id"] = " ".join(rest)
        case "name":
            fields["name"] = rest[0] if rest else ""
            if len(rest) > 1:
                warnings.append(
                    f"line {at}: names cannot hold spaces; {quoted(' '.join(rest))} was read as {quoted(rest[0])}."
                )
        case "direction":
            fields["direction"] = triple(rest, path, at, f"the direction of {name!r}")
        case "length":
            (fields["length"],) = numbers(rest, 1, path, at, f"the length of {name!r}")
        case "axis":
            fields["axis"] = triple(rest, path, at, f"the axis of {name!r}")
            if len(rest) > 3:
                fields["axis_order"] = spelled_order(rest[3:], path, at)
            else:
                warnings.append(f"line {at}: the axis of {name!r} names no order; XYZ is assumed.")
        case "dof":
            fields["dofs"] = _dofs(rest, fields["dofs"], path, at)
        case _:
            fields["extras"].append(line)
            if key not in _KEPT:
                what = f"the key {quoted(key)} of {name!r}"
                warnings.append(f"line {at}: {what} means nothing to Supple and was left alone.")


def _dofs(tokens: list[str], before: tuple[str, ...], path: Path, at: int) -> tuple[str, ...]:
    """Those before, with those of one more line."""
    every = (*before, *(token.lower() for token in tokens))
    wrong = next((dof for dof in every if dof not in DOFS), None)
    if wrong is not None:
        raise FileError(path, f"a degree of freedom is one of {' '.join(DOFS)}; found {quoted(wrong)}.", at)
    if len(set(every)) != len(every):
        raise FileError(path, f"a degree of freedom is named twice: {shortened(' '.join(every))}.", at)
    return every


def _without_brackets(tokens: list[str]) -> list[str]:
    return " ".join(tokens).replace("(", " ").replace(")", " ").replace(",", " ").split()


def _pairs(flat: list[str], path: Path, at: int) -> list[tuple[float, float]]:
    if len(flat) % 2:
        raise FileError(path, f"limits come in pairs (low high); found {len(flat)} numbers.", at)
    ends = [number(token, path, at, "a limit", endless=True) for token in flat]
    return [(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)]


def _fitted(
    pairs: list[tuple[float, float]], fields: dict[str, Any], at: int, warnings: WarningList
) -> tuple[tuple[float, float], ...]:
    count = len(fields["dofs"])
    if pairs and len(pairs) != count:
        more = " or more" if len(pairs) == _MOST_LIMITS // 2 else ""
        warnings.append(
            f"line {at}: {quoted(fields['name'])} has {len(pairs)}{more} limits for {count} degrees of freedom."
        )
        pairs = (pairs + [(-math.inf, math.inf)] * count)[:count]
    return tuple(pairs)


def _check_direction(fields: dict[str, Any], warnings: WarningList) -> None:
    norm = math.dist(fields["direction"], (0.0, 0.0, 0.0))
    if fields["length"] != 0.0 and abs(norm - 1.0) > 1e-3:
        warnings.append(
            f"the direction of {quoted(fields['name'])} has length {norm:g}, not 1; it was taken as it stands."
        )
