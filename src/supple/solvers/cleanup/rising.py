"""Feet whose toes have no joint and that roll over their ball: the ball stands as high as the toes go down.

Bone does not bend: where the ball is held on the ground and the heel rises, toes go into the ground. Turning the foot
out of it would keep the heel down until the ball is free, and knees pop then.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.quaternions import rotate
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.plants import Plant

_BALL = 1  # the tip that has the toes beyond it
_MOST = 0.5  # choice: of the length of the toes; from there on the foot turns


def rises(figure: Figure, plants: Sequence[Plant], ids: np.ndarray, turns: np.ndarray) -> np.ndarray:
    """(P,) how far above the ground plants have to be for toes not to be in it, the ends being turned by (F, L, 4) [m].

    ``ids`` (F, L, 2) tell which tips are planted.
    """
    out = np.zeros(len(plants))
    toes = figure.points[:, 2] - figure.points[:, _BALL]
    for k, plant in enumerate(plants):
        if plant.tip == _BALL and toes[plant.limb].any():
            span = slice(plant.start, plant.stop)
            rolls = ids[span, plant.limb, 1 - _BALL] < 0
            down = -rotate(turns[span, plant.limb][rolls], toes[plant.limb])[:, 1]
            out[k] = min(max(0.0, down.max(initial=0.0)), _MOST * float(np.linalg.norm(toes[plant.limb])))
    return out
