"""Vertices hung on bones: by the box around each bone, and elsewhere on the nearest.

A bone goes from a joint to one of its children, and is carried by the joint above. Its box lies along it.

choice: the source leaves open who owns a vertex inside two boxes: the bone that is nearest, measured by its own width.
choice: it leaves open where weights of smooth skins come from: the bones about the owning one (those that share a joint
with it) take shares that fall with the fourth power of the distance, so that only what is near a joint is shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from supple.core.arrays import frozen
from supple.core.skinning.mesh import Mesh
from supple.core.skinning.skin import Bind, Skin
from supple.errors import InvalidValueError

Kind = Literal["smooth", "simple"]
_WIDE, _LEAST_WIDE = 0.3, 0.02  # half the width of a box: share of its bone, and of the largest extent of the figure
_TOWER = 5.0  # a mesh so many times as long as its figure is in another unit
_MOST = 4  # joints that carry a vertex: what files and viewers hold
_FALL = 4  # power of the distance that shares fall with
_AT_ONCE = 4096  # vertices that are compared with all bones at a time, so that memory stays small


@dataclass(frozen=True, slots=True, eq=False)
class Bones:
    """The bones of a bind pose."""

    carrier: np.ndarray  # (B,) the joint that carries each
    tip: np.ndarray  # (B,) the joint that it leads to
    start: np.ndarray  # (B, 3) [m]
    along: np.ndarray  # (B, 3) from start to end [m]
    wide: np.ndarray  # (B,) half the width of its box [m]


def attach(mesh: Mesh, bind: Bind, kind: Kind = "smooth") -> Skin:
    """A skin for a mesh that is modelled around a bind pose."""
    if kind not in ("smooth", "simple"):
        raise InvalidValueError(f"a skin is 'smooth' or 'simple'; got {kind!r}.")
    _check_size(mesh, bind)
    bones = bones_of(bind)
    parts = [_carried(mesh.vertices[at : at + _AT_ONCE], bones, kind) for at in range(0, len(mesh.vertices), _AT_ONCE)]
    joints, weights = (frozen(np.concatenate(arrays)) for arrays in zip(*parts, strict=True))
    return Skin(mesh, bind, joints, weights)


def _check_size(mesh: Mesh, bind: Bind) -> None:
    """A mesh in other units than metres would hang on the figure all the same, and be a tower."""
    low, high = np.quantile(mesh.vertices, [0.1, 0.9], axis=0)  # some may be far away
    large, figure = float((high - low).max()), float(np.ptp(bind.positions, axis=0).max())
    if figure > 0.0 and large > _TOWER * figure:
        raise InvalidValueError(
            f"the mesh is {large:.3g} m long and the figure that it is to hang on {figure:.3g} m. Is it in centimetres "
            "or millimetres? Divide its vertices by 100 or 1000."
        )


def bones_of(bind: Bind) -> Bones:
    """All bones that have a length; of a figure without any, its root as a point."""
    parents = bind.skeleton.parents
    along = bind.positions[1:] - bind.positions[parents[1:]]
    extent = float(np.ptp(bind.positions, axis=0).max())
    long = np.sqrt(np.sum(along**2, axis=1))
    tip = np.flatnonzero(long > 1e-4 * extent) + 1
    if not tip.size:
        return Bones(np.zeros(1, int), np.zeros(1, int), bind.positions[:1], np.zeros((1, 3)), np.ones(1))
    carrier = parents[tip]
    wide = np.maximum(_WIDE * long[tip - 1], _LEAST_WIDE * extent)
    return Bones(carrier, tip, bind.positions[carrier], along[tip - 1], wide)


def owners(vertices: np.ndarray, bones: Bones) -> np.ndarray:
    """(V,) the bone that owns each vertex: of those whose box holds it, else of all, the nearest."""
    away, beside, beyond = _seen_from(vertices, bones)
    inside = (beside <= bones.wide) & (beyond <= bones.wide)
    near = np.where(inside, away / bones.wide, np.inf)
    return np.where(inside.any(axis=1), near.argmin(axis=1), away.argmin(axis=1))


def _carried(vertices: np.ndarray, bones: Bones, kind: Kind) -> tuple[np.ndarray, np.ndarray]:
    owner = owners(vertices, bones)
    joints, weights = np.zeros((len(vertices), _MOST), np.int64), np.zeros((len(vertices), _MOST))
    if kind == "simple":
        joints[:, 0], weights[:, 0] = bones.carrier[owner], 1.0
        return joints, weights
    shares = _shares(vertices, bones, owner)
    rank = np.argsort(-shares, axis=1, kind="stable")[:, :_MOST]
    best = np.take_along_axis(shares, rank, axis=1)
    width = rank.shape[1]
    weights[:, :width] = best / best.sum(axis=1, keepdims=True)
    joints[:, :width] = np.where(best > 0.0, rank, 0)
    return joints, weights


def _shares(vertices: np.ndarray, bones: Bones, owner: np.ndarray) -> np.ndarray:
    """(V, J) what each joint takes of each vertex."""
    away = _seen_from(vertices, bones)[0]
    ends = np.stack([bones.carrier, bones.tip])
    touching = (ends[:, None, :, None] == ends[None, :, None, :]).any(axis=(0, 1))  # (B, B)
    least = 1e-3 * bones.wide  # a vertex on a bone is its alone, without dividing by nothing
    pull = np.where(touching[owner], (bones.wide / np.maximum(away, least)) ** _FALL, 0.0)
    shares = np.zeros((len(vertices), int(bones.tip.max()) + 1))
    for bone, joint in enumerate(bones.carrier.tolist()):  # of several bones of one joint the nearest speaks
        shares[:, joint] = np.maximum(shares[:, joint], pull[:, bone])
    return shares


def _seen_from(vertices: np.ndarray, bones: Bones) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(V, B) the distance of vertices from bones, how far beside their lines, and how far beyond their ends."""
    long = np.sqrt(np.sum(bones.along**2, axis=1))
    unit = bones.along / np.where(long > 0.0, long, 1.0)[:, None]
    to = vertices[:, None] - bones.start  # (V, B, 3)
    height = np.einsum("vbi,bi->vb", to, unit)
    beside = np.sqrt(np.maximum(np.einsum("vbi,vbi->vb", to, to) - height**2, 0.0))
    beyond = np.maximum(np.maximum(-height, height - long), 0.0)
    return np.hypot(beside, beyond), beside, beyond
