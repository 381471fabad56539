"""Figures, asks and a slow twin for tests of the coarse-to-fine fit."""

from dataclasses import replace

import numpy as np
from scipy.interpolate import RectBivariateSpline

from supple.core import quaternions
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import joint_limits, limit_angles, widened
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.roles import find_roles
from supple.core.skeleton import Skeleton
from supple.kernels.fitting.kinds import AIM, BELOW, FREE, PLACE, POSE, TURN
from supple.solvers.cleanup.limbs_of import Limb, limbs_of
from supple.solvers.hierarchical.figure import HEAVY, TRAVEL, figure_of
from supple.solvers.hierarchical.problem import LimbAsks, Problem, no_points

PARENTS = (-1, 0, 1, 2, 3, 0, 5, 6, 7, 5)  # root, a leg with a toe, a spine, an arm, a head
LEVER = 0.1  # body heights that a radian of an orientation counts


def roles_in(motion):
    """Which joint is what."""
    return dict(find_roles(motion.skeleton, world_pose(motion).positions))


def height_of(motion):
    """The figure's height [m], as far as its joints tell."""
    heights = world_pose(motion).positions[..., 1]
    return float(heights.max() - heights.min())


def asks_in_place(motion, limbs, asked=None, mode=POSE):
    """Every limb, in the frames that are ``asked`` (F, L), has to be where it is."""
    pose, ends = world_pose(motion), [limb.end for limb in limbs]
    shape = (motion.frames, len(limbs))
    modes = np.full(shape, mode) if asked is None else np.where(asked, mode, FREE)
    places, goals = pose.positions[:, ends], pose.rotations[:, ends]
    tips = np.zeros((*shape, 3))
    return LimbAsks(modes, np.full(shape, -1), places, goals, tips, np.ones(shape), least_bends=np.zeros(shape))


def moved(asks, by):
    """The same asks at places that are further by (F, L, 3) or what broadcasts to it [m]."""
    return replace(asks, places=asks.places + by)


def problem_for(motion, limbs, asks, *, trunk=(0,), points=None, limited=True, rigidity=None, size=None):
    """A problem with the limits of a person, widened to what the motion does; ``rigidity`` by joint."""
    roles, joints = roles_in(motion) if limited else {}, len(motion.skeleton)
    limits = joint_limits(hinged_by_role(motion.skeleton, motion.rotations, roles), motion.rotations, roles)
    limits = limits.only(np.full(len(limits), limited))
    low, high = widened(limits, motion.rotations)
    free, stiff = np.zeros(joints, bool), np.ones(joints)
    free[list(trunk)] = True
    stiff[0] = 5.0
    for joint, value in (rigidity or {}).items():
        stiff[joint] = value
    return Problem(
        motion=motion, size=size or height_of(motion), limbs=tuple(limbs), asks=asks,
        points=points or no_points(motion.frames), free=free, rigidity=stiff, travels=True,
        limits=limits, low=low, high=high,
    )  # fmt: skip


def legs_of(motion):
    """The two legs of a person."""
    return limbs_of(motion, roles_in(motion))[:2]


def ground(size, seed=0, share=0.2, points=40):
    """Heights over x and z of a grid 80 % of a body's height wide, each up to a share of it up or down."""
    rng, at = np.random.default_rng(seed), (np.arange(points) - points / 2) * 0.8 * size
    surface = RectBivariateSpline(at, at, rng.uniform(-share, share, (points, points)) * size, kx=3, ky=3, s=0)
    return lambda x, z: surface.ev(x.ravel(), z.ravel()).reshape(x.shape)


def terrain_problem(motion, *, asked=None, seed=0, share=0.2):
    """A walk whose feet have to be as high above rough ground as they are above level ground."""
    legs, size = legs_of(motion), height_of(motion)
    asks = asks_in_place(motion, legs, asked)
    lift = np.zeros(asks.places.shape)
    lift[..., 1] = ground(size, seed, share)(asks.places[..., 0], asks.places[..., 2])
    return problem_for(motion, legs, moved(asks, lift))


