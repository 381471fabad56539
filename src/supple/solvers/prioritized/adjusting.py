r"""What an edit changed: a turn of every joint and a displacement of the root, apart from the motion itself.

A joint of two hinges, :math:`\exp(\alpha a)\, q_0 \exp(\beta b)` with a riding with the parent and b with the joint, is
changed by its two angles: any other turn between two of its poses is, on top of a third, none that it can make.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.motion import Motion
from supple.core.quaternions import conjugate, continuous, exp, log, multiply, normalized, rotate
from supple.core.skeleton import Skeleton


class Adjustment(NamedTuple):
    r"""Of n frames: :math:`q_{bent} = \exp(first)\, q_{source} \exp(turn)`, and what is added to the root."""

    first: np.ndarray  # (n, J, 3) [rad] of the first hinge of two, in the frame of the joint's parent; else 0
    turns: np.ndarray  # (n, J, 3) [rad]
    travel: np.ndarray  # (n, 3) [m]


def adjustment(motion: Motion, frames: np.ndarray, root: np.ndarray, rotations: np.ndarray) -> Adjustment:
    """From the source to poses (F, 3), (F, J, 4) in some frames (n,); 0 wherever both have the same bits."""
    source, bent = motion.rotations[frames], rotations[frames]
    same = (source == bent).all(axis=-1, keepdims=True)
    first = np.where(same, 0.0, _first_turns(motion.skeleton, source, bent))
    between = normalized(multiply(conjugate(_turned_first(first, source)), bent))
    between *= np.where(between[:1, :, :1] < 0.0, -1.0, 1.0)  # the short way in the first frame, unbroken from there
    turns = np.where(same, 0.0, log(continuous(between)))
    return Adjustment(first, turns, root[frames] - motion.root_positions[frames])


def adjust(motion: Motion, frames: np.ndarray, by: Adjustment, root: np.ndarray, rotations: np.ndarray) -> None:
    """Write the adjusted source into poses (F, 3), (F, J, 4); what is not adjusted gets the source's own bits."""
    source = motion.rotations[frames]
    some = by.turns.any(axis=-1, keepdims=True) | by.first.any(axis=-1, keepdims=True)
    turned = normalized(multiply(_turned_first(by.first, source), exp(by.turns)))
    rotations[frames] = np.where(some, turned, source)
    place = motion.root_positions[frames]
    root[frames] = np.where(by.travel != 0.0, place + by.travel, place)


def _first_turns(skeleton: Skeleton, source: np.ndarray, bent: np.ndarray) -> np.ndarray:
    r"""(n, J, 3) how far joints of two hinges turned about the first.

    The second axis b does not move with its own turn, so it is the first that takes b from the source's pose to the
    bent one: by the angle between what both have across the first axis.
    """
    out = np.zeros((*source.shape[:2], 3))
    for j, freedom in enumerate(skeleton.freedoms):
        if freedom.kind != "universal":
            continue
        axis = rotate(skeleton.rest_rotations[j], freedom.axes[0])
        before, after = rotate(source[:, j], freedom.axes[1]), rotate(bent[:, j], freedom.axes[1])
        sine = np.cross(before, after) @ axis
        cosine = np.sum(before * after, axis=1) - (before @ axis) * (after @ axis)
        out[:, j] = np.unwrap(np.arctan2(sine, cosine))[:, None] * axis
    return out


def _turned_first(first: np.ndarray, source: np.ndarray) -> np.ndarray:
    return np.where(first.any(axis=-1, keepdims=True), multiply(exp(first), source), source)
