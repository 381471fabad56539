"""How alike moments of two clips are, wherever the figure is and whichever way it heads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.constraints.names import Names
from supple.core.pose import posed_frames, sample_frames, world_pose
from supple.core.roles import REFERENCE_HEIGHT, figure_height
from supple.core.threads import one_blas_thread
from supple.recipes.everyday.cycles import looks
from supple.recipes.everyday.ground_moves import move_between, travel, yaw_between
from supple.recipes.transition.feet import feet_down
from supple.recipes.transition.takes import Take

_OTHER_FEET = 0.12  # choice, of the height: how far apart poses are in which another foot stands
_SAMPLES = 7  # moments of a window that are compared


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """What two clips look like: distances between rows are root mean squares over the body [m]."""

    a: np.ndarray  # (F, n)
    b: np.ndarray  # (G, n)

    def apart(self, rows: np.ndarray, columns: np.ndarray, half: int = 0) -> np.ndarray:
        """(n, m) how far frames of A and of B, with ``half`` a window around each, are apart [m]."""
        offsets = np.unique(np.linspace(-half, half, _SAMPLES if half else 1).round().astype(int))
        squares = np.zeros((len(rows), len(columns)))
        with one_blas_thread():
            for k in offsets:
                a = self.a[np.clip(rows + k, 0, len(self.a) - 1)]
                b = self.b[np.clip(columns + k, 0, len(self.b) - 1)]
                squares += np.sum(a * a, axis=1)[:, None] + np.sum(b * b, axis=1) - 2.0 * a @ b.T
        return np.asarray(np.sqrt(np.maximum(squares / len(offsets), 0.0)))


def likeness(a: Take, b: Take, names: Names) -> Likeness:
    """Poses and movements seen from the hips, along their heading, and which feet stand."""
    places = posed_frames(a.motion, sample_frames(a.motion))
    size = figure_height(a.motion.skeleton, places, names.roles) or REFERENCE_HEIGHT
    start = (take.way(names).turns[0] for take in (b, a))
    turned = move_between(np.zeros(3), np.zeros(3), float(yaw_between(*start))).motion(b.motion)
    parts = []
    for take, motion in ((a, a.motion), (b, turned)):
        seen = looks(motion, world_pose(motion), travel(motion, names.roles), None)
        feet = _OTHER_FEET * size / np.sqrt(2.0) * feet_down(take.contacts, motion.frames)
        parts.append(np.concatenate([seen.poses, seen.movements, feet], axis=1))
    middle = np.concatenate(parts).mean(axis=0)
    return Likeness(parts[0] - middle, parts[1] - middle)
