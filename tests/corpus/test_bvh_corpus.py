"""Every real BVH file: read plausibly, posed as pybvh poses it, and given back as it was."""

from functools import cache

import numpy as np
import pytest
from support.shared import DATA, files, needs_data

from supple.core import axes
from supple.core.pose import posed_frames, sample_frames
from supple.io import registry
from supple.io.options import ReadOptions

pytestmark = needs_data

FILES = [str(path.relative_to(DATA)) for path in files("**/*.bvh")]
every_file = pytest.mark.parametrize("name", FILES)

# What pybvh 0.9 refuses: position channels on inner joints, and one row too many.
REFUSED = {name for name in FILES if name.startswith(("bandai-namco/", "other-bvh/geno/", "other-bvh/babylonjs/"))} | {
    "other-bvh/assimp/Boxing_Toes.bvh",
    "other-bvh/bvh_matlab/milad.bvh",
    "other-bvh/makehuman/benchmark.bvh",
    "other-bvh/makehuman/tpose.bvh",
    "other-bvh/mova_pair/MS2_8Walk_M.bvh",
    "other-bvh/openperform_pn/freya_edit.bvh",
}
# pybvh always takes the root's channels as its place. Here the evidence says that they add to OFFSET.
DELTA = {
    "other-bvh/anim_utils/custom_skeleton_walk_example.bvh",
    "other-bvh/anim_utils/mh_cmu_skeleton_pose.bvh",
    "other-bvh/makehuman/benchmark.bvh",
    "other-bvh/makehuman/face-poseunits.bvh",
    "other-bvh/makehuman/walk1.bvh",
    "other-bvh/vis_utils/example.bvh",
}
UNITS = {
    "cmu-bvh/": 0.056444, "bandai-namco/": 0.01, "other-bvh/xia_style/": 0.056444, "other-bvh/makehuman/": 0.1,
    "other-bvh/mova_pair/": 0.0254, "other-bvh/pymo/": 0.0254, "other-bvh/openperform_pn/": 0.01,
    "other-bvh/games105/walk": 1.0, "other-bvh/games105/run": 1.0, "other-bvh/games105/idle": 1.0,
    "other-bvh/games105/motion": 0.01, "other-bvh/geno/": 0.01, "other-bvh/assimp/": 0.01,
    "other-bvh/bvh_toolbox/": 0.01, "other-bvh/threejs/": 0.01,
}  # fmt: skip


@cache
def motion(name):
    return registry.read(DATA / name)


@every_file
def test_units_and_size_are_plausible(name):
    m = motion(name)
    expected = next((scale for start, scale in UNITS.items() if name.startswith(start)), None)
    if expected is not None:
        assert m.provenance.unit_scale == pytest.approx(expected, rel=0.01)
    assert m.provenance.decision("units")
    if any("guess" in warning for warning in m.provenance.warnings):
        return  # no figure of a person: an alien, a pendulum
    world = posed_frames(m, sample_frames(m, 16))
    span = np.ptp(world[:, 1:], axis=1).max(axis=1)  # the root of Bandai-Namco files stays behind
    assert 0.9 < np.median(span) < 2.6


@every_file
def test_makehuman_stands_along_z_and_the_captures_along_y(name):
    if name.startswith("other-bvh/makehuman/"):
        assert motion(name).provenance.up == "z"
    if name.startswith(
        ("cmu-bvh/", "bandai-namco/", "other-bvh/xia_style/", "other-bvh/mova_pair/", "other-bvh/games105/")
    ):
        assert motion(name).provenance.up == "y"


@every_file
def test_only_one_file_has_a_warning_about_its_rows(name):
    warned = [w for w in motion(name).provenance.warnings if "units" not in w and "up" not in w.split()]
    if name.endswith("Boxing_Toes.bvh"):
        assert warned == ["the file declares 3069 frames but holds 3070 rows; all 3070 were read."]
    else:
        assert not [w for w in warned if "row" in w or "frame" in w]


