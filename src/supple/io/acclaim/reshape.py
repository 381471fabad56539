"""A skeleton file changed as little as an edited motion needs."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from supple.io.acclaim.model import LENGTH, TRANSLATIONS, Asf, Bone, Vec3
from supple.io.acclaim.solve import unexpressed
from supple.io.acclaim.tree import Tree
from supple.io.aligned import Aligned
from supple.units import METRES_PER

_SAME = 1e-9  # relative to the size of the figure
_STILL = 1e-9  # [m]
_DECIMALS = 12  # and more where a unit is larger than a metre


def fitted_asf(tree: Tree, aligned: Aligned, old_scale: float) -> Asf | None:
    """The skeleton file for a motion's joints, or None where its bones cannot lead there."""
    offsets, scale, decimals = aligned.offsets, aligned.unit, _DECIMALS + aligned.more_decimals
    size = float(np.abs(tree.offsets).max()) + float(np.abs(offsets).max())
    if scale == old_scale and np.abs(offsets - tree.offsets).max() <= _SAME * size:
        return tree.asf
    tips: dict[str, np.ndarray] = {}
    for joint in range(1, len(offsets)):
        bone = tree.bones[tree.parents[joint]]
        assert bone is not None
        tip = np.zeros(3) if bone is tree.asf.root else tips.setdefault(bone.name, offsets[joint])
        if np.abs(offsets[joint] - tip).max() > _SAME * size:
            return None
    bones = tuple(_stretched(bone, tips[bone.name], decimals) if bone.name in tips else bone for bone in tree.asf.bones)
    length = tree.asf.length if scale == old_scale else METRES_PER["in"] / scale
    return replace(
        tree.asf, bones=bones, position=_vec3(offsets[0], decimals), length=length, unit_scale=scale, text=""
    )


def widened_asf(tree: Tree, aligned: Aligned) -> tuple[Asf, list[str]]:
    """The tree's skeleton file with more degrees of freedom for bones that move from their place or stretch."""
    asf = tree.asf
    if aligned.moved is None:
        return asf, []
    wider: dict[str, Bone] = {}
    for joint in range(1, len(tree.names)):
        if unexpressed(tree, joint, aligned) * aligned.unit <= _STILL:
            continue
        bone, parent = tree.bones[joint], tree.bones[tree.parents[joint]]
        if bone is not None:
            wider[bone.name] = _with_dofs(wider.get(bone.name, bone), TRANSLATIONS)
        elif parent is not None:
            wider[parent.name] = _with_dofs(wider.get(parent.name, parent), (LENGTH,))
    old = {bone.name: bone for bone in asf.bones}
    wider = {name: bone for name, bone in wider.items() if bone != old.get(name)}
    if not wider:
        return asf, []
    bones = tuple(wider.get(bone.name, bone) for bone in asf.bones)
    some = ", ".join(list(wider)[:5])
    note = f"{len(wider)} bones move from their place or stretch and got degrees of freedom for it: {some}."
    return replace(asf, bones=bones, text=""), [note]


def _stretched(bone: Bone, tip: np.ndarray, decimals: int) -> Bone:
    length = float(np.linalg.norm(tip))
    if length == 0.0:
        return replace(bone, length=0.0)
    return replace(bone, direction=_vec3(tip / length, _DECIMALS), length=round(length, decimals))


def _with_dofs(bone: Bone, dofs: tuple[str, ...]) -> Bone:
    if set(dofs) <= set(bone.dofs):
        return bone
    more = tuple(dof for dof in dofs if dof not in bone.dofs)
    limits = (*bone.limits, *[(-math.inf, math.inf)] * len(more)) if bone.limits else ()
    return replace(bone, dofs=(*bone.dofs, *more), limits=limits)


def _vec3(values: np.ndarray, decimals: int) -> Vec3:
    x, y, z = (round(float(value), decimals) + 0.0 for value in values)
    return x, y, z
