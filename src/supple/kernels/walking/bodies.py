r"""Hips, trunk and arms of walkers over their feet, and the joints of legs that were solved.

The hips are as high as the gait wants them, but never so high that a leg is straighter than it should be:

.. math:: y = -\sigma \ln \sum_k e^{-y_k/\sigma}

over the wanted height and the highest that each foot lets them be, which has no corner where another takes over.
Where a foot that held them down has left they rise with a lag, and the same sum joins the lag to the limit.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, OUT_VECTOR, VECTOR, dense
from supple.kernels.vectors import product, rotated, row_of, turn_of
from supple.kernels.walking.feet import BANK

HIPS = 0


@dense()
def _soft_least(a, b, c, softness):
    least = min(a, min(b, c))
    total = np.exp((least - a) / softness) + np.exp((least - b) / softness) + np.exp((least - c) / softness)
    return least - softness * np.log(total)


@dense()
def _at_phase(table, neutral, phase, joint, vigour, x):
    """A joint's rotation from a table (P, J, 4) over a stride, nearer to ``neutral`` for a weaker walk.

    A cubic through the entries, with the slope that their neighbours have: turning has no corner at an entry.
    """
    count = table.shape[0]
    at = (phase - np.floor(phase)) * count
    k, u = int(at) % count, at - int(at)
    before, after, last = (k - 1) % count, (k + 1) % count, (k + 2) % count
    a, b = u * (-0.5 + u * (1.0 - 0.5 * u)), 1.0 + u * u * (1.5 * u - 2.5)
    c, d = u * (0.5 + u * (2.0 - 1.5 * u)), u * u * (0.5 * u - 0.5)
    dot = 0.0
    for i in range(4):
        x[i] = a * table[before, joint, i] + b * table[k, joint, i]
        x[i] += c * table[after, joint, i] + d * table[last, joint, i]
        dot += x[i] * neutral[joint, i]
    sign, total = (-1.0 if dot < 0.0 else 1.0), 0.0
    for i in range(4):
        x[i] = (1.0 - vigour) * neutral[joint, i] + sign * vigour * x[i]
        total += x[i] * x[i]
    scale = 1.0 / np.sqrt(total)
    return x[0] * scale, x[1] * scale, x[2] * scale, x[3] * scale


@dense()
def _highest(hips, hip_offsets, reaches, ankles, foot, x, z):
    """How high the hips may be at x, z so that the leg of one foot is as long as it may be."""
    arm = rotated(hips, row_of(hip_offsets, foot))
    dx, dz, reach = ankles[foot, 0] - x - arm[0], ankles[foot, 2] - z - arm[2], reaches[foot]
    rest = reach * reach - dx * dx - dz * dz
    return ankles[foot, 1] - arm[1] + np.sqrt(max(rest, 0.04 * reach * reach))


@dense(
    VECTOR, MATRIX, VECTOR, VECTOR, MATRIX, INTS, BANK, CUBE, INTS, CUBE, MATRIX, CUBE, VECTOR, VECTOR,
    OUT_VECTOR, OUT_MATRIX, OUT_CUBE,
)  # fmt: skip
def pose_bodies(
    phases, paths, headings, vigours, wanted, styles, tables, neutrals, upper, hip_offsets, reaches, ankles,
    softness, follow, lagging, roots, rotations,
):  # fmt: skip
    """Hips and upper bodies of n walkers: ``roots`` (n, 3) and the ``rotations`` (n, J, 4) of the ``upper`` joints.

    ``phases`` (n,) of the left foot, ``paths`` (n, 2) x and z of the hips' middle way, ``headings`` (n,) [rad],
    ``vigours`` (n,), ``wanted`` (n, 2) height and sway [m], ``styles`` (n,) which of the ``tables`` (S, P, J, 4) and
    ``neutrals`` (S, J, 4), ``hip_offsets`` (n, 2, 3), ``reaches`` (n, 2) [m], ``ankles`` (n, 2, 3). ``softness``
    (n,) is sigma [m], ``follow`` (n,) the share of a rise that hips take at once, ``lagging`` (n,) their height with
    that lag [m].
    """
    mixed = np.zeros(4)
    for w in range(phases.shape[0]):
        s, vigour = styles[w], vigours[w]
        half = 0.5 * headings[w]
        facing = (np.cos(half), 0.0, np.sin(half), 0.0)
        for k in range(upper.shape[0]):
            turn = _at_phase(tables[s], neutrals[s], phases[w], upper[k], vigour, mixed)
            if upper[k] == HIPS:
                turn = product(facing, turn)
            for i in range(4):
                rotations[w, upper[k], i] = turn[i]
        hips = turn_of(rotations[w], HIPS)
        sway = wanted[w, 1] * np.cos(2.0 * np.pi * (phases[w] - 0.32))
        x, z = paths[w, 0] + sway * np.cos(headings[w]), paths[w, 1] - sway * np.sin(headings[w])
        left = _highest(hips, hip_offsets[w], reaches[w], ankles[w], 0, x, z)
        right = _highest(hips, hip_offsets[w], reaches[w], ankles[w], 1, x, z)
        roots[w, 0], roots[w, 2] = x, z
        high = _soft_least(wanted[w, 0], left, right, softness[w])
        lagging[w] = min(high, lagging[w] + follow[w] * (high - lagging[w]))
        roots[w, 1] = high if follow[w] >= 1.0 else _soft_least(high, lagging[w], np.inf, softness[w])


@dense(OUT_CUBE, MATRIX, INTS, CUBE, CUBE, CUBE, MATRIX)
def pose_legs(rotations, angles, legs, axes, ends, foot_turns, toes):
    """Write solved legs into ``rotations`` (n, J, 4): hip and knee from angles (2n, 4), foot and toes as wanted.

    ``legs`` (8,) are hip, knee, ankle and ball of the left and the right leg; ``axes`` (2n, D, 3) and ``ends``
    (2n, L, 4) belong to the chains; ``foot_turns`` (n, 2, 4) are of the world, ``toes`` (n, 2) bends [rad].
    """
    for w in range(rotations.shape[0]):
        for f in range(2):
            b = 2 * w + f
            above, turn = turn_of(rotations[w], HIPS), (1.0, 0.0, 0.0, 0.0)
            for d in range(4):
                axis, s = row_of(axes[b], d), np.sin(0.5 * angles[b, d])
                turn = product(turn, (np.cos(0.5 * angles[b, d]), s * axis[0], s * axis[1], s * axis[2]))
                if d >= 2:
                    turn = product(turn, turn_of(ends[b], d - 2))
                    for i in range(4):
                        rotations[w, legs[4 * f + d - 2], i] = turn[i]
                    above, turn = product(above, turn), (1.0, 0.0, 0.0, 0.0)
            foot = product((above[0], -above[1], -above[2], -above[3]), turn_of(foot_turns[w], f))
            sign = -1.0 if foot[0] < 0.0 else 1.0
            for i in range(4):
                rotations[w, legs[4 * f + 2], i] = sign * foot[i]
                rotations[w, legs[4 * f + 3], i] = 0.0
            rotations[w, legs[4 * f + 3], 0] = np.cos(0.5 * toes[w, f])
            rotations[w, legs[4 * f + 3], 1] = np.sin(0.5 * toes[w, f])
