"""The best that two hands can do in one frame while the feet stay: a slow optimiser that shares no idea with ours.

Sequential quadratic programming (SciPy's SLSQP) over the degrees of freedom of the hinged skeleton as one turn per
joint from the source pose, several starts. Foot points are equalities, joint limits inequalities.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.optimize import minimize

from supple.core import quaternions
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import joint_limits, widened
from supple.core.dofs import dof_layout
from supple.core.pose import world_pose
from supple.kernels import fk, jacobians, limit_values
from supple.kernels.dof_kinds import BALL
from supple.kernels.step import take_step
from supple.recipes.roles import motion_roles

DEPENDENT = 1e-4  # of the largest singular value: rows of two points of one rigid foot
STAYS = 1e-6  # [m] what counts as a foot that stays
KEPT = 1e-6  # [rad] what counts as a limit that is kept
SPREAD = 0.2  # [rad] of random starts


@dataclass(frozen=True)
class Found:
    """One end of the optimiser."""

    start: str
    miss: float  # [m] root of the summed squares of the hands' misses
    slip: float  # [m] of the worst foot point
    broken: float  # [rad] of the worst joint limit
    x: np.ndarray  # (D,) the turns and travel from the source pose
    iterations: int


class FrameProblem:
    """One frame: where points are for turns ``x`` (D,) from the source pose, and how they move with them."""

    def __init__(self, motion, frame, feet, hands, goals, limits=None):
        """``motion`` has a hinged skeleton; ``goals`` (H, 3) are of the joints ``hands``.

        ``limits(rotations)`` gives (values, slopes), (n,) and (n, D) by turns in the joints' own frames; what is not
        negative keeps the limits.
        """
        self.motion, self.frame, self.limits = motion, frame, limits
        self.layout = dof_layout(motion.skeleton)
        numbers = [motion.skeleton.index(name) for name in (*feet, *hands)]
        self.joints, self.feet = np.array(numbers), 3 * len(feet)
        self.local = np.zeros((len(numbers), 3))
        source = self.points(np.zeros(len(self.layout)))[0]
        self.wanted = np.concatenate([source[: self.feet], np.ravel(goals)])

    def pose(self, x):
        root, rotations = self.motion.root_positions[self.frame].copy(), self.motion.rotations[self.frame].copy()
        take_step(np.ascontiguousarray(x), self.layout.start, self.layout.kind, self.layout.axes, root, rotations)
        return root, rotations

    def points(self, x):
        """(3P,) the points and (3P, D) how they move with the turns in the joints' own frames."""
        skeleton, layout, (root, rotations) = self.motion.skeleton, self.layout, self.pose(x)
        count = len(skeleton)
        positions, turned, axes = np.zeros((count, 3)), np.zeros((count, 4)), np.zeros((len(layout), 3))
        points, rows = np.zeros((len(self.joints), 3)), np.zeros((3 * len(self.joints), len(layout)))
        offsets = self.motion.local_offsets(self.frame)
        fk.pose_frame(root, rotations, offsets, skeleton.parents, positions, turned)
        jacobians.world_axes(turned, skeleton.parents, layout.start, layout.kind, layout.axes, axes)
        jacobians.world_points(self.joints, self.local, positions, turned, points)
        jacobians.position_jacobian(
            points, self.joints, skeleton.parents, layout.start, layout.kind, axes, positions, rows
        )
        return points.ravel(), rows

    @cached_property
    def balls(self):
        """Where the three columns of each ball joint begin."""
        ball = np.flatnonzero(self.layout.kind == BALL)
        return ball[::3]

    def chained(self, rows, x):
        """Slopes by ``x`` from slopes by turns in the joints' own frames: exp(x + d) = exp(x) exp(Jr(x) d)."""
        out, columns = rows.copy(), self.balls[:, None] + np.arange(3)
        out[:, columns] = np.einsum("rbi,bij->rbj", rows[:, columns], right_jacobians(x[columns]))
        return out

    def errors(self, x):
        """(3P,) places less what is wanted, and (3P, D) their slopes by ``x``."""
        points, rows = self.points(x)
        return points - self.wanted, self.chained(rows, x)

    @cached_property
    def independent(self):
        """(n, rows) combinations of the feet's rows that do not depend on each other, at any pose with the feet there.

        The distance of two points of one rigid foot never changes, so the same combinations drop out everywhere.
        """
        u, s, _ = np.linalg.svd(self.errors(np.zeros(len(self.layout)))[1][: self.feet])
        return u[:, s > DEPENDENT * s[0]].T

    def miss(self, x):
        return float(np.linalg.norm(self.errors(x)[0][self.feet :]))

    def slip(self, x):
        return float(np.linalg.norm(self.errors(x)[0][: self.feet].reshape(-1, 3), axis=1).max())

    def broken(self, x):
        if self.limits is None:
            return 0.0
        return float(max(0.0, -self.limits(self.pose(x)[1])[0].min(initial=0.0)))

    def solved(self, x0, start, most=400):
        """Run SLSQP from ``x0``."""

        def cost(x):
            e, rows = self.errors(x)
            return e[self.feet :] @ e[self.feet :], 2.0 * rows[self.feet :].T @ e[self.feet :]

        constraints = [
            {
                "type": "eq",
                "fun": lambda x: self.independent @ self.errors(x)[0][: self.feet],
                "jac": lambda x: self.independent @ self.errors(x)[1][: self.feet],
            }
        ]
        if self.limits is not None:
            constraints.append(
                {
                    "type": "ineq",
                    "fun": lambda x: self.limits(self.pose(x)[1])[0],
                    "jac": lambda x: self.chained(self.limits(self.pose(x)[1])[1], x),
                }
            )
        end = minimize(
            cost, x0, jac=True, method="SLSQP", constraints=constraints, options={"maxiter": most, "ftol": 1e-12}
        )
        return Found(start, self.miss(end.x), self.slip(end.x), self.broken(end.x), end.x, int(end.nit))


