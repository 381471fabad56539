"""What a skeleton in glTF amounts to, against pygltflib with plain matrices."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.gltf_files import add, animate, chain, glb, save
from support.gltf_oracle import Oracle

from supple.core.pose import posed_frames
from supple.io.options import ReadOptions
from supple.io.registry import read

QUARTER = np.float32([[0, 0, 0, 1], [0, 0, np.sqrt(0.5), np.sqrt(0.5)]])
SINGLE = {"rtol": 0.0, "atol": 1e-6}  # 32-bit keys on a figure of about a metre


def positions(motion):
    return posed_frames(motion, slice(None))


def agrees(path, motion, animation=0):
    times = np.arange(motion.frames) * motion.frame_time
    expected = Oracle(path).positions(motion.skeleton.names, animation, times)
    assert_allclose(positions(motion), expected, **SINGLE)


def turning(document=None, node=1):
    return animate(document or chain(), node, "rotation", [0.0, 0.1, 0.2], np.concatenate([QUARTER, QUARTER[:1]]))


def test_a_chain_that_turns(tmp_path):
    path = save(turning(), tmp_path / "chain.gltf")
    motion = read(path)
    assert motion.frames == 3
    assert motion.frame_time == pytest.approx(0.1)
    assert motion.skeleton.names == ("joint0", "joint1", "joint2")
    agrees(path, motion)


def test_a_glb_and_a_neighbouring_file_are_read_alike(tmp_path):
    document = turning()
    (tmp_path / "a b.bin").write_bytes(QUARTER.tobytes() + QUARTER[:1].tobytes())
    document["buffers"][1]["uri"] = "a%20b.bin"
    beside = read(save(document, tmp_path / "beside.gltf"))
    times = np.float32([0, 0.1, 0.2]).tobytes()
    document["buffers"] = [{"byteLength": 60}]
    document["bufferViews"] = [
        {"buffer": 0, "byteLength": 12}, {"buffer": 0, "byteOffset": 12, "byteLength": 48}
    ]  # fmt: skip
    (tmp_path / "one.glb").write_bytes(glb(document, times + QUARTER.tobytes() + QUARTER[:1].tobytes()))
    inside = read(tmp_path / "one.glb")
    assert_allclose(positions(inside), positions(beside), rtol=0, atol=0)


@pytest.mark.parametrize("kind", [np.int8, np.int16])
def test_rotations_may_be_small_integers(kind, tmp_path):
    top = np.iinfo(kind).max
    values = np.round(np.concatenate([QUARTER, QUARTER[:1]]) * top).astype(kind)
    document = animate(chain(), 1, "rotation", [0.0, 0.1, 0.2], values, normalized=True)
    motion = read(save(document, tmp_path / "small.gltf"))
    expected = positions(read(save(turning(), tmp_path / "float.gltf")))
    assert_allclose(positions(motion), expected, rtol=0, atol=0.5 / top)


def test_strided_and_sparse_arrays(tmp_path):
    document = turning()
    rows = np.zeros((3, 6), np.float32)  # each rotation is followed by eight bytes of something else
    rows[:, 3] = 1.0
    rows[:, 4:] = 99.0
    add(document, np.frombuffer(rows.tobytes(), np.uint8))
    document["bufferViews"][-1]["byteStride"] = 24
    index, values = add(document, np.array([1], np.uint8)), add(document, QUARTER[1:])
    document["accessors"][1] |= {
        "bufferView": 2,
        "sparse": {
            "count": 1,
            "indices": {"bufferView": index, "componentType": 5121},
            "values": {"bufferView": values},
        },
    }
    motion = read(save(document, tmp_path / "odd.gltf"))
    expected = positions(read(save(turning(), tmp_path / "plain.gltf")))
    assert_allclose(positions(motion), expected, rtol=0, atol=0)


def below(document, *above):
    """The document with nodes above its root."""
    first = len(document["nodes"])
    for k, node in enumerate(above):
        document["nodes"].append(
            {"name": f"above{k}", "children": [first + k + 1 if k + 1 < len(above) else 0], **node}
        )
    return document


def test_what_is_above_the_root_is_folded_into_it(tmp_path):
    turned = {"matrix": [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 3, 2, 1, 1]}
    document = below(
        turning(), turned, {"scale": [0.5] * 3, "translation": [1.0, 0.0, 0.0]}, {"rotation": [0.6, 0.0, 0.0, 0.8]}
    )
    path = save(document, tmp_path / "above.gltf")
    motion = read(path)
    assert motion.skeleton.names == ("joint0", "joint1", "joint2")
    assert_allclose(motion.skeleton.offsets[1], [0.0, 0.2, 0.0], **SINGLE)
    assert "scale" in dict(motion.provenance.decisions)
    agrees(path, motion)


def test_an_ancestor_may_move(tmp_path):
    document = below(turning(), {"scale": [2.0] * 3})
    animate(document, 3, "translation", [0.0, 0.1, 0.2], [[0, 0, 0], [1, 0, 0], [2, 0, 1]])
    animate(document, 3, "rotation", [0.0, 0.1, 0.2], np.concatenate([QUARTER[1:], QUARTER]))
    path = save(document, tmp_path / "cart.gltf")
    motion = read(path)
    assert motion.offsets is None
    agrees(path, motion)


@pytest.mark.parametrize("scale", [[1.0, 2.0, 0.5], [-1.0, 1.0, 1.0]])
def test_uneven_scale_keeps_the_joints_in_place(scale, tmp_path):
    document = turning(chain(4))
    document["nodes"][1]["scale"] = scale
    document["nodes"][2]["rotation"] = [0.6, 0.0, 0.0, 0.8]
    path = save(document, tmp_path / "uneven.gltf")
    motion = read(path)
    assert any("differently by direction" in w for w in motion.provenance.warnings)
    agrees(path, motion)


def test_scale_over_time_stretches_the_bones(tmp_path):
    document = animate(turning(), 1, "scale", [0.0, 0.1, 0.2], [[1, 1, 1], [2, 2, 2], [1, 1, 1]])
    path = save(document, tmp_path / "grow.gltf")
    motion = read(path)
    assert any("change their scale" in w for w in motion.provenance.warnings)
    assert motion.offsets is not None
    agrees(path, motion)


def test_joints_that_slide_have_offsets_in_every_frame(tmp_path):
    path = save(
        animate(turning(), 2, "translation", [0.0, 0.1, 0.2], [[0, 0.4, 0], [0, 0.5, 0], [0, 0.4, 0]]),
        tmp_path / "s.gltf",
    )
    motion = read(path)
    assert motion.offsets is not None
    agrees(path, motion)


def test_a_bone_of_one_other_length_keeps_it(tmp_path):
    path = save(animate(turning(), 2, "translation", [0.0, 0.2], [[0, 0.5, 0]] * 2), tmp_path / "longer.gltf")
    motion = read(path)
    assert motion.offsets is None
    assert_allclose(motion.skeleton.offsets[2], [0, 0.5, 0], **SINGLE)
    agrees(path, motion)


def test_rounding_of_keys_is_no_sliding(tmp_path):
    path = save(
        animate(turning(), 2, "translation", [0.0, 0.2], [[0, 0.4, 0], [0, 0.4 + 1e-7, 0]]), tmp_path / "s.gltf"
    )
    assert read(path).offsets is None


def test_a_skin_without_a_clip_is_a_rest_pose(tmp_path):
    motion = read(save(chain(), tmp_path / "still.gltf"))
    assert (motion.frames, motion.rest_rows) == (1, 1)
    assert_allclose(positions(motion)[0, :, 1], [0.4, 0.8, 1.2], **SINGLE)


def test_nodes_between_joints_are_kept_and_others_left_out(tmp_path):
    document = chain(4)
    document["nodes"][3]["children"] = [4]
    document["nodes"].append({"name": "hat"})
    document["skins"] = [{"joints": [3, 0, 1]}]  # joint2 is between
    assert read(save(document, tmp_path / "gap.gltf")).skeleton.names == ("joint0", "joint1", "joint2", "joint3")


def test_joints_stand_depth_first_whatever_the_order_of_nodes(tmp_path):
    nodes = [{"name": "tip"}, {"name": "arm", "children": [3]}, {"name": "root", "children": [4, 1]}, {"name": "hand"},
             {"name": "leg", "children": [0]}]  # fmt: skip
    motion = read(save(chain(nodes=nodes, skins=[{"joints": [0, 1, 2, 3, 4]}]), tmp_path / "mixed.gltf"))
    assert motion.skeleton.names == ("root", "leg", "tip", "arm", "hand")


def test_joints_without_a_common_node_get_a_root(tmp_path):
    document = chain(nodes=[{"name": "a"}, {"name": "b", "translation": [1, 0, 0]}], skins=[{"joints": [0, 1]}])
    assert read(save(document, tmp_path / "two.gltf")).skeleton.names == ("root", "a", "b")


def test_names_are_made_unique_and_never_empty(tmp_path):
    document = chain(nodes=[{"children": [1, 2]}, {"name": "x"}, {"name": "x"}], skins=[{"joints": [0, 1, 2]}])
    motion = read(save(document, tmp_path / "names.gltf"))
    assert motion.skeleton.names == ("node_0", "x", "x_2")
    assert any("more than once" in w for w in motion.provenance.warnings)


def test_figures_and_clips_are_chosen_by_number(tmp_path):
    document = chain(6)
    del document["nodes"][2]["children"]
    document["skins"] = [
        {"joints": [0, 1, 2], "name": "Ann"},
        {"joints": [3, 4, 5], "name": "Bob"},
        {"joints": [1], "name": "hat"},
    ]
    turning(document, 1)
    animate(document, 4, "rotation", [0.0, 0.1], QUARTER, clip=1)
    animate(document, 4, "rotation", [0.0, 0.1, 0.2, 0.3], np.repeat(QUARTER, 2, axis=0), clip=2)
    path = save(document, tmp_path / "crowd.gltf")
    found = [read(path, ReadOptions(figure=k)) for k in range(3)]
    assert [m.skeleton.names[0] for m in found] == ["joint0", "joint3", "joint3"]
    assert [m.frames for m in found] == [3, 2, 4]
    assert any("'Bob', clip 'clip2'" in w for w in found[0].provenance.warnings)


def test_tips_are_end_sites_where_their_name_says_so(tmp_path):
    document = chain(3)
    document["nodes"][2]["name"] = "Head_end"
    assert read(save(document, tmp_path / "tip.gltf")).skeleton.end_sites.tolist() == [False, False, True]
    assert not read(save(turning(document, 2), tmp_path / "moved.gltf")).skeleton.end_sites.any()


def test_a_clip_before_zero_is_read_and_said(tmp_path):
    motion = read(save(animate(chain(), 1, "rotation", [-0.1, 0.0], QUARTER), tmp_path / "early.gltf"))
    assert motion.frames == 2
    assert any("before zero" in w for w in motion.provenance.warnings)


def test_units_and_up_can_be_told(tmp_path):
    path = save(turning(), tmp_path / "cm.gltf")
    told = read(path, ReadOptions(unit_scale=0.01, up="z"))
    assert (told.provenance.unit_scale, told.provenance.up) == (0.01, "z")
    expected = positions(read(path))[..., [0, 2, 1]] * np.array([0.01, 0.01, -0.01])
    assert_allclose(positions(told), expected, **SINGLE)


@pytest.mark.parametrize(
    "extras",
    [{"supple": 5}, {"supple": {"frame_time": -1}}, {"supple": {"frame_time": "x"}}, {"supple": {"up": "w"}},
     {"supple": {"rest_rows": -3}}, {"supple": {"unit_scale": 0}}],
)  # fmt: skip
def test_wrong_extras_are_left_out_with_a_word(extras, tmp_path):
    document = turning()
    document["asset"]["extras"] = extras
    motion = read(save(document, tmp_path / "extras.gltf"))
    assert motion.frame_time == pytest.approx(0.1)
    assert any("extras" in w for w in motion.provenance.warnings)


@pytest.mark.parametrize(
    "record", [{"freedom": {"kind": "hinge", "axes": [[0, 0, 9]]}}, {"freedom": {"kind": "ball", "axes": [[0, 0, 1]]}},
               {"end_site": True}, {"freedom": {"kind": "hinge", "axes": [[0, 0, 1]], "limits": [[2, 1]]}}]
)  # fmt: skip
def test_joint_extras_that_make_no_sense_are_left_out(record, tmp_path):
    document = turning()
    document["nodes"][0]["extras"] = {"supple": record}
    skeleton = read(save(document, tmp_path / "extras.gltf")).skeleton
    assert skeleton.freedoms[0].kind == "ball"
    assert not skeleton.end_sites.any()


def test_extras_of_others_are_no_matter(tmp_path):
    document = turning()
    document["asset"]["extras"] = {"title": "A walk", "deep": [[[{"a": 1}]]]}
    document["nodes"][0]["extras"] = "anything"
    assert read(save(document, tmp_path / "others.gltf")).provenance.warnings == ()


def test_a_json_file_called_glb_is_read_by_what_it_is(tmp_path):
    path = tmp_path / "text.glb"
    path.write_text(json.dumps(turning()))
    assert read(path).frames == 3
