"""How tall a figure is when it stands, whatever it is doing."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core.roles.tree import Branches, branches_of
from supple.core.skeleton import Skeleton

# Shares of a person's height (Winter, Biomechanics of Human Movement: drawn from many bodies).
_LEG_SHARE = 0.491  # hip to ankle
_ARM_SHARE = 0.332  # shoulder to wrist
_SOLE = 0.08  # ankle above the sole, as a share of the leg
_CROWN = 0.14  # crown above the head joint, as a share of what lies below it
_SEEN_CROWN = 0.04  # a head tip nearer than this share is no crown


REFERENCE_HEIGHT = 1.75  # [m] of the person whom lengths in settings are for; another size scales them


def figure_height(skeleton: Skeleton, positions: np.ndarray, roles: Mapping[str, str]) -> float:
    """Height from sole to crown, in the unit of ``positions`` (n, J, 3).

    The sum of the bones from foot to head, so that a crouching figure is as tall as a standing one. Where bones are
    missing they are estimated from those that are there; a figure without roles is as tall as its largest extent.
    """
    tree = branches_of(skeleton, np.asarray(positions, dtype=np.float64))
    joints = {role: skeleton.index(name) for role, name in roles.items() if name in skeleton}
    leg, upper = _leg(tree, joints), _upper(tree, joints)
    if leg and upper:
        return leg * (1.0 + _SOLE) + upper
    if leg:
        return leg / _LEG_SHARE
    if arm := _limb(tree, joints, ("shoulder", "elbow", "wrist")):
        return arm / _ARM_SHARE
    return extent(tree.positions)


def extent(positions: np.ndarray) -> float:
    """The largest side of the box around a figure, median over the frames."""
    return float(np.median(np.ptp(positions, axis=1).max(axis=1)))


def _leg(tree: Branches, joints: Mapping[str, int]) -> float:
    return _limb(tree, joints, ("hip", "knee", "ankle"))


def _limb(tree: Branches, joints: Mapping[str, int], parts: tuple[str, str, str]) -> float:
    """Length of a limb, the mean of the sides that have it; 0 where none has."""
    lengths = []
    for side in ("left", "right"):
        if all(f"{side}_{part}" in joints for part in parts):
            a, b, c = (joints[f"{side}_{part}"] for part in parts)
            lengths.append(tree.distance(a, b) + tree.distance(b, c))
    return sum(lengths) / len(lengths) if lengths else 0.0


def _upper(tree: Branches, joints: Mapping[str, int]) -> float:
    """From the middle of the hip joints up the back to the crown; 0 where there is no head."""
    if not {"left_hip", "right_hip", "hips", "head"} <= joints.keys() or not tree.below(joints["head"], joints["hips"]):
        return 0.0
    p = tree.positions
    middle = 0.5 * (p[:, joints["left_hip"]] + p[:, joints["right_hip"]])
    line = tree.path(joints["hips"], joints["head"])[1:]
    height = _gap(middle, p[:, line[0]]) + sum(tree.bones(line[1:]))
    crown = _crown(tree, joints["head"], line[-2] if len(line) > 1 else joints["hips"])
    return height + (crown if crown > _SEEN_CROWN * height else _CROWN * (height + _leg(tree, joints)))


def _crown(tree: Branches, head: int, below: int) -> float:
    """How far the head's tips rise above the head joint, along the neck or the way the longest one points."""
    tips = [j for j in range(head + 1, tree.stops[head]) if tree.stops[j] == j + 1][:256]
    if not tips:
        return 0.0
    along = tree.positions[:, head] - tree.positions[:, below]
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-300)
    out = tree.positions[:, tips] - tree.positions[:, head][:, None]
    if len(tips) == 1:
        return float(np.median(np.linalg.norm(out[:, 0], axis=1)))
    return float(np.median(np.einsum("nti,ni->nt", out, along), axis=0).max())


def _gap(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.median(np.linalg.norm(a - b, axis=1)))
