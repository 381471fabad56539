r"""Configurations, velocities and accelerations of a figure along curves of its joints.

A joint's turn is a curve :math:`s(t)` of four numbers, scaled to length one. With :math:`q = s/|s|` the angular
velocity and acceleration in the joint's own frame are the vector parts of :math:`2\bar q \dot s/|s|` and
:math:`2 \bar q\,(\ddot s/|s| - 2 \dot s\,(s \cdot \dot s)/|s|^3)`: what is along :math:`q` has no vector part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.dynamics.figure import Figure


class Turning(NamedTuple):
    """Turns with their angular velocities and accelerations, in the turned frames."""

    turns: np.ndarray  # (..., 4)
    velocity: np.ndarray  # (..., 3) [rad/s]
    acceleration: np.ndarray  # (..., 3) [rad/s2]


def turning(s: np.ndarray, ds: np.ndarray, dds: np.ndarray) -> Turning:
    """What four-number curves (..., 4) and their derivatives turn."""
    length = np.linalg.norm(s, axis=-1, keepdims=True)
    back = quaternions.conjugate(s / length)
    first = ds / length
    slip = np.sum(s * ds, axis=-1, keepdims=True) / length**2
    second = dds / length - 2.0 * first * slip
    return Turning(
        s / length, 2.0 * quaternions.multiply(back, first)[..., 1:], 2.0 * quaternions.multiply(back, second)[..., 1:]
    )


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """A figure at S moments."""

    q: np.ndarray  # (S, nq)
    v: np.ndarray  # (S, nv)
    a: np.ndarray  # (S, nv)


def states_of(figure: Figure, root: np.ndarray, turned: Turning) -> States:
    """States of a root's travel (3, S, 3) (place, velocity, acceleration) and turning (S, n, ...) joints."""
    count = root.shape[1]
    q = figure.configuration(root[0], turned.turns)
    v = np.concatenate([root[1], turned.velocity.reshape(count, -1)], axis=1)
    a = np.concatenate([root[2], turned.acceleration.reshape(count, -1)], axis=1)
    return States(q, v, a)


def frame_states(figure: Figure, motion: Motion, first: int) -> States:
    """States at the frames of a motion from ``first`` on, along the curves of fifth degree through its frames.

    What jitters in the motion jitters here: give it smoothed.
    """
    from scipy.interpolate import make_interp_spline

    times = np.arange(motion.frames - first) * motion.frame_time
    degree = min(5, len(times) - 1 - (len(times) - 1) % 2 + 1) if len(times) > 3 else 1
    joints = list(figure.joints)
    turns = quaternions.continuous(motion.rotations[first:, joints]).reshape(len(times), -1)
    values = np.concatenate([motion.root_positions[first:], turns], axis=1)
    if len(times) < 2:
        curve = np.stack([values, 0.0 * values, 0.0 * values])
    else:
        spline = make_interp_spline(times, values, k=min(degree, len(times) - 1))
        curve = np.stack([spline(times, nu) if nu <= spline.k else 0.0 * values for nu in range(3)])
    s = curve[:, :, 3:].reshape(3, len(times), len(joints), 4)
    return states_of(figure, curve[:, :, :3], turning(*s))


def central_states(figure: Figure, motion: Motion, first: int) -> States:
    """States at the frames of a motion but the first and last that count, by central differences.

    Nothing is smoothed: what a written motion has, it has.
    """
    h, p = motion.frame_time, motion.root_positions[first:]
    q = quaternions.continuous(motion.rotations[first:, list(figure.joints)])
    step = quaternions.multiply(quaternions.conjugate(q[:-1]), q[1:])
    rates = quaternions.log(np.where(step[..., :1] < 0.0, -step, step)) / h
    ahead, behind = rates[1:], rates[:-1]
    root = np.stack([p[1:-1], (p[2:] - p[:-2]) / (2.0 * h), (p[2:] - 2.0 * p[1:-1] + p[:-2]) / h**2])
    return states_of(figure, root, Turning(q[1:-1], 0.5 * (ahead + behind), (ahead - behind) / h))
