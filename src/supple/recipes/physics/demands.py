"""What a document asks of a solved motion by effort: ratios, less strength, and a pace of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from supple.constraints.names import Names
from supple.constraints.physics import Physics
from supple.recipes.physics.effort import hardships
from supple.recipes.physics.pacing import paced
from supple.recipes.physics.runs import Run
from supple.recipes.physics.setting import Setting
from supple.recipes.physics.strength import Limited, weakened

_GROWS = 3.0  # times that effort counts more than in the solve before, at most: feet of larger steps lose their way


def demanded(
    run: Run, setting: Setting, names: Names, physics: Physics, holds: Callable[[Run], bool]
) -> tuple[Run, tuple[Limited, ...], float]:
    """The run solved on, one demand after the other; which joints are limited; how many times as long it takes.

    ``holds`` tells whether physics explains the frames that a run comes to. It is not asked of feet that are still
    looking for their places, nor where it did not hold before.

    Strength is a share of what the run uses before any of them counts: where plants emerge, with even ratios.
    """
    unrestricted = run
    if setting.free_strides and physics.ratio is not None and setting.problem.weights.effort > 0.0:
        run = _counted(run, hardships(setting.problem.figure, names.roles, physics.ratio))
    limited: tuple[Limited, ...] = ()
    if physics.strength:
        stays = (lambda tried: True) if setting.free_strides or not holds(run) else holds
        run, limited = weakened(run, names, physics.strength, unrestricted, stays)
    run, stretch = paced(run) if physics.time.stretch else (run, 1.0)
    return run, limited, stretch


def _counted(run: Run, times: np.ndarray) -> Run:
    """The run solved on until effort counts so many times."""
    stages = max(1, int(np.ceil(float(np.abs(np.log(times)).max()) / np.log(_GROWS) - 1e-9)))
    for k in range(1, stages + 1):
        run = run.of(replace(run.scene.problem, hardship=times ** (k / stages)))
    return run
