"""The legs of n walkers, brought to their feet by the weighted solver."""

from __future__ import annotations

from typing import Literal

import numpy as np

from supple.core.ground import Height
from supple.core.quaternions import rotate
from supple.recipes.foot_path import TOE_OFF
from supple.recipes.walker.cohort import Cohort
from supple.recipes.walker.free_flight import FreeFlight, hinge_weights
from supple.solvers.weighted import Chain, WeightedSettings
from supple.solvers.weighted.stream import LimbStream

NEAR = WeightedSettings(position_m=2e-5, angle_deg=0.002)
_TWIST = 2  # the hinge of the thigh that turns the knee
_FORWARD = np.array([0.0, 0.0, 1.0])


class Legs:
    """Two legs of each of n walkers.

    ``half`` brings the ankle to where the foot needs it with three rows and then turns the foot; ``full`` solves place
    and turn of the foot with six; ``hybrid`` does so for the leading foot, from its flight until it stands flat. All
    three lead to the same feet; where joints are stiff, :class:`FreeFlight` first turns the feet in flight.
    """

    def __init__(
        self, group: Cohort, chains: tuple[Chain, Chain], ik: Literal["half", "full", "hybrid"],
        floor: tuple[Height | None, float], near: WeightedSettings = NEAR,
    ) -> None:  # fmt: skip
        self._ik, self._floor, (short, full) = ik, floor, chains
        legs = group.figures[0].legs
        self.joints = legs.ravel().astype(np.int64)
        below = np.concatenate([np.arange(leg[0], leg[3] + 2) for leg in legs])
        ends = group.figures[0].skeleton.end_sites
        self.upper = np.array([j for j in range(len(ends)) if j not in below and not ends[j]], np.int64)
        self.axes, self.ends = np.ascontiguousarray(short.axes), np.ascontiguousarray(short.ends)
        self._chain = full
        ones = np.ones((len(full), full.hinges))
        self._half = LimbStream(short, full.offsets[:, 2], ones[:, :4], near)
        self._full = LimbStream(full, np.zeros((len(full), 3)), ones, near) if ik != "half" else None
        self._free: FreeFlight | None = None
        self.weigh(group)

    def weigh(self, group: Cohort) -> None:
        """Let joints move as freely as other styles say."""
        weights = hinge_weights(group.weights)
        self._free = FreeFlight(group, self._chain, weights, *self._floor) if (weights < 1.0).any() else None

    @property
    def iterations(self) -> np.ndarray:
        """(2n,) of the last solve."""
        return (self._full or self._half).iterations

    def solve(
        self, roots: np.ndarray, rotations: np.ndarray, ankles: np.ndarray, foot_turns: np.ndarray, toes: np.ndarray,
        phases: np.ndarray,
    ) -> None:  # fmt: skip
        """Write hips, knees, feet and toes into ``rotations`` (n, J, 4)."""
        from supple.kernels.walking.bodies import pose_legs

        bases, hips = np.repeat(roots, 2, axis=0), np.repeat(rotations[:, 0], 2, axis=0)
        targets, turns = ankles.reshape(-1, 3), foot_turns.reshape(-1, 4)
        twist = -0.5 * _turned(_yaw(turns) - _yaw(hips))
        if self._free is not None:
            self._free.bend(bases, hips, targets, turns, phases.ravel(), twist, toes.ravel())
        stream = self._half if self._full is None else self._full
        stream.hold(_TWIST, twist)
        if self._full is None:
            angles = self._half.solve(bases, hips, targets)
        else:
            leading = (phases >= TOE_OFF) | (phases < 0.1)
            rows = np.where(leading.ravel() | (self._ik == "full"), 6, 3)
            angles = np.ascontiguousarray(self._full.solve(bases, hips, targets, turns, rows)[:, :4])
        pose_legs(rotations, angles, self.joints, self.axes, self.ends, foot_turns, toes)
        if self._free is not None:
            self._free.remember(angles, rotations[:, self.joints[[2, 6]]].reshape(-1, 4), phases.ravel())


def _yaw(turns: np.ndarray) -> np.ndarray:
    ahead = rotate(turns, _FORWARD)
    return np.arctan2(ahead[:, 0], ahead[:, 2])


def _turned(angles: np.ndarray) -> np.ndarray:
    return (angles + np.pi) % (2.0 * np.pi) - np.pi
