"""Cleaning poses as they come (Kovar row 28)."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.cleaning import LEVEL, planted_flags, skating_walk, with_stiff_toes
from support.planted import waving_figure

from supple.core.contacts import Contact, Contacts, Floor
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.stream import Pose, StreamCleaner

SHORT = {"plant_window_s": 0.1, "target_window_s": 0.05, "root_window_s": 0.15, "blend_window_s": 0.2}


def waves(x, z):
    return 0.02 * np.sin(3.0 * z) + 0.0 * x


def pushed(cleaner, motion, flags):
    """All poses that come out, and how many came before the end."""
    out = []
    for f in range(motion.frames):
        offsets = None if motion.offsets is None else motion.offsets[f]
        pose = cleaner.push(Pose(motion.root_positions[f], motion.rotations[f], offsets), flags[f])
        out += [] if pose is None else [pose]
    early = len(out)
    return out + cleaner.finish(), early


def assert_same_bits(poses, motion):
    assert len(poses) == motion.frames
    assert_array_equal([p.rotations for p in poses], motion.rotations)
    assert_array_equal([p.root_position for p in poses], motion.root_positions)
    bones = motion.skeleton.offsets
    found = [bones if p.offsets is None else p.offsets for p in poses]
    assert_array_equal(found, np.broadcast_to(bones if motion.offsets is None else motion.offsets, np.shape(found)))


@pytest.mark.parametrize("floor", [None, 0.0, waves], ids=["no floor", "level", "waves"])
@pytest.mark.parametrize("windows", [{}, SHORT, dict.fromkeys(SHORT, 0.0)], ids=["default", "short", "none"])
def test_a_stream_gives_the_bits_of_the_clip(floor, windows):
    motion, contacts, limbs, _ = skating_walk(3.0)
    settings = CleanSettings(stretch=0.03, floor=floor, **windows)
    flags, limbs = planted_flags(motion, contacts, limbs)
    cleaner = StreamCleaner(motion.skeleton, limbs, fps=60.0, settings=settings)
    poses, early = pushed(cleaner, motion, flags)
    assert_same_bits(poses, clean(motion, contacts, limbs, settings).motion)
    assert early == max(0, motion.frames - cleaner.latency)


def test_a_stream_and_a_file_whose_rate_has_few_digits_are_alike():
    """Frames of 0.0166667 s, as BVH files have them, are those of a stream at 60 fps."""
    motion, contacts, limbs, _ = skating_walk(3.0)
    flags, limbs = planted_flags(motion, contacts, limbs)
    cleaner = StreamCleaner(motion.skeleton, limbs, fps=60.0, settings=CleanSettings(stretch=0.03))
    poses, _ = pushed(cleaner, motion, flags)
    file = replace(motion, frame_time=0.0166667)
    assert_same_bits(poses, clean(file, contacts, limbs, CleanSettings(stretch=0.03)).motion)


def test_feet_that_do_not_bend_do_not_rise_in_a_stream():
    """How a plant will end is not known there: a clip that is told so has the same bits."""
    motion, contacts, limbs, _ = skating_walk(3.0)
    flags, limbs = planted_flags(motion, contacts, with_stiff_toes(limbs))
    settings = CleanSettings(stretch=0.03, floor=0.0)
    poses, _ = pushed(StreamCleaner(motion.skeleton, limbs, fps=60.0, settings=settings), motion, flags)
    assert_same_bits(poses, clean(motion, contacts, limbs, replace(settings, rises=False)).motion)
    risen = clean(motion, contacts, limbs, settings).motion
    assert np.abs(risen.rotations - [p.rotations for p in poses]).max() > 0.01


def test_the_latency_is_that_of_the_four_windows():
    skeleton = skating_walk(1.0)[0].skeleton
    for fps, latency in ((30.0, 32), (60.0, 60), (120.0, 120)):
        assert StreamCleaner(skeleton, fps=fps).latency == latency
    short = CleanSettings(stretch=0.03, **SHORT)
    assert StreamCleaner(skeleton, fps=100.0, settings=short).latency == 10 + 5 + 15 + 20


def test_a_long_stream_forgets_and_goes_on():
    """Many more frames than are held at once."""
    motion, contacts, limbs, _ = skating_walk(12.0, floor=LEVEL)
    settings = CleanSettings(stretch=0.03, **SHORT)
    flags, limbs = planted_flags(motion, contacts, limbs)
    cleaner = StreamCleaner(motion.skeleton, limbs, fps=60.0, settings=settings, floor=LEVEL)
    poses, _ = pushed(cleaner, motion, flags)
    assert motion.frames > 3 * 4 * cleaner.latency
    assert_same_bits(poses, clean(motion, contacts, limbs, settings).motion)


def test_four_limbs_and_bones_that_stretch():
    motion, limbs = waving_figure(120, stretch=True)
    names = {
        "left_wrist": "LeftHand",
        "right_wrist": "RightHand",
        "left_ball": "LeftToeBase",
        "right_ball": "RightToeBase",
    }
    spans = {"left_wrist": (20, 60), "right_wrist": (30, 90), "left_ball": (0, 50), "right_ball": (70, 120)}
    contacts = Contacts(
        fps=60.0,
        contacts=tuple(
            Contact(point=point, joint=names[point], start=start, stop=stop, position_m=(0.0, 0.0, 0.0))
            for point, (start, stop) in spans.items()
        ),
    )
    settings = CleanSettings(stretch=0.03)
    flags, limbs = planted_flags(motion, contacts, limbs)
    poses, _ = pushed(StreamCleaner(motion.skeleton, limbs, fps=60.0, settings=settings), motion, flags)
    assert_same_bits(poses, clean(motion, contacts, limbs, settings).motion)


@pytest.mark.parametrize("frames", [0, 1, 5])
def test_a_stream_that_ends_before_anything_came_out(frames):
    motion, contacts, limbs, _ = skating_walk(1.0)
    cleaner = StreamCleaner(motion.skeleton, limbs, fps=60.0)
    flags, _ = planted_flags(motion, contacts, limbs)
    for f in range(frames):
        assert cleaner.push(Pose(motion.root_positions[f], motion.rotations[f]), flags[f]) is None
    assert len(cleaner.finish()) == frames
    with pytest.raises(InvalidValueError, match="finished"):
        cleaner.push(Pose(motion.root_positions[0], motion.rotations[0]))
    assert cleaner.finish() == []


def test_points_are_named():
    motion, contacts, limbs, _ = skating_walk(2.0)
    flags, limbs = planted_flags(motion, contacts, limbs)
    by_flags, _ = pushed(StreamCleaner(motion.skeleton, limbs, fps=60.0), motion, flags)
    cleaner = StreamCleaner(motion.skeleton, limbs, fps=60.0)
    named = [{name for name, k, n in cleaner.points if row[k, n]} for row in flags]
    by_names, _ = pushed(cleaner, motion, named)
    assert_array_equal([p.rotations for p in by_names], [p.rotations for p in by_flags])
    cleaner = StreamCleaner(motion.skeleton, limbs, fps=60.0)
    with pytest.raises(InvalidValueError, match=r"left_heal.*left_heel"):
        cleaner.push(Pose(motion.root_positions[0], motion.rotations[0]), ["left_heal"])
    with pytest.raises(InvalidValueError, match=r"\(4, 2\).*\(3, 2\)"):
        cleaner.push(Pose(motion.root_positions[0], motion.rotations[0]), np.zeros((3, 2), bool))


@pytest.mark.parametrize("part", ["rotations", "root_position", "offsets"])
def test_a_pose_that_is_not_finite_is_refused_and_the_last_one_can_be_pushed_again(part):
    motion, contacts, limbs, _ = skating_walk(2.0)
    flags, limbs = planted_flags(motion, contacts, limbs)
    cleaner, out = StreamCleaner(motion.skeleton, limbs, fps=60.0), []
    for f in range(motion.frames):
        pose = {
            "root_position": motion.root_positions[f],
            "rotations": motion.rotations[f],
            "offsets": motion.skeleton.offsets,
        }
        if f == 50:
            bad = {
                **pose,
                part: np.where(np.arange(pose[part].size).reshape(pose[part].shape) == 1, np.nan, pose[part]),
            }
            with pytest.raises(InvalidValueError, match="frame 50"):
                cleaner.push(Pose(**bad), flags[f])
            pose = {**pose, "root_position": motion.root_positions[49], "rotations": motion.rotations[49]}
        out.append(cleaner.push(Pose(**pose), flags[f]))
    out = [p for p in out if p is not None] + cleaner.finish()
    assert len(out) == motion.frames
    assert all(np.isfinite(p.rotations).all() for p in out)


def test_poses_of_another_figure_are_refused():
    motion, _, limbs, _ = skating_walk(1.0)
    cleaner = StreamCleaner(motion.skeleton, limbs)
    with pytest.raises(InvalidValueError, match="joints"):
        cleaner.push(Pose(motion.root_positions[0], motion.rotations[0, :5]))
    with pytest.raises(InvalidValueError, match="unit"):
        cleaner.push(Pose(motion.root_positions[0], 2.0 * motion.rotations[0]))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"settings": CleanSettings()}, "stretch"),
        ({"floor": Floor(belt_m_s=(0.0, 0.0, 1.0))}, "belt"),
    ],
)
def test_what_a_stream_cannot_do_is_refused(wrong, says):
    with pytest.raises(InvalidValueError, match=says):
        StreamCleaner(skating_walk(1.0)[0].skeleton, **wrong)


def test_limbs_are_found_when_none_are_given():
    motion, contacts, _, _ = skating_walk(3.0)
    cleaner = StreamCleaner(motion.skeleton, fps=60.0)
    names = {name: (k, n) for name, k, n in cleaner.points}
    assert {"left_heel", "left_ball", "right_heel", "right_ball", "left_wrist", "right_wrist"} <= names.keys()
    flags = np.zeros((motion.frames, len(cleaner.limbs), 2), bool)
    for contact in contacts.contacts:
        flags[(slice(contact.start, contact.stop), *names[contact.point])] = True
    poses, _ = pushed(cleaner, motion, flags)
    ball = motion.skeleton.index("LeftToeBase")
    balls = [c for c in contacts.contacts if c.point == "left_ball"]
    cleaned = motion.with_rotations(np.array([p.rotations for p in poses]))
    bones = np.array([motion.skeleton.offsets if p.offsets is None else p.offsets for p in poses])
    from dataclasses import replace

    path = world_pose(
        replace(cleaned, root_positions=np.array([p.root_position for p in poses]), offsets=bones)
    ).positions[:, ball]
    for contact in balls:
        span = path[contact.start : contact.stop]
        assert_allclose(span, np.broadcast_to(span[0], span.shape), atol=1e-7)
