"""The cleanup of a figure with four legs, which a person named."""

from dataclasses import replace

import numpy as np
import pytest
from support.cleaning import LEVEL, drift_mm

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.cleanup.settings import CleanSettings

FPS, FRAMES, CYCLE = 60.0, 180, 60
LEGS = {  # name -> where it hangs on the body, and when in the cycle it is put down
    "front_left": ((0.15, -0.1, 0.4), 0), "front_right": ((-0.15, -0.1, 0.4), 30),
    "hind_left": ((0.15, -0.1, -0.4), 15), "hind_right": ((-0.15, -0.1, -0.4), 45),
}  # fmt: skip


def beast():
    """It trots by swinging its legs, which hardly fits its speed."""
    names, parents, offsets = ["Body"], [-1], [(0.0, 0.7, 0.0)]
    for leg, (place, _) in LEGS.items():
        for part, offset in (("thigh", place), ("shank", (0.0, -0.32, 0.0)), ("paw", (0.0, -0.3, 0.0))):
            parents.append(0 if part == "thigh" else len(names) - 1)
            names.append(f"{leg}_{part}")
            offsets.append(offset)
    skeleton = Skeleton(tuple(names), parents, np.array(offsets))
    rotations = np.tile([1.0, 0.0, 0.0, 0.0], (FRAMES, len(names), 1))
    for leg, (_, put_down) in LEGS.items():
        phase = 2.0 * np.pi * (np.arange(FRAMES) - put_down) / CYCLE
        rotations[:, names.index(f"{leg}_thigh")] = quaternions.about_axis("x", -0.3 * np.cos(phase) - 0.3)
        lift = np.maximum(0.0, -np.sin(phase))
        rotations[:, names.index(f"{leg}_shank")] = quaternions.about_axis("x", 0.6 + 0.5 * lift)
    root = np.stack([0.0 * phase, 0.62 + 0.0 * phase, 0.6 * np.arange(FRAMES) / FPS], axis=1)
    return Motion(skeleton, root, rotations, 1.0 / FPS)


def steps(motion):
    """Each paw stands while its leg swings back."""
    places = world_pose(motion).positions
    return Contacts(
        fps=FPS,
        floor=LEVEL,
        contacts=tuple(
            Contact(
                point=leg, joint=f"{leg}_paw", start=start, stop=start + 26,
                position_m=tuple(places[start, motion.skeleton.index(f"{leg}_paw")].tolist()),
            )
            for leg, (_, put_down) in LEGS.items()
            for start in range(put_down + 2, FRAMES - 26, CYCLE)
        ),
    )  # fmt: skip


def legs_of(motion):
    return limbs_of(motion, {}, extra={leg: [f"{leg}_{p}" for p in ("thigh", "shank", "paw")] for leg in LEGS})


@pytest.mark.parametrize("stretch", [None, 0.03], ids=["rigid", "stretch"])
def test_all_four_stand(stretch):
    motion = beast()
    contacts = steps(motion)
    limbs = legs_of(motion)
    assert drift_mm(motion, contacts) > 30.0
    result = clean(motion, contacts, limbs, CleanSettings(stretch=stretch))
    assert result.report.status == "met"
    assert drift_mm(result.motion, contacts) < 0.01
    paws = [motion.skeleton.index(f"{leg}_paw") for leg in LEGS]
    assert world_pose(result.motion).positions[:, paws, 1].min() > -1e-4
    larger = replace(motion, skeleton=motion.skeleton.scaled(3.0), root_positions=3.0 * motion.root_positions)
    again = clean(larger, steps(larger), legs_of(larger), CleanSettings(stretch=stretch))
    apart = world_pose(again.motion).positions / 3.0 - world_pose(result.motion).positions
    assert np.abs(apart).max() < 1e-5
