"""What an edit changed: a turn of every joint and a displacement of the root, apart from the motion itself."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.motion import Motion
from supple.core.quaternions import conjugate, continuous, exp, log, multiply, normalized


class Adjustment(NamedTuple):
    r"""Of n frames: :math:`q_{bent} = q_{source} \exp(turn)`, and what is added to the root."""

    turns: np.ndarray  # (n, J, 3) [rad]
    travel: np.ndarray  # (n, 3) [m]


def adjustment(motion: Motion, frames: np.ndarray, root: np.ndarray, rotations: np.ndarray) -> Adjustment:
    """From the source to poses (F, 3), (F, J, 4) in some frames (n,); 0 wherever both have the same bits."""
    source = motion.rotations[frames]
    same = (source == rotations[frames]).all(axis=-1, keepdims=True)
    between = normalized(multiply(conjugate(source), rotations[frames]))
    between *= np.where(between[:1, :, :1] < 0.0, -1.0, 1.0)  # the short way in the first frame, unbroken from there
    turns = np.where(same, 0.0, log(continuous(between)))
    return Adjustment(turns, root[frames] - motion.root_positions[frames])


def adjust(motion: Motion, frames: np.ndarray, by: Adjustment, root: np.ndarray, rotations: np.ndarray) -> None:
    """Write the adjusted source into poses (F, 3), (F, J, 4); what is not adjusted gets the source's own bits."""
    source = motion.rotations[frames]
    some = by.turns.any(axis=-1, keepdims=True)
    rotations[frames] = np.where(some, normalized(multiply(source, exp(by.turns))), source)
    place = motion.root_positions[frames]
    root[frames] = np.where(by.travel != 0.0, place + by.travel, place)
