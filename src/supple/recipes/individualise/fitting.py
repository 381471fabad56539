r"""Weights that bring a walk nearest to another one.

Over the phase, with :math:`q` the mean curve of a joint and :math:`T` that of the target,

.. math:: \min_{\sigma, w} \frac1N \sum_\varphi \bigl(\bar q + \sigma + w(\varphi)(q(\varphi) - \bar q)
          - T(\varphi)\bigr)^2 + \mu\, v \sum_k c_k^2,\qquad w(\varphi) = 1 + c_0 + \sum_{k \le K} c_k\,(\cos, \sin)
          (2\pi k \varphi)

which is linear; v is the variance of q, so that :math:`\mu` has no unit. Feet that have to stand take some of it back:
so it is done again with what is still missing added to the target, and the best of all rounds counts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from supple.core.roles import SIDES
from supple.detect.signature.distance import best_shift, gait_distance
from supple.detect.signature.signature import GaitSignature, LegGait
from supple.io.documents.joint_weights import LARGEST, JointWeights, LegWeights
from supple.recipes.individualise.weighting import JOINTS

HARMONICS = 3  # of weights over the phase
_RIDGE = 0.01
_ROUNDS = 6
_STEP = 0.5  # share of what is missing that is asked for beyond the target
_SAMPLES = 20  # weights of a document
_LARGEST_SHIFT = 40.0  # [deg]

Measured = Callable[[JointWeights], GaitSignature]


def fitted_weights(
    source: GaitSignature, target: GaitSignature, measured: Measured, harmonics: int = HARMONICS
) -> tuple[JointWeights, tuple[float, ...]]:
    """Weights that bring ``source`` nearest to ``target``, and the distances of all rounds [rad].

    ``measured`` tells the signature of the walk with weights, its feet planted. ``harmonics`` 0 gives constant weights.
    """
    own = _all_curves(source)
    best, found = JointWeights(), measured(JointWeights())
    tried, nearest = [gait_distance(found, target)], _miss(found, target)
    asked, step = own, 1.0
    ahead = _difference(_in_step(target, source), own)
    for _ in range(_ROUNDS):
        wish = _sum(asked, ahead, step)
        weights = _solved(source, wish, harmonics)
        there = measured(weights)
        tried.append(gait_distance(there, target))
        if (miss := _miss(there, target)) < nearest:
            best, nearest, asked, step = weights, miss, wish, _STEP
            ahead = _difference(_in_step(target, there), _all_curves(there))
        else:
            step *= 0.5
    return best, tuple(tried)


def _miss(found: GaitSignature, target: GaitSignature) -> float:
    """What the search makes small [rad]: the distance, and a quarter of what the knees' ranges are off.

    choice: the source compares extents first of all, and a curve can come near on average with a knee that bends less.
    """
    knees = [abs(found.leg(side).ranges["knee"] - target.leg(side).ranges["knee"]) for side in SIDES]
    return gait_distance(found, target) + 0.25 * float(np.mean(knees))


Curves = dict[str, dict[str, np.ndarray]]  # side -> joint -> (100,) [rad]


def _all_curves(signature: GaitSignature) -> Curves:
    return {side: _curves(signature.leg(side)) for side in SIDES}


def _in_step(target: GaitSignature, walk: GaitSignature) -> Curves:
    """The target's curves, each leg shifted in phase as the distance shifts it: a landing is known to a frame or so."""
    found = {}
    for side in SIDES:
        shift = best_shift(walk.leg(side).curve, target.leg(side).curve)
        found[side] = {joint: np.roll(curve, shift) for joint, curve in _curves(target.leg(side)).items()}
    return found


def _difference(a: Curves, b: Curves) -> Curves:
    return {side: {j: a[side][j] - b[side][j] for j in a[side] if j in b[side]} for side in SIDES}


def _sum(a: Curves, b: Curves, share: float) -> Curves:
    return {side: {j: a[side][j] + share * b[side][j] for j in b[side]} for side in SIDES}


def _solved(source: GaitSignature, wanted: Curves, harmonics: int) -> JointWeights:
    legs = {}
    for side in SIDES:
        own = _curves(source.leg(side))
        said: dict[str, float | tuple[float, ...]] = {}
        for joint in JOINTS:
            said[joint], said[f"{joint}_shift_deg"] = _joint(own[joint], wanted[side][joint], harmonics)
        if "ankle" in own and "ankle" in wanted[side]:
            said["ankle"], _ = _joint(own["ankle"], wanted[side]["ankle"], harmonics, rolls=True)
        legs[side] = LegWeights(**said)  # type: ignore[arg-type]
    return JointWeights(**legs)


def _curves(leg: LegGait) -> dict[str, np.ndarray]:
    """(100,) each, what weights act upon [rad]."""
    found = dict(zip(JOINTS, leg.curve.T, strict=True))
    return found if leg.roll is None else {**found, "ankle": leg.roll}


def _joint(
    own: np.ndarray, wanted: np.ndarray, harmonics: int, *, rolls: bool = False
) -> tuple[tuple[float, ...], float]:
    """The weights of one joint, and its shift [deg]; a foot rolls from where it lies, and has none."""
    away = own if rolls else own - own.mean()
    waves = _waves(np.arange(len(own)) / len(own), harmonics)
    columns = np.column_stack([np.ones(len(own)), waves * away[:, None]])
    ridge = _RIDGE * away.var() * len(own) * np.eye(columns.shape[1])
    ridge[0, 0] = 1e9 if rolls else 0.0
    shift, *share = np.linalg.solve(columns.T @ columns + ridge, columns.T @ (wanted - own))
    curve = 1.0 + _waves(np.arange(_SAMPLES) / _SAMPLES, harmonics) @ np.array(share)
    weights = np.clip(curve, 0.0, LARGEST).round(4)
    return tuple(weights.tolist()), float(np.clip(np.degrees(shift), -_LARGEST_SHIFT, _LARGEST_SHIFT).round(4))


def _waves(phase: np.ndarray, harmonics: int) -> np.ndarray:
    """(n, 1 + 2 harmonics) a constant, cosines and sines."""
    turns = 2.0 * np.pi * phase[:, None] * np.arange(1, harmonics + 1)
    return np.concatenate([np.ones((len(phase), 1)), np.cos(turns), np.sin(turns)], axis=1)
