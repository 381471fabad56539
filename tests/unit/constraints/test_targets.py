"""Ramps: what tasks ask for while they come and go."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import EVENTS, WHEN, asked_place, path_of, plan_of, walker, wobbled
from support.tolerances import ALGEBRA

from supple.constraints import model
from supple.constraints.measure import task_misses
from supple.constraints.targets import frame_goals
from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.errors import InvalidValueError

TURN_90 = model.TurnGoal(when=WHEN, turn_deg=(0, 0, 90))
LATER = (1.0, 1.5, 3.0, 3.5)
KINDS = {
    "world": model.Position(effector="right_wrist", goals=(model.PlaceGoal(when=WHEN, at=(0.4, 1.2, 0.3)),)),
    "riding": model.Position(
        effector="right_wrist", goals=(model.PlaceGoal(when=WHEN, at=(0.1, 0, 0.2), relative_to="head"),)
    ),
    "two goals": model.Position(
        effector="right_wrist",
        goals=(
            model.PlaceGoal(when=WHEN, at=(0.1, 0, 0.2), relative_to="head"),
            model.PlaceGoal(when=LATER, offset=(0.1, 0, 0)),
        ),
    ),
    "turn": model.Orientation(effector="right_wrist", goals=(TURN_90,)),
    "riding turn": model.Orientation(
        effector="right_wrist", goals=(model.TurnGoal(when=WHEN, turn_deg=(0, 0, 90), relative_to="head"),)
    ),
    "mixed turn": model.Orientation(
        effector="right_wrist", goals=(TURN_90, model.TurnGoal(when=LATER, wxyz=(0, 1, 0, 0), relative_to="head"))
    ),
    "aim": model.LookAt(effector="head", goals=(model.PlaceGoal(when=WHEN, at=(2.0, 1.5, -4.0)),)),
    "riding aim": model.LookAt(
        effector="head", goals=(model.PlaceGoal(when=WHEN, at=(0, 0, 0), relative_to="right_wrist"),)
    ),
    "shape": model.Shape(
        effector="left_wrist", span=(0.5, 3.0), points=(model.ShapePoint(at=(0.3, 1.1, 2.0), hold=(1.2, 1.4)),)
    ),
    "led shape": model.Shape(
        effector="left_wrist",
        reference="right_wrist",
        span=(0.5, 3.0),
        points=(model.ShapePoint(at=(0.3, 1.1, 2.0), hold=(1.2, 1.4)),),
    ),
    "footplant": model.Footplant(foot="left", events=EVENTS, move=(0.1, 0, 0)),
    "preserve": model.Preserve(effector="left_wrist", span=(0.5, 3.0)),
    "balance": model.Balance(span=(0.5, 3.0), goals=(model.PlaceGoal(when=WHEN, offset=(0.05, 0, 0)),)),
}


def misses_of(plan, frames, goals, pose):
    """What a pose misses of goals, by the plan's own measure with these goals in place of its own."""
    goal, reference = plan.goal.copy(), plan.reference.copy()
    goal[frames], reference[frames] = goals
    asked = np.zeros(plan.asked.shape, bool)
    asked[frames] = True
    return task_misses(replace(plan, goal=goal, reference=reference, asked=asked, turns={}), pose)[frames]


def fainter(plan, share):
    """The plan with every activity the same tiny share, as at the very beginning of a ramp."""
    a = plan.activity
    scale = np.where(a > 0.0, share / np.where(a > 0.0, a, 1.0), 0.0)
    owner = np.repeat(np.arange(len(plan.kind)), np.diff(plan.support_start))
    goal = plan.goal.copy()
    for k in range(len(plan.kind)):
        if plan.kind[k] != 1:  # places carry their activity, quaternions do not
            goal[:, k] *= scale[:, k, None]
    return replace(plan, activity=a * scale, goal=goal, share=plan.share * scale[:, owner])


@pytest.mark.parametrize("name", [k for k in KINDS if k not in ("shape", "led shape", "footplant")])
def test_at_the_very_beginning_of_a_ramp_the_free_pose_is_what_is_asked(name):
    plan, free = fainter(plan_of(KINDS[name]), 1e-9), wobbled()
    frames = np.flatnonzero(plan.activity[:, 0] > 0)
    part = WorldPose(free.positions[frames], free.rotations[frames])
    missed = misses_of(plan, frames, frame_goals(plan, frames, part), free)
    assert_allclose(missed, 0.0, rtol=0, atol=1e-7)


@pytest.mark.parametrize("name", KINDS)
def test_ramps_start_and_end_at_the_free_pose(name):
    """The first and the last frame of a ramp ask for little, since activity is level there."""
    plan, free = plan_of(KINDS[name]), wobbled()
    acting = np.flatnonzero(plan.activity[:, 0] > 0)
    ends = acting[[0, -1]]
    part = WorldPose(free.positions[ends], free.rotations[ends])
    missed = misses_of(plan, ends, frame_goals(plan, ends, part), free)
    assert missed.max() < 0.05 * max(1.0, np.pi)


@pytest.mark.parametrize("name", KINDS)
def test_full_activity_asks_for_the_plain_goal(name):
    plan, free = plan_of(KINDS[name]), wobbled()
    frames = np.flatnonzero(np.all(plan.activity == 1.0, axis=1))
    part = WorldPose(free.positions[frames], free.rotations[frames])
    assert len(frames) > 5
    if plan.turns:
        frames = frames[frames > 150]  # nothing is mixed there
        part = WorldPose(free.positions[frames], free.rotations[frames])
    assert_allclose(frame_goals(plan, frames, part).goal, plan.goal[frames], **ALGEBRA)
    assert_allclose(frame_goals(plan, frames, None).goal, plan.goal[frames], **ALGEBRA)


