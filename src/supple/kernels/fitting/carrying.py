"""How joints and points move with the coordinates of a fit: of which ones at all, and how fast."""

from __future__ import annotations

import numpy as np

from supple.kernels import vectors
from supple.kernels.fitting.closing import following
from supple.kernels.fitting.kinds import POSE
from supple.kernels.fitting.posing import tip_of
from supple.kernels.jit import dense

MISSED = 1e-9  # body heights by which a limb counts as too short


@dense()
def list_columns(joint, parents, col, width, travels, cols, count):
    """Add the coordinates that move a joint to the first ``count`` of ``cols``; how many there are now."""
    if count == 0 and travels:
        cols[0], cols[1], cols[2] = 0, 1, 2
        count = 3
    while joint >= 0:
        c = col[joint]
        known = c < 0
        for k in range(count):
            known = known or cols[k] == c
        if not known:
            for i in range(width[joint]):
                cols[count + i] = c + i
            count += width[joint]
        joint = parents[joint]
    return count


@dense()
def clear(cols, count, spins, moves):
    """No rates yet, of the listed coordinates."""
    for k in range(count):
        for i in range(3):
            spins[cols[k], i] = 0.0
            moves[cols[k], i] = 0.0


@dense()
def carried(joint, point, parents, col, width, hinge, travels, positions, turned, spins, moves):
    """How fast a point that hangs on a joint turns and moves: rows of the coordinates that move it, (m, 3) each."""
    if travels:
        moves[0, 0] = moves[1, 1] = moves[2, 2] = 1.0
    while joint >= 0:
        c = col[joint]
        if c >= 0:
            q, lever = vectors.turn_of(turned, joint), vectors.minus(point, vectors.row_of(positions, joint))
            for i in range(width[joint]):
                own = vectors.row_of(hinge, joint)
                if width[joint] == 3:
                    own = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
                spin = vectors.rotated(q, own)
                spins[c + i, 0], spins[c + i, 1], spins[c + i, 2] = spin
                moves[c + i, 0], moves[c + i, 1], moves[c + i, 2] = vectors.cross(spin, lever)
        joint = parents[joint]


@dense()
def limb_rates(
    limb, parents, bases, middles, ends, axes, mode, riders, places, tips, swivel_col, col, width, hinge, travels,
    positions, turned, cols, spins, moves, rider_spins, rider_moves, rates,
):  # fmt: skip
    """How the joints of a closed limb turn against their parents, in the world, with the coordinates that move it.

    Writes those coordinates, the swivel last, and ``rates`` (3, m, 3) of base, middle and end; ``moves`` are left as
    those of the base, seen from the place. Returns how many coordinates there are, by how much the limb is too short,
    and where it points.
    """
    base, middle = bases[limb], middles[limb]
    hip = vectors.row_of(positions, base)
    tip, place = tip_of(limb, ends, tips, positions, turned), vectors.row_of(places, limb)
    count = list_columns(parents[base], parents, col, width, travels, cols, 0)
    if riders[limb] >= 0:
        count = list_columns(riders[limb], parents, col, width, travels, cols, count)
    cols[count] = swivel_col[limb]
    clear(cols, count + 1, spins, moves)
    clear(cols, count + 1, rider_spins, rider_moves)
    carried(parents[base], hip, parents, col, width, hinge, travels, positions, turned, spins, moves)
    if riders[limb] >= 0:
        carried(riders[limb], place, parents, col, width, hinge, travels, positions, turned, rider_spins, rider_moves)
        for k in range(count):
            for i in range(3):
                moves[cols[k], i] -= rider_moves[cols[k], i]
    line, wanted = vectors.minus(tip, hip), vectors.minus(place, hip)
    length, distance = np.sqrt(vectors.dot(line, line)), np.sqrt(vectors.dot(wanted, wanted))
    direction = vectors.scaled(1.0 / max(length, 1e-12), line)
    lever = vectors.minus(tip, vectors.row_of(positions, middle))
    axis = vectors.rotated(vectors.turn_of(turned, middle), vectors.row_of(axes, limb))
    missing = distance - length
    for k in range(count + 1):
        c = cols[k]
        if k == count:
            alpha, omega = 0.0, direction
        else:
            alpha, omega = following(
                direction, max(distance, 1e-12), lever, axis, abs(missing) <= MISSED, vectors.row_of(moves, c)
            )
        bend, turn = vectors.scaled(alpha, axis), vectors.NONE
        if mode[limb] == POSE:
            turn = vectors.minus(vectors.row_of(rider_spins, c), vectors.plus(omega, bend))
        rates[0, c, 0], rates[0, c, 1], rates[0, c, 2] = vectors.minus(omega, vectors.row_of(spins, c))
        rates[1, c, 0], rates[1, c, 1], rates[1, c, 2] = bend
        rates[2, c, 0], rates[2, c, 1], rates[2, c, 2] = turn
    return count + 1, missing, direction
