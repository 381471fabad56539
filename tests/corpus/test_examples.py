"""What the examples show, measured on the files that the commands of their README write."""

import re

import numpy as np
import pytest
from msgspec.structs import replace
from support.examples import COMMANDS, FOLDER, Example, bend, example

import supple
from supple.constraints.model import Balance, Footplant
from supple.core.body.masses import body_mass
from supple.core.quaternions import rotate
from supple.recipes.lint import lint_edit

NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
STILL, MET = 1e-4, 1e-3  # [m] what a foot may slip, and what a goal may be missed by


def test_every_document_is_in_the_readme():
    assert sorted(re.findall(r"examples/(\w+)\.toml", " ".join(COMMANDS))) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_lint_finds_no_error(name):
    it = example(name)
    found = lint_edit(it.before, it.edit, it.names, it.source)
    assert not [f for f in found if f.severity == "error" or "foot" in f.message]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "dance"])
def test_every_wish_is_met(name):
    assert example(name).exit_code == 0


def test_footplants_stand_where_balance_does_not_lift_the_body():
    """With next to nothing to be gained, feet of the upper steps are not left where they were."""
    it = example("stairs_with_tray")
    wishes = [replace(c, axes="xz", goals=()) if isinstance(c, Balance) else c for c in it.edit.constraints]
    report = supple.edit(it.before, replace(it.edit, constraints=tuple(wishes)), frames=range(244, 253)).report
    assert max(c.worst for c in report.constraints if c.priority == 1) < 0.1


@pytest.mark.parametrize("name", NAMES)
def test_nothing_jumps(name):
    it = example(name)
    source, after = bend(it.source.positions), bend(it.pose.positions)
    ratio = after / (source.max(axis=0) + it.goal_bend())
    frame, joint = np.unravel_index(ratio.argmax(), ratio.shape)
    assert ratio.max() < 1.5, f"{it.before.skeleton.names[joint]} at frame {frame + 1}"


@pytest.mark.parametrize(
    ("name", "begin", "end"),
    [("dance", 1.0, 4.4), ("raised_arms", 1.0, 5.0), ("shading_the_eyes", 0.3, 4.7), ("karate", 0.9, 1.9)],
)
def test_nothing_moves_outside_the_spans(name, begin, end):
    it = example(name)
    outside = np.ones(it.before.frames, bool)
    outside[it.frames(begin + 1e-3, end - 1e-3)] = False
    np.testing.assert_array_equal(it.after.rotations[outside], it.before.rotations[outside])
    np.testing.assert_array_equal(it.after.root_positions[outside], it.before.root_positions[outside])


def test_dance_the_elbow_is_met_and_the_wrist_is_as_near_as_it_leaves_it():
    it = example("dance")
    full = it.frames(1.7, 3.7)
    elbow_goal = it.path("right_elbow", it.source) + (-0.08, 0.28, 0.05)
    wrist_goal = it.path("right_wrist", it.source) + (-0.06, 0.08, 0.0)
    assert _largest(it.path("right_elbow") - elbow_goal, full) < STILL
    forearm = np.linalg.norm(it.path("right_wrist") - it.path("right_elbow"), axis=1)
    least = np.abs(np.linalg.norm(wrist_goal - elbow_goal, axis=1) - forearm)[full]
    missed = np.linalg.norm(it.path("right_wrist") - wrist_goal, axis=1)[full]
    assert missed.max() > 0.05, "the two are in conflict"
    assert (missed - least).max() < 0.005


def test_dance_hips_and_legs_dance_on():
    it = example("dance")
    legs = [j for j, name in enumerate(it.before.skeleton.names) if "Leg" in name or "Foot" in name or name == "Hips"]
    np.testing.assert_array_equal(it.after.rotations[:, legs], it.before.rotations[:, legs])
    np.testing.assert_array_equal(it.after.root_positions, it.before.root_positions)


@pytest.mark.parametrize(("role", "at"), [("elbow", (0.40, 0.30, 0.14)), ("wrist", (0.29395, 0.49885, 0.25931))])
@pytest.mark.parametrize(("side", "sign"), [("left", 1.0), ("right", -1.0)])
def test_raised_arms_ride_with_the_moving_chest(role, at, side, sign):
    it = example("raised_arms")
    full = it.frames(2.0, 4.0)
    assert np.ptp(it.path("chest")[full], axis=0).max() > 0.05, "the body moves"
    assert _largest(it.seen_from(f"{side}_{role}", "chest") - np.array(at) * (sign, 1.0, 1.0), full) < MET


def test_the_hand_shades_the_eyes_while_the_head_turns():
    it = example("shading_the_eyes")
    full = it.frames(0.9, 4.1)
    ahead = rotate(it.turns("head"), np.array([0.0, 0.0, 1.0]))[full]
    yaw = np.degrees(np.arctan2(ahead[:, 0], ahead[:, 2]))
    assert yaw.max() > 43.0
    assert yaw.min() < -43.0
    hand = it.seen_from("right_wrist", "head")[full]
    assert np.ptp(hand, axis=0).max() < MET
    assert np.linalg.norm(hand - (-0.17, 0.09, 0.15), axis=1).max() < MET
    turn = it.turned_against("right_wrist", "head")[full]
    assert np.degrees(2.0 * np.arccos(np.abs(turn @ turn[0]).min())) < 1.0


