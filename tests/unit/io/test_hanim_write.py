"""Writing X3D: what comes back, and what other software makes of it."""

import contextlib
import io
import re
import warnings
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from support.hanim_oracle import Oracle
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.freedom import Freedom, about
from supple.core.motion import Motion, rest_pose
from supple.core.pose import posed_frames
from supple.io.hanim.reader import read
from supple.io.hanim.writer import encode
from supple.io.options import ReadOptions, WriteOptions
from supple.io.registry import format_of

CLOSE = {"rtol": 0.0, "atol": 1e-8}  # ten significant digits, added up along a body


def write(motion, path, **options):
    encoded = encode(motion, path, WriteOptions(**options))
    path.write_bytes(encoded.files[path])
    return encoded


def again(motion, tmp_path, **options):
    write(motion, tmp_path / "out.x3d", **options)
    return read(tmp_path / "out.x3d", ReadOptions())


def turned_rest(motion, seed=3):
    """The same poses on a skeleton whose rest pose is twisted, as glTF files have it."""
    skeleton = motion.skeleton
    twist = quaternions.normalized(np.random.default_rng(seed).normal(size=(len(skeleton), 4)))
    return replace(
        motion,
        skeleton=replace(skeleton, rest_rotations=twist),
        rotations=quaternions.multiply(twist, motion.rotations),
    )


MOTIONS = {
    "walk": smooth_motion(human_skeleton(), 40),
    "stretching": smooth_motion(human_skeleton(), 20, stretch=True),
    "one frame": smooth_motion(human_skeleton(), 1),
    "one stretched frame": smooth_motion(human_skeleton(), 1, stretch=True),
    "rest pose": rest_pose(human_skeleton()),
    "two rest rows": replace(smooth_motion(human_skeleton(), 5), rest_rows=2, frame_time=0.0083333),
    "standing still": Motion(
        human_skeleton(),
        np.tile(human_skeleton().offsets[0], (7, 1)),
        quaternions.identity(7, len(human_skeleton())),
        0.02,
    ),
}


@pytest.mark.parametrize("name", MOTIONS)
def test_a_motion_comes_back(tmp_path, name):
    motion = MOTIONS[name]
    back = again(motion, tmp_path)
    assert back.skeleton.names == motion.skeleton.names
    np.testing.assert_array_equal(back.skeleton.end_sites, motion.skeleton.end_sites)
    np.testing.assert_array_equal(back.skeleton.parents, motion.skeleton.parents)
    assert (back.frame_time, back.frames, back.rest_rows) == (motion.frame_time, motion.frames, motion.rest_rows)
    np.testing.assert_allclose(posed_frames(back, slice(None)), posed_frames(motion, slice(None)), **CLOSE)
    degrees = np.degrees(
        2.0
        * np.linalg.norm(
            quaternions.multiply(quaternions.conjugate(back.rotations), motion.rotations)[..., 1:], axis=-1
        )
    )
    assert degrees.max() < 1e-6


@pytest.mark.parametrize("stretch", [False, True])
def test_a_turned_rest_pose_keeps_the_world_positions(tmp_path, stretch):
    motion = turned_rest(smooth_motion(human_skeleton(), 10, stretch=stretch))
    back = again(motion, tmp_path)
    np.testing.assert_allclose(posed_frames(back, slice(None)), posed_frames(motion, slice(None)), **CLOSE)
    np.testing.assert_array_equal(back.skeleton.rest_rotations, quaternions.identity(len(back.skeleton)))
    assert any("turned rest pose" in note for note in encode(motion, tmp_path / "o.x3d", WriteOptions()).notes)


def test_nothing_is_noted_when_nothing_is_lost(tmp_path):
    assert encode(MOTIONS["walk"], tmp_path / "o.x3d", WriteOptions()).notes == ()


