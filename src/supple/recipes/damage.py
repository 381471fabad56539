"""Faults that captures and retargeters make, put into a clean motion on purpose: what cleanup has to undo.

Rest rows in front stay where they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import world_pose
from supple.core.roles import SIDES

_PERIOD = 2.3  # [s] of a root that wanders; not that of a step
_TREMBLE_HZ = 6.0  # noise of markers and filters is slower than this


def drifting(motion: Motion, metres: float = 0.03) -> Motion:
    """The figure wanders on the ground, to either side by up to ``metres``, and its feet slide along."""
    t = 2.0 * np.pi * np.arange(motion.frames) * motion.frame_time / _PERIOD
    path = metres * np.stack([np.sin(t), np.zeros_like(t), np.sin(0.7 * t)], axis=1)
    return _after_rest(motion, motion.with_root_positions(motion.root_positions + path))


def other_legs(motion: Motion, roles: Mapping[str, str], share: float) -> Motion:
    """The same turns on a figure whose legs are longer by ``share``, its hips as much higher, as retargeters do it."""
    skeleton = motion.skeleton
    bones = [skeleton.index(roles[f"{side}_{part}"]) for side in SIDES for part in ("knee", "ankle")]
    of_frames = None if motion.offsets is None else _longer(motion.offsets, bones, share)
    offsets = _longer(skeleton.offsets, bones, share)
    longer = replace(motion, skeleton=replace(skeleton, offsets=offsets), offsets=of_frames)
    feet = [skeleton.index(roles[f"{side}_ankle"]) for side in SIDES]
    moving = slice(first_moving_frame(motion), None)
    lower = (world_pose(m).positions[moving, feet, 1].min(axis=1) for m in (motion, longer))
    up = float(np.median(np.subtract(*lower)))
    return _after_rest(longer, longer.with_root_positions(longer.root_positions + (0.0, up, 0.0)))


def _longer(offsets: np.ndarray, bones: list[int], share: float) -> np.ndarray:
    """Offsets (..., J, 3) of which some bones are longer."""
    longer = offsets.copy()
    longer[..., bones, :] *= 1.0 + share
    return longer


def trembling(motion: Motion, degrees: float = 0.5, metres: float = 2e-3, seed: int = 0) -> Motion:
    """Every joint shakes a little, and so does the root."""
    rng = np.random.default_rng(seed)
    turns = _slow_noise(rng, (motion.frames, len(motion.skeleton), 3), motion.frame_time)
    turns[:, motion.skeleton.end_sites] = 0.0
    shaken = quaternions.multiply(motion.rotations, quaternions.exp(np.radians(degrees) * turns))
    path = metres * _slow_noise(rng, motion.root_positions.shape, motion.frame_time)
    damaged = motion.with_rotations(quaternions.normalized(shaken)).with_root_positions(motion.root_positions + path)
    return _after_rest(motion, damaged)


def tilted(motion: Motion, degrees: float = 1.0) -> Motion:
    """The whole clip leans, as when the floor was set up wrongly: about the level middle of its way, to its length."""
    turn = quaternions.about_axis("x", np.array(np.radians(degrees)))
    pivot = motion.root_positions[first_moving_frame(motion) :].mean(axis=0) * (1.0, 0.0, 1.0)
    rotations = motion.rotations.copy()
    rotations[:, 0] = quaternions.multiply(turn, rotations[:, 0])
    path = pivot + quaternions.rotate(turn, motion.root_positions - pivot)
    return _after_rest(motion, motion.with_rotations(rotations).with_root_positions(path))


def raised(motion: Motion, metres: float = 0.03) -> Motion:
    """The whole clip is above the floor, or below."""
    return _after_rest(motion, motion.with_root_positions(motion.root_positions + (0.0, metres, 0.0)))


def skating(motion: Motion) -> Motion:
    """A motion as a bad capture has it: it wanders over the ground, trembles, and sinks into the floor."""
    return raised(trembling(drifting(motion, 0.03), 0.15, 0.75e-3), -0.015)


def _after_rest(motion: Motion, damaged: Motion) -> Motion:
    """The damaged motion with the rest rows of the other."""
    first = first_moving_frame(motion)
    if not first:
        return damaged
    roots, rotations = damaged.root_positions.copy(), damaged.rotations.copy()
    roots[:first], rotations[:first] = motion.root_positions[:first], motion.rotations[:first]
    return damaged.with_rotations(rotations).with_root_positions(roots)


def _slow_noise(rng: np.random.Generator, shape: tuple[int, ...], frame_time: float) -> np.ndarray:
    """Noise of unit size without what is faster than a tremble."""
    from scipy.ndimage import gaussian_filter1d

    noise = gaussian_filter1d(rng.normal(size=shape), 0.13 / (_TREMBLE_HZ * frame_time), axis=0, mode="nearest")
    return np.asarray(noise / noise.std())
