"""One pose in, one pose out: feet that stand are held, feet that leave are eased out, and nothing looks ahead."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from support import refigured

from supple.core import quaternions
from supple.core.contacts import Floor
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.errors import InvalidValueError, SuppleError
from supple.recipes.measures.scene import point_path
from supple.recipes.online.clips import flags_of
from supple.recipes.online.retargeting import OnlineRetarget
from supple.recipes.online.settings import OnlineSettings
from supple.recipes.retarget.report import sliding
from supple.recipes.retarget.retargeting import Retargeted, retarget
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.stream import Pose

HELD, CENTIMETRES = 2.0, 20.0  # [mm] row 42: planted feet against the scaled copy's


@cache
def walk() -> Motion:
    return true_walk(2.0, 60.0).motion


@cache
def other() -> Motion:
    """Shorter thighs and longer shanks: a copy of the walk's angles slides on it."""
    skeleton = walk().skeleton
    offsets = skeleton.offsets.copy()
    for side in ("Left", "Right"):
        offsets[skeleton.index(f"{side}Leg")] *= 0.8
        offsets[skeleton.index(f"{side}Foot")] *= 1.2
    return rest_pose(replace(skeleton, offsets=offsets))


@cache
def whole() -> Retargeted:
    return retarget(walk(), other())


def poses(motion: Motion) -> list[Pose]:
    return [Pose(root, turns) for root, turns in zip(motion.root_positions, motion.rotations, strict=True)]


def pushed(stream: OnlineRetarget, motion: Motion, flags=None) -> Motion:
    stream.reset()
    out = [stream.push(p, None if flags is None else flags[f]) for f, p in enumerate(poses(motion))]
    return Motion(
        stream.skeleton,
        np.array([p.root_position for p in out]),
        np.array([p.rotations for p in out]),
        motion.frame_time,
    )


def slides(motion: Motion) -> float:
    """Of planted points, by the source's contacts [mm]."""
    return sliding(motion, world_pose(motion), whole().contacts, whole().names)[0]


@pytest.mark.parametrize("known", [True, False], ids=["flags given", "judged by the frames so far"])
def test_row_42_planted_feet_stand_where_the_scaled_copy_slides(known):
    stream = OnlineRetarget(walk(), other())
    flags = flags_of(whole().contacts, walk().frames, stream.points) if known else None
    assert slides(whole().before) > CENTIMETRES
    assert slides(pushed(stream, walk(), flags)) < HELD


def test_row_43_toes_are_held_after_the_heel_is_released():
    stream = OnlineRetarget(walk(), other())
    held = []
    for pose in poses(walk()):
        stream.push(pose)
        held.append(set(stream.planted))
    offs = [f for f in range(1, len(held)) if "left_heel" in held[f - 1] and "left_heel" not in held[f]]
    assert offs
    for off in offs[:-1]:
        after = next(f for f in range(off, len(held)) if "left_ball" not in held[f])
        assert after - off >= 6  # a tenth of a second


@pytest.mark.parametrize("carried", [True, False], ids=["carried along", "as in the source"])
def test_row_44_the_ease_out_reaches_the_scaled_path_after_ten_frames(carried):
    motion = true_walk(1.5, 100.0).motion
    stream = OnlineRetarget(motion, other(), settings=OnlineSettings(carried=carried, settled=1e-6, low=1e-6))
    flags = np.zeros((motion.frames, 2, 2), bool)
    free = pushed(stream, motion, flags)
    start = 20
    flags[10:start, 0] = True
    eased = pushed(stream, motion, flags)
    ankle = motion.skeleton.index("LeftFoot")
    paths = [world_pose(m).positions[:, ankle] for m in (eased, free)]
    off = np.linalg.norm(paths[0] - paths[1], axis=1)
    assert off[start - 1] > 0.01  # the plant has moved the foot away from the path
    assert np.all(off[start + 9 :] < 1e-3)
    assert np.all(off[start : start + 9] > 0.0) or carried
    jumps = [np.linalg.norm(np.diff(p, 2, axis=0), axis=1)[start - 2 : start + 10].max() for p in paths]
    speed = np.linalg.norm(np.diff(paths[1], axis=0), axis=1)[start - 1]  # what stood still has to go along again
    assert jumps[0] < 0.2 * off[start - 1] + jumps[1] + speed
    if carried:
        assert np.all(np.diff(off[start - 1 : start + 9]) < 1e-4)  # it only gets nearer


