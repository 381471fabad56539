r"""Balance: the centre of mass keeps its place above the support, wherever the support has gone.

.. math:: P' = P - \frac{1}{n} \sum_i A_i + \frac{1}{n} \sum_i A'_i + a\,D

with the support points :math:`A_i` in the source and :math:`A'_i` in the result. choice: :math:`A'` is the solution as
it stands in the iteration, not the wishes for it, so that the centre of mass follows feet that miss their goals too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.constraints.curves.activity import Profile, activity
from supple.constraints.curves.composite import overall_activity


def balance_arm(com: np.ndarray, support: np.ndarray, displacement: np.ndarray | None = None) -> np.ndarray:
    """What to add to the mean of the moved support (n, 3): known before solving.

    ``com`` (n, 3) and ``support`` (n, A, 3) are of the source [m].
    """
    arm = com - support.mean(axis=1)
    return arm if displacement is None else arm + displacement


def balance_goal(arm: np.ndarray, moved_support: np.ndarray) -> np.ndarray:
    """Where the centre of mass is wanted (n, 3), with the support at (n, A, 3)."""
    return arm + moved_support.mean(axis=1)


def displacement(times: np.ndarray, profiles: Sequence[Profile], offsets: np.ndarray) -> np.ndarray:
    """Offsets (G, 3) or (G, n, 3) [m], each in its time, as one displacement (n, 3): their composite."""
    if not profiles:
        return np.zeros((len(times), 3))
    each = np.stack([activity(times, profile) for profile in profiles], axis=-1)
    total = each.sum(axis=-1, keepdims=True)
    weights = overall_activity(each)[:, None] * each / np.where(total > 0.0, total, 1.0)
    rows = offsets[:, None] if offsets.ndim == 2 else offsets
    return np.asarray(np.einsum("ng,gni->ni", weights, np.broadcast_to(rows, (len(profiles), len(times), 3))))
