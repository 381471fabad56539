"""FBX: the joints are where ufbx's own baked transforms and Autodesk's formula put them."""

from dataclasses import replace

import numpy as np
import pytest
from support.fbx_figures import figure_file, figure_nodes, take, wobble
from support.fbx_files import FbxFile, FbxTake
from support.fbx_oracle import baked_positions

from supple.core.motion import rest_pose
from supple.core.pose import world_pose
from supple.errors import FileError
from supple.io import registry
from supple.io.options import ReadOptions

BAR = 1e-4  # [m]
SINGLE = 1e-6  # [m] the keys of FBX are 32-bit numbers
TO_Y_UP = {"z": np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]), "y": np.eye(3)}


def saved(tmp_path, file: FbxFile, name: str = "a.fbx"):
    path = tmp_path / name
    path.write_bytes(file.text())
    return path


def places(motion):
    world = world_pose(motion).positions
    return {name: world[:, j] for j, name in enumerate(motion.skeleton.names)}


def truth(file: FbxFile, take_name: str | None, name: str, frames: int = 12) -> np.ndarray:
    """(F, 3) in the file's units and axes."""
    return np.array([file.world(take_name, k)[name][:3, 3] for k in range(frames)])


def assert_places(motion, file, scale=0.01, turn=TO_Y_UP["y"], take_name="Walk"):
    for name, found in places(motion).items():
        expected = truth(file, take_name, name, motion.frames) @ turn.T * scale
        np.testing.assert_allclose(found, expected, rtol=0, atol=SINGLE * max(scale / 0.01, 1.0), err_msg=name)


def test_a_figure_is_where_the_formula_and_the_baked_transforms_put_it(tmp_path):
    file = figure_file()
    path = saved(tmp_path, file)
    motion = registry.read(path)
    assert motion.skeleton.names[0] == "Hips"  # the null above is folded into the root
    assert (motion.frames, motion.fps) == (12, pytest.approx(30.0))
    assert motion.offsets is None
    assert_places(motion, file)
    baked = baked_positions(path, 0, [k / 30 for k in range(12)])
    for name, found in places(motion).items():
        np.testing.assert_allclose(found, baked[name] * 0.01, rtol=0, atol=BAR)


def test_the_rest_pose_is_the_scene_without_a_take(tmp_path):
    file = figure_file()
    motion = registry.read(saved(tmp_path, file))
    for name, found in places(rest_pose(motion.skeleton)).items():
        np.testing.assert_allclose(found[0], truth(file, None, name, 1)[0] * 0.01, rtol=0, atol=1e-9)


def test_a_bind_pose_is_the_rest_pose(tmp_path):
    """Bones keep their length, whatever the bind pose; a joint that it lacks goes with its parent."""
    file = figure_file()
    straight = replace(file, nodes=[replace(n, r=(0, 0, 0), pre=(0, 0, 0), post=(0, 0, 0)) for n in file.nodes])
    bind = {name: m for name, m in straight.world(None, 0).items() if name != "Head_end"}
    motion = registry.read(saved(tmp_path, replace(file, bind=bind)))
    assert motion.provenance.decision("rest pose") == "the bind pose"
    at_rest = places(rest_pose(motion.skeleton))
    for name, matrix in bind.items():
        if name in at_rest:
            np.testing.assert_allclose(at_rest[name][0], matrix[:3, 3] * 0.01, rtol=0, atol=1e-9)
    assert_places(motion, file)


def test_tips_of_bones_are_end_sites(tmp_path):
    motion = registry.read(saved(tmp_path, figure_file()))
    ends = [name for name, end in zip(motion.skeleton.names, motion.skeleton.end_sites, strict=True) if end]
    assert ends == ["Head_end"]


@pytest.mark.parametrize(("unit_cm", "metres"), [(1.0, 0.01), (100.0, 1.0), (2.54, 0.0254), (0.1, 0.001)])
def test_units_are_those_that_the_file_states(tmp_path, unit_cm, metres):
    file = figure_file(unit_cm=unit_cm)
    motion = registry.read(saved(tmp_path, file))
    assert motion.provenance.unit_scale == pytest.approx(metres)
    assert_places(motion, file, scale=metres)


def test_a_figure_of_impossible_size_is_doubted(tmp_path):
    warnings = registry.read(saved(tmp_path, figure_file(unit_cm=100.0))).provenance.warnings
    assert any("the file says m" in words and "--input-units" in words for words in warnings)


def test_z_up_is_turned_and_remembered(tmp_path):
    file = figure_file(up="z", front="-y")
    motion = registry.read(saved(tmp_path, file))
    assert motion.provenance.up == "z"
    assert_places(motion, file, turn=TO_Y_UP["z"])


