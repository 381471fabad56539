"""Physical motions: judged by MuJoCo on the written file, with loads, pushes, slopes and less strength."""

from dataclasses import replace

import numpy as np
import pytest
from support.physical_bars import judged_by_mujoco, rms

import supple
from supple.constraints.physics import parse_physical
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.physics.physical import _no_worse
from supple.recipes.physics.runs import Run
from supple.recipes.walk import walking
from supple.solvers.spacetime.scene import scene_of
from supple.solvers.spacetime.solving import Solved

pytest.importorskip("pinocchio")
WALK = 1.0  # [s]


@pytest.fixture(scope="module")
def walk():
    return walking(WALK)


@pytest.fixture(scope="module")
def plain(walk):
    return supple.physical(walk)


def test_a_walk_becomes_plausible_as_mujoco_sees_it(plain, tmp_path):
    left = judged_by_mujoco(plain, plain.motion, tmp_path)
    assert plain.status == "met"
    assert plain.before.force_pct_bw + plain.before.moment_pct_bwh > 2.0
    assert 100.0 * rms(left[:, :3]) < 1.0
    assert 100.0 * rms(left[:, 3:]) < 1.0
    assert plain.after.slide_mm < 2.0
    assert plain.after.friction_violation_pct < 1.0
    assert plain.pose_change_deg < 5.0


def test_forces_carry_the_weight_and_act_only_in_contact(plain):
    weight = plain.setting.problem.figure.weight
    assert plain.forces[..., 1].sum(axis=1).mean() == pytest.approx(weight, rel=0.15)
    assert (plain.forces[..., 1] > -1e-6).all()
    near = plain.touching | np.roll(plain.touching, 1, axis=0) | np.roll(plain.touching, -1, axis=0)
    assert not plain.forces[~near].any()
    for c, span in enumerate(plain.setting.problem.contacts):
        loaded = np.linalg.norm(plain.forces[:, c], axis=1) > 1.0
        assert np.abs(plain.places[loaded, c, 1] - span.place[1]).max(initial=0.0) < 5e-3


def test_points_whose_push_flickers_slide_as_far_as_those_that_push_all_the_time(plain):
    """One stand is not as many as there are frames in which it pushes."""
    motion = plain.motion.with_root_positions(plain.motion.root_positions * [1.0, 1.0, 1.05])
    every = np.arange(len(plain.touching))[:, None]
    flickers = replace(plain, touching=plain.touching & (every % 2 == 0))
    steady = plain.judge(motion).slide.mm
    assert steady > 5.0
    assert flickers.judge(motion).slide.mm == pytest.approx(steady, rel=0.2)


def test_points_of_clips_of_few_frames_per_second_stand_on_from_frame_to_frame(plain):
    slow = 8.0 * plain.motion.frame_time
    setting = replace(plain.setting, motion=replace(plain.setting.motion, frame_time=slow))
    motion = plain.motion.with_root_positions(plain.motion.root_positions * [1.0, 1.0, 1.05])
    told = replace(plain, setting=setting).judge(replace(motion, frame_time=slow))
    assert told.slide.mm == pytest.approx(plain.judge(motion).slide.mm, rel=1e-9)


def test_a_load_is_carried(walk, plain, tmp_path):
    edit = tmp_path / "load.toml"
    edit.write_text('format = 1\n[[mass]]\njoint = "chest"\nkg = 15.0\nat = [0.0, 0.0, -0.15]\n')
    loaded = supple.physical(walk, edit=edit)
    assert loaded.status == "met"
    more = loaded.forces[..., 1].sum(axis=1).mean() - plain.forces[..., 1].sum(axis=1).mean()
    assert more == pytest.approx(15.0 * 9.80665, rel=0.3)


def test_a_slope_turns_the_ground(walk, tmp_path):
    edit = tmp_path / "slope.toml"
    edit.write_text("format = 1\n[ground]\nslope_deg = 4.0\n")
    uphill = supple.physical(walk, edit=edit)
    assert uphill.status == "met"
    way = uphill.motion.root_positions[-1] - uphill.motion.root_positions[0]
    assert np.degrees(np.arctan2(way[1], np.hypot(way[0], way[2]))) == pytest.approx(4.0, abs=2.0)
    left = judged_by_mujoco(uphill, uphill.motion, tmp_path)  # with gravity that points straight down
    assert 100.0 * rms(left[:, :3]) < 1.0
    assert 100.0 * rms(left[:, 3:]) < 1.0


def test_a_place_of_the_world_stays_where_it_is_on_a_slope(walk, tmp_path):
    names = walk.skeleton.names
    at = supple.world_pose(walk).positions[45, names.index("LeftHand")] + [0.05, 0.1, 0.0]
    edit = tmp_path / "hand.toml"
    edit.write_text(
        'format = 1\n[ground]\nslope_deg = 4.0\n[[constraint]]\nkind = "position"\neffector = "left_wrist"\n'
        f'goals = [{{ at = [{at[0]}, {at[1]}, {at[2]}], when = ["35f", "45f", "45f", "55f"] }}]\n'
    )
    reached = supple.physical(walk, edit=edit)
    place = supple.world_pose(reached.motion).positions[45, names.index("LeftHand")]
    assert np.linalg.norm(place - at) < 5e-3


def test_a_push_is_taken_up(walk, tmp_path):
    edit = tmp_path / "push.toml"
    edit.write_text('format = 1\n[[push]]\njoint = "chest"\nforce_n = [40.0, 0.0, 0.0]\nstart = 0.3\nstop = 0.7\n')
    pushed = supple.physical(walk, edit=edit)
    assert pushed.status == "met"
    with_push, without = (judged_by_mujoco(pushed, pushed.motion, tmp_path / word, pushed=word == "a") for word in "ab")
    assert 100.0 * rms(with_push[:, :3]) < 1.0
    assert 100.0 * rms(with_push[:, 3:]) < 1.0
    assert 100.0 * rms(without[:, :3]) > 2.0


