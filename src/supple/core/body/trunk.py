"""The masses of trunk and head on the joints of a spine, however many there are."""

from __future__ import annotations

import numpy as np

from supple.core.body.resting import Part, Resting
from supple.core.body.segments import HEAD_CENTRE, HEAD_OF_TRUNK, HEAD_SHARE, TRUNK_SHARE


def trunk(body: Resting) -> Part:
    """Even along the line from the middle of the hip joints over the spine to the base of the neck."""
    top = _neck_base(body)
    if not body.has("hips") or top is None:
        return "no trunk: it needs hips and a neck, a head or two shoulders"
    line = _spine(body)
    marks = np.array([body.pelvis(), *(body.rest.positions[j] for j in line[1:]), top])
    lengths = np.linalg.norm(np.diff(marks, axis=0), axis=1)
    total = float(lengths.sum())
    shares = lengths / total if total > 0.0 else np.full(len(line), 1.0 / len(line))
    middles = 0.5 * (marks[1:] + marks[:-1])
    return [
        body.piece(joint, TRUNK_SHARE * float(share), middle)
        for joint, share, middle in zip(line, shares, middles, strict=True)
    ]


def head(body: Resting) -> Part:
    """Head and neck in one, moved by the head's joint."""
    base = _neck_base(body)
    if base is None or not body.has("head"):
        return "no head: nothing plays head"
    return [body.piece(body.joints["head"], HEAD_SHARE, base + HEAD_CENTRE * (_crown(body, base) - base))]


def _neck_base(body: Resting) -> np.ndarray | None:
    """The neck's joint, or the middle of the shoulders where that is farther up: CMU's neck begins in the chest."""
    both = ("left_shoulder", "right_shoulder")
    places = [body.place(*roles) for roles in (("neck",), both) if body.has(*roles)]
    if not places:
        return body.place("head") if body.has("head") else None
    start = body.pelvis() if body.has("hips") else places[0]
    return max(places, key=lambda place: float(np.linalg.norm(place - start)))


def _spine(body: Resting) -> list[int]:
    """The joints from the hips up to, not including, neck or head; the hips alone where these hang elsewhere."""
    hips, parents = body.joints["hips"], body.skeleton.parents
    above = next((body.joints[role] for role in ("neck", "head") if body.has(role)), None)
    line = [body.joints.get("chest", hips) if above is None else int(parents[above])]
    while line[-1] > hips:
        line.append(int(parents[line[-1]]))
    return line[::-1] if line[-1] == hips else [hips]


def _crown(body: Resting, base: np.ndarray) -> np.ndarray:
    """The head's one tip, if it is far enough to be the crown; else straight on from the trunk, by the table."""
    joint, places = body.joints["head"], body.rest.positions
    up = base - body.pelvis() if body.has("hips") else (places[joint] - base) / HEAD_OF_TRUNK
    tips = body.skeleton.children(joint)
    usual = HEAD_OF_TRUNK * float(np.linalg.norm(up))
    if len(tips) == 1 and float(np.linalg.norm(places[tips[0]] - base)) > 0.5 * usual:
        return np.asarray(places[tips[0]])
    return np.asarray(base + HEAD_OF_TRUNK * up)