def test_axes_that_look_elsewhere_are_turned_to_the_front(tmp_path):
    file = figure_file(right="-x", front="-z")
    turn = np.diag([-1.0, 1.0, -1.0])
    motion = registry.read(saved(tmp_path, file))
    assert_places(motion, file, turn=turn)
    assert "-x to the right" in motion.provenance.decision("up")


def test_left_handed_axes_are_mirrored_and_said(tmp_path):
    file = figure_file(front="-z")
    motion = registry.read(saved(tmp_path, file))
    assert_places(motion, file, turn=np.diag([1.0, 1.0, -1.0]))
    assert any("left-handed" in words for words in motion.provenance.warnings)


def test_the_persons_word_on_units_and_axes_wins(tmp_path):
    file = figure_file()
    motion = registry.read(saved(tmp_path, file), ReadOptions(unit_scale=0.02, up="z"))
    assert_places(motion, file, scale=0.02, turn=TO_Y_UP["z"])


def two_takes():
    nodes = [replace(n, keys={**n.keys}) for n in figure_nodes()]
    nodes[1].keys["Sit", "T"] = wobble(20, 5, 3.0, (0, 50, 0))
    return FbxFile(nodes, [take("Walk"), take("Sit", 5), take("Nothing")])


def test_takes_are_chosen_by_number(tmp_path):
    path = saved(tmp_path, two_takes())
    walk, sit = registry.read(path), registry.read(path, ReadOptions(figure=1))
    assert (walk.frames, sit.frames) == (12, 5)
    assert_places(sit, two_takes(), take_name="Sit")
    assert "take 'Sit'" in walk.provenance.warnings[0]
    with pytest.raises(FileError, match=r"no figure 2; the file has 2.*'Walk'.*'Sit'"):
        registry.read(path, ReadOptions(figure=2))


def test_a_figure_without_a_take_is_read_at_rest(tmp_path):
    motion = registry.read(saved(tmp_path, FbxFile(figure_nodes())))
    assert (motion.frames, motion.rest_rows) == (1, 1)


def test_two_people_are_two_figures_the_larger_first(tmp_path):
    small = [replace(n, name=f"B_{n.name}", parent=n.parent and f"B_{n.parent}") for n in figure_nodes()[:4]]
    path = saved(tmp_path, figure_file(nodes=[*small, *figure_nodes()]))
    assert registry.read(path).skeleton.names[0] == "Hips"
    assert registry.read(path, ReadOptions(figure=1)).skeleton.names == ("B_Hips", "B_Spine", "B_Head")


def test_nulls_between_bones_are_joints(tmp_path):
    """Hips that were exported as a null hold the bones together; a null in an arm is part of the chain."""
    nodes = figure_nodes()
    nodes[1], nodes[2] = replace(nodes[1], kind="Null"), replace(nodes[2], kind="Null")
    file = figure_file(nodes=nodes)
    motion = registry.read(saved(tmp_path, file))
    assert motion.skeleton.names[:2] == ("Hips", "Spine")
    assert_places(motion, file)


def test_a_null_root_that_travels_moves_the_figure(tmp_path):
    nodes = figure_nodes()
    nodes[0].keys["Walk", "T"] = wobble(30, 12, 100.0)
    nodes[0].keys["Walk", "R"] = wobble(31, 12, 90.0)
    file = figure_file(nodes=nodes)
    assert_places(registry.read(saved(tmp_path, file)), file)


def test_joints_that_move_in_their_parents_have_offsets(tmp_path):
    nodes = figure_nodes()
    nodes[3].keys["Walk", "T"] = wobble(40, 12, 4.0, (3, 30, 0))
    file = figure_file(nodes=nodes)
    motion = registry.read(saved(tmp_path, file))
    assert motion.offsets is not None
    head, spine = motion.skeleton.index("Head"), motion.skeleton.index("Spine")
    np.testing.assert_array_equal(motion.offsets[:, spine], np.tile(motion.skeleton.offsets[spine], (12, 1)))
    assert np.ptp(motion.offsets[:, head], axis=0).max() > 0.01
    assert_places(motion, file)


def test_scale_of_a_null_sizes_the_figure(tmp_path):
    """As Blender writes it: everything below a null of scale 100."""
    nodes = figure_nodes()
    nodes[0] = replace(nodes[0], s=(100.0, 100.0, 100.0), r=(-90, 0, 0))
    file = figure_file(nodes=nodes, unit_cm=0.01)
    motion = registry.read(saved(tmp_path, file))
    assert motion.offsets is None
    assert_places(motion, file, scale=1e-4)
    assert "folded" in motion.provenance.decision("scale")


