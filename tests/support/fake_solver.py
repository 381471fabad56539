"""A solver that does as a test says, in the place of a real one."""

import sys
import types

import numpy as np

import supple.solvers
from supple.solvers.result import Outcome, Report, Result


def install(monkeypatch, solve, name="prioritized"):
    """Let ``solve`` stand for ``supple.solvers.<name>.solve``, whether that exists or not."""
    module = types.ModuleType(f"supple.solvers.{name}")
    module.solve = solve
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(supple.solvers, name, module, raising=False)


def outcome(constraint, number, **known):
    """What a solver says of one constraint."""
    kind = constraint.__struct_config__.tag
    unit = "deg" if kind in ("orientation", "look_at") else "mm"
    facts = {"worst": 0.01, "rms": 0.005, "worst_frame": 7, "unit": unit, **known}
    return Outcome(name=constraint.name or f"{kind} {number}", priority=constraint.priority, **facts)


def raising(height, **known):
    """A solver that lifts the whole figure and says the same of every constraint."""

    def solve(motion, edit, names, progress=None, **_):
        for done in range(3 if progress else 0):
            progress(done, 2)
        moved = motion.with_root_positions(motion.root_positions + np.array([0.0, height, 0.0]))
        outcomes = tuple(outcome(c, k, **known) for k, c in enumerate(edit.constraints))
        return Result(moved, Report(seconds=0.125, iterations=42, constraints=outcomes, notes=("a word",)))

    return solve
