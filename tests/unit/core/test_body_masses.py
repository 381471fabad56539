"""How heavy the parts of a figure are, and where its centre of mass is."""

import numpy as np
import pytest
from support.figures import ROLE_OF, built, rows
from support.motions import human_skeleton, smooth_motion
from support.shared import DATA, needs_data
from support.tolerances import ALGEBRA

import supple
from supple.core import quaternions
from supple.core.body.masses import body_mass
from supple.core.body.segments import HEAD_SHARE, LIMBS, TRUNK_SHARE
from supple.core.jacobians import centre_of_mass
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError, UnknownJointError
from supple.recipes.roles import motion_roles

ROLES = {role: joint for joint, role in ROLE_OF.items()}
HUMAN = human_skeleton()
HEIGHT = 1.70  # [m] crown of the figure above the floor


def at_rest(skeleton: Skeleton) -> Motion:
    return Motion(skeleton, skeleton.offsets[:1], skeleton.rest_rotations[None], 1.0 / 60.0)


def with_arms_down() -> Motion:
    rest = at_rest(HUMAN)
    rotations = rest.rotations.copy()
    rotations[0, HUMAN.index("LeftArm")] = quaternions.about_axis("z", np.radians(-85.0))
    rotations[0, HUMAN.index("RightArm")] = quaternions.about_axis("z", np.radians(85.0))
    return rest.with_rotations(rotations)


def centre(motion: Motion, body) -> np.ndarray:
    return centre_of_mass(motion, 0, body.masses, body.centres)


def test_the_published_shares_are_one_whole():
    assert HEAD_SHARE + TRUNK_SHARE + 2.0 * sum(s.share for s in LIMBS) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("mass", [70.0, 52.5])
def test_the_segments_weigh_what_the_body_weighs(mass):
    body = body_mass(HUMAN, ROLES, mass)
    assert body.masses.sum() == pytest.approx(mass, abs=1e-9)
    assert (body.masses >= 0.0).all()
    assert body.missing == ()
    assert not body.masses[HUMAN.end_sites].any()
    assert not body.masses[[HUMAN.index("LeftShoulder"), HUMAN.index("LeftToeBase")]].any()


def test_a_thigh_hangs_on_the_hip_towards_the_knee():
    body, hip = body_mass(HUMAN, ROLES, 100.0), HUMAN.index("LeftUpLeg")
    assert body.masses[hip] == pytest.approx(14.47, abs=0.01)
    np.testing.assert_allclose(body.centres[hip], [0.0, -0.42 * 0.38535, 0.0], **ALGEBRA)


def test_a_standing_person_balances_a_little_above_the_hip_joints():
    """Centres of mass of standing adults lie at 55 to 57 % of their height."""
    place = centre(with_arms_down(), body_mass(HUMAN, ROLES))
    assert 0.53 < place[1] / HEIGHT < 0.58


def test_a_symmetric_figure_balances_in_its_middle():
    assert abs(centre(at_rest(HUMAN), body_mass(HUMAN, ROLES))[0]) < 1e-12


def test_a_larger_world_has_its_centre_farther_by_as_much():
    large = HUMAN.scaled(100.0)
    np.testing.assert_allclose(
        centre(at_rest(large), body_mass(large, ROLES)),
        100.0 * centre(at_rest(HUMAN), body_mass(HUMAN, ROLES)),
        rtol=1e-12,
        atol=1e-12,
    )


@pytest.mark.parametrize("name", ["RightHand", "right_wrist"])
def test_a_carried_mass_draws_the_centre_to_itself(name):
    rest, at = at_rest(HUMAN), (-0.1, -0.2, 0.05)
    before = centre(rest, body_mass(HUMAN, ROLES))
    after = centre(rest, body_mass(HUMAN, ROLES, carried=[(name, 5.0, at)]))
    hand = world_pose(rest).positions[0, HUMAN.index("RightHand")]
    np.testing.assert_allclose(after - before, 5.0 / 75.0 * (hand + at - before), **ALGEBRA)


def test_the_frames_of_the_joints_do_not_matter():
    """The same figure with every joint's frame turned at rest."""
    motion = smooth_motion(HUMAN, frames=1)
    rng = np.random.default_rng(5)
    turns = quaternions.normalized(rng.normal(size=(len(HUMAN), 4)))
    turned = reframed(motion, turns)
    np.testing.assert_allclose(
        centre(turned, body_mass(turned.skeleton, ROLES)), centre(motion, body_mass(HUMAN, ROLES)), **ALGEBRA
    )


