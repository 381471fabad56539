"""The numbers of a motion file: the file's own where the pose is unchanged, solved angles elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from supple.core.angle_paths import Known, continued
from supple.core.angles import solve
from supple.io.acclaim.decode import decode
from supple.io.acclaim.model import LENGTH, ROTATIONS, TRANSLATIONS, Amc, Bone, column_starts
from supple.io.acclaim.tree import Tree
from supple.io.aligned import Aligned

_SAME = 1e-12
_DECIMALS = 9
_WORTH_SAYING = np.radians(1e-4)


@dataclass(frozen=True, slots=True, eq=False)
class Own:
    """What the file that a motion came from says about each frame."""

    values: dict[str, np.ndarray]  # bone -> (F, n) the file's numbers; meaningless where not known
    known: np.ndarray  # (F,) frames that come from a row of the file
    turned: np.ndarray  # (F, J) rotations that are still the file's
    placed: np.ndarray  # (F, J) places that are still the file's


def own_numbers(tree: Tree, amc: Amc, rows: np.ndarray, aligned: Aligned, same_unit: bool) -> Own:
    """Compare a motion with the rows it was read from."""
    known = rows >= 0
    picked = replace(amc, values=amc.values[np.where(known, rows, 0)])
    roots, rotations, offsets = decode(tree, picked)
    sign = np.where(np.sum(rotations * aligned.rotations, axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
    turned = (np.abs(rotations * sign - aligned.rotations) < _SAME).all(axis=-1)
    moved = np.zeros(rotations[..., 1:].shape) if offsets is None else offsets - tree.offsets
    now = np.zeros(moved.shape) if aligned.moved is None else aligned.moved.copy()
    moved[:, 0], now[:, 0] = roots, aligned.roots
    placed = (np.abs(now - moved) <= _SAME * (1.0 + np.abs(moved))).all(axis=-1) & same_unit
    starts, bones = column_starts(amc.names, tree.asf.moving()), tree.asf.moving()
    values = {name: picked.values[:, starts[name] : starts[name] + len(bones[name].dofs)] for name in amc.names}
    return Own(values, known, turned & known[:, None], placed & known[:, None])


def solve_bone(
    tree: Tree, joint: int, source: int, aligned: Aligned, angle: float, own: Own | None
) -> tuple[np.ndarray, float]:
    """(F, n) numbers of one bone, and how far at worst they miss its turn [rad].

    ``joint`` counts in the tree, ``source`` in the motion; ``angle`` is the file's angle unit [rad].
    """
    bone = tree.bones[joint]
    assert bone is not None
    values = np.zeros((len(aligned.roots), len(bone.dofs)))
    miss = _solve_turn(tree, joint, bone, source, aligned, angle, own, values)
    shift = _shift(tree, joint, source, aligned)
    for column in bone.columns(TRANSLATIONS):
        values[:, column] = shift[:, TRANSLATIONS.index(bone.dofs[column])]
    for column in bone.columns((LENGTH,)):
        values[:, column] = _stretch(tree, joint, aligned)
    values = np.round(values, _DECIMALS + aligned.more_decimals) + 0.0  # no negative zero
    if own is not None and bone.name in own.values:
        _put_own(tree, joint, bone, source, own, values)
    return values, miss


def unexpressed(tree: Tree, joint: int, aligned: Aligned) -> float:
    """How far at worst a joint is from where its file's numbers can put it [file unit]; joints are the motion's."""
    bone = tree.bones[joint]
    left = _shift(tree, joint, joint, aligned)
    if bone is not None:
        left[:, [TRANSLATIONS.index(bone.dofs[column]) for column in bone.columns(TRANSLATIONS)]] = 0.0
    return float(np.abs(left).max())


def _put_own(tree: Tree, joint: int, bone: Bone, source: int, own: Own, values: np.ndarray) -> None:
    before = own.values[bone.name]
    below = tree.children[joint]
    same = dict.fromkeys(ROTATIONS, own.turned[:, source]) | dict.fromkeys(TRANSLATIONS, own.placed[:, source])
    same[LENGTH] = own.placed[:, below].all(axis=1) & own.known
    for column in range(before.shape[1]):  # a bone may have got more degrees of freedom than its file gave it
        keep = same[bone.dofs[column]]
        values[keep, column] = before[keep, column]


def _solve_turn(
    tree: Tree, joint: int, bone: Bone, source: int, aligned: Aligned, angle: float, own: Own | None, values: np.ndarray
) -> float:
    columns = bone.columns(ROTATIONS)[::-1]
    wanted = aligned.rotations[:, source]
    done = np.zeros(len(wanted), bool) if own is None else own.turned[:, source]
    if done.all():
        return 0.0
    found = solve(tree.axes(joint), wanted)
    known = None
    if own is not None and bone.name in own.values:
        known = Known(own.values[bone.name][:, columns] * angle, own.known, done)
    values[:, columns] = continued(found, known) / angle
    miss = float(found.misfit[~done].max())
    return miss if miss > _WORTH_SAYING else 0.0


def _shift(tree: Tree, joint: int, source: int, aligned: Aligned) -> np.ndarray:
    """(F, 3) from where a joint is without translation to where it should be, in the frame of its bone."""
    bone = tree.bones[joint]
    if joint == 0:
        return np.array(aligned.roots - np.array(tree.asf.position))
    if aligned.moved is None:
        return np.zeros((len(aligned.roots), 3))
    shift = aligned.moved[:, source].copy()
    parent = tree.bones[tree.parents[joint]]
    if parent is not None and parent.columns((LENGTH,)):
        shift -= _stretch(tree, tree.parents[joint], aligned)[:, None] * np.array(parent.direction)
    return shift if bone is None else shift @ tree.matrices[joint]


def _stretch(tree: Tree, joint: int, aligned: Aligned) -> np.ndarray:
    """(F,) how much longer a bone is, by its first child; the tree's joints are the motion's where bones have ``l``."""
    bone, below = tree.bones[joint], tree.children[joint]
    if bone is None or not below or aligned.moved is None:
        return np.zeros(len(aligned.roots))
    return np.array(aligned.moved[:, below[0]] @ np.array(bone.direction))
