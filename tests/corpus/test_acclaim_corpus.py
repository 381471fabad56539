"""Real ASF/AMC files: places of joints against other computations, and back to text without loss."""

import numpy as np
import pybvh
import pytest
from support import naive_acclaim as naive
from support.shared import DATA, files, needs_data

from supple.core.limits import broken_limits, limit_excess
from supple.core.pose import posed_frames, world_pose
from supple.io import registry

pytestmark = needs_data
CLIPS = files("acclaim/*/*.amc")
each = pytest.mark.parametrize("path", CLIPS, ids=lambda path: path.stem)


def skeleton_file(path):
    found = registry.read(path).provenance.decision("skeleton")
    return path.parent / found.split(",")[0]


@each
def test_joints_are_where_plain_matrices_put_them(path):
    motion = registry.read(path)
    bones, parent = naive.skeleton(skeleton_file(path).read_text())
    rows = naive.frames(path.read_text())
    assert len(rows) == motion.frames
    chosen = np.linspace(0, motion.frames - 1, 5).astype(int)
    positions = posed_frames(motion, chosen) / motion.provenance.unit_scale
    for k, frame in enumerate(chosen):
        starts, tips = naive.starts(bones, parent, rows[frame])
        for j, name in enumerate(motion.skeleton.names):
            expected = tips[name.removesuffix("_end")] if motion.skeleton.end_sites[j] else starts[name]
            np.testing.assert_allclose(positions[k, j], expected, rtol=0, atol=1e-9)


@each
def test_a_person_stands_upright(path):
    motion = registry.read(path)
    assert motion.provenance.up == "y"
    rest = posed_frames(registry.read(skeleton_file(path)), slice(0, 1))[0]
    assert 1.4 < np.ptp(rest[:, 1]) < 2.0


def test_an_impossible_unit_is_not_believed():
    motion = registry.read(DATA / "acclaim/mpl/walking.amc")
    assert motion.provenance.unit_scale == 1.0
    assert "0.01" in motion.provenance.decision("units")
    assert any("0.01" in text for text in motion.provenance.warnings)


def test_cmu_files_have_cmu_units_and_rate():
    motion = registry.read(DATA / "acclaim/02/02_01.amc")
    assert motion.provenance.unit_scale == pytest.approx(0.0254 / 0.45, rel=1e-12)
    assert motion.frame_time == 1.0 / 120.0
    assert "120 fps assumed" in motion.provenance.decision("frame time")
    assert motion.provenance.warnings == ()


SAME_JOINT = {
    "LeftUpLeg": "lfemur", "LeftLeg": "ltibia", "LeftFoot": "lfoot", "LeftToeBase": "ltoes",
    "RightUpLeg": "rfemur", "RightLeg": "rtibia", "RightFoot": "rfoot", "RightToeBase": "rtoes", "Spine": "upperback",
}  # fmt: skip
ABOVE_THE_NECK = {  # this BVH leaves out the length of the thorax, so compare from the neck on
    "LeftArm": "lhumerus", "LeftForeArm": "lradius", "LeftHand": "lwrist", "Neck1": "upperneck",
    "RightArm": "rhumerus", "RightForeArm": "rradius", "RightHand": "rwrist", "Head": "head",
}  # fmt: skip


def test_the_bvh_of_the_same_take_agrees():
    motion = registry.read(DATA / "acclaim/02/02_01.amc")
    ours = world_pose(motion).positions / motion.provenance.unit_scale
    bvh = pybvh.read_bvh_file(str(DATA / "cmu-bvh/02_01.bvh"))
    theirs = np.asarray(bvh.node_positions())[1:]  # row 0 is an added T-pose
    place = {node.name: k for k, node in enumerate(bvh.nodes)}
    assert len(theirs) == len(ours)
    at = motion.skeleton.index
    for left, right in SAME_JOINT.items():
        np.testing.assert_allclose(ours[:, at(right)], theirs[:, place[left]], rtol=0, atol=2e-4)  # 0.01 mm
    for left, right in ABOVE_THE_NECK.items():
        mine = ours[:, at(right)] - ours[:, at("lowerneck")]
        np.testing.assert_allclose(mine, theirs[:, place[left]] - theirs[:, place["Neck"]], rtol=0, atol=5e-4)


