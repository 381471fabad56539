"""What every solver of edits promises, on motions that Supple makes. Misses are measured here, from positions."""

from dataclasses import replace
from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.tolerances import SOLVED

from benchmarks.bars.measures import changed
from supple.constraints.model import Edit, PlaceGoal, Position, Preserve
from supple.core import quaternions
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError
from supple.recipes.edit import edit
from supple.recipes.walk import walking
from supple.solvers.hierarchical.settings import FitSettings

SOLVERS = {  # a new solver is added here and to nothing else
    "prioritized": edit,
    "hierarchical": partial(edit, solver="hierarchical", fit=FitSettings(tolerance_m=1e-4)),
}
STRICT = ("prioritized",)  # those whose priorities are no penalties, and which keep to the spans of their goals
MET = 1e-4  # [m] what a report may call met
LEFT, RIGHT, FEET = "LeftHand", "RightHand", ("LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase")
WHEN = (0.4, 0.7, 1.2, 1.5)  # [s]
SHORT, FAR = (0.0, 0.10, 0.08), (0.0, 0.5, 2.5)  # [m]


def _solver(name):
    missing = find_spec(f"supple.solvers.{name}") is None
    return pytest.param(SOLVERS[name], id=name, marks=pytest.mark.skipif(missing, reason=f"no solver {name!r} yet"))


@pytest.fixture(params=[_solver(name) for name in SOLVERS])
def solve(request):
    return request.param


@pytest.fixture(params=[_solver(name) for name in STRICT])
def strict(request):
    return request.param


@pytest.fixture(scope="module")
def walk():
    return walking(seconds=2.0)


def moved(effector, offset, priority=2, when=WHEN, **more):
    """A hand goes beside its own path."""
    return Position(
        name=effector, effector=effector, priority=priority, goals=(PlaceGoal(offset=offset, when=when),), **more
    )


def planted(priority=1):
    return tuple(Preserve(name=foot, effector=foot, priority=priority) for foot in FEET)


def frames_in(motion, begin, end):
    """(F,) whether a frame's time lies in a closed interval."""
    t = np.arange(motion.frames) * motion.frame_time
    return (t >= begin - 1e-9) & (t <= end + 1e-9)


def misses(source, edited, effector, offset, when=WHEN):
    """(n,) how far an effector is from its own path plus an offset, where the goal is fully active [m]."""
    joint, full = source.skeleton.index(effector), frames_in(source, *when[1:3])
    want = world_pose(source).positions[full, joint] + offset
    return np.linalg.norm(world_pose(edited).positions[full, joint] - want, axis=1)


def outcome(result, name):
    return next(c for c in result.report.constraints if c.name == name)


@pytest.mark.parametrize("nothing", [Edit(), ()], ids=["edit", "sequence"])
def test_nothing_asked_nothing_changed(solve, walk, nothing):
    result = solve(walk, nothing)
    assert result.motion is walk
    assert result.report.status == "met"


def test_what_holds_already_changes_no_bit(solve, walk):
    assert not changed(walk, solve(walk, planted()).motion).any()


def test_met_means_met(solve, walk):
    result = solve(walk, (*planted(), moved(LEFT, SHORT)))
    assert result.report.status == "met"
    assert misses(walk, result.motion, LEFT, SHORT).max() < MET
    for foot in FEET:
        assert misses(walk, result.motion, foot, 0.0, (0.0, 0.0, walk.duration, walk.duration)).max() < MET


def test_frames_outside_every_span_keep_their_bits(strict, walk):
    edited = strict(walk, (*planted(), moved(LEFT, SHORT))).motion
    touched = changed(walk, edited).any(axis=1)
    inside = frames_in(walk, WHEN[0] + 2e-9, WHEN[3] - 2e-9)  # a goal does nothing yet at the ends of its ramps
    assert not touched[~inside].any()
    assert touched[frames_in(walk, *WHEN[1:3])].all()