def test_halfway_a_place_is_halfway():
    plan, free = plan_of(KINDS["world"]), wobbled()
    goals = frame_goals(plan, np.arange(240), free)
    assert_allclose(goals.goal[45, 0, :3], 0.5 * (path_of("right_wrist", free)[45] + [0.4, 1.2, 0.3]), **ALGEBRA)


@pytest.mark.parametrize("stands", ["heel", "ball"])
def test_a_foot_keeps_its_length_while_its_plant_fades(stands):
    """Halfway between two places that are turned to each other, heel and ball are nearer than they can be."""
    plan, free = plan_of(KINDS["footplant"]), wobbled(size=0.6)
    ramp = (plan.activity[:, 0] > 0.0) & (plan.activity[:, 0] < 1.0)
    frames = np.flatnonzero(ramp & ((plan.level[:, 0] < plan.level[:, 1]) == (stands == "heel")))
    assert len(frames) > 5
    goals = frame_goals(plan, frames, WorldPose(free.positions[frames], free.rotations[frames])).goal[..., :3]
    own = [path_of(f"left_{name}", free)[frames] for name in ("heel", "ball")]
    length = np.linalg.norm(own[1] - own[0], axis=1)
    assert_allclose(np.linalg.norm(goals[:, 1] - goals[:, 0], axis=1), length, **ALGEBRA)
    lead = ("heel", "ball").index(stands)  # is where the mean of both places is
    asked = plan.goal[frames, lead, :3] + (1.0 - plan.activity[frames, lead, None]) * own[lead]
    assert_allclose(goals[:, lead], asked, **ALGEBRA)


def test_a_look_over_the_shoulder_turns_round_and_not_through_the_eye():
    behind = model.LookAt(effector="head", goals=(model.PlaceGoal(when=WHEN, at=(3.0, 1.6, -9.0)),))
    plan, source = plan_of(behind), walker()[2]
    goals = frame_goals(plan, np.arange(240), source)
    way = goals.goal[31:61, 0, :3] - path_of("head")[31:61]
    assert np.linalg.norm(way, axis=1).min() > 5.0
    unit = way / np.linalg.norm(way, axis=1, keepdims=True)
    step = np.arccos(np.clip(np.sum(unit[1:] * unit[:-1], axis=1), -1, 1))
    assert step.max() < 0.25  # [rad] most of half a turn in 30 frames


def test_a_turn_that_rides_follows_the_joint_in_its_ramps_too():
    plan, free = plan_of(KINDS["riding turn"]), wobbled()
    goals = frame_goals(plan, np.arange(240), free)
    head, hand = walker()[1].joint("head"), walker()[1].joint("right_wrist")
    assert np.all(goals.reference[31:150, 0] == head)
    begin = quaternions.multiply(quaternions.conjugate(free.rotations[31, head]), free.rotations[31, hand])
    assert abs(np.dot(begin, goals.goal[31, 0])) > 0.9999


def test_mixed_turns_are_smooth_in_the_world():
    plan, free = plan_of(KINDS["mixed turn"]), wobbled()
    goals = frame_goals(plan, np.arange(240), free)
    rider = free.rotations[np.arange(240), goals.reference[:, 0]]
    riding = (goals.reference[:, 0] >= 0)[:, None]
    world = np.where(riding, quaternions.multiply(rider, goals.goal[:, 0]), goals.goal[:, 0])[31:210]
    assert 2.0 * np.arccos(np.clip(np.abs(np.sum(world[1:] * world[:-1], axis=1)), 0, 1)).max() < 0.2  # [rad] a frame


def test_chosen_frames_are_the_same_as_all():
    plan, free = plan_of(*KINDS.values()), wobbled()
    whole = frame_goals(plan, np.arange(240), free)
    some = np.r_[10, 33:50, 61, 130:149, 170]
    part = frame_goals(plan, some, WorldPose(free.positions[some], free.rotations[some]))
    plain = [k for k in range(len(plan.kind)) if plan.kind[k] != 1]
    assert_allclose(part.goal[:, plain], whole.goal[some][:, plain], **ALGEBRA)
    turns = [k for k in range(len(plan.kind)) if plan.kind[k] == 1]
    dots = np.abs(np.sum(part.goal[:, turns] * whole.goal[some][:, turns], axis=-1))
    assert_allclose(dots, 1.0, **ALGEBRA)


def test_ramps_need_the_free_pose():
    with pytest.raises(InvalidValueError, match="ramping"):
        frame_goals(plan_of(KINDS["world"]), np.arange(240), None)


def test_asked_places_ride_in_ramps():
    plan, free = plan_of(KINDS["riding"]), wobbled()
    goals = frame_goals(plan, np.arange(240), free)
    a = plan.activity[45, 0]
    place = asked_place(plan, 0, free)[45] + goals.goal[45, 0, :3] - plan.goal[45, 0, :3]
    head = path_of("head", free)[45] + quaternions.rotate(
        free.rotations[45, walker()[1].joint("head")], np.array([0.1, 0, 0.2])
    )
    assert_allclose(place, a * head + (1 - a) * path_of("right_wrist", free)[45], **ALGEBRA)
