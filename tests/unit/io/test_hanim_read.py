"""Reading X3D: the tree, the transforms, the clocks."""

import numpy as np
import pytest
from support.hanim_oracle import Oracle
from support.tolerances import ALGEBRA

from supple.core.pose import posed_frames
from supple.errors import FileError
from supple.io.hanim.reader import read
from supple.io.options import ReadOptions

ARM = """
<HAnimHumanoid DEF='h' name='h'>
 <HAnimJoint DEF='p_root' name='humanoid_root' containerField='skeleton' center='0 1 0'>
  <HAnimSegment><HAnimSite name='ignored_tip' translation='0 9 0'/></HAnimSegment>
  <HAnimJoint DEF='p_elbow' name='l_elbow' center='0.3 1.2 0' llimit='0 -0.1 0' ulimit='2.5 0.1 0'>
   <HAnimJoint DEF='p_wrist' name='l_wrist' center='0.6 1.2 0'>
    <HAnimSegment DEF='hand' name='l_hand'>
     <HAnimSite DEF='s1' name='l_thumb_view' translation='0.9 1.2 0'/>
     <HAnimSite DEF='s2' name='l_hand_tip' translation='0.8 1.2 0'/>
    </HAnimSegment>
   </HAnimJoint>
  </HAnimJoint>
 </HAnimJoint>
 <HAnimJoint USE='p_root' containerField='joints'/>
</HAnimHumanoid>"""
ROOT = '<HAnimJoint containerField="skeleton"'
WAVE = """
<TimeSensor DEF='clock' cycleInterval='2'/>
<OrientationInterpolator DEF='bend' key='0 0.5 1' keyValue='0 0 1 0 0 0 1 1.5 0 0 1 0'/>
<PositionInterpolator DEF='path' key='0 1' keyValue='0 0 0 0 0 4'/>
<ROUTE fromNode='clock' fromField='fraction_changed' toNode='bend' toField='set_fraction'/>
<ROUTE fromNode='clock' fromField='fraction_changed' toNode='path' toField='set_fraction'/>
<ROUTE fromNode='bend' fromField='value_changed' toNode='p_elbow' toField='set_rotation'/>
<ROUTE fromNode='path' fromField='value_changed' toNode='p_root' toField='translation'/>"""


def scene(tmp_path, body, head=""):
    path = tmp_path / "scene.x3d"
    path.write_text(f"<X3D version='4.0'><head>{head}</head><Scene>{body}</Scene></X3D>")
    return path


def load(tmp_path, body, **options):
    return read(scene(tmp_path, body), ReadOptions(**options))


def test_names_come_from_the_name_attribute_and_a_tip_ends_the_leaf(tmp_path):
    motion = load(tmp_path, ARM)
    assert motion.skeleton.names == ("humanoid_root", "l_elbow", "l_wrist", "l_hand_tip")
    np.testing.assert_array_equal(motion.skeleton.end_sites, [False, False, False, True])
    np.testing.assert_allclose(motion.skeleton.offsets[3], [0.2, 0, 0], **ALGEBRA)


def test_a_figure_without_animation_is_one_rest_row(tmp_path):
    motion = load(tmp_path, ARM)
    assert (motion.frames, motion.rest_rows) == (1, 1)
    np.testing.assert_allclose(posed_frames(motion, [0])[0, 2], [0.6, 1.2, 0.0], **ALGEBRA)


def test_limits_become_ranges_about_x_y_z(tmp_path):
    freedom = load(tmp_path, ARM).skeleton.freedoms[1]
    np.testing.assert_array_equal(freedom.axes, np.eye(3))
    np.testing.assert_array_equal(freedom.limits, [[0.0, 2.5], [-0.1, 0.1], [0.0, 0.0]])


@pytest.mark.parametrize(("low", "high"), [("0 0 0", "0 0 0"), ("1 0 0", "0 1 1"), ("0 0", "1 1"), ("", "1 1 1")])
def test_limits_that_say_nothing_leave_the_joint_free(tmp_path, low, high):
    body = ARM.replace("llimit='0 -0.1 0' ulimit='2.5 0.1 0'", f"llimit='{low}' ulimit='{high}'")
    assert not load(tmp_path, body).skeleton.freedoms[1].limited


def test_limit_orientation_turns_the_axes(tmp_path):
    body = ARM.replace("llimit=", "limitOrientation='0 0 1 1.5707963267948966' llimit=")
    np.testing.assert_allclose(load(tmp_path, body).skeleton.freedoms[1].axes[0], [0, 1, 0], **ALGEBRA)


