"""The classic iteration on chains: goals that are cut, levels in order, weights, the pull to the source, halting."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support.tolerances import ALGEBRA, SOLVED

from benchmarks.chains import PLANAR, Ask, chain, plan_of
from supple.core import quaternions
from supple.core.jacobians import centre_of_mass, position_jacobian, stepped
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.kernels.task_kinds import MASS, TURN
from supple.solvers.posture import Classic
from supple.solvers.posture.bench import hinge_posture
from supple.solvers.posture.iterate import iterate

FLAT = np.eye(3)[:2]  # the plane of a planar chain
ACROSS = np.eye(3)[:1]
SHORT = Classic(pull=0.0, damping=0.15)


def place(motion, joint, frame=0):
    return world_pose(motion).positions[frame, motion.skeleton.index(joint)]


def solved(motion, asks, classic=SHORT, **more):
    return iterate(motion, plan_of(motion, asks), classic, **more)


def distance(a, b):
    """How far two poses are from each other, over all joints [rad]."""
    cosine = np.abs(np.sum(a.rotations * b.rotations, axis=-1)).clip(0.0, 1.0)
    return float(np.linalg.norm(2.0 * np.arccos(cosine)))


def walked_slowly(motion, source, goal, classic):
    """The iteration as the sources write it, for the tip of a chain of ball joints, by textbook inverses."""
    for _ in range(classic.max_iterations):
        rows = position_jacobian(motion, 0, "tip").copy()
        rows[:, :6] = 0.0  # the base: travel and turn
        error = goal - place(motion, "tip")
        error *= min(1.0, classic.goal_step / np.linalg.norm(error))
        step = rows.T @ np.linalg.solve(rows @ rows.T + classic.damping**2 * np.eye(3), error)
        here, there = (Rotation.from_quat(np.roll(m.rotations[0, :-1], -1, axis=-1)) for m in (motion, source))
        wish = classic.pull * np.concatenate([np.zeros(3), (here.inv() * there).as_rotvec().ravel()])
        free = np.eye(len(step)) - np.linalg.pinv(rows) @ rows
        motion = stepped(motion, 0, classic.stride * (step + free @ wish))
    return motion


@pytest.mark.parametrize("stride", [1.0, 0.6])
def test_the_iteration_is_that_of_the_sources(stride):
    motion, start, goal = chain(6), chain(6, bend=0.3), np.array([0.4, 0.3, 0.5])
    classic = Classic(stride=stride, damping=0.2, pull=0.3, max_iterations=12)
    found = solved(motion, [Ask(goal=goal)], classic, start=start)
    assert found.iterations[0] == 12
    expected = walked_slowly(start, motion, goal, classic)
    assert_allclose(found.motion.rotations, expected.rotations, rtol=0, atol=1e-9)


def test_any_point_of_a_joint_can_be_an_effector():
    """Boulic 1."""
    point, goal = (0.1, 0.02, -0.05), np.array([0.3, 0.4, 0.2])
    found = solved(chain(6), [Ask(joint="j4", point=point, goal=goal)])
    pose, j = world_pose(found.motion), found.motion.skeleton.index("j4")
    assert_allclose(pose.positions[0, j] + quaternions.rotate(pose.rotations[0, j], np.array(point)), goal, **SOLVED)


def test_only_recruited_joints_move():
    """Boulic 2, Le Callennec 22."""
    motion = chain(8)
    found = solved(motion, [Ask(goal=(0.2, 0.6, 0.2), recruited=("j5", "j7", "j8"))])
    moved = np.flatnonzero((found.motion.rotations != motion.rotations).any(axis=(0, 2)))
    assert [motion.skeleton.names[j] for j in moved] == ["j5", "j7", "j8"]
    assert_allclose(found.motion.root_positions, motion.root_positions, rtol=0, atol=0)


def test_the_root_is_a_joint_that_travels_too():
    motion, goal = chain(3), np.array([4.0, 1.0, -2.0])
    found = solved(motion, [Ask(goal=goal, recruited=("base",))])
    assert_allclose(place(found.motion, "tip"), goal, **SOLVED)
    assert_allclose(found.motion.rotations[0, 1:], motion.rotations[0, 1:], **ALGEBRA)


@pytest.mark.parametrize("seed", range(8))
def test_an_orientation_is_reached(seed):
    """Le Callennec 4: within 0.1 degrees."""
    goal = quaternions.normalized(np.random.default_rng(seed).normal(size=4))
    found = solved(chain(5), [Ask(joint="j5", kind=TURN, goal=goal)])
    turned = world_pose(found.motion).rotations[0, 5]
    assert np.degrees(2.0 * np.arccos(min(1.0, abs(turned @ goal)))) < 0.1


@pytest.mark.parametrize("length", [0.02, 0.1, 0.3])
def test_far_goals_are_approached_in_cut_steps(length):
    """Le Callennec 5: no step leaves the linear model further than the cut."""
    motion, goal = chain(20, bend=0.1), np.array([0.9, 0.1, 0.1])
    found = solved(motion, [Ask(goal=goal)], replace(SHORT, goal_step=length, damping=1e-3))
    errors = found.histories[0][:, 0]
    assert found.settled[0]
    assert np.diff(errors).max() < length
    assert -np.diff(errors).min() < 2.0 * length
    assert len(errors) >= errors[0] / (2.0 * length)


def asks_of_levels(order):
    """Tip and middle that cannot both be where they should."""
    tip = Ask(goal=(0.9, 0.0, 0.0), rows=FLAT, level=order[0])
    return [tip, Ask(joint="j5", goal=(-0.8, 0.4, 0.0), rows=FLAT, level=order[1])]


def test_the_stronger_level_does_not_notice_the_weaker():
    """Boulic 16, Le Callennec 8: the same miss with and without, below 1e-6."""
    motion, tight = chain(8, 2.0, PLANAR), replace(SHORT, damping=0.5)
    alone = solved(motion, asks_of_levels((0, 1))[:1], tight).histories[0][-1, 0]
    together = solved(motion, asks_of_levels((0, 1)), tight).histories[0][-1]
    assert alone < 1e-6
    assert together[0] < 1e-6
    assert together[1] > 0.1, "the weaker cannot be met"


def test_ten_levels_keep_their_order():
    """Le Callennec 11: what all cannot have, the stronger ones get."""
    motion = chain(5, 1.0, PLANAR)
    asks = [Ask(joint=f"j{2 + k % 4}", goal=(0.05 * (k + 1), 0.3, 0.0), rows=ACROSS, level=k) for k in range(10)]
    errors = solved(motion, asks).histories[0][-1]
    assert (errors[:4] < 1e-5).all(), "each of four joints has one horizontal goal"
    assert (errors[4:] > 0.1).all()


def test_weights_compromise_and_priorities_do_not():
    """Le Callennec 12, 13: both missed by weights, and one exactly met by priority, whichever is the stronger."""
    motion, calm = chain(8, 2.0, PLANAR), replace(SHORT, damping=0.5)
    misses = []
    for weight in (1.0, 3.0):
        tip, middle = asks_of_levels((0, 0))
        found = solved(motion, [replace(tip, weight=weight), middle], calm).motion
        misses.append([np.linalg.norm(place(found, a.joint) - a.goal) for a in (tip, middle)])
    assert min(misses[0]) > 0.01
    assert misses[1][0] / misses[1][1] < 0.5 * misses[0][0] / misses[0][1]
    for order in ((0, 1), (1, 0)):
        errors = solved(motion, asks_of_levels(order), calm).histories[0][-1]
        assert errors[0] < 1e-6 < 0.1 < errors[1]


def test_only_the_order_of_priorities_matters():
    """Le Callennec 14: 2, 10, 15 and 1, 2, 3 give the same bits."""
    motion = chain(8, 2.0, PLANAR)

    def end(levels):
        asks = [*asks_of_levels(levels[:2]), Ask(joint="j3", goal=(0.1, 0.4, 0.0), rows=FLAT, level=levels[2])]
        return solved(motion, asks).motion.rotations

    assert np.array_equal(end((1, 2, 3)), end((2, 10, 15)))


def test_the_pull_keeps_the_pose_and_disturbs_no_task():
    """Boulic 18, Le Callennec 15. The start is elsewhere, so that what is kept is the source and not the start."""
    motion, start = chain(12), chain(12, bend=0.4)
    ask = [Ask(goal=(0.3, 0.5, 0.3))]
    without = solved(motion, ask, start=start)
    pulled = solved(motion, ask, replace(SHORT, pull=0.2), start=start)
    assert distance(pulled.motion, motion) < 0.75 * distance(without.motion, motion)
    for found in (without, pulled):
        assert_allclose(place(found.motion, "tip"), (0.3, 0.5, 0.3), **SOLVED)


def test_the_pull_can_be_to_velocities():
    """Boulic 19: towards the last solved pose plus the source's own change, instead of towards the source."""
    source = chain(6, frames=2)
    rotations = source.rotations.copy()
    change = quaternions.about_axis("z", np.array(0.02))
    rotations[1, 1:-1] = quaternions.multiply(rotations[0, 1:-1], change)
    source = source.with_rotations(rotations)
    before = solved(source.with_frames(0, 1), [Ask(goal=(0.4, 0.4, 0.3))], replace(SHORT, pull=0.2)).motion
    second = source.with_frames(1, 2)
    kept = before.rotations.copy()
    kept[0, 1:-1] = quaternions.multiply(kept[0, 1:-1], change)
    ask = [Ask(goal=(0.45, 0.4, 0.3))]
    pose, velocity = (
        solved(second, ask, replace(SHORT, pull=0.2), start=before, towards=t).motion
        for t in (None, second.with_rotations(kept))
    )
    for found in (pose, velocity):
        assert_allclose(place(found, "tip"), (0.45, 0.4, 0.3), **SOLVED)
    assert distance(pose, second) < distance(velocity, second)
    assert distance(velocity, second.with_rotations(kept)) < distance(pose, second.with_rotations(kept))


