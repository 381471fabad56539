"""Knees and elbows turn about one axis, whatever channels a file gives them."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from support.figures import ROLE_OF
from support.motions import human_skeleton
from support.shared import DATA, needs_data

import supple
from supple.core import quaternions
from supple.core.body.hinges import hinged_by_role
from supple.core.freedom import BALL, Freedom
from supple.core.skeleton import Skeleton
from supple.recipes.roles import motion_roles
from supple.recipes.walk import true_walk

ROLES = {role: joint for joint, role in ROLE_OF.items()}
HUMAN = human_skeleton()
AXES = {"left_knee": (1, 0, 0), "right_knee": (1, 0, 0), "left_elbow": (0, -1, 0), "right_elbow": (0, 1, 0)}
WALK = true_walk(seconds=2.0).motion


def freed(skeleton: Skeleton) -> Skeleton:
    return replace(skeleton, freedoms=())


def degrees_between(a, b) -> float:
    return float(np.degrees(np.arccos(np.clip(np.dot(a, b), -1.0, 1.0))))


def turned(role: str, vectors: np.ndarray) -> np.ndarray:
    """(F, J, 4) the figure with one joint turned by rotation vectors (F, 3) [rad]; scipy is the oracle."""
    rotations = np.tile(HUMAN.rest_rotations, (len(vectors), 1, 1))
    rotations[:, HUMAN.index(ROLES[role])] = Rotation.from_rotvec(vectors).as_quat(scalar_first=True)
    return rotations


def test_a_walker_tells_the_axes_it_was_made_with():
    hinged = hinged_by_role(freed(WALK.skeleton), WALK.rotations, motion_roles(WALK))
    assert hinged.hinges.keys() == AXES.keys()
    for role, axis in AXES.items():
        hinge = hinged.hinges[role]
        assert hinge.evidence == "motion"
        assert degrees_between(hinge.axis, axis) < 1.0
        assert hinge.explained > 0.999
        assert hinged.skeleton.freedoms[hinge.joint].kind == "hinge"
    kinds = [f.kind for f in hinged.skeleton.freedoms]
    assert kinds == [f.kind for f in WALK.skeleton.freedoms]


def test_what_a_file_states_stays():
    """The walker's own figure states hinges with limits; a limited ball joint stays a ball joint."""
    stated = hinged_by_role(WALK.skeleton, WALK.rotations, motion_roles(WALK))
    assert stated.skeleton is WALK.skeleton
    assert stated.hinges == {}
    limited = Freedom("ball", np.eye(3), np.radians([[0.0, 150.0], [-5.0, 5.0], [-5.0, 5.0]]))
    freedoms = [BALL if not end else Freedom("fixed") for end in HUMAN.end_sites]
    freedoms[HUMAN.index("LeftLeg")] = limited
    freedoms[HUMAN.index("RightLeg")] = Freedom("universal", np.eye(3)[:2])
    hinged = hinged_by_role(replace(HUMAN, freedoms=tuple(freedoms)), HUMAN.rest_rotations[None], ROLES)
    assert hinged.hinges.keys() == {"left_elbow", "right_elbow"}
    assert hinged.skeleton.freedoms[HUMAN.index("LeftLeg")] is limited


def test_three_channels_without_limits_state_nothing():
    freedoms = tuple(Freedom("fixed") if end else Freedom("ball", np.eye(3)) for end in HUMAN.end_sites)
    hinged = hinged_by_role(replace(HUMAN, freedoms=freedoms), HUMAN.rest_rotations[None], ROLES)
    assert hinged.hinges.keys() == AXES.keys()


@pytest.mark.parametrize("role", AXES)
def test_the_axis_is_found_in_a_noisy_bend_and_flexes_forward(role):
    true = np.array(AXES[role], float) + [0.05, -0.03, 0.1]
    true /= np.linalg.norm(true)
    rng = np.random.default_rng(1)
    bends = np.outer(0.5 + 0.4 * np.sin(np.linspace(0.0, 9.0, 200)), true) + 0.01 * rng.normal(size=(200, 3))
    hinge = hinged_by_role(HUMAN, turned(role, bends), ROLES).hinges[role]
    assert hinge.evidence == "motion"
    assert degrees_between(hinge.axis, true) < 1.0