def reframed(motion: Motion, turns: np.ndarray) -> Motion:
    """The same motion, with joint frames that are turned by ``turns`` (J, 4) in their own axes."""
    skeleton = motion.skeleton
    above = np.where(skeleton.parents[:, None] < 0, quaternions.identity(1), turns[skeleton.parents])
    back = quaternions.conjugate(above)
    rest = quaternions.multiply(quaternions.multiply(back, skeleton.rest_rotations), turns)
    offsets = quaternions.rotate(back, skeleton.offsets)
    rotations = quaternions.multiply(quaternions.multiply(back, motion.rotations), turns)
    other = Skeleton(skeleton.names, skeleton.parents, offsets, skeleton.end_sites, rest)
    return Motion(other, motion.root_positions, rotations, motion.frame_time)


def test_a_helper_joint_inside_a_limb_changes_nothing():
    figure = [(n, "Twist" if n == "LeftForeArm" else p, place) for n, p, place in rows()]
    figure.insert([n for n, *_ in figure].index("LeftForeArm"), ("Twist", "LeftArm", (0.3, 1.38, 0.0)))
    skeleton, _ = built(figure)
    body = body_mass(skeleton, ROLES)
    assert body.masses[skeleton.index("Twist")] == 0.0
    assert body.masses[skeleton.index("LeftArm")] == body_mass(HUMAN, ROLES).masses[HUMAN.index("LeftArm")]
    np.testing.assert_allclose(
        centre(at_rest(skeleton), body), centre(at_rest(HUMAN), body_mass(HUMAN, ROLES)), **ALGEBRA
    )


def test_the_trunk_is_shared_along_the_spine():
    """Pelvis to Spine 0.17 m, to Spine1 0.18 m, to Neck 0.20 m."""
    body = body_mass(HUMAN, ROLES)
    shares = body.masses[[HUMAN.index(name) for name in ("Hips", "Spine", "Spine1")]]
    np.testing.assert_allclose(shares / shares.sum(), np.array([0.17, 0.18, 0.20]) / 0.55, **ALGEBRA)


def test_what_is_missing_is_said_and_the_rest_weighs_the_whole():
    roles = {role: joint for role, joint in ROLES.items() if role not in ("head", "left_elbow", "right_fingertips")}
    body = body_mass(HUMAN, roles, 60.0)
    assert body.masses.sum() == pytest.approx(60.0, abs=1e-9)
    assert [words.split(":")[0] for words in body.missing] == ["no head", "no left upper arm", "no left forearm"]
    assert body.centres[HUMAN.index("RightHand")][0] == pytest.approx(-0.06, abs=0.005)  # in line with the forearm


def test_a_figure_without_roles_weighs_at_its_root():
    body = body_mass(HUMAN, {}, 60.0)
    assert body.masses[0] == 60.0
    assert len(body.missing) == 14


@pytest.mark.parametrize("mass", [0.0, -1.0, np.nan, np.inf])
def test_a_body_without_weight_is_refused(mass):
    with pytest.raises(InvalidValueError, match="weighs something"):
        body_mass(HUMAN, ROLES, mass)


def test_carried_masses_are_checked():
    with pytest.raises(InvalidValueError, match="'LeftHand' carries -1 kg"):
        body_mass(HUMAN, ROLES, carried=[("LeftHand", -1.0, (0.0, 0.0, 0.0))])
    with pytest.raises(UnknownJointError, match="LeftHand"):
        body_mass(HUMAN, ROLES, carried=[("LeftHnd", 1.0, (0.0, 0.0, 0.0))])


@needs_data
@pytest.mark.parametrize("name", ["02_01", "07_01", "16_15"])
def test_captured_walkers_balance_above_their_hip_joints(name):
    """From the hip joints to a hand's breadth above them, whatever the file's skeleton calls hips and neck."""
    motion = supple.read(DATA / "cmu-bvh" / f"{name}.bvh")
    roles = motion_roles(motion)
    body = body_mass(motion.skeleton, roles)
    assert body.missing == ()
    frame = motion.frames // 2
    place = centre_of_mass(motion, frame, body.masses, body.centres)
    hips = [motion.skeleton.index(roles[f"{side}_hip"]) for side in ("left", "right")]
    middle = world_pose(motion).positions[frame, hips].mean(axis=0)
    assert np.linalg.norm((place - middle)[[0, 2]]) < 0.08
    assert 0.0 < place[1] - middle[1] < 0.1