@pytest.mark.slow
def test_less_strength_is_kept_to(walk, plain, tmp_path):
    edit = tmp_path / "weak.toml"
    edit.write_text("format = 1\n[strength]\nleft_knee = 0.8\n")
    weak = supple.physical(walk, edit=edit)
    k = [plain.setting.motion.skeleton.names[j] for j in plain.setting.problem.figure.joints[1:]].index("LeftLeg")
    before, after = (np.abs(r.torques[:, k]).max() for r in (plain, weak))  # about one axis, as limits are
    assert after < 0.83 * before
    assert weak.after.force_pct_bw < 1.0


def test_a_figure_that_touches_nothing_can_only_fall(walk):
    floating = supple.physical(walk, contacts=Contacts(fps=walk.fps), seconds=5.0)
    assert floating.status != "met"
    assert any("touches the ground" in note for note in floating.notes)
    assert np.isfinite(floating.motion.rotations).all()


def test_a_figure_in_the_ground_of_its_contacts_is_lifted_out(walk):
    lower = walk.root_positions - [0.0, 0.1, 0.0]
    told = supple.physical(walk.with_root_positions(lower), contacts=supple.detect(walk))
    assert told.status == "met"
    heights = supple.world_pose(told.motion).positions[..., 1]
    assert heights.min() > supple.world_pose(walk).positions[..., 1].min() - 5e-3


def test_a_state_that_is_worse_than_the_motion_as_it_was_is_not_handed_over(plain):
    """A body that nothing carries for seconds would have to fall so far that no step leads there."""
    scene = scene_of(plain.setting.problem)
    wild, carried = np.random.default_rng(0).normal(size=scene.layout.size), np.zeros(scene.layout.size)
    carried[scene.layout.hat_starts + 1] = 0.5 * plain.setting.problem.figure.weight
    steep = carried.copy()
    steep[scene.layout.hat_starts + 1] *= 8.0  # pushed up by several times its weight, turned less than it was
    for x, kept in ((wild, False), (carried, True), (steep, False)):
        run, shown, notes = _no_worse(plain.setting, Run(scene, 0.0, result=Solved(x, (), False, "stalled")))
        assert run.result.x.any() == kept
        assert any("handed back as it was" in note for note in notes) != kept
        assert shown.forces.any() == kept


def test_the_time_limit_ends_with_the_best_so_far(walk):
    hurried = supple.physical(walk, seconds=1e-3)
    assert hurried.status == "stalled"
    assert any("stopped before the end" in note for note in hurried.notes)
    assert np.isfinite(hurried.motion.root_positions).all()


def test_a_clip_of_few_frames_is_refused(walk):
    with pytest.raises(InvalidValueError, match="at least 12 frames"):
        supple.physical(walk.with_frames(0, 8))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[strength]\nleft_hip = 0.0", "strength.left_hip"),
        ("[ground]\nslope_deg = 80.0", "slope_deg"),
        ("[ground]\nsurfaces = 'x'", "surfaces"),
        ("[[push]]\njoint = 'chest'\nstart = 0.0\nstop = 1.0", "force_n is missing"),
        ("mode = 'lazy'", "passive or active"),
        ("[ratio]\nfemur = -1.0", "ratio.femur"),
        ("colour = 3", "no key 'colour'"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(text, says):
    with pytest.raises(DocumentError, match=says):
        parse_physical(f"format = 1\n{text}", "edit.toml")


def test_the_example_is_kept_where_nothing_counts(plain):
    """The fit moves the walk little, and joints that the model does not have keep their turns."""
    assert plain.pose_change_fit_deg < 1.5
    others = [j for j in range(len(plain.motion.skeleton)) if j not in plain.setting.problem.figure.joints]
    same = np.abs(np.sum(plain.motion.rotations[:, others] * plain.setting.motion.rotations[:, others], axis=-1))
    assert same.min() > 1.0 - 1e-9
    assert quaternions.continuous(plain.motion.rotations) is plain.motion.rotations


def test_a_hand_is_where_it_is_asked_to_be(walk, tmp_path):
    names = walk.skeleton.names
    at = supple.world_pose(walk).positions[30, names.index("LeftHand")] + [0.0, 0.08, 0.05]
    edit = tmp_path / "hand.toml"
    edit.write_text(
        'format = 1\n[[constraint]]\nkind = "position"\neffector = "left_wrist"\n'
        f'goals = [{{ at = [{at[0]}, {at[1]}, {at[2]}], when = ["20f", "30f", "30f", "40f"] }}]\n'
    )
    reached = supple.physical(walk, edit=edit)
    assert reached.status == "met"
    place = supple.world_pose(reached.motion).positions[30, names.index("LeftHand")]
    assert np.linalg.norm(place - at) < 5e-3


@pytest.mark.slow
def test_a_joint_whose_torque_counts_more_does_less(walk, tmp_path):
    torques = {}
    for femur in (1.0, 20.0):
        edit = tmp_path / f"ratio{femur:g}.toml"
        edit.write_text(f"format = 1\n[ratio]\nfemur = {femur}\n")
        result = supple.physical(walk, edit=edit)
        assert result.after.force_pct_bw < 1.0
        joints = [walk.skeleton.names[j] for j in result.setting.problem.figure.joints[1:]]
        own = [joints.index(name) for name in ("LeftUpLeg", "RightUpLeg")]
        torques[femur] = np.sqrt(np.mean(result.torques[:, own] ** 2))
    assert torques[20.0] < 0.95 * torques[1.0]
