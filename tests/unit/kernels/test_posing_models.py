"""The quadratic model of a solved frame against what shifting the frame really costs; joints brought back to limits."""

import numpy as np
from numpy.testing import assert_allclose
from support.arenas import Laid
from support.edits import walker

from supple.constraints.model import PlaceGoal, Position, Preserve
from supple.core.body.joint_limits import limits_broken
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.quaternions import exp, multiply
from supple.kernels.posing.models import bring_inside, model_frames, shift_frames

SOURCE = walker()[0]
FRAME = 60
FEET = tuple(Preserve(effector=name, priority=1) for name in ("LeftFoot", "RightFoot"))
PULL = Position(effector="LeftHand", priority=2, goals=(PlaceGoal(offset=(0.1, 0.6, 0.3)),))


class Held:
    """One frame whose feet are held and whose hand gives way."""

    def __init__(self, motion=SOURCE, **more):
        self.laid = Laid(motion, *FEET, PULL, frame=FRAME, **more)
        plan, sizes = self.laid.plan, self.laid.problem.sizes
        self.frames = np.array([FRAME])
        self.missed = np.tile(plan.constraint == len(FEET), (motion.frames, 1))
        self.slack = np.zeros((*plan.activity.shape, 3))
        self.root, self.rotations = motion.root_positions.copy(), motion.rotations.copy()
        self.columns, self.joints, self.rows = sizes.columns, sizes.joints, sizes.rows

    def given(self):
        return self.frames, self.laid.working, self.laid.problem.parts, self.laid.arena, self.missed, self.slack

    def model(self):
        basis, rank = np.zeros((1, self.rows + 1, self.columns)), np.zeros(1, np.int64)
        hessian, downhill = np.zeros((1, self.columns, self.columns)), np.zeros((1, self.columns))
        axes, positions = np.zeros((1, self.columns, 3)), np.zeros((1, self.joints, 3))
        model_frames(*self.given(), self.root, self.rotations, basis, rank, hessian, downhill, axes, positions)
        return basis[0, : rank[0]], hessian[0], downhill[0], positions[0]

    def shifted(self, step):
        """The cost of the frame after a step, what of the held is lost, and the pose."""
        cost, left, positions = np.zeros(1), np.zeros(1), np.zeros((1, self.joints, 3))
        root, rotations = self.root.copy(), self.rotations.copy()
        shift_frames(*self.given(), step[None], root, rotations, cost, left, positions)
        return float(cost[0]), float(left[0]), positions[0], root, rotations


def test_the_model_is_what_a_shift_costs():
    held = Held()
    basis, _, downhill, _ = held.model()
    random = np.random.default_rng(0)
    for _ in range(5):
        way = random.normal(size=held.columns)
        way -= basis.T @ (basis @ way)  # what is held stays
        rate = (held.shifted(1e-5 * way)[0] - held.shifted(-1e-5 * way)[0]) / 2e-5
        assert_allclose(rate, -2.0 * downhill @ way, rtol=1e-4)


def test_the_model_bends_nearly_as_the_cost_does():
    """Nearly: how the pull to the source bends is left out."""
    held = Held()
    basis, hessian, _, _ = held.model()
    random, still = np.random.default_rng(2), held.shifted(np.zeros(held.columns))[0]
    ways = random.normal(size=(20, held.columns))
    ways -= ways @ basis.T @ basis
    costs = [held.shifted(2e-4 * way)[0] - 2.0 * still + held.shifted(-2e-4 * way)[0] for way in ways]
    real, modelled = np.array(costs) / 4e-8, 2.0 * np.einsum("ni,ij,nj->n", ways, hessian, ways)
    assert np.linalg.norm(real - modelled) < 0.1 * np.linalg.norm(real)


def test_a_shift_keeps_what_is_held_and_tells_the_places():
    held = Held()
    way = np.random.default_rng(1).normal(size=held.columns)
    cost, left, positions, root, rotations = held.shifted(0.03 * way / np.linalg.norm(way))
    names, before = SOURCE.skeleton.names, world_pose(SOURCE).positions[FRAME]
    pose = world_pose(Motion(SOURCE.skeleton, root, rotations, SOURCE.frame_time)).positions[FRAME]
    assert_allclose(positions, pose, atol=1e-12)
    feet = [names.index("LeftFoot"), names.index("RightFoot")]
    assert left < 1e-8
    assert_allclose(pose[feet], before[feet], atol=1e-7)
    assert np.abs(pose - before).max() > 1e-3
    assert cost > 0.0


def test_joints_beyond_a_limit_are_put_on_it_with_the_feet_held():
    held = Held()
    figure, elbow = held.laid.figure, SOURCE.skeleton.names.index("LeftForeArm")
    axis = figure.layout.axes[figure.layout.start[elbow]]
    turned = [multiply(SOURCE.rotations[FRAME, elbow], exp(turn * axis)) for turn in (-1.0, 1.0)]
    held.rotations[FRAME, elbow] = max(turned, key=lambda turn: _broken(held, turn))  # one way is stretching it
    assert _broken(held, held.rotations[FRAME, elbow]) > 0.1
    bring_inside(*held.given(), held.root, held.rotations)
    assert _broken(held, held.rotations[FRAME, elbow]) == 0.0
    feet = [SOURCE.skeleton.names.index("LeftFoot"), SOURCE.skeleton.names.index("RightFoot")]
    pose = world_pose(Motion(SOURCE.skeleton, held.root, held.rotations, SOURCE.frame_time))
    assert_allclose(pose.positions[FRAME, feet], world_pose(SOURCE).positions[FRAME, feet], atol=1e-6)


def _broken(held, elbow):
    """How far the frame is beyond any limit with this turn of the elbow [rad]."""
    rotations = held.rotations[FRAME : FRAME + 1].copy()
    rotations[0, SOURCE.skeleton.names.index("LeftForeArm")] = elbow
    figure = held.laid.figure
    return float(limits_broken(figure.limits, figure.low[FRAME], figure.high[FRAME], rotations).max())
