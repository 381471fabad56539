"""Goals for orientations: the mean of several on the sphere, and the way there, without flips of sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.constraints.curves.activity import Profile
from supple.constraints.curves.composite import WORLD, Timing, timing
from supple.core.arrays import sealed
from supple.core.quaternions import conjugate, continuous, exp, log, multiply, normalized

_MEAN_ROUNDS = 30  # the error falls at least to a fifth each round for goals within 90 degrees of their mean
_SMALL = 1e-12  # [rad] then sin(x)/x is 1 to the last digit


class TurnOverTime(NamedTuple):
    """One goal: an orientation over all frames, and when it acts."""

    profile: Profile  # [s]
    turns: np.ndarray  # (4,) or (F, 4) in the world, or in the frame of ``joint``
    joint: int = WORLD


@dataclass(frozen=True, slots=True, eq=False)
class TurnTrack:
    """What one constraint wants of an orientation; the sibling of ``GoalTrack``."""

    timing: Timing
    joints: np.ndarray  # (G,) int64, WORLD where a goal rides with none
    turns: np.ndarray  # (n, G, 4), each goal continuous in time


def turn_track(
    times: np.ndarray, goals: Sequence[TurnOverTime], *, spec: bool = False, always: bool = False
) -> TurnTrack:
    """The composite of at least one goal over the frames in which any acts."""
    when = timing(times, [goal.profile for goal in goals], spec=spec, always=always)
    each = [np.broadcast_to(goal.turns, (len(times), 4))[when.start : when.stop] for goal in goals]
    joints = sealed([goal.joint for goal in goals], ("G",), "joints", np.int64)
    return TurnTrack(when, joints, sealed(continuous(np.stack(each, axis=1)), ("n", "G", 4), "turns"))


def mean_turn(track: TurnTrack, rotations: np.ndarray) -> np.ndarray:
    """The mean of the goals (n, 4) in the world, for joints turned by (n, J, 4) in the track's frames."""
    carried = multiply(rotations[:, track.joints], track.turns)
    world = np.where((track.joints == WORLD)[:, None], track.turns, carried)
    return spherical_mean(world, track.timing.shares)


def spherical_mean(turns: np.ndarray, shares: np.ndarray) -> np.ndarray:
    r"""Mean (n, 4) of orientations (n, G, 4) over time: :math:`\sum_i w_i \log(\mu^{-1} q_i) = 0`.

    choice: which of its two signs a goal has is decided once for the whole time, in the frames that it shares with
    the goals before it. So two goals that drift more than half a turn apart go on smoothly, the long way, instead of
    flipping.
    """
    turns = _one_side(continuous(turns), shares)
    mean = continuous(normalized(np.einsum("ng,ngi->ni", shares, turns)))
    for _ in range(_MEAN_ROUNDS):
        step = np.einsum("ng,ngi->ni", shares, log(multiply(conjugate(mean)[:, None], turns)))
        mean = multiply(mean, exp(step))
        if np.abs(step).max(initial=0.0) < _SMALL:
            break
    return normalized(mean)


def turned_toward(free: np.ndarray, goal: np.ndarray, share: np.ndarray) -> np.ndarray:
    r"""From ``free`` (n, 4) to ``goal`` (n, 4) by ``share`` (n,): :math:`q = f \exp(a \log(f^{-1} g))`.

    choice: each ramp goes the way round that is short in the middle of it, and keeps to that way all through.
    """
    between = continuous(multiply(conjugate(free), goal))
    weight = share * (1.0 - share)  # 0 outside ramps, where both ways end alike
    ramp = np.cumsum(np.diff(weight > 0.0, prepend=False))
    side = np.bincount(ramp, weight * between[:, 0])[ramp] if len(ramp) else weight
    way = np.where(side < 0.0, -1.0, 1.0)[:, None] * between
    plateau = (weight <= 0.0) & (way[:, 0] < 0.0)  # outside ramps only the orientation counts: the short way
    way[plateau] *= -1.0
    return multiply(free, exp(share[:, None] * log(way)))


def _one_side(turns: np.ndarray, shares: np.ndarray) -> np.ndarray:
    out = turns.copy()
    for g in range(1, turns.shape[1]):
        shared = shares[:, g, None] * shares[:, :g]
        agree = np.einsum("nk,nki,ni->", shared, out[:, :g], out[:, g])
        if agree < 0.0:
            out[:, g] *= -1.0
    return out
