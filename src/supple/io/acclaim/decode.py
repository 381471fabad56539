"""Numbers of a motion file into rotations and places of joints."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions
from supple.core.angles import product_of
from supple.io.acclaim.model import LENGTH, ROTATIONS, TRANSLATIONS, Amc, Bone, column_starts
from supple.io.acclaim.tree import Tree


def decode(tree: Tree, amc: Amc) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Root positions (F, 3), rotations (F, J, 4) and, for bones that move or stretch, offsets (F, J, 3).

    All in the file's units and axes. A bone turns by ``C M C'``: C is its ``axis`` frame and M makes the
    turns of its degrees of freedom, the first number first.
    """
    frames = len(amc.values)
    starts = column_starts(amc.names, tree.asf.moving())
    rotations = quaternions.identity(frames, len(tree.names))
    roots = np.tile(tree.offsets[0], (frames, 1))
    moving = _is_moving(tree)
    offsets = np.tile(tree.offsets, (frames, 1, 1)) if moving else None
    for joint, bone in enumerate(tree.bones):
        if bone is None or not bone.dofs:
            continue
        values = amc.values[:, starts[bone.name] : starts[bone.name] + len(bone.dofs)]
        angles = values[:, bone.columns(ROTATIONS)[::-1]] * amc.angle
        rotations[:, joint] = product_of(tree.axes(joint), angles)
        if joint == 0:
            roots += _translation(tree, joint, bone, values)
        elif offsets is not None and bone.columns((*TRANSLATIONS, LENGTH)):
            offsets[:, joint] += _translation(tree, joint, bone, values)
            _stretch(tree, joint, bone, values, offsets)
    return roots, rotations, offsets


def _translation(tree: Tree, joint: int, bone: Bone, values: np.ndarray) -> np.ndarray:
    """(F, 3) how far a bone's start (or the root) is moved [file unit]."""
    shift = np.zeros((len(values), 3))
    for column in bone.columns(TRANSLATIONS):
        shift[:, TRANSLATIONS.index(bone.dofs[column])] = values[:, column]
    # the root travels in the world; another bone in the frame of its axis
    return shift if joint == 0 else shift @ tree.matrices[joint].T


def _stretch(tree: Tree, joint: int, bone: Bone, values: np.ndarray, offsets: np.ndarray) -> None:
    for column in bone.columns((LENGTH,)):
        for child in tree.children[joint]:
            offsets[:, child] += values[:, column, None] * np.array(bone.direction)


def _is_moving(tree: Tree) -> bool:
    return any(bone and bone.columns((*TRANSLATIONS, LENGTH)) for bone in tree.bones[1:])