@pytest.mark.parametrize("role", AXES)
def test_a_joint_that_only_shivers_keeps_the_axis_of_the_body(role):
    shiver = np.radians(1.0) * np.random.default_rng(2).normal(size=(100, 3))
    hinge = hinged_by_role(HUMAN, turned(role, shiver), ROLES).hinges[role]
    assert hinge.evidence == "body"
    assert degrees_between(hinge.axis, AXES[role]) < 1.0


@pytest.mark.parametrize("role", AXES)
def test_a_joint_held_bent_flexes_in_the_plane_of_its_bones(role):
    true = Rotation.from_rotvec([0.2, 0.0, 0.0] if "elbow" in role else [0.0, 0.2, 0.0]).apply(AXES[role])
    held = np.tile(0.4 * true, (30, 1))
    hinge = hinged_by_role(HUMAN, turned(role, held), ROLES).hinges[role]
    assert hinge.evidence == "bend"
    assert degrees_between(hinge.axis, true) < 1e-3


def test_pronation_is_not_mistaken_for_the_hinge():
    """An elbow that turns 50 degrees about its own bone and bends 20."""
    t = np.linspace(0.0, 20.0, 300)
    bends = Rotation.from_rotvec(np.outer(0.5 + 0.35 * np.sin(t), AXES["left_elbow"]))
    twists = Rotation.from_rotvec(np.outer(0.9 * np.sin(1.7 * t), (1.0, 0.0, 0.0)))
    hinge = hinged_by_role(HUMAN, turned("left_elbow", (bends * twists).as_rotvec()), ROLES).hinges["left_elbow"]
    assert degrees_between(hinge.axis, AXES["left_elbow"]) < 10.0
    assert hinge.explained < 0.5  # and it is said that this joint is more than a hinge


def test_the_world_may_be_turned():
    world = quaternions.normalized(np.array([0.3, -0.5, 0.7, 0.2]))
    rotations = WALK.rotations.copy()
    rotations[:, 0] = quaternions.multiply(world, rotations[:, 0])
    roles = motion_roles(WALK)
    ours, theirs = (hinged_by_role(freed(WALK.skeleton), r, roles).hinges for r in (WALK.rotations, rotations))
    for role in AXES:
        np.testing.assert_allclose(theirs[role].axis, ours[role].axis, rtol=0.0, atol=1e-9)


@pytest.mark.parametrize("clip", [WALK.rotations, WALK.rotations[:1], None])
def test_the_frames_of_the_joints_may_be_turned(clip):
    """Axes turn with the joints' frames: from the motion, from one bent pose, and from the body at rest."""
    skeleton, roles = freed(WALK.skeleton), motion_roles(WALK)
    clip = skeleton.rest_rotations[None] if clip is None else clip
    turns = quaternions.normalized(np.random.default_rng(3).normal(size=(len(skeleton), 4)))
    above = np.where(skeleton.parents[:, None] < 0, quaternions.identity(1), turns[skeleton.parents])
    back = quaternions.conjugate(above)
    rest = quaternions.multiply(quaternions.multiply(back, skeleton.rest_rotations), turns)
    other = Skeleton(
        skeleton.names, skeleton.parents, quaternions.rotate(back, skeleton.offsets), skeleton.end_sites, rest
    )
    moved = quaternions.multiply(quaternions.multiply(back, clip), turns)
    ours, theirs = hinged_by_role(skeleton, clip, roles).hinges, hinged_by_role(other, moved, roles).hinges
    for role in AXES:
        expected = quaternions.rotate(quaternions.conjugate(turns[ours[role].joint]), ours[role].axis)
        np.testing.assert_allclose(theirs[role].axis, expected, rtol=0.0, atol=1e-9)
        assert theirs[role].rest_flexion == pytest.approx(ours[role].rest_flexion, abs=1e-9)