def test_an_independent_computation_sees_the_same_motion(tmp_path):
    motion = turned_rest(MOTIONS["stretching"])
    write(motion, tmp_path / "out.x3d")
    oracle = Oracle(tmp_path / "out.x3d", "clock")
    positions = posed_frames(motion, slice(None))
    for frame in (0, 9, 19):
        seconds = frame * motion.frame_time
        np.testing.assert_allclose(
            positions[frame, ~motion.skeleton.end_sites], oracle.joint_positions(seconds), **CLOSE
        )
        np.testing.assert_allclose(
            positions[frame, motion.skeleton.index("Head_end")], oracle.site_position("Head_end", seconds), **CLOSE
        )


@pytest.mark.parametrize("options", [{"unit_scale": 0.01}, {"unit_scale": 0.0254}])
def test_another_unit_is_stated_as_the_humanoid_s_scale(tmp_path, options):
    back = again(MOTIONS["walk"], tmp_path, **options)
    np.testing.assert_allclose(posed_frames(back, [5]), posed_frames(MOTIONS["walk"], [5]), **CLOSE)
    centers = [j.get("center") for j in ET.parse(tmp_path / "out.x3d").iter("HAnimJoint") if j.get("center")]
    assert float(centers[0].split()[1]) == pytest.approx(0.93 / options["unit_scale"])


def test_another_up_axis_is_written_and_said(tmp_path):
    path = tmp_path / "z.x3d"
    assert any("z up" in note for note in write(MOTIONS["walk"], path, up="z").notes)
    back = read(path, ReadOptions(up="z"))
    np.testing.assert_allclose(posed_frames(back, [5]), posed_frames(MOTIONS["walk"], [5]), **CLOSE)
    remembered = again(back, tmp_path)
    assert remembered.provenance.up == "z"
    np.testing.assert_allclose(posed_frames(remembered, [5]), posed_frames(back, [5]), **CLOSE)


def test_the_same_bytes_twice(tmp_path):
    path = tmp_path / "a.x3d"
    assert encode(MOTIONS["walk"], path, WriteOptions()).files == encode(MOTIONS["walk"], path, WriteOptions()).files


LIMITED = {
    "ball": Freedom("ball", np.eye(3), [[-1, 2], [-0.5, 0.5], [0, np.inf]]),
    "hinge": about(np.array([[1.0, 0, 0]]), np.array([[0.0, 2.4]])),
    "universal, swapped": about(np.array([[0, 0, 1.0], [1.0, 0, 0]]), np.array([[-1, 1], [-0.2, 0.3]])),
    "slanted hinge": about(np.array([[0.6, 0.8, 0.0]]), np.array([[-0.1, 1.0]])),
    "zyx": Freedom("ball", np.eye(3)[::-1], [[-1, 1], [-2, 2], [-0.3, 0.3]]),
}


@pytest.mark.parametrize("name", LIMITED)
@pytest.mark.parametrize("turned", [False, True])
def test_limits_are_kept_about_their_own_axes(tmp_path, name, turned):
    motion = MOTIONS["walk"]
    freedoms = list(motion.skeleton.freedoms)
    freedoms[2] = LIMITED[name]
    motion = replace(motion, skeleton=replace(motion.skeleton, freedoms=tuple(freedoms)))
    motion = turned_rest(motion) if turned else motion
    back = again(motion, tmp_path).skeleton.freedoms[2]
    world = quaternions.identity()
    for joint in (0, 1, 2):
        world = quaternions.multiply(world, motion.skeleton.rest_rotations[joint])
    found = [(axis, limits) for axis, limits in zip(back.axes, back.limits, strict=True) if limits.any()]
    assert len(found) == len(LIMITED[name].axes)
    for axis, limits in zip(quaternions.rotate(world, LIMITED[name].axes), LIMITED[name].limits, strict=True):
        near = max(found, key=lambda pair: pair[0] @ axis)
        np.testing.assert_allclose(near[0], axis, **CLOSE)
        np.testing.assert_allclose(near[1], limits, **CLOSE)


def test_names_of_any_kind_survive(tmp_path):
    names = ["Hips", "mixamorig:Left<Leg>", "a b", "quote\"s'", "Ünïcode", "tab\there", "a.b", "a-b", "1st"]
    skeleton = human_skeleton()
    renamed = replace(skeleton, names=(*names, *skeleton.names[len(names) :]))
    back = again(rest_pose(renamed), tmp_path)
    assert back.skeleton.names == renamed.names
    defs = [e.get("DEF") for e in ET.parse(tmp_path / "out.x3d").iter() if e.get("DEF")]
    assert len(set(defs)) == len(defs)
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) for name in defs)


