"""Every X3D file of the shared folder: read as an independent computation has it, or refused with the reason."""

import numpy as np
import pytest
from support.hanim_oracle import Oracle
from support.shared import files, needs_data

from supple.core.pose import posed_frames
from supple.errors import FileError
from supple.io.hanim.reader import read
from supple.io.hanim.writer import encode
from supple.io.options import ReadOptions, WriteOptions

pytestmark = needs_data

ONLY_ANIMATION = "an animation but no HAnimHumanoid"
NO_FIGURE = "there is no figure in it"
REFUSED = {
    "hanim_create3000_media/LOA1_WalkAnimation": ONLY_ANIMATION,
    "hanim_x3djsonld/HAnimBehaviorPrototypes": "'hanim_DiamondManLOA-1' (line 2999) holds no HAnimJoint",
    "hanim_x3djsonld/HAnimPoseExample": "includes ../Skin/JoeSkeletonSkinSite.x3d by Inline",
    "hanim_x3djsonld/HAnimPosePrototype": "includes ../Skin/BoxMan2.x3d by Inline",
    "hanim_x3djsonld/JointCoordinateAxes": NO_FIGURE,
    "hanim_x3djsonld/LOA1_JumpAnimation": ONLY_ANIMATION,
    "hanim_x3djsonld/LOA1_KneelAnimation": ONLY_ANIMATION,
    "hanim_x3djsonld/LOA1_RunAnimation": ONLY_ANIMATION,
    "hanim_x3djsonld/LOA1_StandAnimation": ONLY_ANIMATION,
    "hanim_x3djsonld/LOA1_StopAnimation": ONLY_ANIMATION,
    "hanim_x3djsonld/LOA1_SwimmingFlutterKickAnimation": ONLY_ANIMATION,
    "hanim_x3djsonld/LOA1_WalkAnimation": ONLY_ANIMATION,
    "hanim_x3djsonld/Marine": NO_FIGURE,
    "hanim_x3djsonld/SquawLOD023": NO_FIGURE,
}
MOVING = {  # file: (joints, end sites, seconds of a cycle, clocks); None where an HAnimMotion is played
    "hanim_create3000/BoxManC": (17, 5, 2.0, ["TIMER"]),
    "hanim_create3000/HAnimMotion": (18, 0, 39.1, None),
    "hanim_create3000_media/HAnimInstancedShape": (17, 5, 2.0, ["TIMER"]),
    "hanim_x3djsonld/JoeKickAnimation": (94, 0, 3.73, ["KickTimer"]),
    "hanim_x3djsonld/JoeSkeletonSkinSiteSaluteWalk": (89, 12, 2.86, ["Time1", "Time2", "Time3"]),
    "hanim_x3djsonld/KoreanCharacterMotionAnnexB01Jin": (18, 0, 8.033494, ["KeyframeTimer"]),
    "hanim_x3djsonld/KoreanCharacterMotionAnnexC01Jin": (18, 0, 8.033494, ["KeyframeTimer"]),
    "hanim_x3djsonld/KoreanCharacterMotionAnnexD01Jin": (18, 0, 39.1, None),
    "hanim_x3dom/HAnimSpecificationLOA3MotionNoHUD": (
        89, 14, 5.73,
        [f"{name}Timer" for name in ("Stop", "Stand", "Pitch", "Yaw", "Roll", "Walk", "Run", "Jump", "Kick")],
    ),
    "hanim_x3dom/JoeSkinTexcoordDisplacerKickTest": (94, 0, 3.73, ["KickTimer"]),
}  # fmt: skip
STANDING = {  # joints, end sites
    "hanim_create3000/Displacers": (4, 0),
    "hanim_create3000/HAnimPose": (18, 0),
    "hanim_create3000/Tongue": (2, 0),
    "hanim_create3000_media/HAnimHumanoid": (17, 5),
    "hanim_x3djsonld/DiamondManLOA0": (2, 0),
    "hanim_x3djsonld/HAnimModelFootLeft": (27, 0),
    "hanim_x3djsonld/HAnimModelHandLeft": (25, 0),
    "hanim_x3djsonld/Humanoid0": (1, 0),
    "hanim_x3djsonld/Humanoid1": (18, 0),
    "hanim_x3djsonld/Humanoid2": (71, 0),
    "hanim_x3djsonld/Humanoid3": (94, 0),
    "hanim_x3djsonld/Humanoid4": (146, 0),
    "hanim_x3djsonld/Humanoid4NoSegSite": (146, 0),
    "hanim_x3djsonld/JinLOA1": (18, 0),
    "hanim_x3djsonld/JinLOA1beheaded": (2, 0),
    "hanim_x3djsonld/JinLOA1half": (11, 0),
    "hanim_x3djsonld/JinLOA1qtr": (6, 0),
    "hanim_x3djsonld/JoeKick": (94, 0),
    "hanim_x3djsonld/JohnJoint": (146, 0),
    "hanim_x3djsonld/KoreanCharacter01Jin": (18, 0),
    "hanim_x3djsonld/KoreanCharacter06Ga": (18, 0),
    "hanim_x3djsonld/StandardHumanoid": (146, 0),
    "hanim_x3dom/Tongue": (2, 0),
    "hanim_x3dom/pointOutput_Tongue": (2, 0),
    "hanim_x3dom/tongueCurved": (2, 0),
}
FILES = {f"{p.parent.name}/{p.stem}": p for p in files("hanim/*/*.x3d")}
TAKES = [(name, i) for name, (*_, clocks) in MOVING.items() for i in range(len(clocks or [None]))]


