"""What a document asks of a solved motion by effort: ratios, less strength, and a pace of its own."""

from __future__ import annotations

from dataclasses import replace

from supple.constraints.names import Names
from supple.constraints.physics import Physics
from supple.recipes.physics.effort import efforts
from supple.recipes.physics.pacing import paced
from supple.recipes.physics.runs import Run
from supple.recipes.physics.setting import Setting
from supple.recipes.physics.strength import Limited, weakened


def demanded(run: Run, setting: Setting, names: Names, physics: Physics) -> tuple[Run, tuple[Limited, ...], float]:
    """The run solved on, one demand after the other; which joints are limited; how many times as long it takes."""
    if setting.free_strides and physics.ratio is not None and setting.problem.weights.effort > 0.0:
        counted = efforts(setting.problem.figure, names.roles, setting.body, physics.ratio)
        run = run.of(replace(run.scene.problem, effort=counted))
    limited: tuple[Limited, ...] = ()
    if physics.strength:
        run, limited = weakened(run, names, physics.strength)
    run, stretch = paced(run) if physics.time.stretch else (run, 1.0)
    return run, limited, stretch
