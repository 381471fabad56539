"""What single displacements keep still."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.roles import REFERENCE_HEIGHT
from supple.detect.geometric.displacements import Displacements
from supple.detect.geometric.settings import Measures
from supple.detect.geometric.thresholds import Thresholds


@dataclass(frozen=True, slots=True, eq=False)
class Instants:
    """n displacements judged: a space, a line, or neither. There are no points: that takes two lines."""

    space: np.ndarray  # (n,) bool
    line: np.ndarray  # (n,) bool
    turned: np.ndarray  # (n + 1,) [rad] how far it turned up to each displacement
    space_frames: np.ndarray  # numbers of the frames that some space is of
    frames: np.ndarray  # numbers of the frames that some space or line is of


def instants_of(found: Displacements, limits: Thresholds, measures: Measures) -> Instants:
    """Judge displacements by thresholds.

    Choices: thresholds are included, so that the frame a threshold comes from is found; an axis further away than the
    figure is tall is that of a translation, and none.
    """
    small = found.sigma <= limits.sigma
    near = found.arm <= REFERENCE_HEIGHT * measures.scale
    angles = 2.0 * np.arcsin(np.minimum(0.5 * found.sigma, 1.0)) / measures.lag
    space, line = small & (found.moved <= limits.space), ~small & (found.slid <= limits.line) & near
    turned = np.concatenate([[0.0], np.cumsum(angles)])
    return Instants(space, line, turned, _frames_of(space, measures.lag), _frames_of(space | line, measures.lag))


def _frames_of(flags: np.ndarray, lag: int) -> np.ndarray:
    """The frames of the displacements with a flag: each has its first, its last, and those between."""
    covered = np.zeros(len(flags) + lag, dtype=bool)
    for k in range(lag + 1):
        covered[k : k + len(flags)] |= flags
    return np.flatnonzero(covered)
