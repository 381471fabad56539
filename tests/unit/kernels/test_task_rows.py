"""The errors and rows of tasks: against SciPy and central differences, and laws that need no oracle."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.transform import Rotation
from support.motions import human_skeleton
from support.naive import ancestors
from support.task_lists import Posed, errors_of, expected_errors, solved, task
from support.tolerances import ALGEBRA, SLOPE
from support.trees import random_motion, random_skeleton, unit

from supple.core.jacobians import centre_of_mass_jacobian, orientation_jacobian, position_jacobian, stepped
from supple.core.motion import Motion
from supple.kernels.dof_kinds import SLIDE

SKELETONS = {"human": human_skeleton(), "25 balls": random_skeleton(3, 25, ("ball",)), "all kinds": random_skeleton(7)}
each = pytest.mark.parametrize("skeleton", SKELETONS.values(), ids=SKELETONS.keys())
each_kind = pytest.mark.parametrize("kind", ["point", "turn", "aim", "mass"])
each_frame = pytest.mark.parametrize("rides", [False, True], ids=["world", "rides"])
SHARES = {"one": [1.0], "one of four": [0.0, 0.0, 1.0, 0.0], "mean": [0.25] * 4, "less": [0.5, 0.2], "half": [0.5],
          "none": [0.0, 0.0], "opposite": [0.7, 0.0, -0.7]}  # fmt: skip
STEP = 1e-5  # of central differences [rad, m]


def random_posed(skeleton, seed=1):
    rng = np.random.default_rng(seed)
    masses = rng.uniform(0.1, 3.0, len(skeleton)) * (rng.random(len(skeleton)) > 0.2)
    return Posed(random_motion(seed, skeleton, frames=1), masses, rng.normal(size=(len(skeleton), 3)))


def random_task(rng, kind, joints, rides, basis=None):
    """Riding with another joint, or for the centre of mass with the mean of three points."""
    joint, other = rng.choice(joints, 2, replace=False)
    if kind == "turn":
        supports, reference, goal = [], other if rides else -1, unit(rng.normal(size=4))
    else:
        supports, reference, goal = [], -1, np.zeros(4) if rides and kind != "mass" else rng.normal(size=4)
    if rides and kind != "turn":
        supports = random_supports(rng, [1 / 3] * 3, joints) if kind == "mass" else [(other, rng.normal(size=3), 1.0)]
    return task(kind, joint, rng.normal(size=3), unit(rng.normal(size=3)), reference, goal, supports,
                rng.normal(size=(3, 3)) if basis is None else basis)  # fmt: skip


def random_supports(rng, shares, joints):
    return [(rng.integers(joints), rng.normal(size=3), share) for share in shares]


def several(kind, skeleton, rides, count=8, seed=0, basis=None):
    rng = np.random.default_rng(seed)
    return [random_task(rng, kind, len(skeleton), rides, basis) for _ in range(count)]


def slopes(posed, tasks):
    """(R, D) minus the central differences of the errors."""
    columns = []
    for d in range(len(posed.layout)):
        step = STEP * np.eye(len(posed.layout))[d]
        ends = [Posed(stepped(posed.motion, 0, s), posed.masses, posed.centres) for s in (-step, step)]
        columns.append((errors_of(ends[0], tasks) - errors_of(ends[1], tasks)) / (2.0 * STEP))
    return np.array(columns).T


def largest_turn(posed, tasks):
    return max(np.linalg.norm(np.linalg.solve(t["basis"], solved(posed, [t])[0])) for t in tasks)


@each
@each_kind
@each_frame
def test_rows_are_the_slopes_of_the_errors(skeleton, kind, rides):
    posed, tasks = random_posed(skeleton), several(kind, skeleton, rides)
    errors, rows = solved(posed, tasks)
    assert_allclose(errors, expected_errors(posed, tasks), **ALGEBRA)
    assert_array_equal(errors_of(posed, tasks), errors)
    assert_allclose(rows, slopes(posed, tasks), rtol=1e-7, atol=SLOPE["atol"])  # weights and near targets scale it


@each
@pytest.mark.parametrize("kind", ["point", "aim", "mass"])
@pytest.mark.parametrize("shares", SHARES.values(), ids=SHARES.keys())
def test_rows_of_shared_supports_are_the_slopes_of_the_errors(skeleton, kind, shares):
    """On joints of the same branch and of others, drawn at random."""
    posed, rng = random_posed(skeleton), np.random.default_rng(2)
    tasks = [{**t, "support": random_supports(rng, shares, len(skeleton))} for t in several(kind, skeleton, False)]
    errors, rows = solved(posed, tasks)
    assert_allclose(errors, expected_errors(posed, tasks), **ALGEBRA)
    assert_array_equal(errors_of(posed, tasks), errors)
    assert_allclose(rows, slopes(posed, tasks), rtol=1e-7, atol=SLOPE["atol"])


@pytest.mark.parametrize("kind", ["point", "aim", "mass"])
@pytest.mark.parametrize("on", [9, 3, 0, 20], ids=["itself", "above", "root", "another branch"])
def test_a_support_anywhere_in_the_tree_is_exact(kind, on):
    skeleton = SKELETONS["human"]
    posed, at = random_posed(skeleton), [(on, (0.1, -0.3, 0.2))]
    tasks = [task(kind, 9, (0.2, 0.1, 0.4), goal=(1.0, 0.5, -0.7), support=[(*s, p) for s in at]) for p in (1.0, 0.4)]
    assert_allclose(solved(posed, tasks)[1], slopes(posed, tasks), rtol=1e-7, atol=SLOPE["atol"])


@pytest.mark.parametrize("kind", ["point", "aim", "mass"])
def test_a_support_without_a_share_is_not_read(kind):
    posed, alone = random_posed(SKELETONS["human"]), task(kind, 9, goal=(1.0, 0.5, -0.7), support=[(4, (1, 2, 3), 0.5)])
    nowhere = (14, (np.nan, np.nan, np.nan), 0.0)
    among = {**alone, "support": [nowhere, *alone["support"], nowhere]}
    for found, expected in zip(solved(posed, [among]), solved(posed, [alone]), strict=True):
        assert_array_equal(found, expected)


@pytest.mark.parametrize("kind", ["point", "mass"])
@pytest.mark.parametrize("shares", SHARES.values(), ids=SHARES.keys())
def test_travel_takes_along_what_the_shares_sum_to(kind, shares):
    skeleton = SKELETONS["all kinds"]
    posed, supports = random_posed(skeleton), random_supports(np.random.default_rng(5), shares, len(skeleton))
    _, rows = solved(posed, [task(kind, 9, support=supports)])
    assert_allclose(rows[:, :3], (1.0 - sum(shares)) * np.eye(3), **ALGEBRA)


def test_turns_are_exact_far_from_their_goal():
    """The drawn turns are large: a row that is right near the goal alone would not do."""
    skeleton = SKELETONS["all kinds"]
    posed, tasks = random_posed(skeleton), several("turn", skeleton, rides=False)
    assert largest_turn(posed, tasks) > 2.0
    first_order = np.vstack([t["basis"] @ orientation_jacobian(posed.motion, 0, f"j{t['joint']}") for t in tasks])
    assert np.abs(first_order - slopes(posed, tasks)).max() > 0.1


@each
@each_kind
@each_frame
def test_columns_that_are_not_recruited_are_zero_and_others_unchanged(skeleton, kind, rides):
    posed, tasks = random_posed(skeleton), several(kind, skeleton, rides)
    recruited = np.random.default_rng(4).random((len(tasks), len(posed.layout))) < 0.5
    (errors, rows), (all_errors, all_rows) = solved(posed, tasks, recruited), solved(posed, tasks)
    assert_array_equal(rows, np.where(np.repeat(recruited, 3, axis=0), all_rows, 0.0))
    assert_array_equal(errors, all_errors)


@each_kind
@each_frame
def test_scaled_axes_scale_the_columns(kind, rides):
    """How a solver in scaled coordinates gets its rows, for one product per axis."""
    skeleton = SKELETONS["all kinds"]
    posed, tasks = random_posed(skeleton), several(kind, skeleton, rides)
    _, rows = solved(posed, tasks)
    scale = np.random.default_rng(6).uniform(0.0, 3.0, len(posed.layout))
    posed.axes *= scale[:, None]
    assert_allclose(solved(posed, tasks)[1], rows * scale, rtol=1e-12, atol=1e-12)


@each
def test_world_rows_are_the_jacobians(skeleton):
    posed, j, name = random_posed(skeleton), 20, skeleton.names[20]
    at = (0.1, -0.2, 0.3)
    tasks = [task("point", j, at), task("turn", j, goal=posed.turned[j]), task("mass")]
    _, rows = solved(posed, tasks)
    assert_allclose(rows[:3], position_jacobian(posed.motion, 0, name, at), **ALGEBRA)
    assert_allclose(rows[3:6], orientation_jacobian(posed.motion, 0, name), **ALGEBRA)
    assert_allclose(rows[6:], centre_of_mass_jacobian(posed.motion, 0, posed.masses, posed.centres), **ALGEBRA)


def shared_columns(posed, joints):
    """(D,) bool: the columns of the joints above (or equal to) all of these."""
    common = set.intersection(*(set(ancestors(posed.parents, j)) for j in joints))
    owner = np.repeat(np.arange(len(posed.parents)), np.diff(posed.layout.start))
    return np.isin(owner, list(common))


def as_met(posed, t):
    """The task with the goal where it is met."""
    j, r = t["joint"], ridden(t)
    at = posed.place(j, t["point"])
    if t["kind"] == 2:  # somewhere along the axis
        at = at + 1.5 * posed.turn(j).apply(t["axis"])
    local = posed.turn(r).inv().apply(at - posed.positions[r])
    turn = np.roll((posed.turn(r).inv() * posed.turn(j)).as_quat(), 1)
    return {**t, "goal": turn} if t["kind"] == 1 else {**t, "support": [(r, local, 1.0)]}


def ridden(t):
    """The joint that the goal of a task rides with."""
    return t["support"][0][0] if t["support"] else t["reference"]


@each
@pytest.mark.parametrize("kind", ["point", "turn", "aim"])
def test_joints_above_both_do_not_matter_to_a_goal_that_is_met(skeleton, kind):
    posed = random_posed(skeleton)
    for t in several(kind, skeleton, rides=True):
        errors, rows = solved(posed, [as_met(posed, t)])
        shared = shared_columns(posed, [t["joint"], ridden(t)])
        assert_allclose(errors, 0.0, **ALGEBRA)
        assert_allclose(rows[:, shared], 0.0, **ALGEBRA)


@each
@pytest.mark.parametrize("kind", ["point", "turn", "aim"])
def test_joints_above_both_turn_a_miss_and_keep_its_length(skeleton, kind):
    posed = random_posed(skeleton)
    for t in several(kind, skeleton, rides=True, basis=np.eye(3)):
        errors, rows = solved(posed, [t])
        shared = shared_columns(posed, [t["joint"], ridden(t)])
        turning = shared & (posed.layout.kind != SLIDE)
        assert not rows[:, shared & ~turning].any()  # travel: exactly
        assert_allclose(rows[:, turning], np.cross(errors, posed.axes[turning]).T, rtol=0, atol=1e-11)
        assert_allclose(errors @ rows[:, turning], 0.0, rtol=0, atol=1e-11)


def test_travel_takes_the_centre_of_mass_and_its_support_along():
    posed, tasks = random_posed(SKELETONS["all kinds"]), several("mass", SKELETONS["all kinds"], rides=True)
    _, rows = solved(posed, tasks)
    assert_allclose(rows[:, posed.layout.kind == SLIDE], 0.0, **ALGEBRA)


def test_a_goal_on_the_joint_itself_never_changes_its_distance():
    posed = random_posed(SKELETONS["all kinds"])
    errors, rows = solved(posed, [task("point", 9, (0.1, 0.2, 0.3), support=[(9, (0.0, -0.4, 1.0), 1.0)])])
    assert_allclose(errors @ rows, 0.0, **ALGEBRA)
    assert_allclose(np.linalg.norm(errors), np.linalg.norm([0.1, 0.6, -0.7]), **ALGEBRA)


@each_kind
@each_frame
def test_weights_and_chosen_axes_scale_errors_and_rows_alike(kind, rides):
    skeleton = SKELETONS["all kinds"]
    posed = random_posed(skeleton)
    whole = several(kind, skeleton, rides, basis=np.eye(3))
    errors, rows = solved(posed, whole)
    for basis in (2.5 * np.eye(3), np.diag([1.0, 0.0, 3.0])[[0, 2]], np.array([[0.0, 0.6, 0.8]]), np.zeros((0, 3))):
        part = [{**t, "basis": basis} for t in whole]
        block = np.kron(np.eye(len(whole)), basis)
        part_errors, part_rows = solved(posed, part)
        assert_allclose(part_errors, block @ errors, **ALGEBRA)
        assert_allclose(part_rows, block @ rows, rtol=0, atol=1e-11)


def test_tasks_of_different_kinds_do_not_disturb_each_other():
    skeleton = SKELETONS["all kinds"]
    posed, rng = random_posed(skeleton), np.random.default_rng(8)
    sizes = [2, 3, 1, 3, 2, 1, 3, 2]
    mixed = [
        random_task(rng, kind, len(skeleton), rides, rng.normal(size=(size, 3)))
        for (kind, rides), size in zip(
            [(k, r) for r in (False, True) for k in ("mass", "point", "turn", "aim")], sizes, strict=True
        )
    ]
    errors, rows = solved(posed, mixed)
    alone = [solved(posed, [t]) for t in mixed]
    assert_array_equal(errors, np.concatenate([e for e, _ in alone]))
    assert_array_equal(rows, np.vstack([r for _, r in alone]))


@each_kind
@each_frame
def test_a_rigid_motion_of_the_world_changes_nothing_but_the_root(kind, rides):
    skeleton = SKELETONS["all kinds"]
    posed, turn, shift = random_posed(skeleton), Rotation.from_rotvec([0.4, -1.1, 0.7]), np.array([3.0, -2.0, 5.0])
    moved = Posed(rigidly_moved(posed.motion, turn, shift), posed.masses, posed.centres)
    tasks = several(kind, skeleton, rides)
    there = [moved_task(t, kind, rides, turn, shift) for t in tasks]
    (errors, rows), (moved_errors, moved_rows) = solved(posed, tasks), solved(moved, there)
    assert_allclose(moved_errors, errors, rtol=0, atol=1e-11)
    assert_allclose(moved_rows[:, 3:], rows[:, 3:], rtol=1e-11, atol=1e-11)
    assert_allclose(moved_rows[:, :3] @ turn.as_matrix(), rows[:, :3], rtol=1e-11, atol=1e-11)


def rigidly_moved(motion, turn, shift):
    rotations = motion.rotations.copy()
    rotations[0, 0] = np.roll((turn * Rotation.from_quat(np.roll(rotations[0, 0], -1))).as_quat(), 1)
    return Motion(motion.skeleton, turn.apply(motion.root_positions.copy()) + shift, rotations, motion.frame_time)


def moved_task(t, kind, rides, turn, shift):
    goal = np.array(t["goal"], float)
    if kind == "turn" and not rides:
        goal = np.roll((turn * Rotation.from_quat(np.roll(goal, -1))).as_quat(), 1)
    elif kind == "mass" and rides:
        goal[:3] = turn.apply(goal[:3])
    elif kind != "turn" and not rides:
        goal[:3] = turn.apply(goal[:3]) + shift
    return {**t, "goal": goal, "basis": t["basis"] @ turn.as_matrix().T}


@each_frame
def test_a_target_at_the_eye_asks_nothing(rides):
    posed = random_posed(SKELETONS["all kinds"])
    eye = (0.1, 0.2, 0.3)
    there = {"support": [(9, eye, 1.0)]} if rides else {"goal": posed.place(9, eye)}
    errors, rows = solved(posed, [task("aim", 9, eye, **there)])
    assert not errors.any()
    assert not rows.any()


def test_half_a_turn_away_stays_finite_and_leads_back():
    posed = random_posed(SKELETONS["25 balls"])
    for axis in np.vstack([np.eye(3), unit(np.ones(3))]):
        goal = np.roll((Rotation.from_rotvec(np.pi * axis) * posed.turn(9)).as_quat(), 1)
        errors, rows = solved(posed, [task("turn", 9, goal=goal)])
        assert_allclose(np.linalg.norm(errors), np.pi, **ALGEBRA)
        assert np.isfinite(rows).all()
        step = np.linalg.lstsq(rows, errors, rcond=None)[0]
        closer, _ = solved(Posed(stepped(posed.motion, 0, 0.1 * step)), [task("turn", 9, goal=goal)])
        assert np.linalg.norm(closer) < 0.95 * np.pi


def test_both_signs_of_a_goal_are_one_orientation():
    posed, goal = random_posed(SKELETONS["all kinds"]), unit([0.3, -0.2, 0.8, 0.1])
    plain, flipped = (solved(posed, [task("turn", 9, reference=14, goal=s * goal)]) for s in (1.0, -1.0))
    assert_allclose(flipped[0], plain[0], **ALGEBRA)
    assert_allclose(flipped[1], plain[1], **ALGEBRA)


@pytest.mark.parametrize(
    "odd",
    [
        task("turn", 9),  # a quaternion of length zero
        task("aim", 9, axis=(0.0, 0.0, 0.0), goal=(1.0, 2.0, 3.0)),
        task("aim", 0, axis=(0.0, 0.0, 0.0)),
        task("point", 9, basis=np.zeros((3, 3))),
        task("point", 0, support=[(0, (0.0, 0.0, 0.0), 1.0)]),
    ],
)
def test_nothing_odd_makes_nan(odd):
    errors, rows = solved(random_posed(SKELETONS["all kinds"]), [odd])
    assert np.isfinite(np.concatenate([errors, rows.ravel()])).all()


def test_looking_away_from_the_target_is_finite():
    posed = random_posed(SKELETONS["human"])
    behind = posed.positions[9] - 2.0 * posed.turn(9).apply([0.0, 0.0, 1.0])
    errors, rows = solved(posed, [task("aim", 9, goal=behind)])
    assert_allclose(np.linalg.norm(errors), 2.0, **ALGEBRA)
    assert np.isfinite(rows).all()
    assert_allclose(errors @ rows, 0.0, **ALGEBRA)  # neither way is shorter: a solver needs a nudge here


def test_no_tasks_no_rows():
    errors, rows = solved(random_posed(SKELETONS["human"]), [])
    assert (len(errors), len(rows)) == (0, 0)
