"""The loop of the weighted solver, over many limbs."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_MATRIX, VECTOR, array_out, dense, types
from supple.kernels.weighted.chain import fill_jacobian, pose_chain, turn_between
from supple.kernels.weighted.inverse import fill_square, fill_step, length_of, solve_square

OUT_INTS = array_out(1, types.int64)
MOST_TURN = 0.5  # [rad] of the tip that one iteration asks for
MOST_WAY = 0.25  # of the limb's length that one iteration asks for: farther, the Jacobian says little


@dense()
def _fill_miss(tip, tip_turn, target, target_turn, rows, size, miss):
    """What the tip misses: the way as a share of the limb's length, and the turn [rad] if rows = 6."""
    for k in range(3):
        miss[k] = (target[k] - tip[k]) / size
    if rows == 6:
        turn = turn_between(tip_turn, target_turn)
        for k in range(3):
            miss[3 + k] = turn[k]


@dense()
def _angle_missed(miss, rows):
    return np.sqrt(miss[3] * miss[3] + miss[4] * miss[4] + miss[5] * miss[5]) if rows == 6 else 0.0


@dense()
def _shorten(miss, rows, y):
    """Copy the miss into ``y``, no longer than one iteration should go."""
    way, turn = length_of(miss, 3), _angle_missed(miss, rows)
    share = min(1.0, MOST_WAY / max(way, 1e-12), MOST_TURN / max(turn, 1e-12))
    for k in range(rows):
        y[k] = share * miss[k]


@dense()
def _scale_columns(jacobian, rows, size, lower, upper):
    """Places as shares of the limb's length; a hinge without a range does nothing, and others must not count on it."""
    for d in range(lower.shape[0]):
        for k in range(rows):
            if lower[d] == upper[d]:
                jacobian[k, d] = 0.0
            elif k < 3:
                jacobian[k, d] /= size


@dense()
def _pull_in(first, target, reach, aim):
    """The target, or the nearest point to it within ``reach`` of the first hinge: a stretched limb points at it.

    Without this the halving of the step, which a straight limb causes, would halve its sideways part too.
    """
    x, y, z = target[0] - first[0], target[1] - first[1], target[2] - first[2]
    far = np.sqrt(x * x + y * y + z * z)
    share = reach / far if far > reach else 1.0
    aim[0], aim[1], aim[2] = first[0] + share * x, first[1] + share * y, first[2] + share * z


@dense(
    INTS, MATRIX, MATRIX, CUBE, CUBE, CUBE, MATRIX, MATRIX, MATRIX, VECTOR,
    MATRIX, MATRIX, MATRIX, INTS, MATRIX, INT, VECTOR, INTS, OUT_MATRIX, OUT_INTS, OUT_MATRIX,
)  # fmt: skip
def solve_chains(
    which, bases, base_turns, offsets, turns, axes, ends, lower, upper, lengths,
    points, targets, target_turns, rows, weights, true_weights, tolerances, caps, angles, iterations, misses,
):  # fmt: skip
    """Bring B tips to their targets, from ``angles`` (B, D), which become the best that were seen.

    ``which`` (B,) is the chain (of C) that each problem moves; ``bases``, ``points``, ``targets`` (B, 3) [m],
    ``base_turns``, ``target_turns`` (B, 4), ``rows`` (B,) 3 or 6, ``weights`` (B, D). Of the chains: ``offsets``,
    ``axes`` (C, D, 3), ``turns`` (C, D, 4), ``ends`` (C, 4), ``lower``, ``upper`` (C, D) [rad], ``lengths``
    (C,) from the first hinge to the last [m]. ``true_weights`` is 1 for the true weighted pseudo-inverse.
    ``tolerances`` (4,): way [m], turn [rad], what the pseudo-inverse may leave undone and its damping, both relative to
    the limb's size. ``caps`` (3,): iterations, halvings, iterations without gain. ``misses`` (B, 2) are the way [m] and
    the turn [rad] that are left.
    """
    dofs = angles.shape[1]
    # rows of few arrays: with one limb or two, making one array each takes as long as solving
    hinges, jacobian, square = np.zeros((2, dofs, 3)), np.zeros((6, dofs)), np.zeros((6, 6))
    shares, of_tip = np.ones((3, dofs)), np.zeros((5, 6))
    (places, world_axes), (ones, step, best) = (hinges[0], hinges[1]), (shares[0], shares[1], shares[2])
    tip, tip_turn, aim, miss, y = of_tip[0], of_tip[1], of_tip[2], of_tip[3], of_tip[4]
    for b in range(angles.shape[0]):
        c, size, count = which[b], lengths[which[b]] + length_of(points[b], 3), rows[b]
        q, w = angles[b], weights[b]
        least, total, since, spent = np.inf, np.inf, 0, 0
        for d in range(dofs):
            q[d] = min(max(q[d], lower[c, d]), upper[c, d])
        for spent in range(caps[0] + 1):
            pose_chain(
                bases[b], base_turns[b], q, offsets[c], turns[c], axes[c], ends[c], points[b],
                places, world_axes, tip, tip_turn,
            )  # fmt: skip
            _pull_in(places[0], targets[b], size, aim)
            _fill_miss(tip, tip_turn, aim, target_turns[b], count, size, miss)
            far, off = size * length_of(miss, 3), _angle_missed(miss, count)
            total, since = length_of(miss, count), since + 1
            if total < least:
                since = since if total > 0.999 * least else 0
                least = total
                best[:] = q
            if (far <= tolerances[0] and off <= tolerances[1]) or spent == caps[0] or since > caps[2]:
                break
            fill_jacobian(places, world_axes, tip, count, jacobian)
            _scale_columns(jacobian, count, size, lower[c], upper[c])
            fill_square(jacobian, w if true_weights == 1 else ones, count, tolerances[3], square)
            _shorten(miss, count, y)
            if not solve_square(square, y, count):
                break
            left, share = tolerances[3] * length_of(y, count), 1.0  # (I - J J+) dx is damping times y
            for _ in range(caps[1]):
                if left <= tolerances[2]:
                    break
                left, share = 0.5 * left, 0.5 * share
            fill_step(jacobian, w, y, count, share, step)
            for d in range(dofs):
                q[d] = min(max(q[d] + step[d], lower[c, d]), upper[c, d])
        iterations[b] = spent
        if total > least:  # the best was not the last
            q[:] = best
            pose_chain(
                bases[b], base_turns[b], q, offsets[c], turns[c], axes[c], ends[c], points[b],
                places, world_axes, tip, tip_turn,
            )  # fmt: skip
        _fill_miss(tip, tip_turn, targets[b], target_turns[b], count, size, miss)
        misses[b, 0], misses[b, 1] = size * length_of(miss, 3), _angle_missed(miss, count)