def right_jacobians(v):
    """(n, 3, 3) how exp(v) turns in its own frame when rotation vectors ``v`` (n, 3) change."""
    angle = np.linalg.norm(v, axis=1)[:, None, None]
    safe = np.maximum(angle, 1e-4)  # below, the next term of the series is under 1e-9
    cross = np.cross(np.eye(3), v[:, None, :])  # transposed: row i is e_i x v, so that this is -[v]^T = [v]
    once = np.where(angle > 1e-4, (1.0 - np.cos(safe)) / safe**2, 0.5)
    twice = np.where(angle > 1e-4, (safe - np.sin(safe)) / safe**3, 1.0 / 6.0)
    return np.eye(3) - once * cross + twice * cross @ cross


def turns_between(layout, source, rotations, roots):
    """(D,) the turns from one pose to another: ``source`` and ``rotations`` (J, 4), ``roots`` two of (3,)."""
    x = np.zeros(len(layout))
    x[:3] = roots[1] - roots[0]
    q = quaternions.multiply(quaternions.conjugate(source), rotations)
    q = np.where(q[:, :1] < 0.0, -q, q)
    sine = np.linalg.norm(q[:, 1:], axis=1, keepdims=True)
    vectors = np.where(sine > 1e-12, q[:, 1:] / np.maximum(sine, 1e-12), 0.0) * 2.0 * np.arctan2(sine, q[:, :1])
    for j in range(len(source)):
        columns = layout.columns(j)
        first = columns.start + (3 if j == 0 else 0)
        x[first : columns.stop] = layout.axes[first : columns.stop] @ vectors[j]
    return x


def frame_problem(case, frame, *, limited=True):
    """The problem of a case in one frame of its plateau; see ``benchmarks.bars.cases``."""
    motion = case.motion
    rotations, roles = motion.rotations[motion.rest_rows :], motion_roles(motion)
    hinged = hinged_by_role(motion.skeleton, rotations, roles)
    places = world_pose(motion).positions[frame]
    hands = [goal.joint for goal in case.goals]
    goals = [places[motion.skeleton.index(goal.joint)] + goal.offset for goal in case.goals]
    limits = LimitRows(joint_limits(hinged, rotations, roles), hinged.skeleton, motion, frame) if limited else None
    return FrameProblem(replace(motion, skeleton=hinged.skeleton), frame, case.feet, hands, goals, limits)


class LimitRows:
    """Joint limits of one frame, widened to contain its source, as values that must not be negative."""

    def __init__(self, limits, skeleton, motion, frame):
        self.limits, self.layout = limits, dof_layout(skeleton)
        low, high = widened(limits, motion.rotations[frame : frame + 1])
        self.low, self.high = low[0], high[0]
        self.floors, self.ceilings = np.isfinite(self.low), np.isfinite(self.high)

    def __call__(self, rotations):
        n, layout = len(self.limits), self.layout
        values, rows = np.zeros(n), np.zeros((n, len(layout)))
        limit_values.limit_values(rotations, *self.limits.arrays, values)
        for k in range(n):
            limit_values.limit_row(k, rotations, *self.limits.arrays, layout.start, layout.kind, layout.axes, rows[k])
        above, below = (values - self.low)[self.floors], (self.high - values)[self.ceilings]
        return np.concatenate([above, below]), np.concatenate([rows[self.floors], -rows[self.ceilings]])


def best(problem, edited=None, starts=2, seed=0):
    """All ends with the feet where they belong, the best first: from the source, an edited motion, and at random."""
    rng, size = np.random.default_rng(seed), len(problem.layout)
    begins = [("source", np.zeros(size))]
    if edited is not None:
        f, source = problem.frame, problem.motion
        roots = (source.root_positions[f], edited.root_positions[f])
        turns = turns_between(problem.layout, source.rotations[f], edited.rotations[f], roots)
        begins.append(("edited", turns))
        begins += [(f"edited, shaken {k}", turns + rng.normal(size=size) * SPREAD) for k in range(starts)]
    begins += [(f"source, shaken {k}", rng.normal(size=size) * SPREAD) for k in range(starts)]
    ends = [problem.solved(x, start) for start, x in begins]
    allowed = [end for end in ends if end.slip < STAYS and end.broken < KEPT]
    return sorted(allowed, key=lambda end: end.miss)


def excess(edited, case, frames, *, limited=True, starts=2):
    """(n,) by how much the hands miss more than the best found, in each of ``frames`` [m]: roots of summed squares."""
    out = []
    for frame in frames:
        problem = frame_problem(case, frame, limited=limited)
        ends = best(problem, edited, starts)
        positions = world_pose(edited.with_frames(frame, frame + 1)).positions[0]
        hands = positions[problem.joints[problem.feet // 3 :]].ravel()
        out.append(float(np.linalg.norm(hands - problem.wanted[problem.feet :])) - ends[0].miss)
    return np.array(out)