def test_a_joint_without_weight_stays_and_a_light_one_moves_less():
    """Le Callennec 16."""
    motion, weights = chain(6), np.ones(8)
    weights[3], weights[4] = 0.0, 0.1
    ask = [Ask(goal=(0.4, 0.4, 0.3))]
    even, found = solved(motion, ask), solved(motion, ask, weights=weights)
    turned = [np.abs(f.motion.rotations - motion.rotations).max(axis=(0, 2)) for f in (even, found)]
    assert turned[1][3] == 0.0
    assert turned[1][4] < 0.3 * turned[0][4]
    assert_allclose(place(found.motion, "tip"), (0.4, 0.4, 0.3), **SOLVED)


def test_the_centre_of_mass_goes_to_its_line():
    """Le Callennec 24: within 1 mm over the ground."""
    motion = chain(10, 1.8)
    plan = plan_of(motion, [Ask(kind=MASS, goal=(0.2, 0.0, -0.1), rows=np.eye(3)[[0, 2]])])
    found = iterate(motion, plan, SHORT)
    centre = centre_of_mass(found.motion, 0, plan.body.masses, plan.body.centres)
    assert np.abs(centre[[0, 2]] - [0.2, -0.1]).max() < 1e-3


def test_a_place_on_the_body_is_met_while_the_body_moves():
    """Boulic 9, 14: recomputed in every step; a place frozen at the start of the solve is missed."""
    motion, spot = chain(10, 2.0, PLANAR), np.array([0.3, 0.1, 0.0])
    lean = Ask(joint="j4", goal=(0.45, 0.35, 0.0), rows=FLAT)
    joint = motion.skeleton.index("j4")

    def where(m):
        pose = world_pose(m)
        return pose.positions[0, joint] + quaternions.rotate(pose.rotations[0, joint], spot)

    riding = solved(motion, [lean, Ask(level=1, rows=FLAT, riding=("j4", spot))]).motion
    frozen = solved(motion, [lean, Ask(level=1, rows=FLAT, goal=where(motion))]).motion
    assert np.linalg.norm(place(riding, "tip") - where(riding)) < 1e-3
    assert np.linalg.norm(place(frozen, "tip") - where(frozen)) > 0.3


