"""Rows at samples, as a solve gathers them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(slots=True, eq=False)
class Group:
    """Rows at samples: ``misses`` (m, R), with derivatives by displacement and by forces.

    Derivatives by the displacement are either the group's own (m, R, nd), or those of all samples, of which some
    ``lines`` are taken and scaled.
    """

    samples: np.ndarray
    misses: np.ndarray
    by_d: np.ndarray | None = None
    by_rates: tuple[np.ndarray, np.ndarray] | None = None  # by the first and second derivative of the displacement
    lines: np.ndarray | None = None  # (R,) of the rows of all samples; None: ``by_d`` is the group's own
    scale: np.ndarray | None = None  # (m, R)
    by_force: dict[int, np.ndarray] = field(default_factory=dict)  # point -> (m, R, 3)
    by_next: np.ndarray | None = None  # by the displacement at the next sample; forces are then means of both
    reach: int = 0  # of the tree: the directions that the rows depend on; 0: all
    at_goals: bool = False  # samples are the goals' own times
