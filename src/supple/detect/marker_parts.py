"""Which markers of a capture sit on feet, by the names that laboratories give them.

Left or right is a letter or word at one end of the name (``LHEE``, ``L.Toe.Tip``, ``heel_r``); what is left names the
part. Names in front of a colon are those of the subject.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from supple.detect.points import Part, Point

_HEEL = re.compile(r"HEEL?|CALC?|CALCAN\w*|F?CC|CA|POSTERIORFOOT|(?:HEEL|HEE|CALC|CAL)(?:[A-Z]+|\d)*")
_TOE = re.compile(r"\w*TOE\w*|\w*HALLUX\w*|HLX|HL|TT2|TIP")
_BALL = re.compile(
    r"(?:\d(?:ST|ND|RD|TH)?)?(?:MT|MET|MTP|MTH|META|MTPJ|METATARSAL|FM|FMT|MTT|DMT)\d?(?:HEAD|H|[MLPJ])?"
    r"|D\dM|[FSV]MH?|FMH|FORE?FOOT|BALL|(?:LAT|MED|LATERAL|MEDIAL)FOOT|FOOT(?:LAT|MED)\w*"
)
_NOT = re.compile(r"ANGLE|FORCE|MOMENT|POWER|CARP|HAND|FIN|THUMB")
_SIDES = {"L": "left", "LEFT": "left", "R": "right", "RIGHT": "right"}


def marker_point(label: str) -> Point:
    """A marker as a point, of a foot if its name says so."""
    name = label.rpartition(":")[2]
    for side, rest in _sides(name):
        part = _part(rest)
        if part is not None:
            return Point(name=label, part=part, limb=side)
    return Point(name=label)


def foot_markers(labels: Sequence[str]) -> list[Point]:
    """All markers of feet among the labels."""
    return [point for point in map(marker_point, labels) if point.on_foot]


def _sides(name: str) -> list[tuple[str, str]]:
    """Every way to read a side off a name, with the letters and digits that are left."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", re.sub(r"([a-z])([A-Z])", r"\1_\2", name)) if word]
    upper = [word.upper() for word in words]
    found = []
    for at in (0, -1):
        if upper and upper[at] in _SIDES and len(upper) > 1:
            found.append((_SIDES[upper[at]], "".join(upper[1:] if at == 0 else upper[:-1])))
    flat = "".join(upper)
    for side in ("LEFT", "RIGHT", "L", "R"):
        if flat.startswith(side):
            found.append((_SIDES[side], flat[len(side) :]))
        if flat.endswith(side):
            found.append((_SIDES[side], flat[: -len(side)]))
    return found


def _part(rest: str) -> Part | None:
    if _NOT.search(rest):
        return None
    if _HEEL.fullmatch(rest):
        return "heel"
    if "TOEBASE" in rest or _BALL.fullmatch(rest):
        return "ball"
    return "toe" if _TOE.fullmatch(rest) else None
