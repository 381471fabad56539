"""The experiments on posture solvers that the sources describe, with the numbers that they leave open filled in."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from benchmarks.chains import PLANAR, Ask, chain, plan_of
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.kernels.task_kinds import MASS, TURN
from supple.solvers.posture.bench import hinge_posture
from supple.solvers.posture.iterate import Settled, iterate
from supple.solvers.posture.settings import Classic

BARE = Classic(pull=0.0, damping=0.5)  # tasks alone, no pull to the start
LOOSE = Classic(pull=0.0, still=1e-5, still_pull=1e-3)  # still enough to see where goals are out of reach
ARRIVED = 2e-3  # of the length: a goal that is nearer than this is reached
FIRST, SECOND, THIRD = 0, 1, 2


class Arrivals(NamedTuple):
    """How a batch of goals went: shares of those that were reached, or approached as near as possible."""

    reachable: float
    unreachable: float
    iterations: float  # mean over all goals


def voxels(length: float, edge: int) -> np.ndarray:
    """The middles of ``edge``^3 cells of a cube as wide as a chain is long, which stands on the middle of a face."""
    ticks = (np.arange(edge) + 0.5) / edge - 0.5
    grid = np.stack(np.meshgrid(ticks, ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 3)
    return length * (grid + [0.0, 0.5, 0.0])


def arrivals(classic: Classic, length: float = 1.0, edge: int = 5, links: int = 20, size: float = 1.0) -> Arrivals:
    """Send the tip of a chain of ball joints to voxels; ``size`` is what damping and steps are a share of.

    Arrived is: settled, and as near as can be.
    """
    goals = voxels(length, edge)
    found = iterate(*_problem(links, length, goals, size), classic)
    miss = np.linalg.norm(world_pose(found.motion).positions[:, -1] - goals, axis=1)
    least = np.maximum(np.linalg.norm(goals, axis=1) - length, 0.0)
    there, near = found.settled & (miss < least + ARRIVED * length), least == 0.0
    return Arrivals(_share(there[near]), _share(there[~near]), float(found.iterations.mean()))


def _share(there: np.ndarray) -> float:
    return float(there.mean()) if len(there) else 1.0


def _problem(links: int, length: float, goals: np.ndarray, size: float):  # type: ignore[no-untyped-def]
    motion = chain(links, length, frames=len(goals))
    return motion, plan_of(motion, [Ask(goal=goals)], size)


class Race(NamedTuple):
    """Damped steps against the transpose on the same goals, until both have arrived."""

    damped_iterations: float
    transpose_iterations: float
    damped_seconds: float
    transpose_seconds: float


def race(rounds: int = 5) -> Race:
    """Reachable goals for a chain of 20 ball joints; the time is that of the best round."""
    motion, plan = _problem(20, 1.0, voxels(0.7, 3), 1.0)
    damped = replace(BARE, damping=0.05, still=1e-5)
    methods = (damped, replace(damped, step="transpose"))
    found = [_timed(motion, plan, method, rounds) for method in methods]
    return Race(*(float(count) for count, _ in found), *(seconds for _, seconds in found))


def _timed(motion: Motion, plan, classic: Classic, rounds: int) -> tuple[float, float]:  # type: ignore[no-untyped-def]
    best, found = np.inf, iterate(motion, plan, classic)
    for _ in range(rounds):
        start = time.perf_counter()
        found = iterate(motion, plan, classic)
        best = min(best, time.perf_counter() - start)
    return found.iterations.mean(), best / motion.frames


class Parametrisations(NamedTuple):
    """Iterations of the same problem on ball joints and on three hinges for each."""

    balls: np.ndarray  # one per goal
    hinges: np.ndarray
    worst: float  # [m] the larger miss of both


def parametrisations(links: int, goals: int = 8) -> Parametrisations:
    """Goals around a chain, away from gimbal lock."""
    angles = 2.0 * np.pi * np.arange(goals) / goals
    places = np.stack([0.5 * np.cos(angles), np.full(goals, 0.4), 0.5 * np.sin(angles)], axis=1)
    motion, plan = _problem(links, 1.0, places, 1.0)
    found = (iterate(motion, plan, BARE), hinge_posture(motion, plan, BARE))
    miss = max(np.abs(world_pose(f.motion).positions[:, -1] - places).max() for f in found)
    return Parametrisations(found[0].iterations, found[1].iterations, float(miss))


def gimbal_lock(iterations: int = 10) -> tuple[float, float]:
    """What a joint has turned [rad] of a goal of 0.5 rad about the lost axis: as a ball joint, and as three hinges.

    Its middle angle (x, of z x y) is a right angle at the start, so that the hinges turn about two axes only.
    """
    from supple.core import quaternions

    right = quaternions.about_axis("x", np.array(np.pi / 2.0))
    motion = chain(1, 1.0, bend=0.0)
    rotations = motion.rotations.copy()
    rotations[0, 1] = right
    motion = motion.with_rotations(rotations)
    goal = quaternions.multiply(quaternions.about_axis("y", np.array(0.5)), right)  # of the world: y is lost
    plan = plan_of(motion, [Ask(joint="j1", kind=TURN, goal=goal)])
    few = replace(BARE, damping=0.1, max_iterations=iterations, goal_step=1.0)
    ends = [solver(motion, plan, few).motion.rotations[0, 1] for solver in (iterate, hinge_posture)]
    turned = [2.0 * np.arccos(min(1.0, abs(float(end @ right)))) for end in ends]
    return turned[0], turned[1]


def two_tasks(classic: Classic, iterations: int) -> Settled:
    """The middle of a chain stays where it is, and the tip goes elsewhere: few directions serve both."""
    motion = chain(8, 2.0, PLANAR)
    middle = world_pose(motion).positions[0, 5]
    rows = np.eye(3)[:2]
    asks = [Ask(joint="j5", goal=middle, rows=rows), Ask(goal=(-0.9, 1.2, 0.0), level=SECOND, rows=rows)]
    return iterate(motion, plan_of(motion, asks), replace(classic, max_iterations=iterations))


def recruiting(kept: bool) -> tuple[float, float, bool]:
    """A planar chain of 8 links whose middle is to be held while the tip travels; the errors [m], and if it settled.

    The middle recruits all four joints above it, or, against the rule, two of the four that the tip recruits.
    """
    motion = chain(8, 2.0, PLANAR)
    middle = world_pose(motion).positions[0, 5]
    own = ("j1", "j2", "j3", "j4") if kept else ("j2", "j3")
    rows = np.eye(3)[:2]
    asks = [
        Ask(joint="j5", goal=middle, rows=rows, recruited=own),
        Ask(goal=(-0.9, 1.2, 0.0), level=SECOND, rows=rows),
    ]
    found = iterate(motion, plan_of(motion, asks), replace(BARE, damping=0.15, max_iterations=400))
    first, second = found.histories[0][-1]
    return float(first), float(second), bool(found.settled[0])


def three_goals(iterations: int = 600) -> np.ndarray:
    """The errors (N, 3) of a chain of three hinges with three conflicting wishes, the strongest first.

    Its tip, its centre of mass and the joint below its tip each want to be on a vertical line of their own.
    """
    motion = chain(3, 1.5, PLANAR, bend=0.3)
    across = [[1.0, 0.0, 0.0]]
    asks = [
        Ask(goal=(-0.27, 0.0, 0.0), rows=across),
        Ask(kind=MASS, goal=(-0.46, 0.0, 0.0), rows=across, level=SECOND),
        Ask(joint="j3", goal=(-0.76, 0.0, 0.0), rows=across, level=THIRD),
    ]
    classic = replace(BARE, damping=0.3, goal_step=0.05, max_iterations=iterations)
    return iterate(motion, plan_of(motion, asks), classic).histories[0]
