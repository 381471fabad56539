"""Counts what an iteration of the weighted solver does, by kernels that run as plain Python on numbers that count.

Run as a program: ``python counted.py ROWS HINGES WEIGHT`` (of the last hinge; the others have 1) prints
multiplications and divisions, then additions, as JSON for each part. Numba has to be disabled (NUMBA_DISABLE_JIT=1), so
this is a process of its own.
"""

from __future__ import annotations

import json
import sys
from collections import Counter

import numpy as np

done: Counter = Counter()


class Counted:
    """A float that counts."""

    def __init__(self, value: float) -> None:
        self.value = float(value)

    def _make(self, kind: str, value: float) -> Counted:
        done[kind] += 1
        return Counted(value)

    def __add__(self, other):
        return self if _zero(other) else self._make("add", self.value + float(other))

    def __radd__(self, other):
        return self.__add__(other)

    def __sub__(self, other):
        return self._make("add", self.value - float(other))

    def __rsub__(self, other):
        return self._make("add", float(other) - self.value)

    def __mul__(self, other):
        return self._make("multiply", self.value * float(other))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._make("multiply", self.value / float(other))

    def __rtruediv__(self, other):
        return self._make("multiply", float(other) / self.value)

    def __gt__(self, other):
        return self.value > float(other)

    def __lt__(self, other):
        return self.value < float(other)

    def __le__(self, other):
        return self.value <= float(other)

    def __float__(self):
        return self.value

    def sqrt(self):
        return self._make("multiply", np.sqrt(self.value))


def _zero(other: object) -> bool:
    """The first summand of a sum is added to nothing."""
    return isinstance(other, float) and other == 0.0


def counted(values: np.ndarray) -> np.ndarray:
    return np.vectorize(Counted, otypes=[object])(values)


def count(rows: int, hinges: int, weight: float) -> dict[str, tuple[int, int]]:
    """(multiplications, additions) of the parts of one iteration."""
    from supple.kernels.weighted.chain import fill_jacobian
    from supple.kernels.weighted.inverse import fill_square, fill_step, solve_square

    rng = np.random.default_rng(1)
    places, axes, tip = (counted(rng.normal(size=shape)) for shape in ((hinges, 3), (hinges, 3), 3))
    jacobian, square = counted(np.zeros((6, hinges))), counted(np.zeros((6, 6)))
    y, step = (counted(rng.normal(size=n) ** 2) for n in (6, hinges))
    weights = counted(np.append(np.ones(hinges - 1), weight))
    parts = {
        "Jacobian": lambda: fill_jacobian(places, axes, tip, rows, jacobian),
        "square": lambda: fill_square(jacobian, weights, rows, Counted(1e-6), square),
        "solve": lambda: solve_square(square, y, rows),
        "step": lambda: fill_step(jacobian, weights, y, rows, Counted(1.0), step),
    }
    found = {}
    for name, run in parts.items():
        done.clear()
        run()
        found[name] = done["multiply"], done["add"]
    return found


if __name__ == "__main__":
    print(json.dumps(count(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))))
