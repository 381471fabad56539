"""Limbs that turn about their own axis where no joint shows it: seen, and made smooth without moving anything."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.solved_edits import planted
from support.solved_frames import solved_frames

from supple.constraints.model import Edit, PlaceGoal, Position
from supple.core import quaternions
from supple.core.pose import posed_with
from supple.core.progress import Enough
from supple.core.skeleton import Skeleton
from supple.recipes.edit import edit
from supple.recipes.names import motion_names
from supple.recipes.walk import walking
from supple.solvers.prioritized.rough import ALLOWED
from supple.solvers.prioritized.sides import seen_of, sides_of
from supple.solvers.prioritized.span import Span
from supple.solvers.prioritized.turning import allowed_turns, ease_turns, may_turn

WALK = walking(seconds=1.5)
LIFT = PlaceGoal(offset=(0.0, 0.03, 0.0), when=(0.2, 0.5, 1.0, 1.3))


@pytest.fixture(scope="module")
def twisted():
    """A fingertip lifted, and the hand turned by 50 degrees about the line to it from one frame to the next."""
    solved, poses, roles = solved_frames(WALK, Position(effector="left_fingertips", goals=(LIFT,)))
    hand, tip = roles["left_wrist"], roles["left_fingertips"]
    assert WALK.skeleton.parents[tip] == hand
    along = WALK.skeleton.offsets[tip] / np.linalg.norm(WALK.skeleton.offsets[tip])
    late = np.arange(WALK.frames) >= 45
    fading = np.clip((76 - np.arange(WALK.frames)) / 20.0, 0.0, 1.0)  # gone before the wish is
    turn = quaternions.exp((np.radians(50.0) * late * fading)[:, None] * along)
    poses.rotations[:, hand] = quaternions.multiply(poses.rotations[:, hand], turn)
    return solved, poses, tip


def test_it_is_made_smooth_and_the_fingertip_stays(twisted):
    solved, poses, tip = twisted
    run = np.flatnonzero(poses.steps > 0)
    allowed = allowed_turns(solved, run, 0)
    before = posed_with(WALK, poses.root, poses.rotations).positions[:, tip].copy()
    joints = len(WALK.skeleton)
    shares = allowed.shares(seen_of(WALK, poses, solved.sides), run)
    assert shares[:, :joints].max() <= ALLOWED  # no place shows it
    assert shares[:, joints:].max() > 5.0
    places = seen_of(WALK, poses, solved.sides)
    assert may_turn(solved, places, run, 0)
    ease_turns(solved, poses, places, allowed)
    assert_allclose(places, seen_of(WALK, poses, solved.sides), atol=1e-12)
    shares = allowed.shares(seen_of(WALK, poses, solved.sides), run)
    assert shares.max() <= ALLOWED
    full = np.flatnonzero(solved.plan.activity.min(axis=1) >= 1.0)
    after = posed_with(WALK, poses.root, poses.rotations).positions[:, tip]
    assert_allclose(after[full], before[full], atol=1e-6)


def test_sides_are_of_joints_that_can_turn_unseen(twisted):
    solved, *_ = twisted
    sides, skeleton = solved.sides, solved.figure.skeleton
    hips = skeleton.names.index("Hips")
    assert hips not in sides.joint  # legs and spine show how it turns
    for joint, arm in zip(sides.joint, sides.arm, strict=True):
        bones = skeleton.offsets[skeleton.parents == joint]
        assert np.linalg.norm(arm) == pytest.approx(0.03 * solved.plan.size)
        assert np.abs(bones @ arm).max(initial=0.0) < 0.03 * solved.plan.size * np.linalg.norm(bones, axis=1).max()


def test_a_joint_whose_children_are_where_it_is_has_two_sides(twisted):
    """As the upper spine of many captures: collar bones can undo all of its turns."""
    skeleton = twisted[0].figure.skeleton
    wrist = WALK.skeleton.index(motion_names(WALK).roles["left_wrist"])
    offsets = skeleton.offsets.copy()
    offsets[skeleton.parents == wrist] = 0.0
    sides = sides_of(replace(skeleton, offsets=offsets), 1.7)
    arms = sides.arm[sides.joint == wrist]
    assert np.linalg.matrix_rank(arms) == 2
    assert_allclose(np.linalg.norm(arms, axis=1), 0.03 * 1.7)


def test_a_joint_that_carries_nothing_hides_no_turn():
    """Heads and hands of files without end sites: turned about their one side, nothing of them moved."""
    skeleton = WALK.skeleton
    last = [j for j, name in enumerate(skeleton.names) if not name.endswith("_end")]
    where = {joint: k for k, joint in enumerate(last)}
    short = Skeleton(
        tuple(skeleton.names[j] for j in last),
        np.array([where.get(int(skeleton.parents[j]), -1) for j in last]),
        skeleton.offsets[last],
    )
    sides = sides_of(short, 1.7)
    for name in ("Head", "LeftHand", "RightHand", "LeftToeBase"):
        assert np.linalg.matrix_rank(sides.arm[sides.joint == short.index(name)]) == 2


def test_who_has_enough_while_misses_are_undone_gets_the_poses_as_they_were(twisted, monkeypatch):
    solved, poses, _ = twisted
    run, places = np.flatnonzero(poses.steps > 0), seen_of(WALK, poses, solved.sides)
    allowed, weights = allowed_turns(solved, run, 0), np.ones((len(run) + 2, places.shape[1]))
    span = Span(solved, poses, places, run, weights, np.zeros_like(poses.missed))
    before = [part.copy() for part in (poses.root, poses.rotations, places)]

    def stop(span, *_):
        assert np.abs(span.places - before[2]).max() > 1e-3  # it has moved
        raise Enough

    monkeypatch.setattr(Span, "_smoothed", stop)
    with pytest.raises(Enough):
        span.hold(poses.slack + 0.005, allowed)
    for part, was in zip((poses.root, poses.rotations, places), before, strict=True):
        assert_array_equal(part, was)


def test_who_has_enough_gets_what_there_is():
    """Out of reach, so that smoothing has much to do: frames are solved, and feet stay."""
    goal = PlaceGoal(offset=(0.0, 0.2, 1.6), when=(0.2, 0.3, 1.2, 1.3))
    far = [Position(effector=f"{side}_wrist", priority=2, goals=(goal,)) for side in ("left", "right")]
    feet, said = planted(), []

    def enough(done, total):
        said.append(done / total)
        if done > 0.6 * total:
            raise Enough

    result = edit(WALK, Edit(constraints=(*feet, *far)), progress=enough)
    assert 0.6 < said[-1] < 1.0
    assert (np.diff(said) >= 0.0).all()
    misses = {c.name: c.worst for c in result.report.constraints}
    assert max(misses[foot.effector] for foot in feet) < 0.1
    assert 1.0 < max(c.worst for c in result.report.constraints) < 1500.0  # as near as can be, though not smooth