def changed(settings: OnlineSettings, flags: np.ndarray | None) -> np.ndarray:
    """(F, J) how far joints of the walk are from where they were, on its own figure [m]."""
    made = pushed(OnlineRetarget(walk(), walk(), settings=settings), walk(), flags)
    return np.linalg.norm(world_pose(made).positions - world_pose(walk()).positions, axis=2)


def test_the_same_figure_hardly_changes_where_nothing_stands():
    """Feet are put on the ground when they are 3 mm above it, for which the knees of straight legs bend by more."""
    off = changed(OnlineSettings(low=1e-6), np.zeros((walk().frames, 2, 2), bool)).max(axis=0)
    knees = [walk().skeleton.index(f"{side}Leg") for side in ("Left", "Right")]
    assert np.delete(off, knees).max() < 0.008
    assert off[knees].max() < 0.03


def test_what_early_plants_cost_the_same_figure():
    """No look-ahead: balls come down up to 6 cm early and hips are lowered, for a moment; between, nothing changes."""
    off = changed(OnlineSettings(), None)
    hips, ball = (walk().skeleton.index(name) for name in ("Hips", "LeftToeBase"))
    assert off[:, hips].max() < 0.031  # legs that stand are no straighter than the motion has them
    assert off[:, ball].max() < 0.08
    assert np.median(off[:, [hips, ball]]) < 0.003


def test_a_tilted_ground_is_found_and_stood_on():
    tilt = np.radians(3.0)
    ramp = quaternions.about_axis("x", np.array(-tilt))  # rising ahead
    turns = walk().rotations.copy()
    turns[:, 0] = quaternions.multiply(ramp, turns[:, 0])
    climbing = replace(walk(), root_positions=quaternions.rotate(ramp, walk().root_positions), rotations=turns)
    floor = Floor(normal=tuple(quaternions.rotate(ramp, np.array([0.0, 1.0, 0.0])).tolist()))
    found = retarget(climbing, other(), solver="online")
    assert found.report.slide_mm_max < HELD
    assert found.report.penetration_mm_max < 1.0
    stream = OnlineRetarget(climbing, other(), floor=floor)
    made = pushed(stream, climbing)
    for name in stream.points:
        path = point_path(world_pose(made), found.names.effector(name), slice(None))
        above = path @ np.array(floor.normal)
        assert above.min() > -1e-3
        assert np.median(np.sort(above)[: len(above) // 3]) < 1e-3  # it stands for longer than that


@pytest.mark.parametrize("floor", [np.nan, "flat", Floor(normal=(0.0, 0.0, 1.0))])
def test_grounds_that_cannot_be_are_refused(floor):
    with pytest.raises(SuppleError):
        OnlineRetarget(walk(), other(), floor=floor)


def test_a_point_that_shakes_or_drifts_while_it_stands_is_held_once():
    """A heel that creeps up by 3 cm during its stand, as in captures that drift, is one plant and not many."""
    stream = OnlineRetarget(walk(), walk(), floor=0.0)
    still, planted = poses(walk())[0], []
    for frame in range(60):
        shake = np.array([0.0, 0.03 * frame / 60 + 0.001 * (-1) ** frame, 0.0])
        stream.push(Pose(still.root_position + shake, still.rotations))
        planted.append("left_heel" in stream.planted)
    assert all(planted[1:])


def test_nothing_looks_ahead_and_the_same_frames_give_the_same_bits():
    stream = OnlineRetarget(walk(), other())
    long = pushed(stream, walk())
    short = pushed(stream, walk().with_frames(0, 40))
    np.testing.assert_array_equal(long.rotations[:40], short.rotations)
    np.testing.assert_array_equal(long.root_positions[:40], short.root_positions)


def test_a_scene_twice_as_large_gives_a_result_twice_as_large():
    once = pushed(OnlineRetarget(walk(), other()), walk())
    larger = refigured.scaled(walk(), 2.0)
    twice = pushed(OnlineRetarget(larger, rest_pose(other().skeleton.scaled(2.0))), larger)
    assert np.abs(twice.root_positions - 2.0 * once.root_positions).max() < 2e-3


def test_planted_legs_that_are_too_short_lower_the_hips():
    flags = np.zeros((60, 2, 2), bool)
    flags[5:45, 0] = True  # far too long
    stream = OnlineRetarget(walk(), walk())
    stream.reset()
    lowered = []
    for frame, pose in enumerate(poses(walk())[:60]):
        stream.push(pose, flags[frame])
        lowered.append(stream.lowered_m)
    assert 0.02 < max(lowered) < 0.13
    assert np.abs(np.diff(lowered)).max() < 0.05


def test_a_heel_is_where_it_was_planted():
    stream = OnlineRetarget(walk(), other())
    flags = flags_of(whole().contacts, walk().frames, stream.points)
    motion = pushed(stream, walk(), flags)
    heel = point_path(world_pose(motion), whole().names.effector("left_heel"), slice(None))
    for frame in range(1, len(heel)):
        if flags[frame, 0, 0] and flags[frame - 1, 0, 0]:
            assert np.linalg.norm(heel[frame] - heel[frame - 1]) < 5e-4


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e12])
def test_a_root_that_cannot_be_is_refused_and_not_counted(value):
    stream, pose = OnlineRetarget(walk(), other()), poses(walk())[0]
    with pytest.raises(InvalidValueError, match="root_position must be finite"):
        stream.push(Pose([0.0, value, 0.0], pose.rotations))
    assert stream.frames == 0
    assert np.isfinite(stream.push(pose).rotations).all()


