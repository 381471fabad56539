"""Rows of the source's checklist that are about root, knees and stretch together, with their numbers."""

from dataclasses import replace

import numpy as np
import pytest
from support.cleaning import drift_mm, limbs_in, skating_walk
from support.slow_limbs import slow_nearest

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.pose import world_pose
from supple.core.runs import runs_of
from supple.kernels.cleanup.balls import nearest_of
from supple.recipes.walk import walking
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.limbs import bones_of
from supple.solvers.cleanup.settings import CleanSettings

SOURCE = CleanSettings(stretch=0.03, damping_from=np.radians(135.0))  # the source's own angle
UNDAMPED = replace(SOURCE, damping_from=np.pi - 1e-3)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_no_general_solver_finds_a_nearer_place_for_the_root(count):
    """Kovar 12: inside all balls, and never further than SLSQP by more than 1e-6."""
    rng, compared = np.random.default_rng(10 + count), 0
    for _ in range(80):
        centres, common = rng.normal(size=(count, 3)), rng.normal(size=3)
        radii = np.linalg.norm(centres - common, axis=1) * rng.uniform(1.0, 1.3, count)
        found = np.array(nearest_of(centres, radii, count, count, np.zeros(count)))
        assert (np.linalg.norm(found - centres, axis=1) - radii).max() < 1e-6
        if (oracle := slow_nearest(centres, radii)) is not None:
            compared += 1
            assert np.linalg.norm(found) < np.linalg.norm(oracle) + 1e-6
    assert compared > 30


def bends(motion, limbs):
    """(F, 2) how far knees are turned about their axes [deg]."""
    turns = [quaternions.log(motion.rotations[:, limb.middle]) @ limb.axis for limb in limbs[:2]]
    return np.degrees(np.stack(turns, axis=1))


def test_knees_do_not_pop_where_they_are_damped():
    """Kovar 19: from frame to frame the change of a knee grows by far less with damping than without."""
    motion, contacts, limbs, _ = skating_walk(8.0)
    steps = {}
    for name, settings in {"source": SOURCE, "usual": CleanSettings(stretch=0.03), "without": UNDAMPED}.items():
        result = clean(motion, contacts, limbs, settings)
        assert result.report.status == "met"
        assert drift_mm(result.motion, contacts) < 1e-6
        steps[name] = np.abs(np.diff(bends(result.motion, limbs) - bends(motion, limbs), axis=0)).max()
    assert steps["without"] > 4.0
    assert steps["source"] < 0.8
    assert steps["usual"] < 0.6


def test_small_edits_stretch_limbs_little_and_both_bones_alike():
    """Kovar 17: at most 3 % and less than 1 % on average; both bones of a limb by one factor."""
    motion, contacts, limbs, _ = skating_walk(8.0)
    result = clean(motion, contacts, limbs, SOURCE)
    assert result.report.stretch_pct_max < 1.5
    assert result.report.stretch_pct_mean < 0.35
    for limb in limbs[:2]:
        bones = bones_of(motion.skeleton, limb)
        lengths = np.linalg.norm(result.motion.offsets[:, bones], axis=2)
        factors = lengths / np.linalg.norm(motion.skeleton.offsets[bones], axis=1)
        assert np.abs(factors - 1.0).max() > 1e-3
        np.testing.assert_allclose(factors, factors[:, :1] * np.ones(len(bones)), rtol=0.0, atol=1e-12)


def held_low(motion, by):
    """Ankles held by so much below where they stand [m], as known places."""
    positions, held = world_pose(motion).positions, []
    for joint in ("LeftFoot", "RightFoot"):
        path = positions[:, motion.skeleton.index(joint)]
        speed = np.linalg.norm(np.gradient(path, motion.frame_time, axis=0), axis=1)
        for start, stop in runs_of(speed < 0.4):
            place = path[start:stop].mean(axis=0) - (0.0, by, 0.0)
            held.append(Contact(point=joint, joint=joint, start=start, stop=stop, position_m=tuple(place), fixed=True))
    return Contacts(fps=motion.fps, contacts=tuple(held))


def test_the_root_moves_by_small_steps_where_its_projections_jump():
    """Kovar 14: the root is spread over time by its displacement; without one it keeps its bits."""
    motion = walking(4.0)
    limbs, asked = limbs_in(motion), held_low(motion, 0.035)
    steps = {}
    for name, settings in {"spread": SOURCE, "raw": replace(SOURCE, root_window_s=0.0)}.items():
        moved = clean(motion, asked, limbs, settings).motion.root_positions - motion.root_positions
        assert 0.01 < np.abs(moved).max() < 0.06
        steps[name] = np.linalg.norm(np.diff(moved, axis=0), axis=1).max()
    assert steps["raw"] > 0.02
    assert steps["spread"] < 0.0025
    untouched = clean(motion, Contacts(fps=60.0), limbs, SOURCE).motion
    assert np.array_equal(untouched.root_positions, motion.root_positions)
