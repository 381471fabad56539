"""Kernels of the spacetime solver against slow twins and Pinocchio."""

import numpy as np
import pytest
from support.displacing_twin import cross_matrix, displaced, right_jacobian
from support.figures_with_mass import weighed
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.dynamics.states import Turning
from supple.kernels.spacetime.displacing import chain, displace, mirror, pull, spin
from supple.kernels.spacetime.gathering import add_squares, put, put_forces
from supple.kernels.spacetime.placing import move, place, turn_load
from supple.solvers.spacetime.tree import tree_of

SAMPLES, JOINTS = 7, 5


@pytest.fixture(scope="module")
def rng():
    return np.random.default_rng(0)


@pytest.fixture(scope="module")
def posed(rng):
    curve = rng.normal(size=(3, SAMPLES, 3 + 3 * JOINTS))
    curve[:, 0] *= 1e-7  # next to nothing
    turns = quaternions.normalized(rng.normal(size=(SAMPLES, JOINTS, 4)))
    example = Turning(turns, *rng.normal(size=(2, SAMPLES, JOINTS, 3)))
    out = [np.empty((SAMPLES, JOINTS, n)) for n in (4, 3, 3)] + [np.empty((SAMPLES, JOINTS, 3, 3)) for _ in range(3)]
    displace(curve, *example, *out)
    return curve, example, out


def test_displaced_turns_and_their_rates_are_those_of_the_slow_twin(posed):
    curve, example, out = posed
    d = curve[:, :, 3:].reshape(3, SAMPLES, JOINTS, 3)
    jacobian = right_jacobian(*d)
    for own, known in zip(out, (*displaced(example, *d, jacobian), *jacobian), strict=True):
        np.testing.assert_allclose(own, known, atol=1e-11)


def test_the_chain_rule_is_that_of_matrices(rng, posed):
    _, _, (_, velocity, acceleration, value, first, second) = posed
    by_q, by_v, by_a = rng.normal(size=(3, SAMPLES, 4, 3 + 3 * JOINTS))
    axes = np.zeros((JOINTS, 3))
    axes[2] = [0.6, 0.0, 0.8]
    own = np.array([3, 3, 1, 3, 3])
    columns = np.concatenate([[3], 3 + np.cumsum(own)])
    out, lines, joints = np.empty((3, SAMPLES, 4, columns[-1])), np.arange(4), np.arange(JOINTS)
    rate, pushed = np.empty_like(value), np.empty_like(value)
    spin(velocity, acceleration, value, first, second, rate, pushed)
    chain(by_q, by_v, by_a, value, first, rate, pushed, columns, axes, lines, joints, *out)
    turning, push = cross_matrix(velocity), cross_matrix(acceleration)
    blocks = {0: (value, first + turning @ value, second + push @ value + turning @ first),
              1: (0.0 * value, value, 2.0 * first + turning @ value), 2: (0.0 * value, 0.0 * value, value)}  # fmt: skip
    for nu, (of_q, of_v, of_a) in blocks.items():
        whole = (by_q, by_v, by_a)[nu][:, :, :3]
        np.testing.assert_allclose(out[nu][:, :, :3], whole, atol=1e-11)
        for k in range(JOINTS):
            part = slice(3 + 3 * k, 6 + 3 * k)
            known = sum(by[:, :, part] @ m[:, k] for by, m in ((by_q, of_q), (by_v, of_v), (by_a, of_a)))
            known = known if own[k] == 3 else known @ axes[k][:, None]
            np.testing.assert_allclose(out[nu][:, :, columns[k] : columns[k + 1]], known, atol=1e-11)
    some = np.empty((3, SAMPLES, 2, 3 + 1 + 3))
    these = np.array([3, 1]), np.array([2, 4])
    chain(by_q, by_v, by_a, value, first, rate, pushed, columns, axes, *these, *some)
    kept = np.concatenate([np.arange(3), [columns[2]], np.arange(columns[4], columns[5])])
    np.testing.assert_allclose(some, out[:, :, [3, 1]][..., kept], atol=1e-12)
    alone = np.empty((SAMPLES, 4, columns[-1]))
    pull(by_q, value, columns, axes, alone)
    chain(by_q, 0.0 * by_v, 0.0 * by_a, value, first, rate, pushed, columns, axes, lines, joints, *out)
    np.testing.assert_allclose(alone, out[0], atol=1e-12)


def test_the_lower_half_is_that_of_the_upper_one(rng):
    whole = rng.normal(size=(2, 5, 5))
    whole += np.swapaxes(whole, 1, 2)
    half = np.ascontiguousarray(np.triu(whole)[:, :3])
    mirror(half)
    np.testing.assert_array_equal(half, whole[:, :3])


