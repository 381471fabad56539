"""Toes that were bent out of the ground go back slowly, not as fast as the foot leaves it."""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.aims import write_row
from supple.kernels.cleanup.blending import fade
from supple.kernels.cleanup.limb import back, turn_about
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, kernel
from supple.kernels.vectors import dot, plus, product, rotated, row_in, row_of, turn_in


@kernel(CUBE, INTS, CUBE, MATRIX, OUT_MATRIX)
def find_needs(bent, toes, rotations, axes, needs):
    """How far toes were bent about their ``axes`` (L, 3), ``needs`` (F, L) [rad]; one that was not has its bits still.

    They are ``bent`` (F, L, 4) from what joints ``toes`` (L,) have in the local turns ``rotations`` (F, J, 4).
    """
    for f in range(bent.shape[0]):
        for limb in range(bent.shape[1]):
            after, before = turn_in(bent, f, limb), turn_in(rotations, f, toes[limb])
            if after == before:
                needs[f, limb] = 0.0
                continue
            turn = product(after, back(before))
            along, sign = dot(turn[1:], row_of(axes, limb)), -1.0 if turn[0] < 0.0 else 1.0
            needs[f, limb] = 2.0 * np.arctan2(sign * along, sign * turn[0])


@kernel(MATRIX, OUT_MATRIX)
def die_out(known, angles):
    r"""Bends ``angles`` (F, L) that are nowhere less than the needs and die out after each.

    .. math:: b_f = \max_k\; n_{f-k}\, s\bigl(k / (W + 1)\bigr), \qquad s(t) = 2 t^3 - 3 t^2 + 1

    ``known`` (W + F, L) are the needs of the W frames before the first, and of all [rad]. A bend of b goes back by at
    most 1.5 b / W a frame.
    """
    frames, window = angles.shape[0], known.shape[0] - angles.shape[0]
    for limb in range(angles.shape[1]):
        for f in range(frames):
            angles[f, limb] = known[window + f, limb]
        for at in range(known.shape[0]):
            need, first = known[at, limb], at - window
            if need > 0.0:
                for f in range(max(0, first + 1), min(frames, at + 1)):
                    angles[f, limb] = max(angles[f, limb], need * fade((f - first) / (window + 1.0)))


@kernel(INTS, MATRIX, MATRIX, CUBE, CUBE, CUBE, MATRIX, MATRIX, OUT_CUBE, OUT_CUBE)
def bend_on(toes, ends, axes, positions, turned, rotations, needs, angles, bent, tips):
    """Bend toes by ``angles`` (F, L) [rad] where that is more than they need; the rest stays as it is.

    ``bent`` (F, L, 4) are their local turns and ``tips`` (F, L, 3) where their ``ends`` (L, 3) are; ``positions``
    (F, J, 3) and ``turned`` (F, J, 4) are the world pose of the local turns ``rotations`` (F, J, 4).
    """
    for f in range(bent.shape[0]):
        for limb in range(bent.shape[1]):
            if not angles[f, limb] > needs[f, limb]:
                continue
            toe = toes[limb]
            local = turn_in(rotations, f, toe)
            turn = product(turn_about(row_of(axes, limb), angles[f, limb]), local)
            parent = product(turn_in(turned, f, toe), back(local))
            bent[f, limb, 0], bent[f, limb, 1], bent[f, limb, 2], bent[f, limb, 3] = turn
            tip = plus(row_in(positions, f, toe), rotated(product(parent, turn), row_of(ends, limb)))
            write_row(tips[f], limb, tip)