def test_scale_over_time_becomes_length_and_is_said(tmp_path):
    nodes = figure_nodes()
    nodes[2].keys["Walk", "S"] = wobble(50, 12, 0.2, (1, 1, 1))
    file = figure_file(nodes=nodes)
    motion = registry.read(saved(tmp_path, file))
    assert_places(motion, file)
    assert any("scale over time" in words for words in motion.provenance.warnings)


@pytest.mark.parametrize("inherit", [0, 1, 2])
def test_every_way_to_inherit_scale_is_as_ufbx_evaluates_it(tmp_path, inherit):
    nodes = [replace(n, inherit=inherit) for n in figure_nodes()]
    nodes[2] = replace(nodes[2], s=(1.5, 1.5, 1.5))
    motion = registry.read(saved(tmp_path, figure_file(nodes=nodes)))
    stretch = np.linalg.norm(places(motion)["Head"][0] - places(motion)["Spine"][0]) / np.hypot(0.03, 0.3)
    assert stretch == pytest.approx(1.5)  # the bone of the scaled node, in all of them
    tip = np.linalg.norm(places(motion)["Head_end"][0] - places(motion)["Head"][0]) / 0.18
    assert tip == pytest.approx(1.0 if inherit == 2 else 1.5)


@pytest.mark.parametrize(
    ("mode", "custom", "rate"), [(6, -1, 30.0), (11, -1, 24.0), (3, -1, 60.0), (1, -1, 120.0), (14, 23.976, 23.976)]
)
def test_frames_are_at_the_files_rate(tmp_path, mode, custom, rate):
    file = figure_file(time_mode=mode, rate=custom, takes=[take("Walk", rate=rate)])
    motion = registry.read(saved(tmp_path, file))
    assert motion.frames == 12
    assert motion.fps == pytest.approx(rate, rel=1e-9)
    assert_places(motion, file)


def test_a_capture_denser_than_the_files_rate_keeps_its_frames(tmp_path):
    file = figure_file(takes=[take("Walk", rate=120.0)])
    motion = registry.read(saved(tmp_path, file))
    assert motion.fps == pytest.approx(120.0)
    assert_places(motion, file)


def test_keys_between_the_frames_are_said(tmp_path):
    file = figure_file(takes=[FbxTake("Walk", [k * 0.0713 for k in range(12)])])
    motion = registry.read(saved(tmp_path, file))
    assert motion.fps == pytest.approx(30.0)
    assert any("between the frames" in words for words in motion.provenance.warnings)


def test_the_span_of_a_take_counts_and_keys_outside_are_said(tmp_path):
    file = figure_file(takes=[take("Walk", span=(3 / 30, 8 / 30))])
    motion = registry.read(saved(tmp_path, file))
    assert motion.frames == 6
    np.testing.assert_allclose(places(motion)["Hips"], truth(file, "Walk", "Hips")[3:9] * 0.01, rtol=0, atol=SINGLE)
    assert any("its keys reach" in words for words in motion.provenance.warnings)


def test_a_take_without_a_span_has_that_of_its_keys(tmp_path):
    assert registry.read(saved(tmp_path, figure_file(takes=[take("Walk", span=(0.0, 0.0))]))).frames == 12


def test_what_is_no_motion_is_named(tmp_path):
    extra = (
        '\tNodeAttribute: 70000, "NodeAttribute::", "Camera" {\n\t}\n\tModel: 70001, "Model::Cam", "Camera" {\n\t}\n'
    )
    extra += '\tConstraint: 70002, "Constraint::Aim", "Aim" {\n\t\tType: "Aim"\n\t}\n'
    links = '\tC: "OO",70000,70001\n\tC: "OO",70001,0\n'
    warnings = registry.read(saved(tmp_path, figure_file(extra=extra, extra_links=links))).provenance.warnings
    assert any("1 camera" in words for words in warnings)
    assert any("baked" in words for words in warnings)


def test_names_that_occur_twice_are_numbered(tmp_path):
    text = figure_file().text().replace(b"Model::RightFoot", b"Model::LeftFoot")
    (tmp_path / "a.fbx").write_bytes(text)
    motion = registry.read(tmp_path / "a.fbx")
    assert "LeftFoot_2" in motion.skeleton.names


def test_fbx_is_read_only(tmp_path):
    motion = registry.read(saved(tmp_path, figure_file()))
    with pytest.raises(FileError, match="read but not written"):
        registry.write(motion, tmp_path / "b.fbx")
