"""What is handed to a stream by a stranger: nonsense is refused in words, and the stream goes on."""

import numpy as np
import pytest

import supple
from supple.core.contacts import Floor
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton

WALK = supple.walking(seconds=1.0)
GOOD = supple.Pose(WALK.root_positions[0], WALK.rotations[0])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"skeleton": WALK}, "Skeleton"),
        ({"skeleton": None}, "Skeleton"),
        ({"fps": "60"}, "fps.*'60'"),
        ({"fps": True}, "fps.*True"),
        ({"fps": None}, "fps"),
        ({"fps": 0.0}, "fps"),
        ({"fps": float("nan")}, "fps"),
        ({"fps": 1e300}, "fps"),
        ({"settings": supple.CleanSettings(stretch=0.03, root_window_s=3600.0)}, "frames long"),
        ({"limbs": "legs"}, "limbs.*legs"),
        ({"limbs": (1, 2)}, "limbs"),
        ({"limbs": 3}, "limbs"),
        ({"settings": {"stretch": 0.03}}, "CleanSettings"),
        ({"settings": supple.CleanSettings()}, "stretch"),
        ({"floor": 0.0}, "Floor"),
        ({"floor": Floor(height_m=1e300)}, "height_m"),
        ({"floor": Floor(normal=(0.0, 5.0, 0.0))}, "normal"),
    ],
)
def test_a_stream_that_cannot_be_is_refused(wrong, says):
    with pytest.raises(supple.SuppleError, match=says):
        supple.StreamCleaner(**{"skeleton": WALK.skeleton, **wrong})


@pytest.mark.parametrize(
    ("pose", "planted", "says"),
    [
        (None, (), "Pose"),
        ((WALK.root_positions[0], WALK.rotations[0]), (), "Pose"),
        (supple.Pose((0.0, 1e300, 0.0), WALK.rotations[0]), (), r"root_position.*1e\+300"),
        (supple.Pose((0.0, 1.0, 0.0), WALK.rotations[0], 1e300 * np.ones((26, 3))), (), "offsets"),
        (supple.Pose((0.0, 1.0, 0.0), 1e300 * WALK.rotations[0]), (), "unit quaternion"),
        (supple.Pose((0.0, np.nan, 0.0), WALK.rotations[0]), (), "finite"),
        (GOOD, 5, "planted.*5"),
        (GOOD, [5], "planted.*5"),
        (GOOD, [None], "planted.*None"),
        (GOOD, "left_heal", "left_heal"),
        (GOOD, np.full((4, 2), np.nan), "true or false"),
        (GOOD, np.full((4, 2), "x"), "true or false"),
        (GOOD, np.zeros((1, 2), bool), "shape"),
    ],
)
def test_a_pose_or_flags_that_cannot_be_are_refused_and_not_counted(pose, planted, says):
    cleaner = supple.StreamCleaner(WALK.skeleton)
    cleaner.push(GOOD, "left_heel")
    with pytest.raises(supple.SuppleError, match=says):
        cleaner.push(pose, planted)
    assert len(cleaner.finish()) == 1


@pytest.mark.parametrize("wrong", ["abc", [["a"]], None, {"x": 1}])
def test_words_are_no_places(wrong):
    with pytest.raises(supple.SuppleError, match="root_position"):
        supple.Pose(wrong, WALK.rotations[0])


def test_poses_that_come_out_have_the_bones_of_their_frame_where_limbs_stretch():
    motion, cleaner = supple.walking(seconds=2.0), supple.StreamCleaner(WALK.skeleton)
    frames = [supple.Pose(motion.root_positions[f], motion.rotations[f]) for f in range(motion.frames)]
    out = [cleaner.push(pose, ["left_heel"]) for pose in frames]
    poses = [pose for pose in out if pose is not None] + cleaner.finish()
    assert len(poses) == motion.frames
    assert any(pose.offsets is not None for pose in poses)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"like": WALK.skeleton}, "like.*Motion"),
        ({"like": WALK, "limbs": ()}, "one of the two"),
        ({"like": supple.rename(WALK, {"LeftFoot": "Foot"}).motion}, "same skeleton"),
    ],
)
def test_a_clip_that_is_of_no_use_is_refused(given, says):
    with pytest.raises(supple.SuppleError, match=says):
        supple.StreamCleaner(WALK.skeleton, **given)


@pytest.mark.parametrize("more", [{}, {"like": True}, {"limbs": ()}, {"floor": Floor(height_m=0.0)}])
def test_a_figure_without_limbs_comes_out_as_it_went_in(more):
    """A tail or a rope has nothing to plant: it failed with an index error."""
    skeleton = Skeleton(("root", "tail", "tip"), np.array([-1, 0, 1]), np.array([[0.0, 0, 0], [0, 1, 0], [0, 1, 0]]))
    turns = WALK.rotations[:, :3]
    motion = Motion(skeleton, WALK.root_positions, turns, 1.0 / 60.0)
    cleaner = supple.StreamCleaner(
        skeleton, **{name: motion if value is True else value for name, value in more.items()}
    )
    out = [cleaner.push(supple.Pose(root, turn)) for root, turn in zip(motion.root_positions, turns, strict=True)]
    poses = [pose for pose in out if pose is not None] + cleaner.finish()
    assert [pose.root_position.tolist() for pose in poses] == motion.root_positions.tolist()
    assert [pose.rotations.tolist() for pose in poses] == turns.tolist()
    assert cleaner.points == ()
