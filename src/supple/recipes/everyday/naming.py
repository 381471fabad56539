"""What joints are called elsewhere: well known conventions by role, and maps that a person writes."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from supple.core.documents import converted, known_table
from supple.core.roles import ROLES, SIDES
from supple.core.roles.model import ARM, LEG, TRUNK
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError, InvalidValueError
from supple.io.source import decode, document_text, load_bytes

# Trunk, then arm and leg of one side with {s} for the side; "-" where the convention has no name.
_TABLE = {
    "mixamo": (
        "mixamorig:Hips mixamorig:Spine mixamorig:Spine2 mixamorig:Neck mixamorig:Head",
        "mixamorig:{s}Shoulder mixamorig:{s}Arm mixamorig:{s}ForeArm mixamorig:{s}Hand -",
        "mixamorig:{s}UpLeg mixamorig:{s}Leg mixamorig:{s}Foot mixamorig:{s}ToeBase mixamorig:{s}Toe_End",
        "Left Right"),
    "cmu": (
        "Hips Spine Spine1 Neck Head",
        "{s}Shoulder {s}Arm {s}ForeArm {s}Hand -",
        "{s}UpLeg {s}Leg {s}Foot {s}ToeBase -", "Left Right"),
    "unreal": (
        "pelvis spine_01 spine_03 neck_01 head",
        "clavicle_{s} upperarm_{s} lowerarm_{s} hand_{s} -",
        "thigh_{s} calf_{s} foot_{s} ball_{s} -", "l r"),
    "unity": (
        "Hips Spine Chest Neck Head",
        "{s}Shoulder {s}UpperArm {s}LowerArm {s}Hand -",
        "{s}UpperLeg {s}LowerLeg {s}Foot {s}Toes -", "Left Right"),
    "smpl": (
        "pelvis spine1 spine3 neck head",
        "{s}_collar {s}_shoulder {s}_elbow {s}_wrist -",
        "{s}_hip {s}_knee {s}_ankle {s}_foot -", "left right"),
    "hanim": (
        "humanoid_root vl5 vt6 vc4 skullbase",
        "{s}_sternoclavicular {s}_shoulder {s}_elbow {s}_radiocarpal -",
        "{s}_hip {s}_knee {s}_talocrural {s}_metatarsophalangeal_2 -", "l r"),
}  # fmt: skip
CONVENTIONS = ("roles", *_TABLE)


def convention(name: str) -> dict[str, str]:
    """Role -> what joints of that role are called."""
    if name == "roles":
        return {role: role for role in ROLES}
    if name not in _TABLE:
        raise InvalidValueError(f"there is no naming {name!r}. Known: {', '.join(CONVENTIONS)}.")
    trunk, arm, leg, spellings = _TABLE[name]
    table = dict(zip(TRUNK, trunk.split(), strict=True))
    for side, spelling in zip(SIDES, spellings.split(), strict=True):
        for parts, words in ((ARM, arm), (LEG, leg)):
            table |= {f"{side}_{p}": w.format(s=spelling) for p, w in zip(parts, words.split(), strict=True)}
    return {role: word for role, word in table.items() if word != "-"}


def by_convention(skeleton: Skeleton, roles: Mapping[str, str], name: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Old name -> new name for the joints of roles, and what else happens.

    Other joints keep their names; one that has a name which is needed elsewhere steps aside. End sites follow their
    joints.
    """
    table = convention(name)
    names = {
        joint: table[role]
        for role, joint in roles.items()
        if role in table and not skeleton.end_sites[skeleton.index(joint)]
    }
    taken, notes = {*names.values(), *skeleton.names}, []
    for joint in [n for n in skeleton.names if n not in names and n in names.values()]:
        names[joint] = next(f"{joint}_{k}" for k in range(2, len(taken) + 3) if f"{joint}_{k}" not in taken)
        taken.add(names[joint])
        notes.append(f"{joint!r} has no role and another joint takes its name: it is called {names[joint]!r}.")
    kept = sum(n not in names and not skeleton.end_sites[j] for j, n in enumerate(skeleton.names))
    if kept:
        notes.append(f"{kept} joints have no name in {name!r} and keep theirs.")
    return names, tuple(notes)


def without_prefix(skeleton: Skeleton, prefix: str) -> dict[str, str]:
    """Old name -> new name for all joints whose names begin with a prefix."""
    names = {name: name.removeprefix(prefix) for name in skeleton.names if prefix and name.startswith(prefix)}
    if not names:
        raise InvalidValueError(f"no joint's name begins with {prefix!r}; the first one is {skeleton.names[0]!r}.")
    return names


def read_names(path: Path | str) -> dict[str, str]:
    """Old name -> new name from CSV (``old,new`` in each line), or a TOML or JSON document with a table ``names``."""
    path = Path(path)
    if path.suffix.lower() == ".csv":
        return _from_csv(decode(load_bytes(path), path)[0], str(path))
    text, source, language = document_text(path)
    data = known_table(text, source, language, ("format", "names"))
    return dict(converted(data.get("names", {}), dict[str, str], "names", source))


def _from_csv(text: str, source: str) -> dict[str, str]:
    names: dict[str, str] = {}
    for number, row in enumerate(_rows(text, source), 1):
        if not row or (number == 1 and row == ["old", "new"]):
            continue
        if len(row) != 2:
            raise DocumentError(f"{source}:{number}: two names are needed, old,new; found {','.join(row)[:80]!r}.")
        if row[0] in names:
            raise DocumentError(f"{source}:{number}: {row[0]!r} is renamed twice.")
        names[row[0]] = row[1]
    return names


def _rows(text: str, source: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text)))
    except csv.Error as error:  # a field without end
        raise DocumentError(f"{source}: this is not CSV: {error}.") from None
