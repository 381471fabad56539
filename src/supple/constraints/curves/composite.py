r"""Several goals of one constraint as one: the composite goal.

.. math:: P = a \sum_i w_i P_i + (1 - a)\, P_\text{free}, \qquad w_i = \frac{a_i}{\sum_j a_j}, \qquad
          a = 1 - \prod_i (1 - a_i)

:math:`P_\text{free}` is where the effector would be without the constraint; only a solver knows it, and only a solver
knows where a joint is that a goal rides with. So a track keeps every goal by itself, and the rest is affine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.constraints.curves.activity import Profile, activity
from supple.core.arrays import sealed
from supple.core.quaternions import rotate

WORLD = -1  # the "joint" of a goal that rides with none


class PlaceOverTime(NamedTuple):
    """One goal: a place over all frames, and when it acts."""

    profile: Profile  # [s]
    places: np.ndarray  # (3,) or (F, 3) [m] in the world, or in the frame of ``joint``
    joint: int = WORLD


@dataclass(frozen=True, slots=True, eq=False)
class Timing:
    """When the G goals of one constraint act, over the frames [start, stop).

    Frames before, after, and inside with ``activity`` 0 are none of the constraint's business. Shares sum to 1 in
    every frame; where nothing acts they are equal, and without effect.
    """

    start: int
    stop: int
    activity: np.ndarray  # (n,) of all goals together
    shares: np.ndarray  # (n, G) of each goal in their mean


@dataclass(frozen=True, slots=True, eq=False)
class GoalTrack:
    r"""What one constraint wants of a point: ``target = a * sum_i w_i place_i + (1 - a) * free + shift``.

    A place of a goal with ``joints[i] >= 0`` is fixed in that joint's frame and moves with it; all others are in the
    world. ``shift`` is 0 but for paths that ride on the free path (:func:`following`).
    """

    timing: Timing
    joints: np.ndarray  # (G,) int64, WORLD where a goal rides with none
    places: np.ndarray  # (n, G, 3) [m]
    shift: np.ndarray  # (n, 3) [m]


def timing(times: np.ndarray, profiles: Sequence[Profile], *, spec: bool = False, always: bool = False) -> Timing:
    """When goals with these profiles act. ``always`` covers all frames, also those in which none does."""
    each = np.stack([activity(times, profile) for profile in profiles], axis=-1)
    whole = overall_activity(each, spec=spec)
    acting = np.flatnonzero(whole > 0.0)
    start, stop = (0, len(times)) if always else (acting[0], acting[-1] + 1) if len(acting) else (0, 0)
    part = slice(start, stop)
    return Timing(int(start), int(stop), sealed(whole[part], ("n",), "activity"), _shares(each[part]))


def overall_activity(each: np.ndarray, *, spec: bool = False) -> np.ndarray:
    """Activity (n,) of goals with activities (n, G) together.

    choice: the smooth or, 1 - prod(1 - a_i). The largest (``spec``) has a corner where two activities cross: two equal
    goals that cross-fade dip to half, and their speed jumps; the smooth or dips to three quarters without a corner.
    """
    return each.max(axis=-1) if spec else 1.0 - np.prod(1.0 - each, axis=-1)


def goal_track(
    times: np.ndarray, goals: Sequence[PlaceOverTime], *, spec: bool = False, always: bool = False
) -> GoalTrack:
    """The composite of at least one goal over the frames in which any acts."""
    when = timing(times, [goal.profile for goal in goals], spec=spec, always=always)
    each = [np.broadcast_to(goal.places, (len(times), 3))[when.start : when.stop] for goal in goals]
    joints = sealed([goal.joint for goal in goals], ("G",), "joints", np.int64)
    shift = np.zeros((when.stop - when.start, 3))
    return GoalTrack(
        when, joints, sealed(np.stack(each, axis=1), ("n", "G", 3), "places"), sealed(shift, ("n", 3), "shift")
    )


def following(start: int, path: np.ndarray, own: np.ndarray, active: np.ndarray) -> GoalTrack:
    """A path (n, 3) that leaves the effector's own (n, 3) and joins it again, as a track from the frame ``start`` on.

    choice: ``target = path + (1 - a) (free - own)``. Where the constraint begins and ends the path is the own one, so
    the target is the free path, whatever else moved the effector; where it is fully active the path alone counts.
    """
    when = Timing(start, start + len(path), sealed(active, ("n",), "activity"), _shares(np.ones((len(path), 1))))
    shift = (1.0 - active)[:, None] * (path - own)
    joints = sealed([WORLD], ("G",), "joints", np.int64)
    return GoalTrack(when, joints, sealed(path[:, None], ("n", 1, 3), "places"), sealed(shift, ("n", 3), "shift"))


def mean_place(track: GoalTrack, positions: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    """The mean of the goals (n, 3) in the world, for joints at (n, J, 3) turned by (n, J, 4) in the track's frames."""
    carried = rotate(rotations[:, track.joints], track.places) + positions[:, track.joints]
    world = np.where((track.joints == WORLD)[:, None], track.places, carried)
    return np.einsum("ng,ngi->ni", track.timing.shares, world)


def target(track: GoalTrack, free: np.ndarray, mean: np.ndarray) -> np.ndarray:
    """Where the point is wanted (n, 3), from its free path (n, 3) and :func:`mean_place`."""
    a = track.timing.activity[:, None]
    return (1.0 - a) * free + a * mean + track.shift


def _shares(each: np.ndarray) -> np.ndarray:
    total = each.sum(axis=-1, keepdims=True)
    even = np.full(each.shape, 1.0 / each.shape[-1])
    return sealed(np.where(total > 0.0, each / np.where(total > 0.0, total, 1.0), even), ("n", "G"), "shares")
