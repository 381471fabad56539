"""Postures on either side of a jump, joined by a bridge; balance before reach, and no joint that pops for it."""

import msgspec
import numpy as np
import pytest
from support.solved_frames import solved_frames

from benchmarks.bars.cases import WALKER, WANTS, clip, made
from supple.constraints.model import Balance, Edit, PlaceGoal, Position
from supple.core import quaternions
from supple.core.pose import posed_with, world_pose
from supple.core.progress import Enough
from supple.recipes.edit import edit
from supple.recipes.walk import walking
from supple.solvers.prioritized.bridging import bridge
from supple.solvers.prioritized.rough import allowed_jumps, jerk_weights
from supple.solvers.prioritized.sides import NO_SIDES, seen_of
from supple.solvers.prioritized.span import without_sides

WALK = walking(seconds=1.5)
LIFT = PlaceGoal(offset=(0.0, 0.2, 0.1), when=(0.2, 0.5, 1.0, 1.3))
JUMP = 45  # the frame from which on the arm is another way


@pytest.fixture
def swung():
    """A hand lifted, and its elbow aside from one frame to the next, with the hand where it is."""
    solved, poses, roles = solved_frames(WALK, Position(effector="left_wrist", goals=(LIFT,)))
    shoulder, wrist = roles["left_shoulder"], roles["left_wrist"]
    posed = posed_with(WALK, poses.root, poses.rotations)
    along = posed.positions[:, wrist] - posed.positions[:, shoulder]
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    frames = np.arange(WALK.frames)
    turn = np.radians(25.0) * (frames >= JUMP) * np.clip((76 - frames) / 20.0, 0.0, 1.0)
    parent = posed.rotations[:, WALK.skeleton.parents[shoulder]]
    own = quaternions.rotate(quaternions.conjugate(parent), along)
    poses.rotations[:, shoulder] = quaternions.multiply(
        quaternions.exp(turn[:, None] * own), poses.rotations[:, shoulder]
    )
    return without_sides(solved), poses, wrist


def looked_at(solved, poses):
    """Where all is, what may jump, and the weights of roughness."""
    run = np.flatnonzero(poses.steps > 0)
    places = seen_of(WALK, poses, NO_SIDES)
    allowed = allowed_jumps(solved.seen, solved.asked, run, 0, solved.plan.size)
    return places, allowed, 32.0 * jerk_weights(solved.seen, run, 0)


def test_a_jump_is_bridged_and_what_is_held_stays(swung):
    solved, poses, wrist = swung
    places, allowed, weights = looked_at(solved, poses)
    before = places[:, wrist].copy()
    assert allowed.shares(places, allowed.run).max() > 5.0
    changed = bridge(solved, poses, places, allowed, weights)
    assert JUMP in allowed.run[changed]
    assert allowed.shares(places, allowed.run).max() <= 2.0
    assert np.abs(places - seen_of(WALK, poses, NO_SIDES)).max() < 1e-12
    full = np.flatnonzero(solved.plan.activity.min(axis=1) >= 1.0)
    assert np.abs(places[full, wrist] - before[full]).max() < 1e-5


def test_what_goes_together_stays_as_it_is(swung):
    solved, poses, _ = swung
    places, allowed, weights = looked_at(solved, poses)
    bridge(solved, poses, places, allowed, weights)
    kept = poses.rotations.copy()
    assert not bridge(solved, poses, places, allowed, weights).any()
    np.testing.assert_array_equal(poses.rotations, kept)


def test_a_jump_at_the_end_of_a_run_stays_as_it_is(swung):
    """There is nothing beside it to come from."""
    solved, poses, _ = swung
    poses.steps[JUMP:] = 0
    places, allowed, weights = looked_at(solved, poses)
    assert allowed.run[-1] == JUMP - 1
    assert allowed.shares(places, allowed.run).max() > 5.0
    kept = poses.rotations.copy(), poses.root.copy(), places.copy()
    assert not bridge(solved, poses, places, allowed, weights).any()
    for now, was in zip((poses.rotations, poses.root, places), kept, strict=True):
        np.testing.assert_array_equal(now, was)


def test_who_has_enough_on_a_bridge_gets_what_was(swung):
    solved, poses, _ = swung
    places, allowed, weights = looked_at(solved, poses)
    kept = poses.rotations.copy(), poses.root.copy(), places.copy()

    def stop(done, total):
        raise Enough

    with pytest.raises(Enough):
        bridge(solved, poses, places, allowed, weights, stop)
    for now, was in zip((poses.rotations, poses.root, places), kept, strict=True):
        np.testing.assert_array_equal(now, was)


@pytest.mark.slow
def test_balance_before_reach_does_not_pop():
    """Both hands a metre ahead and up; feet first, then balance, then hands: a leg gave way within one frame."""
    case = made(WALKER, clip(WALKER), WANTS[0])
    weaker = [msgspec.structs.replace(c, priority=3) if isinstance(c, Position) else c for c in case.edit.constraints]
    edited = edit(case.motion, Edit(constraints=(*weaker, Balance(priority=2)))).motion
    before, after = (world_pose(motion).positions for motion in (case.motion, edited))
    feet = [case.motion.skeleton.index(joint) for joint in case.feet]
    assert np.abs(after - before)[:, feet].max() < 1e-4
    jumps = np.linalg.norm(np.diff(after, 2, axis=0), axis=-1)
    assert jumps.max() < 0.08  # 0.42 without bridges
