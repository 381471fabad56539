"""Middle values and the like, by putting values in order."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import kernel


@kernel()
def middle(values):
    """The middle value, between two samples the mean of both; NaN where there is none. Puts the values in order."""
    count = values.shape[0]
    if count == 0:
        return np.nan
    values.sort()
    return 0.5 * (values[(count - 1) // 2] + values[count // 2])


@kernel()
def share_of(values, share):
    """The value that a share of the values is below, between samples as NumPy's percentile; puts them in order."""
    values.sort()
    at = share * (values.shape[0] - 1)
    below = int(np.floor(at))
    above, rest = min(below + 1, values.shape[0] - 1), at - below
    step = values[above] - values[below]
    return values[below] + step * rest if rest < 0.5 else values[above] - step * (1.0 - rest)