def random_figure(seed, frames=1):
    """A small figure with two limbs whose hinges are off their bones, bent forward; its motion and limbs."""
    rng = np.random.default_rng(seed)
    offsets = rng.normal(size=(len(PARENTS), 3))
    offsets *= (rng.uniform(0.25, 0.45, len(PARENTS)) / np.linalg.norm(offsets, axis=1))[:, None]
    skeleton = Skeleton(tuple(f"j{j}" for j in range(len(PARENTS))), np.array(PARENTS), offsets)
    rotations = quaternions.normalized(np.array([1.0, 0, 0, 0]) + 0.3 * rng.normal(size=(len(PARENTS), 4)))
    limbs = []
    for n, (base, middle, end) in enumerate(((1, 2, 3), (6, 7, 8))):
        axis = rng.normal(size=3)
        axis -= 0.7 * (axis @ offsets[end]) / (offsets[end] @ offsets[end]) * offsets[end]
        axis /= np.linalg.norm(axis)
        rotations[middle] = _bent_turn(offsets[middle], offsets[end], axis, rng.uniform(0.5, 1.6), rotations[middle])
        length = float(np.linalg.norm(offsets[[middle, end]], axis=1).sum())
        limbs.append(Limb(f"limb{n}", base, middle, end, axis, length, rank=n))
    sway = quaternions.exp(0.1 * np.sin(np.arange(frames)[:, None, None] / 9.0 + rng.uniform(0, 6, (10, 3))))
    still = np.where(np.isin(np.arange(10), (2, 7))[:, None], quaternions.identity(frames, 10), sway)
    turns = quaternions.multiply(np.broadcast_to(rotations, still.shape), still)
    return Motion(skeleton, rng.normal(size=(frames, 3)) * 0.01, turns, 1.0 / 30.0), tuple(limbs)


def _bent_turn(upper, lower, axis, bend, turn):
    """A local turn of a middle joint that bends a limb by an angle about its axis."""
    u = quaternions.rotate(quaternions.conjugate(turn), upper)
    sine, cosine = axis @ np.cross(u, lower), u @ lower - (u @ axis) * (lower @ axis)
    by = bend - np.arctan2(sine, cosine)
    return quaternions.multiply(turn, quaternions.exp(by * axis))


def solved(problem, frames=None, *, hybrid=True, most=60, penalty=1.0):
    """Frames solved by themselves: roots [m] and rotations of all frames, and the solver's steps.

    ``penalty`` is what misses count beside ours.
    """
    from supple.kernels.fitting.frame import fit_frames

    figure, motion = figure_of(problem, hybrid), problem.motion
    roots, rotations = motion.root_positions / problem.size, motion.rotations.copy()
    columns, start = figure.columns, roots.copy()
    steps = fit_frames(
        problem.frames if frames is None else np.ascontiguousarray(frames), figure.order, motion.skeleton.parents,
        start, motion.rotations, figure.offsets, columns.col, columns.width, columns.hinge, problem.travels,
        problem.rigidity, TRAVEL, HEAVY * penalty, *figure.limbs, *figure.points, *figure.limits, columns.size, most,
        roots, rotations,
    )  # fmt: skip
    return roots * problem.size, rotations, steps


def turn_between(before, after):
    """The rotation vectors of the short way from one turn to another, as the first sees it."""
    left = quaternions.multiply(quaternions.conjugate(before), after)
    return quaternions.log(np.where(left[..., :1] >= 0.0, left, -left))


