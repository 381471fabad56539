r"""How much free limbs bend near plants: between what plants need before and after, smoothly.

A limb in frames without a plant need not be exactly on its way. With :math:`y` how much more it bends than in the
motion and :math:`\bar y` how much more it would on its way, its bends are the least of

.. math:: \sum_t (\ddot y_t + \beta f_t\,\ddot\varphi_t)^2 + b^2\,(y_t - \bar y_t)^2,

where y is what plants need in their frames, and 0 in frames that are not on any way. So y and its speed go on where a
plant begins or ends, and what the way has of jumps is gone. With the share :math:`\beta f` (f is how firm the way is: 1
at a plant, 0 a window from it, and less where the limb is hardly moved) the accelerations :math:`\ddot\varphi` that the
limb has itself count too: a knee that is about to stop its swing should not have to turn for the landing as well.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.hinge import bend_for, eased_bend, hinge_of, needed
from supple.kernels.cleanup.limb import FLAGS, point_of, quat_of
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, dense, types
from supple.kernels.vectors import dot, minus, rotated, row_of


@dense(OUT_MATRIX, OUT_VECTOR)
def solve_five(band, b):
    """``b`` (n,) becomes the solution of a symmetric positive definite system of five diagonals; ``band`` is used up.

    ``band`` (n, 3) holds ``A[i + k, i]`` at ``[i, k]``.
    """
    n = b.shape[0]
    for i in range(n):
        for k in range(1, min(3, n - i)):
            share = band[i, k] / band[i, 0]
            b[i + k] -= share * b[i]
            for m in range(k, min(3, n - i)):
                band[i + k, m - k] -= share * band[i, m]
    for i in range(n - 1, -1, -1):
        rest = b[i]
        for k in range(1, min(3, n - i)):
            rest -= band[i, k] * b[i + k]
        b[i] = rest / band[i, 0]


@dense()
def smooth_gap(start, stop, pull, counter, own, more, band, b):
    """Frames ``[start, stop)`` of ``more`` (F,), in place; those around them are held.

    ``pull`` is b per squared frame, ``counter`` (F,) beta f, ``own`` (F,) the bends of the motion.
    """
    frames = more.shape[0]
    for i in range(stop - start):
        band[i, 0], band[i, 1], band[i, 2] = pull * pull, 0.0, 0.0
        b[i] = pull * pull * more[start + i]
    for f in range(max(1, start - 1), min(frames - 1, stop + 1)):
        held = counter[f] * (own[f - 1] - 2.0 * own[f] + own[f + 1])
        for k in range(-1, 2):
            if not start <= f + k < stop:
                held += (-2.0 if k == 0 else 1.0) * more[f + k]
        for k in range(-1, 2):
            i = f + k - start
            if start <= f + k < stop:
                mine = -2.0 if k == 0 else 1.0
                b[i] -= mine * held
                for m in range(k, 2):
                    if f + m < stop:
                        band[i, m - k] += mine * (-2.0 if m == 0 else 1.0)
    solve_five(band[: stop - start], b[: stop - start])
    for i in range(stop - start):
        more[start + i] = b[i]


@dense(
    CUBE, CUBE, INTS, INTS, INTS, MATRIX, FLAGS, FLAGS, CUBE, MATRIX, MATRIX, types.float64, types.float64, OUT_MATRIX
)  # fmt: skip
def ease(positions, turned, bases, middles, ends, axes, active, planted, places, firm, moved, pull, share, bends):
    """Write the bends ``bends`` (F, L) [rad] of limbs that are ``active`` (F, L) and not ``planted``.

    The rest is as in :func:`supple.kernels.cleanup.limb.reach`; ``pull`` is b per squared frame,
    ``share`` is beta.
    """
    frames = active.shape[0]
    own, more, counter, band, b = (
        np.zeros(frames),
        np.zeros(frames),
        np.zeros(frames),
        np.zeros((frames, 3)),
        np.zeros(frames),
    )
    for limb in range(bases.shape[0]):
        if not np.any(active[:, limb] & ~planted[:, limb]):
            continue
        for f in range(frames):
            more[f], counter[f] = 0.0, 0.0
            hip, knee = point_of(positions, f, bases[limb]), point_of(positions, f, middles[limb])
            ankle, shin = point_of(positions, f, ends[limb]), quat_of(turned, f, middles[limb])
            c, p, own[f] = hinge_of(minus(knee, hip), minus(ankle, knee), rotated(shin, row_of(axes, limb)))
            line = minus(minus(point_of(places, f, limb), row_of(moved, f)), hip)
            whole = minus(ankle, hip)
            if active[f, limb] and p > 0.0 and line != whole:
                counter[f] = share * firm[f, limb] * needed(minus(line, whole), dot(whole, whole))
                length_sq = dot(line, line)
                wanted = bend_for(length_sq, c, p)
                if not planted[f, limb]:
                    wanted = eased_bend(np.sqrt(length_sq), c, p, own[f], wanted, firm[f, limb])
                more[f] = wanted - own[f]
        start = 0
        while start < frames:
            if not active[start, limb] or planted[start, limb]:
                start += 1
                continue
            stop = start + 1
            while stop < frames and active[stop, limb] and not planted[stop, limb]:
                stop += 1
            smooth_gap(start, stop, pull, counter, own, more, band, b)
            for f in range(start, stop):
                bends[f, limb] = max(own[f] + more[f], min(own[f], 0.0))
            start = stop