def test_what_xml_forbids_is_replaced_and_said(tmp_path):
    skeleton = human_skeleton()
    bell = replace(skeleton, names=("Hips\a", *skeleton.names[1:]))
    assert any("XML forbids" in note for note in encode(rest_pose(bell), tmp_path / "o.x3d", WriteOptions()).notes)
    assert again(rest_pose(bell), tmp_path).skeleton.names[0] == "Hips_"


def test_the_humanoid_s_own_words_come_back(tmp_path):
    text = (
        "<X3D><head><meta name='creator' content='Someone &amp; Co'/></head><Scene>"
        "<HAnimHumanoid DEF='Joe_Human' name='Joe' loa='1' version='2.0' info='\"age=5\"' scale='0.5 0.5 0.5'>"
        "<HAnimJoint DEF='Joe_root' name='root' containerField='skeleton' center='0 2 0' stiffness='0.1 0.2 1'/>"
        "</HAnimHumanoid></Scene></X3D>"
    )
    (tmp_path / "joe.x3d").write_text(text)
    motion = read(tmp_path / "joe.x3d", ReadOptions())
    write(motion, tmp_path / "out.x3d")
    tree = ET.parse(tmp_path / "out.x3d").getroot()
    humanoid, joint = next(tree.iter("HAnimHumanoid")), next(tree.iter("HAnimJoint"))
    kept = {name: humanoid.get(name) for name in ("DEF", "name", "loa", "version", "info", "scale")}
    assert kept == {
        "DEF": "Joe_Human",
        "name": "Joe",
        "loa": "1",
        "version": "2.0",
        "info": '"age=5"',
        "scale": "0.5 0.5 0.5",
    }
    assert (joint.get("DEF"), joint.get("center"), joint.get("stiffness")) == ("Joe_root", "0 2 0", "0.1 0.2 1")
    assert ("creator", "Someone & Co") in [(m.get("name"), m.get("content")) for m in tree.iter("meta")]


def test_the_suffix_leads_here():
    from pathlib import Path

    assert format_of(Path("walk.X3D")).name == "hanim"


def test_the_x3d_package_accepts_every_node(tmp_path):
    """Web3D's own Python classes check names and types of all fields."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package = pytest.importorskip("x3d.x3d")
        motion = MOTIONS["stretching"]
        freedoms = (LIMITED["slanted hinge"], *motion.skeleton.freedoms[1:])
        write(
            replace(motion, skeleton=replace(motion.skeleton, freedoms=freedoms)), tmp_path / "out.x3d", unit_scale=0.01
        )
        scene = next(ET.parse(tmp_path / "out.x3d").iter("Scene"))
        for element in scene.iter():
            if element.tag != "Scene":
                _built(package, element)


def _built(package, element):
    kind = getattr(package, element.tag)
    types = {name: field_type for name, _, field_type, *_ in kind.FIELD_DECLARATIONS()}
    values = {}
    for name, text in element.attrib.items():
        if name != "containerField":
            values[name] = _typed(types[name].__name__, text)
    return kind(**values)


def _typed(kind, text):
    if kind in ("SFString", "MFString"):
        return text if kind == "SFString" else re.findall(r'"(.*?)"', text)
    if kind == "SFBool":
        return text == "true"
    numbers = [int(word) if "Int" in kind else float(word) for word in text.split()]
    if kind in ("SFFloat", "SFDouble", "SFTime", "SFInt32"):
        return numbers[0]
    width = {"SFVec3f": 3, "MFVec3f": 3, "SFRotation": 4, "MFRotation": 4, "SFColor": 3}.get(kind)
    if kind.startswith("SF"):
        return tuple(numbers)
    return numbers if width is None else [tuple(numbers[i : i + width]) for i in range(0, len(numbers), width)]