def test_it_stops_on_what_is_out_of_reach():
    """Boulic 15, Le Callennec 56: as near as the chain comes, and before the cap."""
    far = np.array([1.5, 0.5, 0.0])
    found = solved(chain(8), [Ask(goal=far)], replace(SHORT, damping=0.3, still=1e-5, still_pull=1e-3))
    assert found.settled[0]
    assert found.iterations[0] < 1000
    assert np.linalg.norm(place(found.motion, "tip") - far) < np.linalg.norm(far) - 1.0 + 2e-3


def test_a_small_cap_meets_the_strongest_first():
    """Le Callennec 57."""
    asks = asks_of_levels((0, 1))
    motion = chain(8, 2.0, PLANAR)
    errors = solved(motion, asks, replace(SHORT, damping=0.5, max_iterations=60)).histories[0]
    assert errors[-1, 0] < 0.01
    assert errors[-1, 1] > 0.5


def test_nothing_asked_nothing_changed():
    motion = chain(4)
    found = solved(motion, [Ask(goal=(0.5, 0.5, 0.0), activity=0.0)], replace(SHORT, pull=0.2))
    assert_allclose(found.motion.rotations, motion.rotations, **ALGEBRA)
    assert found.settled.all()


def test_a_larger_world_gives_a_larger_answer():
    """Damping, cuts and stillness are shares of the size."""
    ends = []
    for scale in (1.0, 100.0):
        motion = chain(8, scale)
        goal = scale * np.array([0.3, 0.5, 0.2])
        ends.append(iterate(motion, plan_of(motion, [Ask(goal=goal)], size=scale), SHORT).motion.rotations)
    assert_allclose(ends[1], ends[0], rtol=0, atol=1e-9)