def test_markers_of_the_same_take_are_near_their_bones():
    ezc3d = pytest.importorskip("ezc3d")
    motion = registry.read(DATA / "acclaim/02/02_01.amc")
    ours = world_pose(motion).positions
    c3d = ezc3d.c3d(str(DATA / "markers/cmu/02_01.c3d"))
    labels = [label.split(":")[-1] for label in c3d["parameters"]["POINT"]["LABELS"]["value"]]
    points = c3d["data"]["points"][:3].transpose(2, 1, 0) * 1e-3  # Z up, mm
    points = np.stack([points[..., 1], points[..., 2], points[..., 0]], axis=-1)  # CMU's lab: x and y change places
    for label, joint in (
        ("LKNE", "ltibia"),
        ("RKNE", "rtibia"),
        ("LANK", "lfoot"),
        ("RANK", "rfoot"),
        ("LELB", "lradius"),
    ):
        count = min(len(points), len(ours))
        gap = np.linalg.norm(points[:count, labels.index(label)] - ours[:count, motion.skeleton.index(joint)], axis=1)
        assert np.nanmedian(gap) < 0.12, f"{label} is {np.nanmedian(gap):.3f} m from {joint}"


@each
def test_read_write_read_is_equal(path, tmp_path):
    motion = registry.read(path)
    target = tmp_path / "copy.amc"
    assert registry.write(motion, target) == ()
    again = registry.read(target)
    np.testing.assert_array_equal(again.provenance.native.amc.values, motion.provenance.native.amc.values)
    np.testing.assert_array_equal(again.rotations, motion.rotations)
    np.testing.assert_array_equal(again.root_positions, motion.root_positions)
    assert (tmp_path / "copy.asf").read_bytes() == skeleton_file(path).read_bytes()
    assert again.provenance.unit_scale == motion.provenance.unit_scale


@each
def test_written_as_new_files_nothing_moves(path, tmp_path):
    motion = registry.read(path).with_frames(0, 40)
    plain = type(motion)(motion.skeleton, motion.root_positions, motion.rotations, motion.frame_time)
    registry.write(plain, tmp_path / "new.amc")
    again = registry.read(tmp_path / "new.amc")
    assert again.skeleton.names == motion.skeleton.names
    every = slice(0, 40)
    np.testing.assert_allclose(posed_frames(again, every), posed_frames(motion, every), rtol=0, atol=1e-8)
    for old, new in zip(motion.skeleton.freedoms, again.skeleton.freedoms, strict=True):
        assert new.kind == old.kind
        np.testing.assert_allclose(new.axes, old.axes, rtol=0, atol=1e-9)
        if old.limited:
            np.testing.assert_allclose(new.limits, old.limits, rtol=0, atol=1e-9)


@each
def test_broken_limits_are_those_of_the_files_own_numbers(path):
    motion = registry.read(path)
    native = motion.provenance.native
    worst, at = {}, 0
    for name in native.amc.names:
        bone = native.asf.moving()[name]
        values = native.amc.values[:, at : at + len(bone.dofs)]
        at += len(bone.dofs)
        if not bone.limits or np.abs(values).max() > 180.0:  # whole turns more than the pose shows
            continue
        low, high = np.array(bone.limits).T
        outside = np.maximum(np.maximum(low - values, values - high), 0.0)
        found = np.degrees(limit_excess(motion, motion.skeleton.index(name)))[:, ::-1]
        np.testing.assert_allclose(found, outside, rtol=0, atol=1e-6)
        worst[name] = outside.max()
    found = {broken.joint for broken in broken_limits(motion)}
    assert {name for name, excess in worst.items() if excess > 1e-6} <= found


def test_most_captured_frames_break_limits_of_their_own_skeleton():
    shares = []
    for path in CLIPS:
        motion = registry.read(path)
        limited = [j for j, freedom in enumerate(motion.skeleton.freedoms) if freedom.limited]
        if limited:
            broken = np.any([limit_excess(motion, j).any(axis=1) for j in limited], axis=0)
            shares.append(broken.mean())
    assert len(shares) >= 7
    assert min(shares) > 0.85
