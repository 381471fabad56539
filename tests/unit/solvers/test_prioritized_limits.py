"""Joint limits, hinges and weights in solved edits, judged by SciPy's angles."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from support.edits import walker
from support.solved_edits import at, beside, off, path, planted, solved, turned

from benchmarks.bars.measures import changed, hinged
from supple.constraints.model import Edit, JointSetting, Preserve
from supple.core.body.joint_limits import joint_limits, limits_broken, widened
from supple.core.body.limit_sources import LimitSetting
from supple.recipes.edit import edit
from supple.recipes.roles import motion_roles

SOURCE = walker()[0]
POLYGON = ((60.0, 0.0), (0.0, 60.0), (-30.0, 0.0), (0.0, -40.0))  # [deg]


def excess(source, edited, joints):
    """The largest excess over the limits of an edit, widened by the source [rad]."""
    stated = {
        source.skeleton.index(name): LimitSetting(
            swing_deg=j.swing_deg, swing_polygon_deg=j.swing_polygon_deg, twist_deg=j.twist_deg, range_deg=j.range_deg
        )
        for name, j in joints.items()
    }
    limits = joint_limits(hinged(source), source.rotations, motion_roles(source), stated)
    return float(limits_broken(limits, *widened(limits, source.rotations), edited.rotations).max())


def elbow_angle(motion):
    """(F,) [deg]"""
    turn = motion.rotations[:, motion.skeleton.index("LeftForeArm")]
    return np.degrees(2.0 * np.arctan2(np.linalg.norm(turn[:, 1:], axis=1), turn[:, 0]))


def test_an_elbow_stops_at_its_range():
    pose = SOURCE.with_frames(60, 61)
    near = path(pose, "LeftArm")[0] + (0.0, -0.1, 0.2)
    wish = at("LeftHand", near, recruit=("LeftArm", "LeftForeArm"))
    free = solved(wish, motion=pose)
    stiff = solved(wish, motion=pose, joints={"LeftForeArm": JointSetting(range_deg=(0.0, 40.0))})
    assert elbow_angle(free.motion)[0] > 100.0
    assert elbow_angle(stiff.motion)[0] == pytest.approx(40.0, abs=1e-3)
    assert not stiff.report.constraints[0].met


def test_frames_that_begin_with_the_locks_of_others_end_where_they_would_alone():
    """The elbow comes to its limit, stays there and leaves it again; nothing is smoothed."""
    joints, when = {"LeftForeArm": JointSetting(range_deg=(0.0, 35.0))}, (0.5, 1.0, 1.5, 2.0)
    asked = Edit(constraints=(*planted(), beside("LeftHand", (0.0, 0.12, 0.0), when, priority=2)), joints=joints)
    together = edit(SOURCE, asked, roles=walker()[1], frames=range(40, 115))
    angle = elbow_angle(together.motion)[40:115]
    held = 40 + np.flatnonzero(angle > 34.99)
    assert angle.max() == pytest.approx(35.0, abs=1e-3)
    assert len(held) > 10
    assert together.report.status == "met"
    for frame in (held[0] - 1, held[0], held[len(held) // 2], held[-1], held[-1] + 1):
        alone = edit(SOURCE, asked, roles=walker()[1], frames=[int(frame)]).motion
        assert turned(alone, together.motion)[frame].max() < 1e-3


def test_limits_hold_while_hands_are_pulled_away():
    edited = solved(*planted(), beside("LeftHand", (0.3, 0.5, -1.0), priority=2)).motion
    assert excess(SOURCE, edited, {}) < 2e-6


@pytest.mark.parametrize("goals", [25, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "limits", [{}, {"swing_deg": 60.0}, {"swing_polygon_deg": POLYGON}], ids=["own", "cone", "polygon"]
)
def test_goals_all_around_a_shoulder_break_no_limit(limits, goals):
    """Le Callennec 17: random goals from the shoulder itself to a third beyond the arm's reach."""
    pose, joints = SOURCE.with_frames(60, 61), {"LeftArm": JointSetting(**limits)}
    shoulder, elbow, wrist = (path(pose, name)[0] for name in ("LeftArm", "LeftForeArm", "LeftHand"))
    reach = np.linalg.norm(elbow - shoulder) + np.linalg.norm(wrist - elbow)
    rng = np.random.default_rng(1)
    ways = rng.normal(size=(goals, 3))
    ways *= (reach * rng.uniform(0.1, 1.3, goals) / np.linalg.norm(ways, axis=1))[:, None]
    results = [solved(at("LeftHand", shoulder + way, recruit="LeftArm"), motion=pose, joints=joints) for way in ways]
    assert max(excess(pose, result.motion, joints) for result in results) < 1e-5
    assert 0 < sum(result.report.constraints[0].met for result in results) < goals  # some can be reached, some cannot


def test_a_capture_outside_its_limits_is_not_made_worse():
    """The allowed range of a frame is widened to contain what was captured."""
    joints = {"LeftForeArm": JointSetting(range_deg=(0.0, 5.0))}
    source = elbow_angle(SOURCE)
    assert source.min() > 6.0
    wishes = (beside("LeftHand", (0.0, 0.1, 0.1), (0.5, 1.0, 2.0, 2.5)),)
    edited = solved(*wishes, joints=joints).motion
    assert (elbow_angle(edited) <= source + 0.02).all()  # [deg] what smoothing over time may take


def test_knees_and_elbows_turn_about_their_axis_only():
    edited = solved(beside("LeftHand", (0.1, 0.2, 0.3), (0.5, 1, 2, 2.5)), beside("Hips", (0, -0.1, 0))).motion
    for name in ("LeftForeArm", "LeftLeg", "RightLeg"):
        j = SOURCE.skeleton.index(name)
        a, b = (Rotation.from_quat(np.roll(m.rotations[:, j], -1, axis=1)) for m in (SOURCE, edited))
        turn, axis = (a.inv() * b).as_rotvec(), SOURCE.skeleton.freedoms[j].axes[0]
        assert np.abs(turn - np.outer(turn @ axis, axis)).max() < 1e-9


def test_a_joint_without_weight_does_not_move():
    """Le Callennec 16: weight 0 keeps its bits, small weights move less."""
    wish, turns = beside("LeftHand", (0.1, 0.2, 0.2), (0.5, 1.0, 2.0, 2.5)), {}
    spine = SOURCE.skeleton.index("Spine")
    for weight in (0.0, 0.1, 0.5, 1.0, 3.0):
        result = solved(Preserve(effector="Hips"), wish, joints={"Spine": JointSetting(weight=weight)})
        turns[weight] = turned(SOURCE, result.motion)[:, spine].max()
        assert result.report.constraints[1].met
    assert turns[0.0] == 0.0
    assert not changed(SOURCE, solved(wish, joints={"Spine": JointSetting(weight=0.0)}).motion)[:, spine].any()
    assert list(turns.values()) == sorted(turns.values())
    assert turns[0.1] < 0.1 * turns[1.0]


def test_a_root_without_weight_stays():
    edited = solved(beside("LeftHand", (0.1, 0.1, 0.1)), joints={"Hips": JointSetting(weight=0.0)}).motion
    assert off(edited.root_positions, SOURCE.root_positions) == 0.0
    assert not changed(SOURCE, edited)[:, 0].any()
