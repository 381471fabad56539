r"""Heights of a hand scaled so that it catches at another height.

With :math:`h` the height where the clip starts, :math:`c` that of the catch and :math:`r` the one that is wanted,

.. math:: s = \frac{r - h}{c - h}, \qquad y_i = s\,(o_i - h) + h,

so the start stays where it is, the catch is where it should be, and all between keeps its shape.
"""

from __future__ import annotations

import numpy as np

from supple.errors import InvalidValueError

_SAME = 0.02  # of the figure's height: a hand that is no farther from its start does not reach


def reach_scale(heights: np.ndarray, start: int, catch: int, wanted: float, size: float, name: str) -> float:
    """The factor s for a hand at ``heights`` (F,) that is to be ``wanted`` high in frame ``catch`` [m]."""
    rise = float(heights[catch] - heights[start])
    if abs(rise) < _SAME * size:
        raise InvalidValueError(
            f"the {name} hand is {heights[catch]:.3f} m high at the catch (frame {catch}) and {heights[start]:.3f} m "
            "at the start: its heights cannot be scaled to another one. Give another time, or the other hand."
        )
    return (wanted - float(heights[start])) / rise


def scaled_heights(heights: np.ndarray, start: int, factor: float) -> np.ndarray:
    """(F,) the heights about that of the start."""
    return np.asarray(factor * (heights - heights[start]) + heights[start])


def catch_frame(heights: np.ndarray, start: int) -> int:
    """The frame in which hands (F, n) are farthest from the heights they start at, on the mean.

    choice: the source names the catch by hand; a catch is where hands stop going up or down.
    """
    away = np.abs((heights[start:] - heights[start]).mean(axis=1))
    return start + int(np.argmax(away))