def test_the_lists_name_every_file():
    assert {*REFUSED, *MOVING, *STANDING} == set(FILES)


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_without_a_figure_is_refused_with_the_reason(name):
    with pytest.raises(FileError) as caught:
        read(FILES[name], ReadOptions())
    assert REFUSED[name] in str(caught.value)


@pytest.mark.parametrize("name", STANDING)
def test_a_figure_without_animation_stands_where_the_file_puts_it(name):
    motion = read(FILES[name], ReadOptions())
    skeleton = motion.skeleton
    assert (skeleton.joint_count, len(skeleton) - skeleton.joint_count) == STANDING[name]
    assert (motion.frames, motion.rest_rows) == (1, 1)
    _assert_agrees(motion, Oracle(FILES[name]), frames=[0])


@pytest.mark.parametrize(("name", "take"), TAKES)
def test_an_animation_moves_as_an_independent_computation_has_it(name, take):
    joints, ends, _, clocks = MOVING[name]
    motion = read(FILES[name], ReadOptions(figure=take))
    assert (motion.skeleton.joint_count, len(motion.skeleton) - motion.skeleton.joint_count) == (joints, ends)
    oracle = Oracle(FILES[name], clocks[take] if clocks else None)
    seconds = (motion.frames - 1) * motion.frame_time
    assert seconds == pytest.approx(oracle.cycle if clocks else MOVING[name][2], abs=1e-9)
    _assert_agrees(motion, oracle, np.unique(np.linspace(0, motion.frames - 1, 6).astype(int)))


@pytest.mark.parametrize("name", [*MOVING, *STANDING])
def test_what_was_read_is_written_and_read_again(name, tmp_path):
    motion = read(FILES[name], ReadOptions())
    path = tmp_path / "again.x3d"
    path.write_bytes(encode(motion, path, WriteOptions()).files[path])
    again = read(path, ReadOptions())
    assert again.skeleton.names == motion.skeleton.names
    assert (again.frame_time, again.frames, again.rest_rows) == (motion.frame_time, motion.frames, motion.rest_rows)
    np.testing.assert_allclose(posed_frames(again, slice(None)), posed_frames(motion, slice(None)), rtol=0, atol=1e-8)
    cosine = np.abs(np.sum(again.rotations * motion.rotations, axis=-1)).min()
    assert cosine > 1.0 - 1e-15  # half the square of half the angle: under 1e-7 rad


def _assert_agrees(motion, oracle, frames):
    positions = posed_frames(motion, np.asarray(frames))
    ends = motion.skeleton.end_sites
    for row, frame in zip(positions, frames, strict=True):
        seconds = frame * motion.frame_time
        np.testing.assert_allclose(row[~ends], oracle.joint_positions(seconds), rtol=0, atol=1e-9)
        for j in np.flatnonzero(ends):
            expected = oracle.site_position(motion.skeleton.names[j], seconds)
            np.testing.assert_allclose(row[j], expected, rtol=0, atol=1e-9)
