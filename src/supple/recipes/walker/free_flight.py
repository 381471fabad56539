"""Stiff joints: in flight only the heel's way is given, so hip, knee and ankle share it by their weights.

A planted foot leaves a leg no choice, whatever its weights. In flight the heel is brought along its way with the half
Jacobian, each frame from where the leg was, once with weighted steps and once with even ones; the foot is turned by
what is between the two, fading at both ends. So heels go where they would, stiff knees bend less, and weights of one
change nothing.
"""

from __future__ import annotations

import numpy as np

from supple.core.ground import Height
from supple.core.quaternions import conjugate, multiply, rotate, slerp
from supple.recipes.foot_path import TOE_OFF
from supple.recipes.walker.cohort import Cohort
from supple.solvers.weighted import Chain, WeightedSettings, joint_rotations, posed
from supple.solvers.weighted.stream import LimbStream

_ROUGH = WeightedSettings(position_m=2e-4, iterations=100)
_TWIST = 2
_CLEARANCE = 0.002  # [m] of ball and tip of the foot
_EDGE = 0.22  # of the flight, over which the foot goes over from and to its planted pose


class FreeFlight:
    """The legs of n walkers, some of whose joints are stiff."""

    def __init__(self, group: Cohort, chain: Chain, weights: np.ndarray, ground: Height | None, level: float) -> None:
        self._ground, self._level = ground, level
        self._chain, self._last = chain, chain.last()
        shapes = group.shapes.reshape(-1, 4)
        self._heels = np.stack([np.zeros(len(shapes)), -shapes[:, 0], -shapes[:, 1]], axis=1)
        self._balls = np.stack([np.zeros(len(shapes)), -shapes[:, 0], shapes[:, 2]], axis=1)
        self._toes = shapes[:, 3]
        self._stream = LimbStream(chain, self._heels, weights, _ROUGH)
        self._even = LimbStream(chain, self._heels, np.ones_like(weights), _ROUGH)
        self._stiff = (weights < 1.0).any(axis=1)

    def bend(
        self, bases: np.ndarray, hips: np.ndarray, ankles: np.ndarray, turns: np.ndarray, phases: np.ndarray,
        twist: np.ndarray, toes: np.ndarray,
    ) -> None:  # fmt: skip
        """Turn the feet that fly, (2n, 4) in place, about their heels, and move their ``ankles`` (2n, 3) with them.

        ``toes`` (2n,) are the bends of their toes [rad].
        """
        heels = ankles + rotate(turns, self._heels)
        stiff, even = (self._feet(stream, bases, hips, heels, twist) for stream in (self._stream, self._even))
        free = multiply(multiply(stiff, conjugate(even)), turns)
        share = self._share(phases) * self._clear(heels, turns, free, toes)
        turns[:] = slerp(turns, free, share)
        ankles[:] = heels - rotate(turns, self._heels)

    def _feet(
        self, stream: LimbStream, bases: np.ndarray, hips: np.ndarray, heels: np.ndarray, twist: np.ndarray
    ) -> np.ndarray:
        """(2n, 4) how feet are turned whose heels a stream brings to their places."""
        stream.hold(_TWIST, twist)
        turned = hips
        for rotation in np.moveaxis(joint_rotations(self._chain, stream.solve(bases, hips, heels)), 1, 0):
            turned = multiply(turned, rotation)
        return turned

    def remember(self, angles: np.ndarray, feet: np.ndarray, phases: np.ndarray) -> None:
        """Planted legs are where the next flight starts from: hip and knee (2n, 4), and the local turn of the feet."""
        planted = phases < TOE_OFF
        _, ankle = posed(self._last, feet[:, None])
        whole = np.concatenate([angles, ankle], axis=1)
        for stream in (self._stream, self._even):
            stream.angles[planted] = whole[planted]

    def _share(self, phases: np.ndarray) -> np.ndarray:
        u = np.clip((phases - TOE_OFF) / (1.0 - TOE_OFF), 0.0, 1.0)
        edge = np.clip(np.minimum(u, 1.0 - u) / _EDGE, 0.0, 1.0)
        return np.asarray(np.where(self._stiff, edge * edge * (3.0 - 2.0 * edge), 0.0))

    def _clear(self, heels: np.ndarray, turns: np.ndarray, free: np.ndarray, toes: np.ndarray) -> np.ndarray:
        """(2n,) how much of the free turn keeps ball and tip of the foot above the ground."""
        ball = self._balls - self._heels
        bent = np.stack([np.zeros_like(toes), -np.sin(toes), np.cos(toes)], axis=1)
        tip = ball + self._toes[:, None] * bent
        high, low = (
            np.minimum(*(self._above(heels + rotate(turned, arm)) for arm in (ball, tip))) for turned in (turns, free)
        )
        return np.where(low >= 0.0, 1.0, np.clip(high / np.maximum(high - low, 1e-9), 0.0, 1.0))

    def _above(self, points: np.ndarray) -> np.ndarray:
        under = self._level if self._ground is None else np.asarray(self._ground(points[:, 0], points[:, 2]), float)
        return np.asarray(points[:, 1] - under - _CLEARANCE)


def hinge_weights(weights: np.ndarray) -> np.ndarray:
    """(2n, 7) for three hinges of the hip, one of the knee and three of the ankle, of weights (n, 2, 3)."""
    return np.repeat(weights.reshape(-1, 3), [3, 1, 3], axis=1)
