"""A clip from the middle of a walk is what the walker does once it has found its pace."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.core.paths import arc_path
from supple.core.pose import world_pose
from supple.io.documents.style import Style
from supple.recipes import foot_path
from supple.recipes.figure import standing_figure
from supple.recipes.gait import Gait, pelvis
from supple.recipes.upper_body import pose_upper_body
from supple.recipes.walk import true_walk, walking
from supple.recipes.walker.cohort import cohort
from supple.recipes.walker.figure import walker_figure
from supple.recipes.walker.steady import steady_walk
from supple.recipes.walker.walkers import Walkers
from supple.recipes.walker.ways import OnPath


@pytest.fixture(scope="module")
def settled():
    """Somebody who has walked for eight seconds at 1.3 m/s."""
    way = OnPath(arc_path(np.zeros(2), 0.0, 20.0, np.inf), 1)
    walkers = Walkers(cohort([walker_figure()], [Style()]), way, way.at(np.arange(1), np.zeros(1)))
    for _ in range(8 * 60):
        walkers.step(1.0 / 60.0, np.array([1.3]))
    return walkers


def test_it_is_the_walker_at_its_pace(settled):
    steady = steady_walk(1.0, 0.7, 1.3, settled.pace.phases)
    assert_allclose(steady.roots[0, :2], settled.roots[0, :2], atol=1e-5)
    assert_allclose(steady.rotations[0], settled.rotations[0], atol=2e-4)


def test_trunk_and_arms_follow_their_curves_between_the_entries_of_the_table():
    skeleton, phase = standing_figure(), 0.3 + np.linspace(0.0, 1.0, 57)
    made = steady_walk(1.0, 0.7, 1.3, phase).rotations
    hips = pelvis(Gait(1.4), phase, 0.0)[1]
    wanted = made.copy()
    wanted[:, 0] = hips
    pose_upper_body(skeleton, phase, 1.0, hips, wanted)
    assert_allclose(made, wanted, atol=1e-6)


def test_a_frame_does_not_depend_on_the_frames_around_it():
    long, short = walking(3.0), walking(1.0)
    assert np.array_equal(long.rotations[:60], short.rotations)


def test_what_stands_is_still_to_a_nanometre():
    walk = true_walk(4.0)
    balls = world_pose(walk.motion).positions[:, walk.motion.skeleton.index("LeftToeBase")]
    for contact in walk.contacts:
        if (contact.foot, contact.part) == ("LeftFoot", "ball"):
            assert np.ptp(balls[contact.start : contact.stop], axis=0).max() < 1e-9


def test_hips_have_no_corner():
    """Twice the frames halve the greatest step of their speed."""
    steps = [np.abs(np.diff(walking(2.0, fps).root_positions[:, 1], n=2)).max() * fps for fps in (200.0, 400.0)]
    assert steps[1] < 0.6 * steps[0]
    assert steps[0] * 200.0 < 5.0  # [m/s2]; people have about 4


def test_the_foot_rolls_in_compiled_code_when_it_does_here():
    from supple.kernels.walking import feet

    assert (feet.FLAT, feet.HEEL_OFF, feet.TOE_OFF) == (foot_path.FLAT, foot_path.HEEL_OFF, foot_path.TOE_OFF)
