"""The equations of motion: against MuJoCo, by conservation, and by what is known of simple bodies."""

import numpy as np
import pytest
from support.figures_with_mass import weighed
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.dynamics.engine import pinocchio
from supple.dynamics.figure import GRAVITY, figure_of
from supple.dynamics.inertias import Inertias
from supple.dynamics.inverse import needed_forces
from supple.dynamics.splitting import split_reaction
from supple.dynamics.states import States, frame_states, turning
from supple.dynamics.support import outside, pressure_centre
from supple.errors import InvalidValueError, MissingExtraError

pin = pytest.importorskip("pinocchio")


def test_inverse_dynamics_are_those_of_mujoco():
    pytest.importorskip("mujoco")
    from support.mujoco_twin import MujocoTwin

    motion = smooth_motion(human_skeleton())
    figure = weighed(motion, carried=[("LeftHand", 3.0, (0.05, 0.0, 0.0))])
    twin = MujocoTwin(figure, motion)
    rng = np.random.default_rng(0)
    for _ in range(20):
        root = rng.normal(size=3)
        turns = quaternions.normalized(rng.normal(size=(len(figure.joints), 4)))
        v, a = 3.0 * rng.normal(size=(2, figure.nv))
        ours = needed_forces(figure, States(figure.configuration(root[None], turns[None]), v[None], a[None])).torques[0]
        theirs = twin.torques(root, turns, v, a)
        assert np.abs(ours - theirs).max() < 1e-8 * np.abs(theirs).max()


def test_angular_velocity_is_that_of_the_matrix():
    t, h = 0.7, 1e-5
    rng = np.random.default_rng(3)
    c = rng.normal(size=(4, 4))

    def s(t):
        return c[0] + c[1] * np.sin(t) + c[2] * np.cos(2.0 * t) + c[3] * t

    ds = c[1] * np.cos(t) - 2.0 * c[2] * np.sin(2.0 * t) + c[3]
    dds = -c[1] * np.sin(t) - 4.0 * c[2] * np.cos(2.0 * t)
    turned = turning(s(t), ds, dds)
    matrix = [quaternions.to_matrix(quaternions.normalized(s(t + k * h))) for k in (-1, 0, 1)]
    spin = matrix[1].T @ (matrix[2] - matrix[0]) / (2.0 * h)
    np.testing.assert_allclose([spin[2, 1], spin[0, 2], spin[1, 0]], turned.velocity, atol=1e-8)
    ahead, behind = (
        turning(s(t + d), c[1] * np.cos(t + d) - 2.0 * c[2] * np.sin(2.0 * (t + d)) + c[3], dds).velocity
        for d in (h, -h)
    )
    np.testing.assert_allclose((ahead - behind) / (2.0 * h), turned.acceleration, atol=1e-7)


def _rod(mass=2.0, length=1.0):
    """A rod that hangs from a joint below a heavy root."""
    skeleton = Skeleton(
        ("root", "rod", "tip"),
        [-1, 0, 1],
        np.array([[0.0] * 3, [0.0] * 3, [0.0, -length, 0.0]]),
        np.array([0, 0, 1], bool),
    )
    inertias = np.zeros((3, 3, 3))
    inertias[0] = np.eye(3)
    inertias[1] = mass * length**2 / 12.0 * np.diag([1.0, 1e-3, 1.0])
    centres = np.array([[0.0] * 3, [0.0, -0.5 * length, 0.0], [0.0] * 3])
    return skeleton, Inertias(np.array([5.0, mass, 0.0]), centres, inertias)


def _swinging(angles, h):
    skeleton, inertias = _rod()
    turns = np.tile(quaternions.identity(3), (len(angles), 1, 1))
    turns[:, 1] = quaternions.about_axis("x", angles)
    motion = Motion(skeleton, np.zeros((len(angles), 3)), turns, h)
    return figure_of(motion, inertias, {}), motion


def test_a_free_pendulum_needs_no_torque_and_keeps_its_energy():
    from scipy.integrate import solve_ivp

    length, mass, h = 1.0, 2.0, 1.0 / 240.0
    inertia = mass * length**2 / 3.0
    times = np.arange(0.0, 1.5, h)
    fall = solve_ivp(
        lambda _, y: [y[1], -mass * GRAVITY * 0.5 * length / inertia * np.sin(y[0])], (0.0, times[-1]), [1.0, 0.0],
        t_eval=times, rtol=1e-11, atol=1e-12,
    ).y  # fmt: skip
    figure, motion = _swinging(fall[0], h)
    states = frame_states(figure, motion, 0)
    assert np.abs(needed_forces(figure, states).torques[20:-20, 6:]).max() < 1e-3
    model, data = figure.model, figure.model.createData()
    energy = [
        pin.computeKineticEnergy(model, data, q, v) + pin.computePotentialEnergy(model, data, q)
        for q, v in zip(states.q[20:-20], states.v[20:-20], strict=True)
    ]
    assert np.ptp(energy) < 1e-5 * mass * GRAVITY * length


