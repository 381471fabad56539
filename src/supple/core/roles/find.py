"""Who is who on a skeleton: by names where they tell, by shape where they do not."""

from __future__ import annotations

import numpy as np

from supple.core.roles.model import SIDES, Roles, Source
from supple.core.roles.named import Limb, named_limbs
from supple.core.roles.shape import shaped_limbs
from supple.core.roles.sides import is_clear, leftness
from supple.core.roles.tree import Tree, tree_of
from supple.core.roles.trunk import with_trunk
from supple.core.roles.words import Meaning, meaning, shared_prefix
from supple.core.skeleton import Skeleton

_WHOLE = {"arm": ("shoulder", "elbow", "wrist"), "leg": ("hip", "knee", "ankle")}


def find_roles(skeleton: Skeleton, positions: np.ndarray) -> Roles:
    """Which joint plays which role. A role that the figure does not have is missing; nothing is raised.

    ``positions`` (n, J, 3) are world positions of some frames, in any unit and with any axis up.
    """
    tree = tree_of(skeleton, np.asarray(positions, dtype=np.float64))
    prefix = shared_prefix(skeleton.names)
    meanings = [meaning(name, prefix) for name in skeleton.names]
    limbs = named_limbs(tree, meanings)
    sources: dict[str, Source] = dict.fromkeys(limbs, "names")
    notes: list[str] = []
    _complete(tree, limbs, sources, meanings, notes)
    found = with_trunk(tree, limbs, meanings)
    if "head" not in found and "names" not in sources.values():  # shape alone must show a whole body
        found = {role: j for role, j in found.items() if meanings[j].part}
    warnings = _check_sides(found, tree, sources, notes)
    by_role = {role: _source_of(role, sources, meanings[j]) for role, j in found.items()}
    reasons = (_summary(by_role, len(found)), *notes)
    return Roles({role: skeleton.names[j] for role, j in found.items()}, by_role, reasons, warnings)


def _complete(
    tree: Tree, limbs: dict[str, Limb], sources: dict[str, Source], meanings: list[Meaning], notes: list[str]
) -> None:
    """Replace limbs that the names do not tell in full by what the shape tells."""
    missing = [f"{side}_{kind}" for side in SIDES for kind in _WHOLE if not _is_whole(limbs, f"{side}_{kind}")]
    if not missing:
        return
    shaped = shaped_limbs(tree)
    for kind in _WHOLE:
        first, second = shaped.get(f"first_{kind}"), shaped.get(f"second_{kind}")
        if f"left_{kind}" not in missing and f"right_{kind}" not in missing:
            continue
        if first is None or second is None:
            continue
        sides = _sides_by_name(first, second, meanings)
        if sides == ("", ""):  # fingers of one hand, toes of one foot
            continue
        for side, limb in zip(sides or SIDES, (first, second), strict=True):
            if f"{side}_{kind}" in missing:
                limbs[f"{side}_{kind}"] = limb
                sources[f"{side}_{kind}"] = "shape"
    if "names" not in sources.values() and sources and not _names_have_sides(limbs, meanings):
        _swap_if_mirrored(tree, limbs, meanings, notes)


def _is_whole(limbs: dict[str, Limb], name: str) -> bool:
    return all(part in limbs.get(name, {}) for part in _WHOLE[name.split("_")[1]])


def _sides_by_name(first: Limb, second: Limb, meanings: list[Meaning]) -> tuple[str, str] | None:
    """The sides that the names of two limbs' joints state: None where they state none, empty if they contradict."""
    a, b = ({meanings[j].side for j in limb.values()} - {""} for limb in (first, second))
    if not a and not b:
        return None
    if a | b == {"left", "right"} and len(a) == len(b) == 1:
        return (a.pop(), b.pop())
    return ("", "")


def _names_have_sides(limbs: dict[str, Limb], meanings: list[Meaning]) -> bool:
    return any(meanings[j].side for limb in limbs.values() for j in limb.values())


def _swap_if_mirrored(tree: Tree, limbs: dict[str, Limb], meanings: list[Meaning], notes: list[str]) -> None:
    """Give the sides of nameless limbs by geometry: legs by the feet, arms by the legs' own left."""
    _pair_arms_with_legs(tree, limbs)
    sure = leftness(with_trunk(tree, limbs, meanings), tree.positions)
    if sure < 0.0:
        for kind in _WHOLE:
            left, right = limbs.pop(f"left_{kind}", None), limbs.pop(f"right_{kind}", None)
            limbs |= {f"left_{kind}": right} if right else {}
            limbs |= {f"right_{kind}": left} if left else {}
    notes.append(
        "left and right were told by where the feet point"
        if is_clear(sure)
        else "left and right are a guess: neither names nor feet tell them"
    )


def _pair_arms_with_legs(tree: Tree, limbs: dict[str, Limb]) -> None:
    """Exchange the arms if the one called left hangs on the side of the right leg."""
    if not all(f"{side}_{kind}" in limbs for side in SIDES for kind in _WHOLE):
        return
    p = tree.positions
    legs = p[:, limbs["left_leg"]["hip"]] - p[:, limbs["right_leg"]["hip"]]
    arms = p[:, limbs["left_arm"]["shoulder"]] - p[:, limbs["right_arm"]["shoulder"]]
    if float((legs * arms).sum()) < 0.0:
        limbs["left_arm"], limbs["right_arm"] = limbs["right_arm"], limbs["left_arm"]


def _check_sides(found: dict[str, int], tree: Tree, sources: dict[str, Source], notes: list[str]) -> tuple[str, ...]:
    sure = leftness(found, tree.positions)
    if any(n.startswith("left and right are a guess") for n in notes):
        return (notes.pop(),)
    if not is_clear(sure):
        return ()
    if sure > 0.0:
        notes.append("the geometry agrees with left and right")
        return ()
    return (
        "the joints called left are on the right side of the body (up cross forward points to the other ones). "
        "Is the file mirrored, or its axes left-handed?",
    )


def _source_of(role: str, sources: dict[str, Source], said: Meaning) -> Source:
    side, _, part = role.partition("_")
    if side in SIDES:
        kind = "arm" if part in ("clavicle", "shoulder", "elbow", "wrist", "fingertips") else "leg"
        return sources.get(f"{side}_{kind}", "names")
    return "names" if said.part else "shape"


def _summary(by_role: dict[str, Source], count: int) -> str:
    if not count:
        return "nothing on this skeleton looks like a human body"
    named = sum(source == "names" for source in by_role.values())
    if named == count:
        return f"{count} roles by the names of the joints"
    return f"{count} roles: {named} by the names of the joints, {count - named} by the shape of the figure"
