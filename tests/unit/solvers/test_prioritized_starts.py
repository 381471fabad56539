"""Where searches begin does not decide where they end; a climb takes the body along."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import walker
from support.solved_edits import beside, path, planted, solved

from supple.constraints.model import Edit, Orientation, PlaceGoal, Position, Preserve, Settings, TurnGoal
from supple.core.body.joint_limits import limits_broken
from supple.core.freedom import about
from supple.core.motion import Motion
from supple.core.quaternions import conjugate, exp, multiply, to_matrix
from supple.recipes.names import motion_names
from supple.solvers.prioritized import solve

SOURCE = walker()[0]
WHEN = (0.5, 1.0, 2.0, 2.5)


def test_a_frame_by_itself_is_the_frame_of_the_whole():
    wishes = Edit(constraints=(*planted(), beside("LeftHand", (0.05, 0.15, 0.1), WHEN, priority=2)))
    whole = solve(SOURCE, wishes, motion_names(SOURCE)).motion
    for frame in (40, 75, 100, 140):
        alone = solve(SOURCE, wishes, motion_names(SOURCE), frames=[frame]).motion
        cosine = np.abs(np.sum(alone.rotations[frame] * whole.rotations[frame], axis=-1)).clip(0.0, 1.0)
        assert np.max(2.0 * np.arccos(cosine)) < 2e-4


def test_a_cut_of_a_clip_has_the_poses_of_the_whole():
    """To rounding, also where hinges are found in joints that turn about other axes too, and times are in seconds."""
    wobble = np.zeros((SOURCE.frames, len(SOURCE.skeleton), 3))
    wobble[:, 1:] = 0.05 * np.random.default_rng(1).standard_normal((SOURCE.frames, len(SOURCE.skeleton) - 1, 3))
    shaky = replace(SOURCE, rotations=multiply(SOURCE.rotations, exp(wobble)))

    def pulled(motion: Motion, first: int) -> Motion:
        times = tuple(t - first * motion.frame_time for t in WHEN)
        wishes = Edit(constraints=(beside("LeftHand", (0.1, 0.2, 0.1), times), beside("Head", (0.0, -0.1, 0.1), times)))
        return solve(motion, wishes, motion_names(motion)).motion

    whole, cut = pulled(shaky, 0), pulled(shaky.with_frames(13, 160), 13)
    assert (whole.rotations != shaky.rotations).any()
    assert_allclose(cut.rotations, whole.rotations[13:160], rtol=0, atol=1e-12)


def turned_head(times):
    return Orientation(effector="Head", goals=(TurnGoal(turn_deg=(0.0, 25.0, 10.0), when=times),), priority=2)


def lifted_hand(times):
    return beside("LeftHand", (0.05, 0.15, 0.1), times, priority=2)


@pytest.mark.parametrize("wish", [turned_head, lifted_hand])
def test_a_cut_has_the_poses_of_the_whole_while_feet_are_kept_throughout(wish):
    """Although what is kept begins with the clip."""

    def bent(motion: Motion, first: int) -> Motion:
        later = wish(tuple(t - first * motion.frame_time for t in (0.7, 1.2, 2.8, 3.3)))
        span = Preserve(effector="RightHand", span=(0.5 - first * motion.frame_time, 3.6 - first * motion.frame_time))
        return solve(motion, Edit(constraints=(*planted(), span, later)), motion_names(motion)).motion

    whole, cut = bent(SOURCE, 0), bent(SOURCE.with_frames(13, 230), 13)
    assert (whole.rotations != SOURCE.rotations).any(axis=(1, 2)).sum() > 140
    assert_allclose(cut.rotations, whole.rotations[13:230], rtol=0, atol=1e-9)


def test_a_cut_has_the_poses_of_the_whole_without_the_many_wishes_of_later_on():
    """What is solved together does not depend on how much is asked elsewhere."""
    lift = beside("LeftHand", (0.05, 0.15, 0.1), WHEN)
    begins = [3.0 + 0.008 * number for number in range(100)]
    later = (beside("RightHand", (0.0, 0.01, 0.0), (t, t, t + 0.02, t + 0.02), name=f"at {t}") for t in begins)
    whole = solve(SOURCE, Edit(constraints=(lift, *later)), motion_names(SOURCE)).motion
    early = SOURCE.with_frames(0, 170)
    cut = solve(early, Edit(constraints=(lift,)), motion_names(early)).motion
    assert_allclose(cut.rotations, whole.rotations[:170], rtol=0, atol=1e-12)


def test_frames_after_a_wish_are_the_files_own():
    """Also where it ends at once, and another, which the source already meets, goes on."""
    edited = solved(*planted(), turned_head((0.5, 0.6, 2.0, 2.0))).motion
    assert np.abs(edited.rotations[120] - SOURCE.rotations[120]).max() > 0.01
    assert (edited.rotations[121:] == SOURCE.rotations[121:]).all()


def test_a_preview_tells_of_frames_of_the_clip_and_leaves_the_others_alone():
    wishes = Edit(constraints=(*planted(), beside("LeftHand", (0.0, 3.0, 0.0), WHEN, priority=2)))
    result = solve(SOURCE, wishes, motion_names(SOURCE), frames=[100, 103])
    assert result.report.constraints[-1].worst_frame in (100, 103)
    assert result.report.constraints[-1].worst > 100.0
    others = np.setdiff1d(np.arange(SOURCE.frames), [100, 103])
    assert (result.motion.rotations[others] == SOURCE.rotations[others]).all()
    assert (result.motion.rotations[[100, 103]] != SOURCE.rotations[[100, 103]]).any()


def test_a_preview_travels_as_far_as_the_whole():
    """The way of the body is smoothed over time: a window has to see as far as that."""
    lift = PlaceGoal(offset=(0.0, 1.0, 0.0), when=WHEN)
    wishes = Edit(constraints=tuple(Position(effector=f, goals=(lift,)) for f in ("LeftFoot", "RightFoot")))
    whole = solve(SOURCE, wishes, motion_names(SOURCE)).motion
    alone = solve(SOURCE, wishes, motion_names(SOURCE), frames=[80]).motion
    assert_allclose(alone.root_positions[80], whole.root_positions[80], atol=1e-4)


def test_feet_that_go_far_take_the_body_along():
    """Two feet a metre higher: the root rises with them, and the pose stays what it was."""
    lift = (0.0, 1.0, 0.0)
    feet = [
        Position(effector=foot, goals=(PlaceGoal(offset=lift, when=WHEN),), priority=1)
        for foot in ("LeftFoot", "RightFoot")
    ]
    result = solved(*feet)
    assert result.report.status == "met"
    full = slice(70, 110)
    assert_allclose((path(result.motion, "Hips") - path(SOURCE, "Hips"))[full], np.tile(lift, (40, 1)), atol=0.02)
    cosine = np.abs(np.sum(result.motion.rotations * SOURCE.rotations, axis=-1)).clip(0.0, 1.0)
    assert np.degrees(2.0 * np.arccos(cosine))[full].max() < 5.0


def test_feet_that_go_far_all_through_take_the_body_along():
    feet = [Position(effector=foot, goals=(PlaceGoal(offset=(0.0, 0.0, 0.6)),)) for foot in ("LeftFoot", "RightFoot")]
    result = solved(*feet)
    assert result.report.status == "met"
    assert_allclose(path(result.motion, "Hips") - path(SOURCE, "Hips"), np.tile((0.0, 0.0, 0.6), (240, 1)), atol=0.02)


def test_a_conflict_that_is_smoothed_keeps_limits():
    from supple.constraints.compile import compile_edit
    from supple.core.pose import world_pose
    from supple.solvers.prioritized.figure import figure_of

    edit = Edit(constraints=(*planted(), beside("LeftHand", (0.0, 0.9, 0.6), WHEN, priority=2)))
    names = motion_names(SOURCE)
    bent = solve(SOURCE, edit, names).motion
    figure = figure_of(SOURCE, compile_edit(SOURCE, edit, names, world_pose(SOURCE)), edit, names)
    assert limits_broken(figure.limits, figure.low, figure.high, bent.rotations).max() < 2e-6


@pytest.mark.parametrize(
    "settings",
    [Settings(), Settings(filter_s=0.3), Settings(filter_s=0.3, passes=2), Settings(keep="velocity")],
)
def test_a_joint_of_two_hinges_makes_only_turns_that_it_can_make(settings):
    """Otherwise a file that states its axes could not hold the pose, and the wish would be missed there."""
    joint = SOURCE.skeleton.index("RightShoulder")
    freedoms = list(SOURCE.skeleton.freedoms)
    freedoms[joint] = about(np.eye(3)[[2, 1]])
    rotations = SOURCE.rotations.copy()
    rotations[:, joint] = SOURCE.skeleton.rest_rotations[joint]
    hinged = replace(SOURCE, skeleton=replace(SOURCE.skeleton, freedoms=tuple(freedoms)), rotations=rotations)
    wish = beside("RightHand", (0.0, 0.3, 0.1), (0.3, 1.0, 2.0, 2.7), recruit="Spine")
    edited = solved(wish, motion=hinged, settings=settings).motion
    turn = to_matrix(multiply(conjugate(SOURCE.skeleton.rest_rotations[joint]), edited.rotations[:, joint]))
    assert np.abs(turn[:, 0, 2]).max() > 0.01, "it does not move"
    assert np.abs(turn[:, 2, 1]).max() < 1e-12  # as in any turn about z followed by one about y
