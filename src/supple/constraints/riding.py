"""What the goals of an orientation ride with: one joint, the world, or several at once."""

from __future__ import annotations

import numpy as np

from supple.constraints.curves.composite import WORLD, Timing
from supple.constraints.curves.turns import TurnTrack, mean_turn

MIXED = -2  # the "joint" of goals that ride with different ones


def carrier(track: TurnTrack) -> np.ndarray:
    """The joint (n,) that all acting goals ride with, WORLD where they ride with none or nothing acts; else MIXED."""
    acts = track.timing.activity[:, None] * track.timing.shares > 0.0
    high = np.where(acts, track.joints, WORLD).max(axis=1)
    low = np.where(acts, track.joints, np.iinfo(np.int64).max).min(axis=1)
    return np.where((low == high) | ~acts.any(axis=1), high, MIXED)


def mixed_turns(track: TurnTrack, frames: np.ndarray, rotations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where goals are mixed (n,) among some rising frames of a track over a whole clip, and their mean there (m, 4).

    ``rotations`` (n, J, 4) are those of the frames. Every stretch of neighbours is a mean of its own.
    """
    mixed = carrier(track)[frames] == MIXED
    means = [mean_turn(_part(track, frames[run]), rotations[run]) for run in runs(frames, mixed)]
    return mixed, np.concatenate([np.zeros((0, 4)), *means])


def runs(frames: np.ndarray, chosen: np.ndarray) -> list[np.ndarray]:
    """The places of chosen frames, in runs of frames that are neighbours in the clip."""
    places = np.flatnonzero(chosen)
    found = np.split(places, np.flatnonzero(np.diff(frames[places]) != 1) + 1)
    return [run for run in found if len(run)]


def _part(track: TurnTrack, frames: np.ndarray) -> TurnTrack:
    when = Timing(0, len(frames), track.timing.activity[frames], track.timing.shares[frames])
    return TurnTrack(when, track.joints, track.turns[frames])