def test_interpolators_move_joints_over_the_cycle(tmp_path):
    motion = load(tmp_path, ARM + WAVE)
    assert (motion.frames - 1) * motion.frame_time == pytest.approx(2.0)
    assert motion.fps >= 30.0
    np.testing.assert_allclose(motion.root_positions[-1], [0, 1, 4], **ALGEBRA)
    middle = (motion.frames - 1) // 2
    np.testing.assert_allclose(motion.rotations[middle, 1], [np.cos(0.75), 0, 0, np.sin(0.75)], **ALGEBRA)


ODD_SCENES = {
    "surroundings": "<Transform translation='1 2 3' rotation='0 1 0 1' scale='2 2 2' center='1 0 0'>"
    f"<Group>{ARM}</Group></Transform>{WAVE}",
    "humanoid": ARM.replace("name='h'", "name='h' scale='0.1 0.1 0.1' rotation='1 0 0 -1' translation='0 1 0'") + WAVE,
    "uneven scale": f"<Transform scale='1 2 3'>{ARM}</Transform>{WAVE}",
    "scaled joint": ARM.replace("name='l_elbow'", "name='l_elbow' scale='2 2 2'") + WAVE,
    "sheared joint": ARM.replace("name='l_elbow'", "name='l_elbow' scale='2 1 1' scaleOrientation='0 0 1 0.5'") + WAVE,
    "still rotation": ARM.replace("name='l_wrist'", "name='l_wrist' rotation='0 1 0 1' translation='0 0.1 0'") + WAVE,
    "moving humanoid": ARM + WAVE.replace("p_root", "h"),
    "moving surroundings": f"<Transform DEF='a' rotation='0 1 0 1'>{ARM}</Transform>" + WAVE.replace("p_root", "a"),
    "moving bone": ARM + WAVE.replace("p_root", "p_wrist"),
    "moving scale": ARM
    + WAVE.replace("p_root' toField='translation'", "p_elbow' toField='scale'").replace("0 0 0 0 0 4", "1 1 1 2 1 0.5"),
    "moving site": ARM.replace("DEF='s2'", "DEF='s2' description='end site'")
    + WAVE.replace("p_root", "s2").replace("0 0 0 0 0 4", "0.8 1.2 0 0.8 1.2 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD_SCENES)
def test_transforms_are_those_of_x3d(tmp_path, name):
    path = scene(tmp_path, ODD_SCENES[name])
    motion, oracle = read(path, ReadOptions()), Oracle(path, "clock")
    for frame in (0, 7, motion.frames // 2, motion.frames - 1):
        found, seconds = posed_frames(motion, [frame])[0], frame * motion.frame_time
        np.testing.assert_allclose(found[:3], oracle.joint_positions(seconds), **ALGEBRA)
        np.testing.assert_allclose(found[3], oracle.site_position("l_hand_tip", seconds), **ALGEBRA)


def test_a_turned_surrounding_is_the_rest_pose_of_the_root(tmp_path):
    """A figure drawn Z up and stood up by a Transform stands at rest too."""
    motion = load(tmp_path, f"<Transform rotation='1 0 0 -1.5707963267948966'>{ARM}</Transform>{WAVE}")
    half = np.sqrt(0.5)
    np.testing.assert_allclose(motion.skeleton.rest_rotations[0], [half, -half, 0, 0], **ALGEBRA)


def test_a_second_clock_is_another_figure_and_named(tmp_path):
    other = WAVE.replace("clock", "nod").replace("'bend'", "'bend2'").replace("'path'", "'path2'").replace("'2'", "'3'")
    first, second = load(tmp_path, ARM + WAVE + other), load(tmp_path, ARM + WAVE + other, figure=1)
    assert (first.frames - 1) * first.frame_time == pytest.approx(2.0)
    assert (second.frames - 1) * second.frame_time == pytest.approx(3.0)
    assert any("1 = h / nod" in warning for warning in first.provenance.warnings)
    with pytest.raises(FileError, match="no figure 2; the file has 2"):
        load(tmp_path, ARM + WAVE + other, figure=2)


RECORDED = (
    "<HAnimMotion DEF='m' joints='HumanoidRoot, IGNORED l_wrist unheard' channels='6 Xposition Yposition Zposition "
    "Zrotation Xrotation Yrotation 1 Xrotation 2 Zrotation Yrotation 1 Xrotation' frameDuration='0.02' {} values='"
    "1 2 3 10 20 30 99 40 50 7  4 5 6 -10 -20 -30 99 -40 -50 7'/></HAnimHumanoid>"
)


def test_an_hanim_motion_is_read_row_by_row(tmp_path):
    motion = load(tmp_path, ARM.replace("</HAnimHumanoid>", RECORDED.format("")))
    assert (motion.frames, motion.frame_time, motion.rest_rows) == (2, 0.02, 0)
    np.testing.assert_allclose(motion.root_positions, [[1, 3, 3], [4, 6, 6]], **ALGEBRA)
    from scipy.spatial.transform import Rotation

    q = Rotation.from_euler("ZXY", [10, 20, 30], degrees=True).as_quat(canonical=True)
    np.testing.assert_allclose(motion.rotations[0, 0], q[[3, 0, 1, 2]], **ALGEBRA)
    assert any("unheard" in warning for warning in motion.provenance.warnings)


@pytest.mark.parametrize("flags", ["true true false true", "true " * 7 + "false false true"])
def test_disabled_channels_leave_the_joint_as_it_is(tmp_path, flags):
    motion = load(tmp_path, ARM.replace("</HAnimHumanoid>", RECORDED.format(f"channelsEnabled='{flags}'")))
    np.testing.assert_array_equal(motion.rotations[:, 2], [[1, 0, 0, 0]] * 2)
    assert motion.rotations[0, 0, 0] < 1.0


def test_a_recorded_motion_comes_before_the_clocks(tmp_path):
    motion = load(tmp_path, ARM.replace("</HAnimHumanoid>", RECORDED.format("")) + WAVE)
    assert motion.frames == 2
    assert any("h / clock" in warning for warning in motion.provenance.warnings)


def test_keys_on_no_grid_are_resampled_and_said(tmp_path):
    motion = load(tmp_path, ARM + WAVE.replace("key='0 0.5 1'", "key='0.1234 0.3791 0.8787'"))
    assert "no common grid" in motion.provenance.decision("animation")
    assert motion.fps == pytest.approx(30.0, rel=0.02)


def test_units_and_up_can_be_told(tmp_path):
    motion = load(tmp_path, ARM, unit_scale=0.01, up="z")
    np.testing.assert_allclose(motion.root_positions[0], [0.0, 0.0, -0.01], **ALGEBRA)
    assert (motion.provenance.unit_scale, motion.provenance.up) == (0.01, "z")


def test_a_figure_of_impossible_size_is_pointed_out(tmp_path):
    chain = "".join(f"<HAnimJoint name='j{k}' center='0 {k * 20} 0'>" for k in range(12)) + "</HAnimJoint>" * 12
    body = f"<HAnimHumanoid>{chain.replace('<HAnimJoint', ROOT, 1)}</HAnimHumanoid>"
    motion = load(tmp_path, body)
    assert motion.provenance.unit_scale == 1.0
    assert any("220 m large" in warning for warning in motion.provenance.warnings)


def test_several_roots_hang_from_a_new_one(tmp_path):
    second = "<HAnimJoint name='other' containerField='skeleton' center='5 0 0'/></HAnimHumanoid>"
    motion = load(tmp_path, ARM.replace("</HAnimHumanoid>", second))
    assert motion.skeleton.names[0] == "h"
    np.testing.assert_allclose(posed_frames(motion, [0])[0, -1], [5, 0, 0], **ALGEBRA)


def test_a_joint_may_be_defined_in_the_list_and_used_in_the_skeleton(tmp_path):
    body = (
        "<HAnimHumanoid><HAnimJoint DEF='a' name='a' center='0 1 0' containerField='joints'><HAnimJoint name='b'/>"
        "</HAnimJoint><HAnimJoint USE='a' containerField='skeleton'/></HAnimHumanoid>"
    )
    assert load(tmp_path, body).skeleton.names == ("a", "b")


def test_a_told_unit_is_not_doubted(tmp_path):
    chain = "".join(f"<HAnimJoint name='j{k}' center='0 {k * 20} 0'>" for k in range(12)) + "</HAnimJoint>" * 12
    body = f"<HAnimHumanoid>{chain.replace('<HAnimJoint', ROOT, 1)}</HAnimHumanoid>"
    assert load(tmp_path, body, unit_scale=0.01).provenance.warnings == ()


def test_a_rest_row_before_a_recorded_motion_is_recognised(tmp_path):
    """A T-pose in front of a capture, as files made from CMU's BVH have it."""
    turns = np.concatenate([np.zeros((1, 3)), 40.0 + np.cumsum(np.full((60, 3), 0.5), axis=0)])
    rows = " ".join(f"0 0 0 {a:g} {b:g} {c:g}" for a, b, c in turns)
    columns = "3 Xposition Yposition Zposition 1 Xrotation 1 Yrotation 1 Zrotation"
    recorded = (
        f"<HAnimMotion joints='IGNORED humanoid_root l_elbow l_wrist' channels='{columns}' frameDuration='0.01' "
        f"values='{rows}'/></HAnimHumanoid>"
    )
    motion = load(tmp_path, ARM.replace("</HAnimHumanoid>", recorded))
    assert (motion.frames, motion.rest_rows) == (61, 1)