def test_hinges_end_on_the_motions_own_skeleton():
    motion, goal = chain(6), np.array([0.3, 0.4, -0.2])
    found = hinge_posture(motion, plan_of(motion, [Ask(goal=goal)]), SHORT)
    assert found.motion.skeleton is motion.skeleton
    assert_allclose(place(found.motion, "tip"), goal, **SOLVED)


def test_enforced_all_through_or_dropped():
    """Boulic 13: switched off while its activity is zero, a wish jumps; 0.024 against 0.53 in the notes."""
    motion, t = chain(8, 2.0, PLANAR, frames=200, bend=0.35), np.arange(200.0)
    ramp = [
        np.interp(t, [a, a + 30, b - 30, b], [0.0, 1.0, 1.0, 0.0]) for a, b in ((40.0, 130.0), (90.0, 180.0))
    ]  # fmt: skip
    active = [3 * r**2 - 2 * r**3 for r in ramp]
    own = [place(motion, joint) for joint in ("j5", "tip")]
    shift = np.array([[0.05, -0.2, 0.0], [0.15, -0.1, 0.0]])
    goals = [own[k] + active[k][:, None] * shift[k] for k in range(2)]

    def jump(works):
        asks = [Ask(joint=joint, goal=goals[k], rows=FLAT, level=k, activity=works[k].astype(float))
                for k, joint in enumerate(("j5", "tip"))]  # fmt: skip
        found = solved(motion, asks, replace(SHORT, pull=0.2)).motion
        angles = 2.0 * np.arctan2(found.rotations[..., 3], found.rotations[..., 0])
        return np.abs(np.diff(angles, 2, axis=0)).max()

    always, dropped = jump([t >= 0.0] * 2), jump([a > 0.0 for a in active])
    assert always < 0.024
    assert dropped > 0.5


def test_settings_that_make_no_sense_are_refused():
    with pytest.raises(InvalidValueError, match="got"):
        Classic(damping=-0.1)
    with pytest.raises(InvalidValueError, match="-1"):
        Classic(max_iterations=-1)
