"""Hips, spine, neck and head between the limbs, and the tips of hands, feet and head."""

from __future__ import annotations

from collections.abc import Sequence

from supple.core.roles.model import SIDES
from supple.core.roles.named import Limb
from supple.core.roles.tree import Tree
from supple.core.roles.words import Meaning, split

_CROWN = 0.16  # a bone longer than this share of the leg, with nothing above, is the skull and not the neck
_BALL = 0.2  # a toe joint nearer to the ankle than this share of the foot is no ball


def with_trunk(tree: Tree, limbs: dict[str, Limb], meanings: Sequence[Meaning]) -> dict[str, int]:
    """Role -> joint for the whole figure, from its limbs (``left_arm``, ...) and whatever names say of the trunk."""
    found: dict[str, int] = {}
    hips, chest = _hips(tree, limbs, meanings), _chest(tree, limbs, meanings)
    head = _head(tree, meanings, chest, hips, limbs)
    if hips is not None:
        found["hips"] = hips
    if chest is not None and chest != hips:
        found["chest"] = chest
    top = chest if chest is not None else head
    if hips is not None and top is not None and tree.below(top, hips):
        line = [j for j in tree.path(hips, top)[1:] if j != top and meanings[j].part not in ("neck", "head")]
        away = [j for j in line if tree.distance(j, hips) > 0.02 * tree.size]
        found |= {"spine": (away or line)[0]} if line else {}
    if head is not None:
        found |= {"head": head} | _neck(tree, chest, hips, head, meanings)
    for side in SIDES:
        for kind in ("arm", "leg"):
            found |= {
                f"{side}_{part}": j for part, j in _tipped(tree, limbs.get(f"{side}_{kind}", {}), meanings).items()
            }
    return _once(found)


def _hips(tree: Tree, limbs: dict[str, Limb], meanings: Sequence[Meaning]) -> int | None:
    """The joint that carries both legs and the back; a parent called hips where that one is not."""
    said = [j for j, m in enumerate(meanings) if m.part == "hips" and not tree.ends[j]]
    legs = [limb["hip"] for name, limb in limbs.items() if name.endswith("leg") and "hip" in limb]
    if not legs:
        return said[0] if said else None
    others = [min(limb.values()) for name, limb in limbs.items() if name.endswith("arm")]
    base = tree.meeting([tree.parents[leg] if tree.parents[leg] >= 0 else leg for leg in legs] + others)
    if base in said:
        return base
    named_above = [j for j in said if j != base and tree.below(base, j)]
    return named_above[-1] if named_above else base


def _chest(tree: Tree, limbs: dict[str, Limb], meanings: Sequence[Meaning]) -> int | None:
    """Where the arms join the trunk; below the neck where they hang from it, as in 3ds Max."""
    arms = [min(limb.values()) for name, limb in limbs.items() if name.endswith("arm")]
    if not arms or min(arms) == 0:
        said = [j for j, m in enumerate(meanings) if m.part == "chest" and not tree.ends[j]]
        return said[-1] if said else None
    base = tree.meeting([tree.parents[arm] for arm in arms])
    while base > 0 and meanings[base].part in ("neck", "head"):
        base = tree.parents[base]
    return base


def _head(
    tree: Tree, meanings: Sequence[Meaning], chest: int | None, hips: int | None, limbs: dict[str, Limb]
) -> int | None:
    said = [j for j, m in enumerate(meanings) if m.part == "head" and not tree.ends[j]]
    exact = [j for j in said if "head" in split(tree.names[j])]
    if said:
        return (exact or said)[0]
    base = chest if chest is not None else hips
    if base is None:
        return None
    taken = [j for limb in limbs.values() for j in limb.values()]
    free = [c for c in tree.children[base] if not any(tree.below(j, c) for j in taken)]
    free = [c for c in free if not meanings[c].side and tree.lengths[c] + tree.reach[c] > 0.08 * tree.size]
    return _end_of_neck(tree, max(free, key=lambda c: (tree.lengths[c] + tree.reach[c], -c))) if free else None


def _end_of_neck(tree: Tree, joint: int) -> int:
    """The last joint of a chain that still carries something: what lies above is face or crown."""
    while len(tree.children[joint]) == 1:
        above = tree.children[joint][0]
        bare = tree.reach[above] <= tree.short  # nothing above it: a crown, or a head without one
        if tree.ends[above] or (bare and (not tree.children[above] or tree.lengths[above] > _CROWN * tree.size)):
            break
        joint = above
    return joint


def _neck(tree: Tree, chest: int | None, hips: int | None, head: int, meanings: Sequence[Meaning]) -> dict[str, int]:
    said = [j for j, m in enumerate(meanings) if m.part == "neck" and not tree.ends[j] and tree.below(head, j)]
    if said:
        return {"neck": said[0]} if said[0] != head else {}
    base = chest if chest is not None else hips
    if base is None or not tree.below(head, base):
        return {}
    line = tree.path(base, head)[1:-1]
    return {"neck": line[0]} if line and chest is not None else {}


def _tipped(tree: Tree, limb: Limb, meanings: Sequence[Meaning]) -> Limb:
    """A limb with its fingertips or the end of its toes."""
    if "wrist" in limb:
        line = _middle_finger(tree, limb["wrist"]) or tree.farthest(limb["wrist"], lambda j: meanings[j].thumb)
        return {**limb, "fingertips": line[-1]} if len(line) > 1 else limb
    if "ankle" not in limb:
        return limb
    start = limb.get("ball", limb["ankle"])
    line = tree.farthest(start, lambda j: "heel" in split(tree.names[j]))
    ends = [j for j in line[1:] if {"end", "tip", "nub"} & set(split(tree.names[j]))]
    if len(line) == 1:
        return limb
    tip = ends[0] if ends else line[-1]
    foot = tree.length(tree.path(limb["ankle"], tip))
    if "ball" in limb and tree.length(tree.path(limb["ankle"], start)) < _BALL * foot:
        limb = {part: j for part, j in limb.items() if part != "ball"}
    return {**limb, "toe_end": tip}


def _middle_finger(tree: Tree, wrist: int) -> list[int]:
    """The path to the tip of the finger that is called the middle one; empty where none is."""
    for j in range(wrist + 1, tree.stops[wrist]):
        words = [w for w in split(tree.names[j]) if len(w) > 1 and not w.isdigit()]
        if "middle" in words or words == ["mid"]:
            return tree.path(wrist, tree.farthest(j)[-1])
    return []


def _once(found: dict[str, int]) -> dict[str, int]:
    """Every joint with one role at most; the first one stands."""
    taken: dict[int, str] = {}
    for role, joint in found.items():
        taken.setdefault(joint, role)
    return {role: joint for joint, role in taken.items()}
