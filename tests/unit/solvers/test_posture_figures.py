"""Posture design on a person, as the thesis shows it: its task lists, with 1 for the strongest priority."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import human_skeleton
from support.tolerances import ALGEBRA

from supple.constraints.model import (
    Balance,
    CarriedMass,
    Edit,
    JointSetting,
    Orientation,
    PlaceGoal,
    Position,
    Preserve,
    Settings,
    TurnGoal,
)
from supple.core import quaternions
from supple.core.body.masses import body_mass
from supple.core.jacobians import centre_of_mass
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.recipes.names import motion_names
from supple.solvers import posture

FEET = ("LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase")
METHODS = pytest.mark.parametrize("method", posture.METHODS)


def standing(frames=1):
    skeleton = human_skeleton()
    return Motion(skeleton, skeleton.offsets[[0] * frames], np.tile(skeleton.rest_rotations, (frames, 1, 1)), 0.04)


def sitting():
    """Thighs level and shanks upright, on a seat."""
    motion = standing()
    rotations, bent = motion.rotations.copy(), quaternions.about_axis("x", np.array([-np.pi / 2.0, np.pi / 2.0]))
    for side in ("Left", "Right"):
        rotations[0, motion.skeleton.index(f"{side}UpLeg")] = bent[0]
        rotations[0, motion.skeleton.index(f"{side}Leg")] = bent[1]
    return motion.with_rotations(rotations).with_root_positions(np.array([[0.0, 0.5, 0.0]]))


def place(motion, joint):
    return world_pose(motion).positions[0, motion.skeleton.index(joint)]


def at(effector, goal, **more):
    return Position(effector=effector, goals=(PlaceGoal(at=tuple(goal)),), **more)


def solved(motion, constraints, method="classic", **more):
    return posture.solve(motion, Edit(constraints=tuple(constraints), **more), motion_names(motion), method)


def pinned(priority=1):
    return [Preserve(effector=foot, priority=priority) for foot in FEET]


def reach(goal, priority=3):
    return at("RightHand", goal, name="reach", priority=priority)


def thinker(motion):
    """Ankles and hips stay, elbows and wrists lean on the legs, one wrist at the chin."""
    keep = [Preserve(effector=f"{side}{joint}", priority=p) for joint, p in (("Foot", 1), ("UpLeg", 2))
            for side in ("Left", "Right")]  # fmt: skip
    elbow = place(motion, "LeftLeg") + [-0.05, 0.14, -0.08]
    level = (TurnGoal(wxyz=(1.0, 0.0, 0.0, 0.0)),)
    turns = [Orientation(effector=f"{side}Hand", priority=7, recruit=f"{side}Hand", goals=level)
             for side in ("Right", "Left")]  # fmt: skip
    return [
        *keep,
        at("LeftHand", place(motion, "LeftLeg") + [0.0, 0.1, 0.05], priority=3),
        Preserve(effector="Hips", priority=3, recruit="Hips"),
        at("RightForeArm", elbow, priority=4),
        at("LeftForeArm", [0.3, 0.7, 0.3], priority=5),
        at("RightHand", elbow + [0.0, 0.24, 0.02], priority=6, recruit="RightForeArm"),
        *turns,
    ]


def test_the_thinker():
    """Le Callennec 26: eleven tasks; what is missed is missed by the weak."""
    motion = sitting()
    result = solved(motion, thinker(motion))
    worst = {p: max(c.worst for c in result.report.constraints if c.priority == p) for p in range(1, 8)}
    assert len(result.report.constraints) == 11
    assert max(worst[p] for p in (1, 2, 3, 4)) < 1.0
    assert worst[5] > 10.0, "the arm is too short for both elbow and hand"


def centre(motion, carried=()):
    names = motion_names(motion)
    body = body_mass(motion.skeleton, names.roles, carried=carried)
    return centre_of_mass(motion, 0, body.masses, body.centres)


def footing(motion):
    """The ground that the feet cover: z of the heels, which are 5 cm behind the ankles, and of the toes."""
    return place(motion, "LeftFoot")[2] - 0.05, place(motion, "LeftToeBase_end")[2]


def test_reaching_with_and_without_balance():
    """Le Callennec 27: the centre of mass stays over the feet only if asked; the feet move less than 1 mm."""
    motion, far = standing(), (-0.2, 1.0, 1.6)
    without = solved(motion, [*pinned(), reach(far)]).motion
    balanced = solved(motion, [*pinned(), Balance(priority=2), reach(far)]).motion
    low, high = footing(motion)
    assert centre(without)[2] > high
    assert low < centre(balanced)[2] < high
    for found in (without, balanced):
        assert max(np.linalg.norm(place(found, foot) - place(motion, foot)) for foot in FEET) < 1e-3


def test_a_carried_mass_is_balanced_by_the_body():
    """Le Callennec 25: the same place of the common centre of mass, and a body that leans the other way."""
    motion, goal = standing(), (-0.3, 1.2, 0.5)
    load = (CarriedMass(joint="RightHand", kg=10.0),)
    wishes = [*pinned(), Balance(priority=2), reach(goal)]
    empty, full = solved(motion, wishes), solved(motion, wishes, masses=load)
    empty, loaded = empty.motion, full.motion
    carried = [("RightHand", 10.0, (0.0, 0.0, 0.0))]
    assert full.report.constraints[4].worst < 1.0  # [mm] over the feet, which may roll about ankle and toes
    assert_allclose(centre(loaded, carried)[[0, 2]], centre(motion, carried)[[0, 2]], rtol=0, atol=5e-3)
    assert (centre(loaded) - centre(empty))[2] < -0.02
    assert_allclose(place(loaded, "RightHand"), goal, rtol=0, atol=1e-3)


def test_an_arm_alone_and_an_arm_with_the_spine():
    """Le Callennec 22: what is not recruited stays as it was, and more joints reach further."""
    motion, goal = standing(), (0.35, 1.1, 0.55)
    arm, spine = (
        solved(motion, [at("LeftHand", goal, recruit=top)]).motion for top in ("LeftArm", "Spine")
    )  # fmt: skip
    moved = [motion.skeleton.names[j] for j in np.flatnonzero((arm.rotations != motion.rotations).any(axis=(0, 2)))]
    assert set(moved) <= {"LeftArm", "LeftForeArm", "LeftHand"}
    assert np.linalg.norm(place(spine, "LeftHand") - goal) < 1e-3
    assert (spine.rotations != motion.rotations).any(axis=(0, 2))[motion.skeleton.index("Spine1")]


@METHODS
def test_every_method_meets_what_can_be_met(method):
    motion, goal = standing(), (-0.3, 1.1, 0.4)
    result = solved(motion, [*pinned(), reach(goal)], method)
    assert result.report.status == "met"
    assert_allclose(place(result.motion, "RightHand"), goal, rtol=0, atol=1e-3)
    assert "comparison" in result.report.notes[0]


@METHODS
def test_a_miss_is_reported_and_stronger_wishes_hold(method):
    result = solved(standing(), [*pinned(), reach((0.0, 1.0, 2.0))], method)
    by_name = {c.name: c for c in result.report.constraints}
    assert by_name["reach"].status in ("stalled", "infeasible")
    assert by_name["reach"].worst > 200.0
    slip = max(c.worst for c in result.report.constraints if c.priority == 1)
    assert slip < 20.0  # [mm] strict to first order only
    assert result.report.iterations > 0


def test_a_joint_without_weight_stays():
    motion = standing()
    result = solved(motion, [at("LeftHand", (0.3, 1.2, 0.4))], joints={"LeftForeArm": JointSetting(weight=0.0)})
    joint = motion.skeleton.index("LeftForeArm")
    assert_allclose(result.motion.rotations[0, joint], motion.rotations[0, joint], **ALGEBRA)


def test_the_cap_follows_the_edit():
    result = solved(standing(), [reach((0.0, 1.0, 4.0))], settings=Settings(max_iterations=2))
    assert result.report.iterations == 40


def test_what_is_no_posture_is_refused():
    with pytest.raises(InvalidValueError, match="got 3"):
        solved(standing(3), [reach((0.0, 1.0, 0.5))])
    with pytest.raises(InvalidValueError, match="'magic'"):
        solved(standing(), [], "magic")
