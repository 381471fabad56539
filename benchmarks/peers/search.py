"""``python -m benchmarks.peers.search [PROGRAM...]``: many settings; the fastest that meet all goals come first."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from benchmarks.peers.reach import Reach, Solver, clips, solves
from supple.core.threads import one_blas_thread

SEARCHED = {
    "mink": {"qp": ("none", "daqp", "quadprog", "proxqp"), "damping": (1e-8, 1e-6, 1e-4, 1e-3)},
    "mink, hard goals": {"qp": ("daqp", "quadprog", "proxqp"), "damping": (1e-6, 1e-4), "hard": (True,)},
    "mink, posture": {"posture": (1e-3, 1e-2)},
    "mink, Levenberg-Marquardt": {"lm_damping": (1e-4, 1e-3, 1e-2)},
    "placo": {"priority": ("soft", "hard"), "regularization": (0.0, 1e-6, 1e-4), "sparsity": (False, True)},
    "placo, problem": {"problem_regularization": (1e-12, 1e-6), "rewrite": (False, True)},
    "pink": {"qp": ("none", "daqp", "quadprog"), "damping": (1e-6, 1e-4)},
}


class Tried(NamedTuple):
    """Settings and what they gave."""

    missed: int  # frames
    milliseconds: float
    steps: int
    start: str
    settings: tuple


def solver(program: str, reach: Reach, **settings: object) -> Solver:
    """A program with its best settings, but for those given."""
    module = importlib.import_module(f"benchmarks.peers.with_{program}")
    return getattr(module, program.capitalize())(reach, module.BEST._replace(**settings))


def tried(program: str, reach: Reach) -> Iterator[Tried]:
    """All settings of a program on one clip."""
    for label, choices in SEARCHED.items():
        if label.split(",")[0] != program:
            continue
        for values in product(*choices.values()):
            settings = dict(zip(choices, values, strict=True))
            start, solved = next(iter(solves(solver(program, reach, **settings), reach.goals, rounds=3).items()))
            yield Tried(solved.missed, 1e3 * solved.seconds, solved.steps, start, (label, *settings.items()))


def main() -> None:
    """Print the ten best of each program and clip."""
    with one_blas_thread():
        for reach in clips():
            for program in sys.argv[1:] or ("mink", "placo", "pink"):
                print(reach.name, program)
                for found in sorted(tried(program, reach))[:10]:
                    print("  ", found, flush=True)


if __name__ == "__main__":
    main()
