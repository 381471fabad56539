"""Quaternions as angles about coordinate axes: all solutions, and the one that continues what was there.

For a product of turns about three different axes ``a b c`` (Tait-Bryan angles), with ``e`` = +1 when
``a b c`` is an even permutation of ``x y z`` and -1 otherwise, half angles obey

    (cos b/2 + e sin b/2) (cos, sin)((a + c)/2) = (w + e q_b, q_a + q_c)
    (cos b/2 - e sin b/2) (cos, sin)((a - c)/2) = (w - e q_b, q_a - q_c)

so that sum, difference and ``b`` come from three arc tangents, accurate for every rotation. Where one left
side vanishes (gimbal lock) only the other combination of ``a`` and ``c`` is determined.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

_EVEN = {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
_LOCKED = 1e-9  # a factor below this is lock; the rotation is then off by less than 1e-9 rad
_TURN = 2.0 * np.pi


class Solutions(NamedTuple):
    """All angles (up to whole turns) that give a rotation."""

    angles: np.ndarray  # (F, K, n) [rad], K solutions
    locked: np.ndarray  # (F,) -1, 0 or 1: at lock ``a + c`` (1) or ``a - c`` (-1) is all that is known
    sums: np.ndarray  # (F,) that combination [rad]
    misfit: np.ndarray  # (F,) how far the rotation is from what the axes can do [rad]


def solve(q: np.ndarray, order: tuple[int, ...]) -> Solutions:
    """Angles about one to three different axes, for rotations (F, 4)."""
    if len(order) == 3:
        return _three(q, order)
    if len(order) == 2:
        return _two(q, order)
    others = [1 + k for k in range(3) if k not in order]
    misfit = 2.0 * np.arctan2(
        np.linalg.norm(q[:, others], axis=1), np.linalg.norm(np.delete(q, others, axis=1), axis=1)
    )
    angle = 2.0 * np.arctan2(q[:, 1 + order[0]], q[:, 0]) if order else np.zeros(0)
    zeros = np.zeros(len(q))
    return Solutions(angle.reshape(len(q), 1, len(order)), zeros, zeros, misfit)


def _three(q: np.ndarray, order: tuple[int, ...]) -> Solutions:
    e = 1.0 if order in _EVEN else -1.0
    w, qa, qb, qc = q[:, 0], q[:, 1 + order[0]], q[:, 1 + order[1]], q[:, 1 + order[2]]
    plus_x, plus_y, minus_x, minus_y = w + e * qb, qa + qc, w - e * qb, qa - qc
    plus, minus = np.hypot(plus_x, plus_y), np.hypot(minus_x, minus_y)
    half_sum, half_difference = np.arctan2(plus_y, plus_x), np.arctan2(minus_y, minus_x)
    b = 2.0 * e * (np.arctan2(plus, minus) - 0.25 * np.pi)
    a, c = half_sum + half_difference, half_sum - half_difference
    first = np.stack([a, b, c], axis=1)
    second = np.stack([a + np.pi, np.pi - b, c + np.pi], axis=1)
    locked = np.where(minus < _LOCKED, 1, np.where(plus < _LOCKED, -1, 0))
    sums = 2.0 * np.where(locked >= 0, half_sum, half_difference)
    return Solutions(np.stack([first, second], axis=1), locked, sums, np.zeros(len(q)))


def _two(q: np.ndarray, order: tuple[int, ...]) -> Solutions:
    """With two axes ``q = (ca cb, sa cb, ca sb, e sa sb)``: the larger half tells ``a``, then all of it ``b``."""
    a, b = order
    c = 3 - a - b
    e = 1.0 if (a, b, c) in _EVEN else -1.0
    w, qa, qb, qc = q[:, 0], q[:, 1 + a], q[:, 1 + b], e * q[:, 1 + c]
    half_a = np.where(w * w + qa * qa >= qb * qb + qc * qc, np.arctan2(qa, w), np.arctan2(qc, qb))
    ca, sa = np.cos(half_a), np.sin(half_a)
    half_b = np.arctan2(qb * ca + qc * sa, w * ca + qa * sa)
    cb, sb = np.cos(half_b), np.sin(half_b)
    made = np.stack([ca * cb, sa * cb, ca * sb, sa * sb], axis=1)
    misfit = 2.0 * np.linalg.norm(np.stack([w, qa, qb, qc], axis=1) - made, axis=1)
    zeros = np.zeros(len(q))
    return Solutions(2.0 * np.stack([half_a, half_b], axis=1)[:, None], zeros, zeros, misfit)


def wrapped(angle: np.ndarray) -> np.ndarray:
    """Angles brought within half a turn of zero."""
    return angle - _TURN * np.round(angle / _TURN)


def continued(found: Solutions, known: np.ndarray, fixed: np.ndarray, start: np.ndarray) -> np.ndarray:
    """One solution per frame (F, n) [rad] that moves as little as possible from frame to frame.

    Frames with ``fixed`` (F,) keep ``known`` (F, n); ``start`` (n,) is what the first frame should be near.
    """
    if (found.locked[~fixed] != 0).any():
        return _continued_through_lock(found, known, fixed, start)
    options = np.where(fixed[:, None, None], known[:, None, :], found.angles)
    steps = wrapped(options[1:, None, :, :] - options[:-1, :, None, :])
    follow = np.argmin(np.sum(steps * steps, axis=-1), axis=-1).tolist()
    state = int(np.argmin(np.sum(wrapped(options[0] - start) ** 2, axis=-1)))
    states = [state]
    for choice in follow:
        state = choice[state]
        states.append(state)
    return _unrolled(options[np.arange(len(options)), states], fixed, start)


def _unrolled(angles: np.ndarray, fixed: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Add whole turns so that no frame jumps; fixed frames stay as they are."""
    turns = np.zeros(angles.shape)
    turns[1:] = np.round((angles[:-1] - angles[1:]) / _TURN)
    if not fixed[0]:
        turns[0] = np.round((start - angles[0]) / _TURN)
    total = np.cumsum(turns, axis=0)
    last = np.maximum.accumulate(np.where(fixed, np.arange(len(angles)), -1))
    before = np.where((last >= 0)[:, None], total[last], 0.0)
    return angles + _TURN * (total - before)


def _continued_through_lock(found: Solutions, known: np.ndarray, fixed: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Frame by frame: at lock the first angle stays, and the third takes up the rest."""
    out, previous = known.copy(), start
    for f in range(len(out)):
        if fixed[f]:
            previous = out[f]
            continue
        if found.locked[f]:
            a, b = previous[0], found.angles[f, 0, 1]
            c = found.sums[f] - a if found.locked[f] > 0 else a - found.sums[f]
            options = np.array([[a, b, c]])
        else:
            options = found.angles[f]
        near = options + _TURN * np.round((previous - options) / _TURN)
        previous = out[f] = near[int(np.argmin(np.sum((near - previous) ** 2, axis=-1)))]
    return out
