"""Which points of feet stand, told from the frames so far.

A point comes to stand when it is low, slow and not on its way up. It leaves when it is fast, when it has risen from the
lowest place of its stand and still goes up (captures drift, and noise is no step), or when it has risen far.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense
from supple.kernels.online.numbers import (
    ARMED,
    CLIMB,
    FAST,
    HEIGHT,
    KEPT,
    LOW,
    LOWEST,
    RISEN,
    RISES,
    SECONDS,
    SLOW,
    SPEED,
    UPWARDS,
)

_FREE = 2.0  # times the speed below which a point may stand: from there on nothing pulls it to the ground


@dense()
def _eased(u):
    """From 0 to 1, with level ends."""
    u = min(max(u, 0.0), 1.0)
    return u * u * (3.0 - 2.0 * u)


@dense()
def follow(point, height, track, numbers, fresh):
    """Bring the ``track`` (8,) of one point up to date: place, smoothed speed, height, smoothed climb.

    A first frame has no speed.
    """
    moved = (point[0] - track[0], point[1] - track[1], point[2] - track[2])
    speed = np.sqrt(moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2]) / numbers[SECONDS]
    climb, kept = (height - track[HEIGHT]) / numbers[SECONDS], numbers[KEPT]
    track[SPEED] = 0.0 if fresh else kept * track[SPEED] + (1.0 - kept) * speed
    track[CLIMB] = 0.0 if fresh else kept * track[CLIMB] + (1.0 - kept) * climb
    track[HEIGHT] = height
    for k in range(3):
        track[k] = point[k]


@dense()
def stands(track, k, numbers, was, alone):
    """Whether a followed point, heel (0) or ball (1), stands; ``alone`` is a ball whose heel has left.

    choice: such a ball leaves at the speed at which none comes to stand. It only becomes faster, and one that is held
    longer stretches its leg, which then bends all at once.
    """
    if not was:
        track[LOWEST] = track[HEIGHT]
        rising = track[CLIMB] > (numbers[UPWARDS] if track[ARMED] == 1.0 else 0.0)
        return track[HEIGHT] <= numbers[LOW] and track[SPEED] <= numbers[SLOW] and not rising
    track[LOWEST] = min(track[LOWEST], track[HEIGHT])
    risen = track[HEIGHT] - track[LOWEST]
    leaves = risen > numbers[RISES + k] and track[CLIMB] > numbers[UPWARDS]
    return not (leaves or risen > numbers[RISEN] or track[SPEED] > numbers[SLOW if alone else FAST])


@dense()
def arm(track, was, now, numbers, fresh):
    """A point that has left comes to stand again only after it was on its way: until then nothing pulls it down."""
    if was and not now:
        track[ARMED] = 0.0
    elif fresh or track[SPEED] >= _FREE * numbers[SLOW]:
        track[ARMED] = 1.0


@dense()
def pull_of(track, numbers):
    """How far a point has come to stand: from 0 at twice the speed at which it may stand to 1; 0 if it goes up."""
    if track[ARMED] == 0.0:
        return 0.0
    slow = (_FREE * numbers[SLOW] - track[SPEED]) / ((_FREE - 1.0) * numbers[SLOW])
    return _eased(slow) * _eased(1.0 - track[CLIMB] / numbers[UPWARDS])