def test_karate_the_standing_foot_stays_and_the_kick_is_higher():
    it = example("karate")
    for point in ("left_heel", "left_ball", "left_ankle"):
        assert _largest(it.path(point) - it.path(point, it.source)) < STILL
    kick = it.path("right_ankle")[:, 1].max() - it.path("right_ankle", it.source)[:, 1].max()
    assert kick == pytest.approx(0.45, abs=0.01)
    span = it.frames(0.5, 2.5)
    arm = [_centre(it, pose) - 0.5 * (it.path("left_heel", pose) + it.path("left_ball", pose))
           for pose in (it.source, it.pose)]  # fmt: skip
    assert _largest((arm[1] - arm[0])[:, [0, 2]], span) < MET


def test_karate_with_weights_instead_of_priorities_moves_the_foot():
    it = example("karate")
    far = [supple.Position(name="kick", effector="right_ankle", goals=(supple.PlaceGoal(offset=(0.0, 1.5, 0.4)),))]
    feet = [c for c in it.edit.constraints if c.name.startswith("standing")]
    moved = supple.world_pose(supple.edit(it.before.with_frames(70, 90), [*feet, *far]).motion)
    slip = np.linalg.norm(it.path("left_ball", moved) - it.path("left_ball", it.source)[70:90], axis=1)
    assert slip.min() > 0.01


@pytest.mark.parametrize("name", ["footplants", "catwalk", "steps", "stairs_with_tray"])
def test_planted_feet_stand_still_where_they_were_put(name):
    it = example(name)
    plants = [c for c in it.edit.constraints if isinstance(c, Footplant)]
    assert len(plants) >= 8
    for plant in plants:
        e = plant.events
        for point, begin, end in (("heel", e.heel_strike, e.heel_off), ("ball", e.toe_strike, e.toe_off)):
            down = slice(int(begin[:-1]), int(end[:-1]) + 1)
            place = it.path(f"{plant.foot}_{point}")[down]
            assert np.ptp(place, axis=0).max() < STILL, f"{plant.name}, {point}"
        flat = slice(int(e.toe_strike[:-1]), int(e.heel_off[:-1]) + 1)
        assert np.ptp(it.path(f"{plant.foot}_ankle")[flat], axis=0).max() < STILL, f"{plant.name}, ankle"
        middle, was = (0.5 * (it.path(f"{plant.foot}_heel", pose) + it.path(f"{plant.foot}_ball", pose))[flat]
                       for pose in (it.pose, it.source))  # fmt: skip
        assert _largest(middle - was - plant.move) < MET, plant.name


def test_catwalk_feet_are_on_one_line_and_straight():
    it = example("catwalk")
    for plant in (c for c in it.edit.constraints if isinstance(c, Footplant)):
        frame = int(plant.events.toe_strike[:-1]) + 2
        heel, ball = (it.path(f"{plant.foot}_{point}")[frame] for point in ("heel", "ball"))
        assert abs(0.5 * (heel[0] + ball[0])) < 0.006
        assert abs(np.degrees(np.arctan2(ball[0] - heel[0], ball[2] - heel[2]))) < 0.1


def test_catwalk_the_shoulder_swings_more():
    it = example("catwalk")
    span = it.frames(0.8, 4.0)
    swing = [np.ptp((it.path("left_shoulder", pose) - it.path("hips", pose))[span, 2]) for pose in (it.source, it.pose)]
    assert swing[1] > swing[0] + 0.08


@pytest.mark.parametrize(("name", "rise", "lower"), [("steps", 0.12, 0.06), ("stairs_with_tray", 0.15, 0.10)])
def test_the_body_climbs_with_its_feet(name, rise, lower):
    it = example(name)
    climbed = (it.path("hips") - it.path("hips", it.source))[:, 1]
    assert climbed[280] == pytest.approx(7.5 * rise - lower, abs=0.1)
    assert climbed[20] == pytest.approx(-lower, abs=0.1)


def test_golf_a_wider_swing_with_both_hands_on_the_club():
    it = example("golf")
    full = it.frames(0.5, 2.5)
    for point in ("left_ball", "right_ball"):
        assert _largest(it.path(point) - it.path(point, it.source)) < STILL
    grip = it.seen_from("right_wrist", "left_wrist")[full]
    assert np.ptp(grip, axis=0).max() < MET
    top = it.frames(1.2, 1.2).start
    assert _largest((it.path("left_wrist") - it.path("left_wrist", it.source))[top] - (-0.10, 0.15, -0.05)) < MET
    impact = it.frames(1.6, 1.6).start
    assert _largest((it.path("left_wrist") - it.path("left_wrist", it.source))[impact]) < MET


def test_stairs_the_tray_stays_level():
    it = example("stairs_with_tray")
    assert it.edit.settings.passes == 2
    assert _largest(it.seen_from("left_wrist", "chest") - (0.16, -0.12, 0.30)) < MET
    across = it.path("right_wrist") - it.path("left_wrist")
    assert np.ptp(np.linalg.norm(across, axis=1)) < MET
    tilt = np.degrees(np.arcsin(np.abs(across[:, 1]) / np.linalg.norm(across, axis=1)))
    assert tilt.max() < 1.0
    fingers = rotate(it.turns("left_wrist"), np.array([1.0, 0.0, 0.0]))
    assert np.degrees(np.arcsin(np.abs(fingers[:, 1]))).max() < 1.0


def _largest(away: np.ndarray, frames: slice = slice(None)) -> float:
    return float(np.linalg.norm(np.atleast_2d(away)[frames], axis=1).max())


def _centre(it: Example, pose: supple.WorldPose) -> np.ndarray:
    """The centre of mass (F, 3) [m], summed joint by joint."""
    body = body_mass(it.before.skeleton, it.names.roles)
    centre = np.zeros((it.before.frames, 3))
    for j, kg in enumerate(body.masses):
        centre += kg * (pose.positions[:, j] + rotate(pose.rotations[:, j], body.centres[j]))
    return centre / body.masses.sum()