def test_a_rotation_that_is_none_is_refused_by_name():
    stream, pose = OnlineRetarget(walk(), other()), poses(walk())[0]
    broken = pose.rotations.copy()
    broken[walk().skeleton.index("Head")] = np.nan
    with pytest.raises(InvalidValueError, match=r"frame 0: the rotation of 'Head' is .*nan"):
        stream.push(Pose(pose.root_position, broken))


def test_wrong_joint_counts_points_and_flags_are_refused():
    stream, pose = OnlineRetarget(walk(), other()), poses(walk())[0]
    with pytest.raises(InvalidValueError, match="has 3 joints; the source has"):
        stream.push(Pose(pose.root_position, pose.rotations[:3]))
    with pytest.raises(InvalidValueError, match="no foot has a point 'left_hand'"):
        stream.push(pose, ["left_hand"])
    with pytest.raises(InvalidValueError, match="flags of shape"):
        stream.push(pose, np.zeros(3))
    with pytest.raises(InvalidValueError, match="names of points"):
        stream.push(pose, 5)
    with pytest.raises(InvalidValueError, match="only a pose"):
        stream.push(walk())


def test_figures_without_legs_are_refused():
    legless = refigured.without(walk(), "LeftUpLeg", "RightUpLeg")
    with pytest.raises(SuppleError, match="no leg with hip, knee and ankle was recognised on the target"):
        OnlineRetarget(walk(), legless)
    with pytest.raises(SuppleError, match="no leg"):
        OnlineRetarget(legless, walk())


@pytest.mark.parametrize(
    "wrong", [{"ease_out_s": 0.0}, {"slow": 2.0, "fast": 1.0}, {"stretched": 1.5}, {"low": np.nan}]
)
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(InvalidValueError):
        OnlineSettings(**wrong)


def test_retarget_by_the_online_solver_reports_its_slides():
    found = retarget(walk(), other(), solver="online", contacts=whole().contacts)
    assert found.report.slide_mm_max < HELD
    assert found.report.status == "met"
    assert found.motion.frames == walk().frames


def test_feet_that_stand_do_not_nod_with_the_speed_of_the_source():
    """They did, for a frame, and knees turned by 20 degrees with them; the walk's own turn by 5 at most."""
    live = pushed(OnlineRetarget(walk(), other()), walk())
    knees = live.rotations[:, [live.skeleton.index(f"{side}Leg") for side in ("Left", "Right")]]
    steps = np.degrees(2.0 * np.arccos(np.minimum(np.abs(np.sum(knees[1:] * knees[:-1], axis=-1)), 1.0)))
    assert steps.max() < 16.0