def test_joints_that_nobody_recruits_keep_their_bits(solve, walk):
    arm = ("LeftArm", "LeftForeArm")
    touched = changed(walk, solve(walk, moved(LEFT, SHORT, recruit=arm)).motion).any(axis=0)
    assert {walk.skeleton.names[j] for j in np.flatnonzero(touched)} == set(arm)


def test_a_goal_eases_in_and_out(strict, walk):
    edited = strict(walk, moved(LEFT, SHORT)).motion
    hand = walk.skeleton.index(LEFT)
    off = np.linalg.norm((world_pose(edited).positions - world_pose(walk).positions)[:, hand], axis=1)
    rising, falling = off[frames_in(walk, *WHEN[:2])], off[frames_in(walk, *WHEN[2:])]
    assert (np.diff(rising) > -MET).all()
    assert (np.diff(falling) < MET).all()
    assert 0.3 < rising[len(rising) // 2] / np.linalg.norm(SHORT) < 0.7


def test_twice_gives_the_same_bits(solve, walk):
    wishes = (*planted(), moved(LEFT, FAR), moved(RIGHT, SHORT, priority=3))
    assert not changed(solve(walk, wishes).motion, solve(walk, wishes).motion).any()


def test_solving_a_solved_motion_changes_nothing(solve, walk):
    hips = walk.skeleton.names[0]
    whole = PlaceGoal(at=(0.3, 0.3, 0.3), relative_to=hips, when=(0.0, 0.0, walk.duration, walk.duration))
    wish = (Position(effector=LEFT, goals=(whole,)),)
    once = solve(walk, wish)
    pose, hand = world_pose(once.motion), walk.skeleton.index(LEFT)
    place = pose.positions[:, 0] + quaternions.rotate(pose.rotations[:, 0], np.array(whole.at))
    assert np.linalg.norm(pose.positions[:, hand] - place, axis=1).max() < MET
    again = solve(once.motion, wish).motion
    np.testing.assert_allclose(again.rotations, once.motion.rotations, **SOLVED)
    np.testing.assert_allclose(again.root_positions, once.motion.root_positions, **SOLVED)


@pytest.mark.parametrize("offset", [SHORT, FAR], ids=["near", "far"])
def test_a_stronger_level_is_never_worse_for_a_weaker_one(strict, walk, offset):
    strong = (*planted(), moved(LEFT, offset))
    alone, both = strict(walk, strong), strict(walk, (*strong, moved(RIGHT, (0.0, 0.4, -2.0), priority=3)))
    alone, both = (misses(walk, result.motion, LEFT, offset) for result in (alone, both))
    assert (both - alone).max() < (MET if offset == SHORT else 3e-3)  # [m] of a miss of a metre, smoothed over time


def test_feet_stay_while_hands_are_pulled_out_of_reach(strict, walk):
    edited = strict(walk, (*planted(), moved(LEFT, FAR), moved(RIGHT, FAR))).motion
    for foot in FEET:
        assert misses(walk, edited, foot, 0.0, (0.0, 0.0, walk.duration, walk.duration)).max() < MET


def test_what_cannot_be_met_is_reported(solve, walk):
    result = solve(walk, (*planted(), moved(LEFT, FAR)))
    found, measured = outcome(result, LEFT), misses(walk, result.motion, LEFT, FAR)
    assert result.report.status in ("stalled", "infeasible")
    assert not found.met
    assert found.worst == pytest.approx(1e3 * measured.max(), abs=0.1)
    assert found.rms == pytest.approx(1e3 * np.sqrt(np.mean(measured**2)), abs=0.1)


def test_what_stands_in_the_way_is_named(strict, walk):
    result = strict(walk, (*planted(), moved(LEFT, FAR)))
    assert outcome(result, LEFT).blocked_by
    assert all(outcome(result, foot).met for foot in FEET)


@pytest.mark.parametrize(("size", "offset", "agree"), [(100.0, SHORT, 1e-6), (128.0, FAR, 0.0)], ids=["met", "missed"])
def test_a_larger_world_gives_a_larger_result(solve, walk, size, offset, agree):
    """To the last bit for a power of two; what is out of reach also amplifies how other sizes are rounded."""
    large = replace(walk, skeleton=walk.skeleton.scaled(size), root_positions=walk.root_positions * size)
    first, second = (tuple(size * x for x in wish) for wish in (offset, SHORT))
    small = solve(walk, (*planted(), moved(LEFT, offset), moved(RIGHT, SHORT, priority=3))).motion
    big = solve(large, (*planted(), moved(LEFT, first), moved(RIGHT, second, priority=3))).motion
    np.testing.assert_allclose(big.rotations, small.rotations, rtol=0.0, atol=agree)
    np.testing.assert_allclose(big.root_positions / size, small.root_positions, rtol=0.0, atol=agree)


def test_rest_rows_are_left_alone(solve, walk):
    resting = replace(walk, rest_rows=1)
    whole = (0.0, 0.0, walk.duration, walk.duration)
    touched = changed(walk, solve(resting, moved(LEFT, SHORT, when=whole)).motion).any(axis=1)
    assert not touched[0]
    assert touched[1:].all()


def test_one_frame_can_be_posed(solve, walk):
    pose, at_once = walk.with_frames(60, 61), (0.0, 0.0, 0.0, 0.0)
    result = solve(pose, (*planted(), moved(LEFT, SHORT, when=at_once)))
    assert misses(pose, result.motion, LEFT, SHORT, at_once).max() < MET


def test_a_motion_of_nothing_but_rest_can_be_posed(solve):
    pose, at_once = rest_pose(human_skeleton()), (0.0, 0.0, 0.0, 0.0)
    result = solve(pose, moved(LEFT, (-0.1, -0.1, 0.1), when=at_once))
    assert misses(pose, result.motion, LEFT, (-0.1, -0.1, 0.1), at_once).max() < MET


def test_bones_that_stretch_are_posed_as_they_are(solve):
    source = smooth_motion(human_skeleton(), frames=30, stretch=True)
    when = (0.0, 0.1, 0.3, 0.4)
    result = solve(source, moved(LEFT, (0.0, 0.05, 0.05), when=when))
    assert misses(source, result.motion, LEFT, (0.0, 0.05, 0.05), when).max() < MET
    assert result.motion.offsets is not None


def test_a_skeleton_of_one_joint_travels(solve):
    unturned = np.tile([1.0, 0.0, 0.0, 0.0], (60, 1, 1))
    alone = Motion(Skeleton(("thing",), [-1], np.zeros((1, 3))), np.zeros((60, 3)), unturned, 1.0 / 30.0)
    result = solve(alone, moved("thing", (0.3, 0.0, 0.1)))
    assert misses(alone, result.motion, "thing", (0.3, 0.0, 0.1)).max() < MET


def test_the_rest_of_a_motion_comes_back_as_it_was(solve, walk):
    edited = solve(walk, moved(LEFT, SHORT)).motion
    assert edited.skeleton is walk.skeleton
    assert (edited.frame_time, edited.rest_rows, edited.offsets) == (walk.frame_time, walk.rest_rows, walk.offsets)


@pytest.mark.parametrize(
    "wish",
    [
        moved("LeftHnad", SHORT),
        Preserve(effector="tail"),
        moved(LEFT, SHORT, recruit="Spyne"),
        Position(effector=LEFT, goals=(PlaceGoal(at=SHORT, relative_to="Hed", when=WHEN),)),
    ],
    ids=["effector", "preserve", "recruit", "relative_to"],
)
def test_unknown_names_are_refused(solve, walk, wish):
    with pytest.raises(DocumentError):
        solve(walk, wish)
