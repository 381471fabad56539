r"""Several tasks on one point that come and go at the same time: where the point would be without each of them.

The pose without any of them does not say it: while one fades out and another fades in, each has to fade to where the
other leads, or the point jumps when the stronger one is gone. With T(S) the place under the tasks S that are ramping,
t_k the target of task k and a_k its activity:

.. math:: T(\emptyset) = free, \qquad T(S) = \text{mean of } t_k(S) \text{ over the strongest } k \in S, \qquad
          t_k(S) = a_k g_k + (1 - a_k)\, T(S \setminus \{k\})
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

MOST = 4  # tasks on one point that are looked at together; the work doubles with each
_NO_LEVEL = np.iinfo(np.int64).max


class Crossing(NamedTuple):
    """n tasks on one point over m frames."""

    level: np.ndarray  # (m, n) int64
    activity: np.ndarray  # (m, n)
    weight: np.ndarray  # (n,)
    wanted: np.ndarray  # (m, n, 3) activity times goal, with supports as in the free pose [m]
    free: np.ndarray  # (m, 3) without all tasks that are ramping [m]


def free_places(crossing: Crossing) -> np.ndarray:
    """Where the point would be without each task (m, n, 3), assuming that the others are met."""
    count = crossing.activity.shape[1]
    places = {0: crossing.free}
    for tasks in range(1, 2**count):
        places[tasks] = _place(crossing, tasks, places)
    return np.stack([places[(2**count - 1) & ~(1 << k)] for k in range(count)], axis=1)


def _place(crossing: Crossing, tasks: int, places: dict[int, np.ndarray]) -> np.ndarray:
    """The place under a set of tasks, of which those that are not ramping in a frame do not count there."""
    some = [k for k in range(crossing.activity.shape[1]) if tasks >> k & 1]
    share = crossing.activity[:, some]
    level = np.where((share > 0.0) & (share < 1.0), crossing.level[:, some], _NO_LEVEL)
    top = level.min(axis=1, keepdims=True)
    weight = np.where((level == top) & (top < _NO_LEVEL), crossing.weight[some], 0.0)
    without = np.stack([places[tasks & ~(1 << k)] for k in some], axis=1)
    targets = crossing.wanted[:, some] + (1.0 - share)[..., None] * without
    total = weight.sum(axis=1, keepdims=True)
    mean = np.einsum("mn,mni->mi", weight / np.where(total > 0.0, total, 1.0), targets)
    return np.where(total > 0.0, mean, crossing.free)