def test_a_model_is_placed_and_moved_as_pinocchio_does():
    pin = pytest.importorskip("pinocchio")
    motion = smooth_motion(human_skeleton(), 6)
    figure = weighed(motion)
    tree, model, data = tree_of(figure), figure.model, figure.model.createData()
    turns = np.ascontiguousarray(motion.rotations[:, list(figure.joints)])
    roots = np.array(motion.root_positions)
    places, rotations = np.zeros((6, model.njoints, 3)), np.zeros((6, model.njoints, 3, 3))
    place(tree.parents, tree.turns, tree.places, roots, turns, places, rotations)
    number, point = model.njoints - 1, np.array([0.1, -0.2, 0.05])
    for s, q in enumerate(figure.configuration(roots, turns)):
        pin.computeJointJacobians(model, data, q)
        for j in range(2, model.njoints):
            np.testing.assert_allclose(places[s, j], data.oMi[j].translation, atol=1e-12)
            np.testing.assert_allclose(rotations[s, j], data.oMi[j].rotation, atol=1e-12)
        at = data.oMi[number].act(point)
        moved, jacobians = np.empty((1, 3, model.nv)), np.ascontiguousarray(data.J)[None]
        move(jacobians, np.array([0]), at[None], tree.moved_by[number], moved)
        shift = pin.SE3(np.eye(3), point)
        local = shift.inverse().action @ pin.getJointJacobian(model, data, number, pin.ReferenceFrame.LOCAL)
        np.testing.assert_allclose(moved[0], data.oMi[number].rotation @ local[:3], atol=1e-12)


def test_a_load_keeps_its_direction_while_its_joint_turns(rng):
    jacobians, moved, forces = rng.normal(size=(4, 6, 9)), rng.normal(size=(4, 3, 9)), rng.normal(size=(4, 3))
    moved_by, by_q = np.array([0, 1, 2, 6, 7, 8]), np.zeros((4, 6, 9))
    turn_load(jacobians, moved, forces, moved_by, by_q)
    moves = np.isin(np.arange(9), moved_by)
    known = -np.swapaxes(moved * moves, 1, 2) @ (cross_matrix(forces) @ (jacobians[:, 3:] * moves))
    np.testing.assert_allclose(by_q, known[:, :6], atol=1e-12)


def test_rows_are_put_where_their_unknowns_stand(rng):
    starts = np.array([0, 3, 5, 8, 10, 12])  # unknowns of five points: two numbers each, and a force of one in two
    basis, by = rng.normal(size=(2, 4)), rng.normal(size=(2, 2, 2))
    spans, widths = np.array([0, 1]), np.array([10, 9])
    offsets = np.array([0, 20])
    flat = np.zeros(38)
    none, scale = np.zeros((0, 0, 0)), rng.normal(size=(2, 2))
    blocks = np.stack([starts[span : span + 4] - starts[span] for span in spans])
    put(offsets, widths, blocks, basis[None], np.arange(2), np.arange(2), scale, by, none, none, flat)
    for n, span in enumerate(spans):
        block = flat[offsets[n] : offsets[n] + 2 * widths[n]].reshape(2, -1)
        for k in range(4):
            column, known = starts[span + k] - starts[span], basis[n, k] * scale[n][:, None] * by[n]
            np.testing.assert_allclose(block[:, column : column + 2], known, atol=1e-15)
    whole, three = np.zeros(38), rng.normal(size=(3, 2, 4))
    zero, one, two = rng.normal(size=(3, 5, 4, 2))
    put(offsets, widths, blocks, three, np.array([4, 1]), np.array([2, 0]), scale, zero, one, two, whole)
    block = whole[20:].reshape(2, 9)
    known = sum(three[nu, 1, 2] * by[1, [2, 0]] for nu, by in enumerate((zero, one, two))) * scale[1][:, None]
    np.testing.assert_allclose(block[:, 5:7], known, atol=1e-15)
    forces, pushes = np.zeros(38), rng.normal(size=(2, 2, 3))
    put_forces(offsets, widths, np.array([[-1, 4], [0, -1]]), np.array([[0.2, 0.8], [0.5, 0.5]]), pushes, forces)
    np.testing.assert_allclose(forces[:20].reshape(2, 10)[:, 4:7], 0.8 * pushes[0], atol=1e-15)
    np.testing.assert_allclose(forces[20:].reshape(2, 9)[:, :3], 0.5 * pushes[1], atol=1e-15)
    assert np.count_nonzero(forces) == 12


def test_squares_of_rows_are_added_to_the_bands_of_their_unknowns(rng):
    """Two spans with rows in some unknowns each, one span without any."""
    columns, column_begins, widths = np.array([1, 2, 5, 0, 3, 2]), np.array([0, 3, 5]), np.array([3, 2, 1])
    flat, misses = rng.normal(size=2 * 3 + 3), rng.normal(size=5)
    begins, rows = np.array([0, 6, 6]), np.array([0, 2, 2, 5])
    bands, gradient, dense = np.zeros((6, 5)), np.zeros(6), np.zeros((5, 6))
    add_squares(flat, misses, begins, rows, widths, columns, column_begins, bands, gradient)
    dense[:2, [1, 2, 5]], dense[2:, [2]] = flat[:6].reshape(2, 3), flat[6:].reshape(3, 1)
    whole = dense.T @ dense
    for j in range(6):
        for i in range(j, min(6, j + 5)):
            np.testing.assert_allclose(bands[j, i - j], whole[i, j], atol=1e-14)
    np.testing.assert_allclose(gradient, dense.T @ misses, atol=1e-14)