@every_file
def test_position_channels_mean_what_is_known_of_the_source(name):
    m = motion(name)
    said = m.provenance.decision("position channels of joints")
    if name.endswith(("makehuman/benchmark.bvh", "makehuman/tpose.bvh")):
        assert "add to OFFSET" in said
    elif any(node.axes("position") for node in m.provenance.native.nodes[1:]):
        assert "replace OFFSET" in said
    assert (m.provenance.native.root_rule == "add") == (name in DELTA)


@pytest.mark.parametrize("name", [name for name in FILES if name not in REFUSED])  # the others: a plain walk, below
def test_world_positions_agree_with_pybvh(name):
    from pybvh import read_bvh_file

    other = read_bvh_file(DATA / name, world_up="+y")
    m = motion(name)
    frames = np.unique(np.linspace(0, m.frames - 1, min(m.frames, 60)).astype(int))
    theirs = np.stack([other.node_positions(int(f)) for f in frames])
    if name in DELTA:
        theirs = theirs + np.array(m.provenance.native.nodes[0].offset)
    expected = axes.vectors_from(m.provenance.up, theirs * m.provenance.unit_scale)
    np.testing.assert_allclose(posed_frames(m, frames), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_pybvh_refuses_is_posed_as_a_plain_walk_over_matrices_does(name):
    m = motion(name)
    record = m.provenance.native
    frames = np.unique(np.linspace(0, m.frames - 1, min(m.frames, 8)).astype(int))
    expected = np.stack([naive_pose(record, record.values[f]) for f in frames])
    expected = axes.vectors_from(m.provenance.up, expected * m.provenance.unit_scale)
    np.testing.assert_allclose(posed_frames(m, frames), expected, rtol=0, atol=1e-9)


def naive_pose(record, row):
    """One frame, channel by channel, with SciPy's rotations, in file units."""
    from scipy.spatial.transform import Rotation

    places, turns, column = [], [], 0
    for j, node in enumerate(record.nodes):
        rule = record.joint_rule if j else record.root_rule
        place, turn = np.array(node.offset), Rotation.identity()
        for channel in node.channels:
            value = row[column]
            column += 1
            if channel.kind == "position":
                place[channel.axis] = value + (node.offset[channel.axis] if rule == "add" else 0.0)
            else:
                turn = turn * Rotation.from_euler("XYZ"[channel.axis], value, degrees=True)
        if node.parent < 0:
            places.append(place)
            turns.append(turn)
        else:
            places.append(places[node.parent] + turns[node.parent].apply(place))
            turns.append(turns[node.parent] * turn)
    return np.array(places)


@every_file
def test_a_file_is_given_back_as_it_was(name, tmp_path):
    m = motion(name)
    target = tmp_path / "out.bvh"
    assert registry.write(m, target) == ()
    again = registry.read(target, ReadOptions(unit_scale=m.provenance.unit_scale, up=m.provenance.up))
    record, back = m.provenance.native, again.provenance.native
    assert back.nodes == record.nodes
    assert back.frame_time_text == record.frame_time_text
    np.testing.assert_array_equal(back.values, record.values)
    np.testing.assert_array_equal(again.rotations, m.rotations)
    np.testing.assert_array_equal(again.root_positions, m.root_positions)
    assert registry.encode(again, target).files[target] == target.read_bytes()


def test_the_mova_pair_is_one_motion_in_two_layouts():
    six, three = motion("other-bvh/mova_pair/MS2_8Walk_M.bvh"), motion("other-bvh/mova_pair/MS2_8Walk_M_nopos.bvh")
    frames = np.arange(0, six.frames, 100)
    np.testing.assert_allclose(posed_frames(six, frames), posed_frames(three, frames), rtol=0, atol=2e-4)


def test_reading_takes_less_than_six_times_the_arrays():
    import tracemalloc

    path = DATA / "cmu-bvh/01_01.bvh"
    registry.read(path)
    tracemalloc.start()
    m = registry.read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * (m.rotations.nbytes + m.root_positions.nbytes + m.skeleton.offsets.nbytes)
