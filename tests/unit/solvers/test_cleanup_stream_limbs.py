"""Limbs of streams: a rest pose may tell nothing, the first frames or a clip of the same figure do."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.cleaning import drift_mm, limbs_in, replace_contact, skating_walk

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.pose import world_pose
from supple.recipes.stream import StreamCleaner
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.settings import STREAMED
from supple.solvers.cleanup.stream import Pose
from supple.solvers.cleanup.stream_limbs import default_limbs, turn_hinges
from supple.solvers.cleanup.working import Posed, limb_set


def lying_along_x(motion, contacts):
    """The same motion and contacts of a skeleton whose rest pose is one line along x, without rest rotations."""
    skeleton = motion.skeleton
    turned = np.tile([1.0, 0.0, 0.0, 0.0], (len(skeleton), 1))  # each joint's new frame in its old one
    for joint in range(len(skeleton)):
        below = skeleton.children(joint)
        bone = skeleton.offsets[below[0]] if len(below) else skeleton.offsets[joint]
        length = np.linalg.norm(bone)
        if joint and length > 0.0:
            half = np.array([length + bone[0], *np.cross([1.0, 0.0, 0.0], bone)])
            turned[joint] = half / np.linalg.norm(half) if np.linalg.norm(half) > 1e-9 else [0.0, 0.0, 1.0, 0.0]
    above = turned[np.maximum(skeleton.parents, 0)]
    above[0] = [1.0, 0.0, 0.0, 0.0]
    offsets = quaternions.rotate(quaternions.conjugate(above), skeleton.offsets)
    rotations = quaternions.multiply(quaternions.conjugate(above), quaternions.multiply(motion.rotations, turned))
    rest = np.tile([1.0, 0.0, 0.0, 0.0], (len(skeleton), 1))
    bare = replace(skeleton, offsets=offsets, rest_rotations=rest, freedoms=())
    seen = []
    for contact in contacts.contacts:
        frame = quaternions.conjugate(turned[skeleton.index(contact.joint)])
        offset = quaternions.rotate(frame, np.array(contact.offset_m))
        seen.append(replace_contact(contact, offset_m=tuple(offset.tolist())))
    return replace(motion, skeleton=bare, rotations=rotations), Contacts(fps=contacts.fps, contacts=tuple(seen))


def streamed(motion, contacts, **given):
    cleaner = StreamCleaner(motion.skeleton, fps=60.0, **given)
    known = {name for name, *_ in cleaner.points}
    out = []
    for f in range(motion.frames):
        planted = {c.point for c in contacts.contacts if c.start <= f < c.stop} & known
        out.append(cleaner.push(Pose(motion.root_positions[f], motion.rotations[f]), planted))
    poses = [pose for pose in out if pose is not None] + cleaner.finish()
    bones = [motion.skeleton.offsets if p.offsets is None else p.offsets for p in poses]
    return replace(
        motion,
        root_positions=np.array([p.root_position for p in poses]),
        rotations=np.array([p.rotations for p in poses]),
        offsets=np.array(bones),
    )


def furthest(a, b):
    return np.linalg.norm(world_pose(a).positions - world_pose(b).positions, axis=-1).max()


@pytest.fixture(scope="module")
def walk():
    """Feet that skate so much that legs have to bend otherwise, not only to stretch."""
    motion, contacts, *_ = skating_walk(3.0, angle=0.14)
    return motion, contacts


def test_the_line_is_the_same_motion(walk):
    assert furthest(walk[0], lying_along_x(*walk)[0]) < 1e-9


@pytest.mark.parametrize("given", [False, True], ids=["learned", "like"])
def test_legs_of_a_figure_whose_rest_pose_tells_nothing_stay_legs(walk, given):
    motion, contacts = lying_along_x(*walk)
    cleaned = streamed(motion, contacts, **({"like": motion} if given else {}))
    offline = clean(motion, contacts, limbs_in(motion), STREAMED).motion
    assert furthest(cleaned, offline) < 0.02


def test_by_the_rest_pose_alone_they_would_not(walk):
    """What the test above guards against."""
    motion, contacts = lying_along_x(*walk)
    cleaned = streamed(motion, contacts, limbs=default_limbs(motion.skeleton))
    offline = clean(motion, contacts, limbs_in(motion), STREAMED).motion
    assert furthest(cleaned, offline) > 0.2


def test_a_stream_like_a_clip_holds_the_points_that_were_found_in_it(walk):
    import supple

    motion = walk[0]
    contacts = supple.detect(motion)
    assert drift_mm(streamed(motion, contacts, like=motion), contacts) < 0.01


def test_a_hinge_that_was_told_the_wrong_way_round_is_turned_by_a_bent_knee(walk):
    limbs, pose = limb_set(walk[0].skeleton, limbs_in(walk[0])), world_pose(walk[0])
    told = limbs.rows.axes.copy()
    limbs.rows.axes[:2] *= -1.0
    seen = np.zeros(len(told))
    for f in range(walk[0].frames):
        turn_hinges(limbs, Posed(pose.positions[f : f + 1], pose.rotations[f : f + 1]), seen)
    assert_allclose(limbs.rows.axes, told)