class SlowFrame:
    """One frame of a problem once more: all joints are coordinates, in plain NumPy, in body heights.

    Coordinates are (B, size): many poses at once, for differences.
    """

    def __init__(self, problem, frame=0):
        self.problem, self.frame, motion = problem, frame, problem.motion
        self.root, self.turns = motion.root_positions[frame] / problem.size, motion.rotations[frame]
        self.offsets = (motion.skeleton.offsets if motion.offsets is None else motion.offsets[frame]) / problem.size
        self.asked = [n for n in range(len(problem.limbs)) if problem.asks.modes[frame, n] != FREE]
        limbs = [problem.limbs[n] for n in self.asked]
        hinges = {limb.middle: limb.axis for limb in limbs}
        joints = {int(j) for j in np.flatnonzero(problem.free)}
        joints |= {j for limb in limbs for j in (limb.base, limb.middle, limb.end)}
        self.axes = {j: hinges[j][None] if j in hinges else np.eye(3) for j in sorted(joints)}
        self.size = 3 + sum(len(axes) for axes in self.axes.values())

    def pose(self, x):
        """Roots (B, 3), local turns, positions and world turns (B, J, ...)."""
        turns, at = np.repeat(self.turns[None], len(x), axis=0), 3
        for j, axes in self.axes.items():
            turns[:, j] = quaternions.multiply(turns[:, j], quaternions.exp(x[:, at : at + len(axes)] @ axes))
            at += len(axes)
        return (self.root + x[:, :3], turns, *self.world(self.root + x[:, :3], turns))

    def world(self, root, turns):
        """Positions and world turns of poses."""
        places, turned = np.zeros((*turns.shape[:2], 3)), turns.copy()
        for j, parent in enumerate(self.problem.motion.skeleton.parents):
            if parent < 0:
                places[:, j] = root
                continue
            places[:, j] = places[:, parent] + quaternions.rotate(turned[:, parent], self.offsets[j])
            turned[:, j] = quaternions.multiply(turned[:, parent], turns[:, j])
        return places, turned

    def change(self, root, turns):
        """What poses cost for being others: residuals (B, n)."""
        rows = [np.sqrt(TRAVEL) * (root - self.root)]
        for j in self.axes:
            rows.append(np.sqrt(self.problem.rigidity[j]) * turn_between(self.turns[j], turns[:, j]))
        return np.concatenate(rows, axis=1)

    def missed(self, places, turned):
        """What is asked and not met: residuals (B, n) in body heights."""
        asks, f, size, rows = self.problem.asks, self.frame, self.problem.size, [np.zeros((len(places), 0))]
        for n in self.asked:
            end, far = self.problem.limbs[n].end, np.sqrt(asks.weights[f, n])
            tip = places[:, end] + quaternions.rotate(turned[:, end], asks.tips[f, n] / size)
            rows.append(far * (tip - asks.places[f, n] / size))
            if asks.modes[f, n] == POSE:
                rows.append(far * LEVER * turn_between(asks.goals[f, n], turned[:, end]))
        asked = np.flatnonzero(self.problem.points.asked[f])
        return np.concatenate([*rows, *(self._point(k, places, turned) for k in asked)], axis=1)

    def _point(self, k, places, turned):
        points, j, size = self.problem.points, self.problem.points.joint[k], self.problem.size
        goal, weight = points.goal[self.frame, k], np.sqrt(points.weight[self.frame, k])
        if points.kind[k] == TURN:
            return LEVER * weight * turn_between(goal, turned[:, j])
        away = places[:, j] + quaternions.rotate(turned[:, j], points.point[k] / size) - goal[:3] / size
        if points.kind[k] == BELOW:
            return weight * np.maximum(0.0, away) * (0.0, 1.0, 0.0)
        if points.kind[k] == AIM:
            sight = away / np.linalg.norm(away, axis=1, keepdims=True)
            return weight * (quaternions.rotate(turned[:, j], points.axis[k]) + sight)
        assert points.kind[k] == PLACE
        return weight * away

    def broken(self, turns):
        """By how much limits of joints that turn are broken (B, n) [rad]."""
        problem = self.problem
        values = limit_angles(problem.limits, turns)
        low, high = problem.low[self.frame], problem.high[self.frame]
        over = np.maximum(0.0, values - high) + np.minimum(0.0, values - low)
        return over[:, np.isin(problem.limits.joint, list(self.axes))]

    def residuals(self, x):
        """All of it (B, n): the sum of squares is the cost."""
        return self._stacked(*self.pose(x))

    def cost(self, root, turns):
        """What a pose costs, its root in body heights."""
        pose = root[None], turns[None]
        return float(np.sum(self._stacked(*pose, *self.world(*pose)) ** 2))

    def _stacked(self, root, turns, places, turned):
        heavy = np.sqrt(HEAVY)
        return np.concatenate(
            [self.change(root, turns), heavy * self.missed(places, turned), heavy * self.broken(turns)], axis=1
        )


def slopes_of(function, x, step=1e-6):
    """(n, size) central differences of a function of many (B, size) that gives (B, n)."""
    steps = step * np.eye(len(x))
    return ((function(x + steps) - function(x - steps)) / (2.0 * step)).T