def test_a_figure_that_rests_bent_says_by_how_much():
    rest = HUMAN.rest_rotations.copy()
    rest[HUMAN.index("LeftLeg")] = quaternions.about_axis("x", np.radians(25.0))
    bent = replace(HUMAN, rest_rotations=rest)
    hinge = hinged_by_role(bent, rest[None], ROLES).hinges["left_knee"]
    assert np.degrees(hinge.rest_flexion) == pytest.approx(25.0, abs=1e-9)
    np.testing.assert_allclose(hinge.axis, [1.0, 0.0, 0.0], rtol=0.0, atol=1e-9)


def test_a_limb_without_its_neighbours_is_still_a_hinge():
    roles = {"left_knee": "LeftLeg", "left_hip": "LeftUpLeg", "right_hip": "RightUpLeg"}
    assert (
        degrees_between(hinged_by_role(HUMAN, HUMAN.rest_rotations[None], roles).hinges["left_knee"].axis, (1, 0, 0))
        < 1
    )


def test_a_clip_without_frames_is_judged_at_rest():
    for role, hinge in hinged_by_role(HUMAN, np.zeros((0, len(HUMAN), 4)), ROLES).hinges.items():
        assert degrees_between(hinge.axis, AXES[role]) < 1e-3


def test_a_rest_pose_that_is_a_heap_of_bones_is_not_asked():
    """All bones along +X at rest; the clip shows the figure standing straight."""
    parents = np.maximum(HUMAN.parents, 0)
    lengths = np.linalg.norm(HUMAN.offsets, axis=1)
    first = {int(p): j for j, p in reversed(list(enumerate(HUMAN.parents)))}
    frames = quaternions.identity(len(HUMAN))  # joint to world in the standing pose: x along the bone
    for j, child in first.items():
        if j >= 0 and lengths[child] > 0.0:
            turn = Rotation.align_vectors(HUMAN.offsets[[child]] / lengths[child], [[1.0, 0.0, 0.0]])[0]
            frames[j] = turn.as_quat(scalar_first=True)
    back = quaternions.conjugate(frames)
    offsets = quaternions.rotate(back[parents], HUMAN.offsets)
    heap = Skeleton(HUMAN.names, HUMAN.parents, offsets, HUMAN.end_sites)
    standing = quaternions.multiply(back[parents], frames)
    standing[0] = frames[0]
    for role, hinge in hinged_by_role(heap, standing[None], ROLES).hinges.items():
        assert degrees_between(quaternions.rotate(frames[hinge.joint], hinge.axis), AXES[role]) < 1e-3, role


@needs_data
@pytest.mark.parametrize("name", ["02_01", "05_02", "49_08"])
def test_captured_knees_and_elbows_turn_about_one_axis(name):
    motion = supple.read(DATA / "cmu-bvh" / f"{name}.bvh")
    hinged = hinged_by_role(motion.skeleton, motion.rotations[motion.rest_rows :], motion_roles(motion))
    assert hinged.hinges.keys() == AXES.keys()
    for role, hinge in hinged.hinges.items():
        assert hinge.explained > 0.9, role
        assert flexion_range(motion, hinge)[0] > -15.0, role  # bends forward, hardly ever the other way


def flexion_range(motion, hinge) -> tuple[float, float]:
    """[deg] how far a hinge is bent over a clip."""
    rest = quaternions.conjugate(motion.skeleton.rest_rotations[hinge.joint])
    q = quaternions.multiply(rest, motion.rotations[motion.rest_rows :, hinge.joint])
    angles = np.degrees(2.0 * np.arctan2(q[:, 1:] @ hinge.axis, q[:, 0]) + hinge.rest_flexion)
    angles = (angles + 180.0) % 360.0 - 180.0
    return float(angles.min()), float(angles.max())
