"""Arms and legs by the names of the joints, checked against the chain they form.

The same word means different joints in different conventions (``LeftShoulder`` is the clavicle at CMU and
Mixamo, the shoulder elsewhere; ``LeftLeg`` is a shin where there is a thigh), so a name only nominates, and the
order from the trunk to the tip decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from supple.core.roles.model import SIDES
from supple.core.roles.tree import Tree
from supple.core.roles.words import Meaning

Limb = dict[str, int]  # part of ARM or LEG -> joint


def named_limbs(tree: Tree, meanings: Sequence[Meaning]) -> dict[str, Limb]:
    """The limbs that the names tell: ``left_arm``, ``right_leg``, ... -> part -> joint."""
    limbs = {}
    for side in SIDES:
        mine: dict[str, list[int]] = {}
        for j, said in enumerate(meanings):
            if said.side == side and said.part and not tree.ends[j]:
                mine.setdefault(said.part, []).append(j)
        limbs[f"{side}_arm"] = _arm(tree, mine)
        limbs[f"{side}_leg"] = _leg(tree, mine)
    return {name: limb for name, limb in limbs.items() if len(limb) >= 2}


def _arm(tree: Tree, mine: dict[str, list[int]]) -> Limb:
    clavicles, shoulders = mine.get("clavicle", []), mine.get("shoulder", [])
    if "upperarm" in mine:
        clavicles, shoulders = sorted(clavicles + shoulders), mine["upperarm"]
    elif len(shoulders) > 1 and not clavicles and tree.below(shoulders[1], shoulders[0]):
        clavicles, shoulders = shoulders[:1], shoulders[1:]
    hands = sorted(mine.get("wrist", []) + mine.get("hand", []))
    return _chain(tree, {"clavicle": clavicles, "shoulder": shoulders, "elbow": mine.get("elbow", []), "wrist": hands})


def _leg(tree: Tree, mine: dict[str, list[int]]) -> Limb:
    legs = mine.get("leg", [])
    hips, knees = mine.get("thigh") or mine.get("hip", []), mine.get("knee", [])
    if not knees and hips:
        knees = legs
    elif not hips and knees:
        hips = legs
    if "thigh" not in mine and knees:  # LHipJoint above LeftHip: the lower one is where the thigh begins
        hips = [j for j in hips if tree.below(knees[0], j) and j != knees[0]][-1:]
    feet = sorted(mine.get("ankle", []) + mine.get("foot", []))
    limb = _chain(tree, {"hip": hips, "knee": knees, "ankle": feet})
    ball = _ball(tree, mine, limb)
    return limb if ball is None else {**limb, "ball": ball}


def _chain(tree: Tree, nominees: dict[str, list[int]]) -> Limb:
    """The topmost nominee for each part that hangs below the part before it."""
    limb: Limb = {}
    last = -1
    for part, joints in nominees.items():
        fitting = [j for j in joints if last < 0 or (j != last and tree.below(j, last))]
        if fitting:
            limb[part] = last = fitting[0]
    return limb


def _ball(tree: Tree, mine: dict[str, list[int]], limb: Limb) -> int | None:
    """Where the toes begin. SMPL calls it the foot, below the ankle; several toes: the longest one's."""
    ankle = limb.get("ankle")
    if ankle is None:
        return None
    for part in ("ball", "foot", "midfoot"):
        below = [j for j in mine.get(part, []) if j != ankle and tree.below(j, ankle)]
        if first := tree.lowest(below) if part == "midfoot" else tree.topmost(below):
            return max(first, key=lambda j: (tree.depths[j] + tree.reach[j], -j))
    return None
