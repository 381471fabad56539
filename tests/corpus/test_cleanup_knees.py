"""Rigid legs of real walks and dances: ankles held where they almost stand, and knees that do not pop."""

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt
from support.shared import DATA, needs_data

from supple.constraints.moments import first_moving_frame
from supple.core import quaternions
from supple.core.contacts import Contacts, Target
from supple.core.pose import world_pose
from supple.io.registry import read
from supple.recipes.detect import detect
from supple.recipes.roles import motion_roles
from supple.solvers.cleanup import root_rigid
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.cleanup.settings import CleanSettings

CLIPS = [
    "cmu-bvh/02_01", "cmu-bvh/07_01", "cmu-bvh/16_15", "cmu-bvh/35_01", "cmu-bvh/91_29", "cmu-bvh/131_04",
    "bandai-namco/dataset-1_walk_normal_001", "other-bvh/games105/walk60",
]  # fmt: skip
SLOW, LEAST = 0.2, 0.1  # [m/s], [s]


def held_ankles(motion, legs):
    """Targets that hold each ankle at its mean pose wherever it is slow."""
    pose, first, targets = world_pose(motion), first_moving_frame(motion), []
    for leg in legs:
        path, turns = pose.positions[:, leg.end], pose.rotations[:, leg.end]
        slow = np.linalg.norm(np.gradient(path, motion.frame_time, axis=0), axis=1) < SLOW
        slow[:first] = False
        edges = np.flatnonzero(np.diff(np.concatenate([[0], slow.astype(int), [0]])))
        for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            if (stop - start) * motion.frame_time >= LEAST:
                place = tuple(path[start:stop].mean(axis=0).tolist())
                turn = tuple(quaternions.mean(turns[start:stop]).tolist())
                name, many = motion.skeleton.names[leg.end], stop - start
                targets.append(Target(joint=name, start=start, positions_m=(place,) * many, wxyz=(turn,) * many))
    return Contacts(fps=motion.fps, targets=tuple(targets))


def knee_acceleration(motion, legs):
    """The 99th percentile of the acceleration of both knees [rad/s^2], low-passed at 12 Hz."""
    pose, bends = world_pose(motion), []
    for leg in legs:
        axis = quaternions.rotate(pose.rotations[:, leg.middle], leg.axis)
        upper = pose.positions[:, leg.middle] - pose.positions[:, leg.base]
        lower = pose.positions[:, leg.end] - pose.positions[:, leg.middle]
        flat = upper - np.sum(upper * axis, axis=1, keepdims=True) * axis
        bends.append(np.arctan2(np.sum(axis * np.cross(flat, lower), axis=1), np.sum(flat * lower, axis=1)))
    moving = np.array(bends)[:, first_moving_frame(motion) :]
    smooth = sosfiltfilt(butter(2, 12.0, fs=motion.fps, output="sos"), moving, axis=1)
    return float(np.percentile(np.abs(np.diff(smooth, 2, axis=1)), 99.0)) * motion.fps**2


@needs_data
@pytest.mark.parametrize("name", CLIPS)
def test_ankles_stand_and_knees_do_not_pop(name):
    motion = read(DATA / f"{name}.bvh")
    legs = limbs_of(motion, motion_roles(motion))[:2]
    contacts = held_ankles(motion, legs)
    result = clean(motion, contacts, legs, CleanSettings()).motion
    pose = world_pose(result)
    assert len(contacts.targets) >= 3
    for target in contacts.targets:
        span = slice(target.start, target.start + len(target.positions_m))
        miss = pose.positions[span, motion.skeleton.index(target.joint)] - np.array(target.positions_m)
        assert np.abs(miss).max() < 5e-4
    assert result.offsets is motion.offsets or np.array_equal(result.offsets, motion.offsets)
    assert knee_acceleration(result, legs) < 1.1 * knee_acceleration(motion, legs)


@needs_data
def test_the_root_of_a_run_does_not_depend_on_how_long_its_way_is_looked_for(monkeypatch):
    """Whole Gauss-Newton steps go to and fro here: 10 mm from one number of steps to another."""
    motion, roots = read(DATA / "other-bvh/games105/run_forward.bvh"), []
    contacts = detect(motion)
    few = root_rigid._STEPS
    for steps in (few, 4 * few, 16 * few):
        monkeypatch.setattr(root_rigid, "_STEPS", steps)
        roots.append(clean(motion, contacts, limbs_of(motion, motion_roles(motion)), CleanSettings()).motion)
    assert np.abs(roots[0].root_positions - motion.root_positions).max() > 0.01
    assert np.abs(roots[0].root_positions - roots[2].root_positions).max() < 1e-3
    assert np.abs(roots[1].root_positions - roots[2].root_positions).max() < 2e-5  # they do come to rest