def test_the_vertical_force_of_one_body_is_the_sources_equation():
    """M y'' + M c (-sin p p'' - cos p p'^2) + g M, for a bone along y whose centre is c from its joint."""
    mass, c, p, dp, ddp, ddy = 3.0, 0.4, 0.6, 1.3, -2.1, 0.9
    skeleton = Skeleton(("bone",), [-1], np.zeros((1, 3)))
    inertias = Inertias(np.array([mass]), np.array([[0.0, c, 0.0]]), 0.02 * np.eye(3)[None])
    turns = quaternions.about_axis("x", np.array([[p], [p + 0.1]]))
    figure = figure_of(Motion(skeleton, np.zeros((2, 3)), turns, 0.01), inertias, {})
    v, a = np.zeros((2, 1, 6))
    v[0, 3], a[0, 1], a[0, 3] = dp, ddy, ddp
    states = States(figure.configuration(np.zeros((1, 3)), turns[:1]), v, a)
    expected = mass * ddy + mass * c * (-np.sin(p) * ddp - np.cos(p) * dp**2) + GRAVITY * mass
    assert needed_forces(figure, states).torques[0, 1] == pytest.approx(expected, rel=1e-12)


def test_free_flight_conserves_momentum_and_needs_no_force():
    """A spinning body with moving limbs whose root wrench is zero: rates of change of momentum are those of gravity."""
    motion = smooth_motion(human_skeleton())
    figure = weighed(motion)
    states = frame_states(figure, motion, 0)
    needed = needed_forces(figure, states)
    force, moment = needed.wrench()
    model, data = figure.model, figure.model.createData()
    for s in (5, 20, 30):
        pin.computeCentroidalMomentumTimeVariation(model, data, states.q[s], states.v[s], states.a[s])
        gravity = np.array([0.0, -figure.weight, 0.0])
        np.testing.assert_allclose(data.dhg.linear, force[s] + gravity, atol=1e-8)
        about_centre = moment[s] + np.cross(needed.places[s, 2] - needed.centres[s], force[s])
        np.testing.assert_allclose(data.dhg.angular, about_centre, atol=1e-8)


def test_weight_is_split_between_the_points_and_friction_holds():
    arms = np.array([[[0.1, -1.0, 0.1], [-0.1, -1.0, 0.1], [0.1, -1.0, -0.2], [-0.1, -1.0, -0.2]]])
    touching = np.ones((1, 4), bool)
    force = np.array([[70.0, 700.0, -30.0]])
    moment = np.cross(np.array([0.02, -1.0, -0.05]), force)
    how = {"weight": 700.0, "height": 1.75, "normal": np.array([0.0, 1.0, 0.0])}
    split = split_reaction(force, moment, arms, touching, friction=0.8, **how)
    np.testing.assert_allclose(split.forces[0].sum(axis=0), force[0], rtol=1e-3)
    assert np.abs(split.residual_moment).max() < 1.0
    assert (np.hypot(split.forces[..., 0], split.forces[..., 2]) <= 0.8 * split.forces[..., 1] + 1e-9).all()
    slippery = split_reaction(force, moment, arms, touching, friction=0.03, **how)
    assert np.linalg.norm(slippery.residual_force) > 40.0
    pulled = split_reaction(-force, moment, arms, touching, friction=0.8, **how)
    assert np.abs(pulled.forces).max() < 50.0  # the ground does not pull
    lifted = split_reaction(force, moment, arms, ~touching, friction=0.8, **how)
    np.testing.assert_array_equal(lifted.residual_force, force)


def test_the_centre_of_pressure_is_where_the_force_acts_alone():
    root, place, force = np.array([[0.3, 1.0, -0.2]]), np.array([0.35, 0.0, -0.1]), np.array([[20.0, 600.0, -50.0]])
    moment = np.cross(place - root, force)
    np.testing.assert_allclose(pressure_centre(root, force, moment, np.zeros(1))[0], place, atol=1e-12)
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    assert outside(np.array([0.4, 0.5]), square) == 0.0
    assert outside(np.array([2.0, 0.5]), square) == pytest.approx(1.0)
    assert outside(np.array([3.0, 4.0]), np.zeros((1, 2))) == pytest.approx(5.0)


def test_bones_that_change_their_length_are_refused():
    motion = smooth_motion(human_skeleton(), stretch=True)
    with pytest.raises(InvalidValueError, match="change their length"):
        weighed(motion)


def test_a_missing_library_names_its_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pinocchio", None)
    with pytest.raises(MissingExtraError, match=r"supple\[dynamics\]"):
        pinocchio()
