"""A pose of a fit and the parts of its kernel, one at a time: steps of the reduced coordinates, cost, slope."""

import numpy as np

from supple.kernels.fitting.costs import cost_of
from supple.kernels.fitting.kinds import FREE
from supple.kernels.fitting.normal import WIDE, assemble
from supple.kernels.fitting.posing import hang, take_step
from supple.solvers.hierarchical.figure import HEAVY, TRAVEL, figure_of


class Pose:
    """Root in body heights, local turns, positions, world turns; and where limbs have to be."""

    def __init__(self, joints, limbs):
        self.root, self.turns = np.zeros(3), np.zeros((joints, 4))
        self.positions, self.turned = np.zeros((joints, 3)), np.zeros((joints, 4))
        self.places, self.goals = np.zeros((limbs, 3)), np.zeros((limbs, 4))

    @property
    def all(self):
        return self.root, self.turns, self.positions, self.turned


class Reduced:
    """One frame of a problem."""

    def __init__(self, problem, frame=0, *, hybrid=True):
        motion, figure = problem.motion, figure_of(problem, hybrid)
        self.problem, self.figure, self.parents = problem, figure, motion.skeleton.parents
        self.reference = motion.root_positions[frame] / problem.size, motion.rotations[frame].copy()
        self.offsets = figure.offsets[frame if len(figure.offsets) > 1 else 0]
        self.limbs = (*figure.limbs[:4], *(part[frame] for part in figure.limbs[4:]))
        self.points = (*figure.points[:4], *(part[frame] for part in figure.points[4:]))
        self.limits = (*figure.limits[:7], *(part[frame].copy() for part in figure.limits[7:]))
        self.modes, at = self.limbs[5], figure.columns.size
        self.swivel_col = np.full(len(self.modes), -1)
        for limb in np.flatnonzero(self.modes != FREE):
            self.swivel_col[limb] = at
            at += 1
        self.size, self.values = at, np.zeros(len(self.limits[0]))

    def start(self):
        """The reference, its limbs not closed yet."""
        pose = Pose(len(self.parents), len(self.limbs[0]))
        pose.root[:], pose.turns[:] = self.reference
        hang(self.figure.order, self.parents, pose.root, pose.turns, self.offsets, pose.positions, pose.turned)
        return pose

    def stepped(self, pose, step):
        """The pose after a step (size,)."""
        new, columns = Pose(len(self.parents), len(self.limbs[0])), self.figure.columns
        bases, middles, ends, axes, least, mode, riders, places, goals, tips, _ = self.limbs
        take_step(
            np.asarray(step, float), self.figure.order, self.parents, self.offsets,
            columns.col, columns.width, columns.hinge, True,
            bases, middles, ends, axes, least, mode, riders, places, goals, tips, self.swivel_col,
            *pose.all, *new.all, np.zeros(len(bases)), new.places, new.goals,
        )  # fmt: skip
        return new

    def cost(self, pose):
        """What a pose costs."""
        bases, middles, ends, _, _, mode, _, _, _, tips, weights = self.limbs
        return cost_of(
            *self.reference, *pose.all, self.figure.columns.col, self.figure.order, self.problem.rigidity,
            TRAVEL, HEAVY, bases, middles, ends, mode, pose.places, tips, weights, *self.points, *self.limits,
            self.values,
        )  # fmt: skip

    def equations(self, pose):
        """Normal matrix and slope at a pose; the slope is half of the cost's."""
        self.cost(pose)  # also finds the values of the limits
        bases, middles, ends, axes, _, mode, riders, _, _, tips, weights = self.limbs
        n, columns = self.size, self.figure.columns
        normal, slope = np.zeros((n, n)), np.zeros(n)
        assemble(
            *self.reference, *pose.all, self.figure.order, self.parents,
            columns.col, columns.width, columns.hinge, True, self.problem.rigidity, TRAVEL, HEAVY,
            bases, middles, ends, axes, mode, riders, pose.places, tips, weights, self.swivel_col,
            *self.points, *self.limits, self.values,
            n, np.zeros(n + 1, np.int64), *(np.zeros((n, 3)) for _ in range(4)), np.zeros((3, n, 3)),
            np.zeros((n + 1, WIDE)), np.zeros(WIDE), np.zeros(n), normal, slope,
        )  # fmt: skip
        return np.tril(normal) + np.tril(normal, -1).T, slope
