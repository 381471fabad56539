"""Which joint of one figure follows which joint of another: by role, then by place in the tree and by name."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from supple.core.roles import ROLES
from supple.core.roles.words import shared_prefix, split
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.frames import back_of, line_down

_CHAINS = (("hips", "chest"), ("chest", "head"), ("hips", "head"))
_TIPS = ("fingertips", "toe_end")  # the ends of bones: they follow by themselves
_FINGERS = {"thumb": "thumb", "pollex": "thumb", "index": "index", "middle": "middle", "mid": "middle", "ring": "ring",
            "pinky": "pinky", "pinkie": "pinky", "little": "pinky"}  # fmt: skip
_SIDE_WORDS = {"left": "l", "l": "l", "right": "r", "r": "r"}


class Between(NamedTuple):
    """A joint that turns as a share of the way from one joint of the source to the next one."""

    low: int
    high: int
    share: float


class Match(NamedTuple):
    """Target joint -> source joint, and joints of the target's back that lie between."""

    pairs: Mapping[int, int]
    spread: Mapping[int, Between]
    left_out: tuple[str, ...]  # roles of the source that the target does not have


def match_joints(source: Figure, target: Figure) -> Match:
    """Match two figures by themselves."""
    shared = [role for role in ROLES if role in source.joints and role in target.joints and not role.endswith(_TIPS)]
    pairs = {target.joints[role]: source.joints[role] for role in shared if role not in ("spine", "neck")}
    for low, high in _chains(shared):
        pairs |= _same_count(source, target, low, high)
    if "neck" in shared and "head" not in shared:
        pairs[target.joints["neck"]] = source.joints["neck"]
    pairs |= _by_fingers(source, target, pairs)
    pairs |= _by_name(source, target, pairs)
    return completed(source, target, pairs)


def completed(source: Figure, target: Figure, pairs: Mapping[int, int]) -> Match:
    """Pairs with what the target's back needs between them, and what of the source is left out."""
    ordered = dict(sorted(pairs.items()))
    missing = tuple(role for role in source.joints if role not in target.joints and not role.endswith(_TIPS))
    return Match(ordered, _spread(source, target, ordered), missing)


def _chains(shared: Sequence[str]) -> Iterator[tuple[str, str]]:
    have = [pair for pair in _CHAINS if pair[0] in shared and pair[1] in shared]
    return iter(have[:-1] if len(have) == len(_CHAINS) else have)


def _same_count(source: Figure, target: Figure, low: str, high: str) -> dict[int, int]:
    """The joints between two roles, one to one where both figures have as many."""
    lines = [line_down(f.skeleton.parents, f.joints[low], f.joints[high]) for f in (target, source)]
    return dict(zip(*(line[1:-1] for line in lines), strict=True)) if len(lines[0]) == len(lines[1]) > 2 else {}


def _spread(source: Figure, target: Figure, pairs: Mapping[int, int]) -> dict[int, Between]:
    """Joints of the target's back between two matched ones turn as the source's back does there, by its length."""
    found: dict[int, Between] = {}
    back = back_of(target.skeleton.parents, target.joints)
    anchors = [j for j in back if j in pairs]
    for low, high in itertools.pairwise(anchors):
        line = line_down(target.skeleton.parents, low, high)
        other = line_down(source.skeleton.parents, pairs[low], pairs[high])
        inner = [j for j in line[1:-1] if j not in pairs]
        if not other or not inner:
            continue
        marks, theirs = _marks(target, line), _marks(source, other)
        found |= {j: _share(other, theirs, marks[line.index(j)]) for j in inner}
    return found


def _marks(figure: Figure, line: list[int]) -> np.ndarray:
    """(n,) how far along a line of joints each of them is, from 0 to 1."""
    steps = np.linalg.norm(np.diff(figure.reference.positions[0, line], axis=0), axis=1)
    way = np.concatenate([[0.0], np.cumsum(steps)])
    return way / way[-1] if way[-1] > 0.0 else np.linspace(0.0, 1.0, len(line))


def _share(line: list[int], marks: np.ndarray, at: float) -> Between:
    k = int(np.clip(np.searchsorted(marks, at) - 1, 0, len(line) - 2))
    span = marks[k + 1] - marks[k]
    return Between(line[k], line[k + 1], float(np.clip((at - marks[k]) / span, 0.0, 1.0)) if span > 0.0 else 0.0)


def _by_fingers(source: Figure, target: Figure, pairs: Mapping[int, int]) -> dict[int, int]:
    """Joints of fingers, each by its finger and how far down it is."""
    mine, theirs = _fingers(target), _fingers(source)
    found: dict[int, int] = {}
    for key, line in mine.items():
        other = theirs.get(key, [])
        # choice: from the tip, since some hands have a bone in the palm more than others
        found |= dict(zip(line[::-1], other[::-1], strict=False))
    taken = set(pairs.values())
    return {t: s for t, s in found.items() if t not in pairs and s not in taken}


def _fingers(figure: Figure) -> dict[tuple[str, str], list[int]]:
    stops, found = figure.skeleton.subtree_stops(), dict[tuple[str, str], list[int]]()
    for side in ("left", "right"):
        wrist = figure.joints.get(f"{side}_wrist")
        if wrist is None:
            continue
        for j in range(wrist + 1, int(stops[wrist])):
            finger = next((_FINGERS[w] for w in split(figure.skeleton.names[j]) if w in _FINGERS), None)
            if finger is not None and not figure.skeleton.end_sites[j] and _turns(figure, j):
                found.setdefault((side, finger), []).append(j)
    return found


def _turns(figure: Figure, joint: int) -> bool:
    return bool(figure.skeleton.children(joint))


def _by_name(source: Figure, target: Figure, pairs: Mapping[int, int]) -> dict[int, int]:
    """Joints without a role that are called the same and hang on joints that belong together."""
    theirs = {key: j for key, j in _named(source) if j not in set(pairs.values())}
    found = dict(pairs)
    for key, j in _named(target):
        other = theirs.get(key)
        if j in found or other is None or other in found.values():
            continue
        above, below = _above(target, j, found), _above(source, other, {s: t for t, s in found.items()})
        if above is not None and found[above] == below:
            found[j] = other
    return {t: s for t, s in found.items() if t not in pairs}


def _named(figure: Figure) -> Iterator[tuple[tuple[str, ...], int]]:
    prefix = shared_prefix(figure.skeleton.names)
    playing = set(figure.joints.values())
    for j, name in enumerate(figure.skeleton.names):
        if j in playing or figure.skeleton.end_sites[j]:
            continue
        words = split(name.rsplit(":", 1)[-1])
        words = words[1:] if prefix and words and words[0] == prefix else words
        yield tuple(_SIDE_WORDS.get(word, word) for word in words), j


def _above(figure: Figure, joint: int, known: Mapping[int, int]) -> int | None:
    joint = int(figure.skeleton.parents[joint])
    while joint >= 0 and joint not in known:
        joint = int(figure.skeleton.parents[joint])
    return joint if joint >= 0 else None
