"""Real walks, runs and dances cleaned by contacts from outside: simple thresholds, made here."""

import numpy as np
import pytest
from support.cleaning import drift_mm, limbs_in
from support.shared import DATA, needs_data

from supple.constraints.moments import first_moving_frame
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.pose import world_pose
from supple.io.registry import read, write
from supple.solvers.cleanup.attaching import limb_tips
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.figure import figure_of
from supple.solvers.cleanup.floor_pass import find_tips
from supple.solvers.cleanup.settings import CleanSettings

CLIPS = ["cmu-bvh/02_01", "cmu-bvh/07_12", "cmu-bvh/16_35", "cmu-bvh/05_11", "bandai-namco/dataset-1_walk_normal_001"]
SLOW, LOW, LEAST = 0.35, 0.03, 0.08  # [m/s], [m] above the lowest twentieth, [s]


def spans(flags, least):
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= least]


def simple_contacts(motion, limbs):
    """Heels and balls that are low and slow; the floor is where they are lowest."""
    pose, first, found, lows = world_pose(motion), first_moving_frame(motion), [], []
    for limb in (limb for limb in limbs if limb.toe is not None):
        for tip in limb.tips:
            path = pose.positions[:, limb.end] + quaternions.rotate(pose.rotations[:, limb.end], tip.offset)
            speed = np.linalg.norm(np.gradient(path, motion.frame_time, axis=0), axis=1)
            low = np.percentile(path[first:, 1], 5.0)
            lows.append(low)
            flags = (speed < SLOW) & (path[:, 1] < low + LOW)
            flags[:first] = False
            for start, stop in spans(flags, LEAST / motion.frame_time):
                x, y, z = path[start:stop].mean(axis=0).tolist()
                found.append(
                    Contact(point=tip.name, joint=motion.skeleton.names[limb.end], start=start, stop=stop,
                            offset_m=tuple(tip.offset.tolist()), position_m=(x, y, z))
                )  # fmt: skip
    return Contacts(fps=motion.fps, floor=Floor(height_m=float(np.median(lows))), contacts=tuple(found))


@needs_data
@pytest.mark.parametrize("name", CLIPS)
@pytest.mark.parametrize("stretch", [None, 0.03], ids=["rigid", "stretch"])
def test_planted_feet_stand_in_the_written_file(name, stretch, tmp_path):
    motion = read(DATA / f"{name}.bvh")
    limbs = limbs_in(motion)
    contacts = simple_contacts(motion, limbs)
    settings = CleanSettings(stretch=stretch)
    result = clean(motion, contacts, limbs, settings)
    write(result.motion, tmp_path / "clean.bvh")
    again = read(tmp_path / "clean.bvh")
    assert len(contacts.contacts) >= 4
    assert drift_mm(motion, contacts) > 5.0
    assert drift_mm(again, contacts) < (0.5 if stretch is None else 0.1)
    assert result.report.stretch_pct_max <= 3.0 + 1e-9
    assert result.report.stretch_pct_mean < 1.0
    tips = find_tips(figure_of(motion.skeleton, limbs, limb_tips(limbs)), world_pose(again))
    assert tips[first_moving_frame(motion) :, :2, :, 1].min() > contacts.floor.height_m - 1e-4
    twice = clean(again, contacts, limbs, settings).motion
    assert np.abs(world_pose(twice).positions - world_pose(again).positions).max() < 1e-6
