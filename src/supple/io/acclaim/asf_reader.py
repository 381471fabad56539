"""The text of a skeleton file into an :class:`Asf`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from supple.errors import FileError
from supple.io.acclaim.bonedata import numbers, parse_bones, spelled_order, triple
from supple.io.acclaim.model import DOFS, ROOT, Asf, Bone, Vec3
from supple.io.options import is_unit
from supple.io.quoting import quoted, shortened
from supple.io.source import MAX_JOINTS
from supple.io.warning_list import WarningList

Lines = list[tuple[int, str]]  # (line number, text)
_ROOT_NAME = re.compile(r"root is named\s+(\S+)")
_UNIT = re.compile(r"one unit is\s+(\S+)\s+m\b")


def parse_asf(text: str, path: Path) -> Asf:
    """Parse a whole skeleton file; sections and keys may stand in any order and case."""
    warnings = WarningList()
    comments, sections = _sections(text)
    fields: dict[str, Any] = {"comments": comments, "text": text, **_stated(comments)}
    bone_lines: Lines = []
    tree_lines: Lines = []
    root_lines: Lines = []
    for name, head, lines in sections:
        match name:
            case "version" | "name":
                fields[name] = head or next((line for _, line in lines), "")
            case "units":
                fields.update(_units(lines, path, warnings))
            case "documentation":
                fields["documentation"] = (*([head] if head else []), *(line for _, line in lines))
            case "root":
                root_lines += lines
            case "bonedata":
                bone_lines += lines
            case "hierarchy":
                tree_lines += lines
            case _:
                warnings.append(f"the section :{shortened(name)} means nothing to Supple and was left alone.")
    fields["root"], fields["position"] = _root(root_lines, path, warnings)
    fields["bones"] = parse_bones(bone_lines, path, warnings)
    if len(fields["bones"]) >= MAX_JOINTS:
        raise FileError(path, f"{len(fields['bones'])} bones; Supple reads skeletons of up to {MAX_JOINTS - 1}.")
    fields["hierarchy"] = _hierarchy(tree_lines, path, fields["bones"], warnings)
    return Asf(**fields, warnings=warnings.words())


def split_lines(text: str) -> list[str]:
    """Lines that end in LF, CRLF or CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _sections(text: str) -> tuple[tuple[str, ...], list[tuple[str, str, Lines]]]:
    """Comments before the first section; then (name, rest of its line, lines) of each section."""
    comments: list[str] = []
    sections: list[tuple[str, str, Lines]] = []
    for number, raw in enumerate(split_lines(text), 1):
        line = raw.strip()
        if line.startswith(":"):
            name, _, head = line[1:].partition("#")[0].strip().partition(" ")
            sections.append((name.lower(), head.strip(), []))
        elif not sections:
            if line.startswith("#"):
                comments.append(line[1:].strip())
        else:
            if sections[-1][0] != "documentation":
                line = line.partition("#")[0].strip()
            if line:
                sections[-1][2].append((number, line))
    return tuple(comments), sections


def _stated(comments: tuple[str, ...]) -> dict[str, Any]:
    """What Supple itself wrote into comments, since the format has no place for it."""
    found: dict[str, Any] = {}
    for comment in comments:
        if match := _ROOT_NAME.search(comment):
            found["root_name"] = match[1]
        if match := _UNIT.search(comment):
            try:
                scale = float(match[1])
            except ValueError:
                continue
            if is_unit(scale):
                found["unit_scale"] = scale
    return found


def _units(lines: Lines, path: Path, warnings: WarningList) -> Iterator[tuple[str, Any]]:
    for number, line in lines:
        key, *rest = line.split()
        match key.lower():
            case "mass":
                yield "mass", " ".join(rest)
            case "length":
                (length,) = numbers(rest[:1], 1, path, number, "the unit of length")
                if length <= 0.0:
                    warnings.append(f"line {number}: a length unit of {length:g} makes no sense and was ignored.")
                else:
                    yield "length", length
            case "angle":
                yield "degrees", not (rest and rest[0].lower().startswith("rad"))
            case _:
                warnings.append(f"line {number}: the unit {quoted(line)} means nothing to Supple and was left alone.")


def _root(lines: Lines, path: Path, warnings: WarningList) -> tuple[Bone, Vec3]:
    order: tuple[str, ...] = ("tx", "ty", "tz", "rx", "ry", "rz")
    axis_order = "xyz"
    position: Vec3 = (0.0, 0.0, 0.0)
    orientation: Vec3 = (0.0, 0.0, 0.0)
    for number, line in lines:
        key, *rest = line.split()
        match key.lower():
            case "order":
                order = tuple(token.lower() for token in rest)
                _check_order(order, path, number)
            case "axis":
                axis_order = spelled_order(rest, path, number)
            case "position":
                position = triple(rest, path, number, "the root's position")
            case "orientation":
                orientation = triple(rest, path, number, "the root's orientation")
            case _:
                warnings.append(f"line {number}: the root's {quoted(line)} means nothing to Supple and was left alone.")
    return Bone(name=ROOT, axis=orientation, axis_order=axis_order, dofs=order), position


def _check_order(order: tuple[str, ...], path: Path, number: int) -> None:
    wrong = [dof for dof in order if dof not in DOFS[:-1]]
    if wrong or len(set(order)) != len(order) or not order:
        found = quoted(" ".join(order))
        raise FileError(
            path, f"the root's order must name some of TX TY TZ RX RY RZ, each once; found {found}.", number
        )


def _hierarchy(
    lines: Lines, path: Path, bones: tuple[Bone, ...], warnings: WarningList
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not lines:
        raise FileError(path, "there is no :hierarchy section. Is the file cut off?")
    names = {ROOT.lower(): ROOT} | {bone.name.lower(): bone.name for bone in bones}
    exact = {bone.name for bone in bones} | {ROOT}
    parent_of: dict[str, str] = {}
    rows: list[tuple[str, tuple[str, ...]]] = []
    for number, line in lines:
        if line.lower() in ("begin", "end"):
            continue
        row = [_known(name, exact, names, path, number) for name in line.split()]
        for child in row[1:]:
            if child in parent_of or child == ROOT:
                said = f"bone {quoted(child)} hangs below {quoted(row[0])} and already has a place."
                raise FileError(path, said, number)
            parent_of[child] = row[0]
        rows.append((row[0], tuple(row[1:])))
    loose = sorted(exact - {ROOT} - set(parent_of))
    if loose:
        warnings.append(f"{len(loose)} bones have no place in :hierarchy and were left out: {_few(loose)}.")
    return tuple(rows)


def _known(name: str, exact: set[str], folded: dict[str, str], path: Path, number: int) -> str:
    if name in exact:
        return name
    if name.lower() in folded:
        return folded[name.lower()]
    said = f":hierarchy names {quoted(name)}, which :bonedata does not define. Check the spelling."
    raise FileError(path, said, number)


def _few(names: list[str], most: int = 5) -> str:
    return ", ".join(shortened(name) for name in names[:most]) + (", ..." if len(names) > most else "")
