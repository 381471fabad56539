"""Which points of feet stand, told from the frames so far.

A point stands when it is low and slow. It leaves when it has risen from the lowest place of its stand, or is fast.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense
from supple.kernels.vectors import minus, row_of

LOW, SLOW, FAST, SMOOTHED, RISES = range(
    5
)  # numbers of a rule [m], [m/s], [m/s], share of the old speed, [m] for each point


@dense()
def judge(point, last, speeds, lowest, k, seconds, floor, rule, was, fresh):
    """Whether one point stands; its last place, smoothed speed and lowest height are brought up to date.

    A first frame has no speed.
    """
    moved = minus(point, row_of(last, k))
    speed = 0.0 if fresh else np.sqrt(moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2]) / seconds
    speeds[k] = speed if fresh else rule[SMOOTHED] * speeds[k] + (1.0 - rule[SMOOTHED]) * speed
    for i in range(3):
        last[k, i] = point[i]
    if not was:
        lowest[k] = point[1]
        return point[1] - floor <= rule[LOW] and speeds[k] <= rule[SLOW]
    lowest[k] = min(lowest[k], point[1])
    return point[1] - lowest[k] <= rule[RISES + k] and speeds[k] <= rule[FAST]
