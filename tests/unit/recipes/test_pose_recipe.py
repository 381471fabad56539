"""``supple.pose``: where a posture starts, and what wishes become without times."""

import numpy as np
import pytest
from support import fake_solver
from support.motions import human_skeleton, smooth_motion

import supple
from supple.errors import DocumentError, InvalidValueError
from supple.solvers.result import Report, Result

TIMED = supple.PlaceGoal(offset=(0.0, 0.2, 0.0), when=(1.0, 2.0, 30.0, 40.0))  # far outside of any clip here
REACH = supple.Position(effector="LeftHand", goals=(TIMED,))
THROUGH = supple.ShapePoint(hold=(0.5, 0.5), at=(0.0, 1.0, 0.0))
EVENTS = supple.Events(heel_strike=0.1, toe_strike=0.2, heel_off=0.3, toe_off=0.4)


@pytest.fixture
def asked(monkeypatch):
    """Who was asked, for which start pose, with which wishes."""
    calls = []

    def solver(who):
        def solve(motion, edit, names, progress=None, **options):
            calls.append((options.get("method", who), motion, edit, names))
            return Result(motion, Report(seconds=1.0, iterations=1))

        return solve

    fake_solver.install(monkeypatch, solver("priority"))
    fake_solver.install(monkeypatch, solver("posture"), "posture")
    return calls


def test_a_posture_starts_from_the_rest_pose_of_a_skeleton_or_a_motion(asked):
    figure = human_skeleton()
    for given in (figure, smooth_motion(figure, 20)):
        start = supple.pose(given, REACH).motion
        assert (start.frames, start.rest_rows) == (1, 0)
        np.testing.assert_array_equal(start.rotations[0], figure.rest_rotations)
        np.testing.assert_array_equal(start.root_positions, figure.offsets[:1])


def test_a_posture_starts_from_a_frame(asked):
    clip = smooth_motion(human_skeleton(), 20)
    start = supple.pose(clip, REACH, frame=13).motion
    np.testing.assert_array_equal(np.abs(start.rotations[0]), np.abs(clip.rotations[13]))
    np.testing.assert_array_equal(start.root_positions[0], clip.root_positions[13])
    with pytest.raises(InvalidValueError, match="no frame 20: the motion has frames 0 to 19"):
        supple.pose(clip, REACH, frame=20)


def test_the_files_own_rest_row_is_its_rest_pose(asked):
    clip = smooth_motion(human_skeleton(), 20)
    marked = supple.Motion(clip.skeleton, clip.root_positions, clip.rotations, clip.frame_time, rest_rows=1)
    start = supple.pose(marked, REACH).motion
    np.testing.assert_array_equal(start.rotations[0], clip.rotations[0])
    assert start.rest_rows == 0  # else an edit would leave it alone


def test_times_do_not_matter(asked):
    wishes = [REACH, supple.Preserve(effector="Hips", span=(3.0, 4.0)), supple.Balance(span=(0.0, 9.0), goals=(TIMED,))]
    supple.pose(human_skeleton(), wishes)
    reach, hold, balance = asked[0][2].constraints
    assert [g.when for c in (reach, balance) for g in c.goals] == [None, None]
    assert (hold.span, balance.span) == (None, None)
    assert reach.goals[0].offset == TIMED.offset


def test_methods_go_to_their_solvers(asked):
    for method in ("priority", "transpose", "hinges"):
        supple.pose(human_skeleton(), REACH, method=method)
    assert [call[0] for call in asked] == ["priority", "transpose", "hinges"]
    with pytest.raises(InvalidValueError, match="no method 'magic'. Known: priority, transpose, hinges"):
        supple.pose(human_skeleton(), REACH, method="magic")


@pytest.mark.parametrize("method", ["priority", "transpose"])
def test_without_wishes_the_start_pose_comes_back(asked, method):
    assert supple.pose(human_skeleton(), (), method=method).report.status == "met"
    assert asked == []


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (
            supple.Footplant(foot="left", events=EVENTS, name="stand"),
            r"constraint\[0\] \(stand\): a footplant is about",
        ),
        (supple.Footplant(foot="left", events="detect"), r"constraint\[0\]: a footplant is about a path in time"),
        (
            supple.Shape(effector="LeftHand", span=(0.0, 1.0), points=(THROUGH,)),
            r"constraint\[0\]: a shape is about a path in time",
        ),
        (
            supple.Position(effector="LeftHand", goals=(TIMED, supple.PlaceGoal(at=(0.0, 1.0, 0.0)))),
            "2 goals at different times; a posture has no times. Keep one goal",
        ),
    ],
)
def test_what_only_a_motion_can_have_is_refused(asked, wish, words):
    with pytest.raises(DocumentError, match=words):
        supple.pose(human_skeleton(), wish)


def test_roles_are_those_of_the_whole_clip(asked):
    walk = supple.walking(seconds=0.5)
    supple.pose(walk, supple.Position(effector="left_heel", goals=(TIMED,)), frame=3)
    assert "left_heel" in asked[0][3].known()


def test_markers_have_no_posture(asked):
    with pytest.raises(InvalidValueError, match="a skeleton or a motion is needed; got str"):
        supple.pose("walk.bvh", REACH)
