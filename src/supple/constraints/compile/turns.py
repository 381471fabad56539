"""Joints that turn to orientations: ``orientation``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from supple.constraints import model
from supple.constraints.compile.bases import of_turns
from supple.constraints.compile.blame import about
from supple.constraints.compile.places import riding_joint
from supple.constraints.compile.scene import Scene
from supple.constraints.compile.spaces import space_axes
from supple.constraints.compile.task import Task
from supple.constraints.curves.composite import WORLD, Timing
from supple.constraints.curves.turns import TurnOverTime, TurnTrack, spherical_mean, turn_track
from supple.constraints.names import Effector
from supple.constraints.riding import MIXED, carrier, mixed_turns
from supple.core import quaternions
from supple.core.arrays import frozen
from supple.kernels.task_kinds import TURN


def orientation_tasks(scene: Scene, c: model.Orientation, space: str) -> Iterator[Task]:
    """A joint turns to the mean of its goals; without goals it keeps its own orientation, all through."""
    with about("effector"):
        joint = scene.names.joint(c.effector)
    own, basis = scene.pose.rotations[:, joint], of_turns(scene.size, c.weight)
    if not c.goals:
        yield Task(kind=TURN, effector=Effector(joint), basis=basis, activity=np.ones(scene.frames), goal=own)
        return
    goals = [_turn_over_time(scene, goal, k, joint, space) for k, goal in enumerate(c.goals)]
    track = turn_track(scene.times, goals, always=True)
    asked = track.timing.activity >= 1.0
    if c.enforce == "always":
        track = _with_own(track, own)
    carried = carrier(track)
    yield Task(
        kind=TURN,
        effector=Effector(joint),
        basis=basis,
        activity=track.timing.activity,
        goal=_mean(track, carried, scene.pose.rotations),
        reference=np.where(carried == MIXED, WORLD, carried),
        turns=track if (carried == MIXED).any() else None,
        asked=asked,
    )


def _turn_over_time(scene: Scene, goal: model.TurnGoal, number: int, joint: int, space: str) -> TurnOverTime:
    """One goal over all frames, in the world or in the frame of the joint that it rides with.

    choice: ``turn_deg`` turns the own orientation of the source further, about the axes of the constraint's space; with
    ``relative_to``, the own orientation as that joint sees it in the source, about that joint's axes, and the outcome
    rides with the joint.
    """
    with about(f"goals[{number}].when"):
        profile = scene.profile(goal.when)
    rider = WORLD
    if goal.relative_to is not None:
        with about(f"goals[{number}].relative_to"):
            rider = riding_joint(scene, goal.relative_to, joint)
    if goal.wxyz is not None:
        return TurnOverTime(profile, quaternions.normalized(np.array(goal.wxyz)), rider)
    with about("space"):
        axes = space_axes(scene, space) if rider == WORLD else scene.pose.rotations[:, rider]
    own = quaternions.multiply(quaternions.conjugate(axes), scene.pose.rotations[:, joint])
    turned = quaternions.multiply(_rotation(np.radians(goal.turn_deg or (0.0, 0.0, 0.0))), own)
    return TurnOverTime(profile, quaternions.multiply(axes, turned) if rider == WORLD else turned, rider)


def _with_own(track: TurnTrack, own: np.ndarray) -> TurnTrack:
    """The track with the own orientation as one more goal, for what the others leave: acting in every frame."""
    left = 1.0 - track.timing.activity
    shares = np.column_stack([track.timing.activity[:, None] * track.timing.shares, left])
    turns = np.concatenate([track.turns, quaternions.continuous(own)[:, None]], axis=1)
    when = Timing(track.timing.start, track.timing.stop, frozen(np.ones(len(left))), frozen(shares))
    return TurnTrack(when, frozen(np.append(track.joints, WORLD)), frozen(turns))


def _mean(track: TurnTrack, carried: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    """The mean (F, 4) in the frame of the carrier; in the world of the source where goals are mixed."""
    mean = np.array(track.turns[np.arange(len(carried)), np.argmax(track.timing.shares, axis=1)])
    several = np.count_nonzero(track.timing.shares, axis=1) > 1
    if several.any():
        mean[several] = spherical_mean(track.turns[several], track.timing.shares[several])
    mixed, means = mixed_turns(track, np.arange(len(carried)), rotations)
    mean[mixed] = means
    return mean


def _rotation(vector: np.ndarray) -> np.ndarray:
    """The unit quaternion of a rotation vector [rad]."""
    half = 0.5 * float(np.linalg.norm(vector))
    return np.array([np.cos(half), *(0.5 * np.sinc(half / np.pi) * vector)])
