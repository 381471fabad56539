"""Where hands go that reach to another height, and within what their arms can do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.pose import WorldPose

STRETCHED = 0.999  # of upper arm and forearm: the farthest that a hand gets from its shoulder


class HandGoals(NamedTuple):
    """The way of one wrist."""

    places: np.ndarray  # (F, 3) [m]
    pulled: np.ndarray  # (F,) how far it was drawn in towards the shoulder, level [m]
    short: np.ndarray  # (F,) by how much the height itself is out of reach [m]


def hand_goals(pose: WorldPose, arm: tuple[int, int, int], heights: np.ndarray) -> HandGoals:
    """The wrist of ``arm`` (shoulder, elbow, wrist) at ``heights`` (F,), else where it is.

    choice: the height comes first. A hand that would be farther than its arm is long comes nearer to the shoulder,
    level; only where that does not help does it miss its height.
    """
    shoulder, elbow, wrist = (pose.positions[:, joint] for joint in arm)
    whole = np.linalg.norm(elbow - shoulder, axis=1) + np.linalg.norm(wrist - elbow, axis=1)
    long = np.maximum(STRETCHED * whole, np.linalg.norm(wrist - shoulder, axis=1))  # as straight as it is, it may stay
    up = np.clip(heights - shoulder[:, 1], -long, long)
    level = (wrist - shoulder) * (1.0, 0.0, 1.0)
    far = np.linalg.norm(level, axis=1)
    kept = np.minimum(far, np.sqrt(long**2 - up**2))
    places = shoulder + (kept / np.where(far > 0.0, far, 1.0))[:, None] * level
    places[:, 1] += up
    return HandGoals(places, far - kept, np.maximum(np.abs(heights - shoulder[:, 1]) - long, 0.0))
