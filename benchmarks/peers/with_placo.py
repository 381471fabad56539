"""placo (Pinocchio and a quadratic program in C++)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import placo

from benchmarks.peers.body import Body
from benchmarks.peers.reach import EFFECTORS, Reach
from benchmarks.peers.urdf import joint_name, urdf


class Settings(NamedTuple):
    """What was searched."""

    priority: str = "soft"
    regularization: float = 0.0
    problem_regularization: float | None = None  # None: placo's own
    rewrite: bool = True
    sparsity: bool | None = None  # None: placo's own


BEST = Settings()


class Placo:
    """Position tasks; no limits."""

    def __init__(self, reach: Reach, settings: Settings = BEST) -> None:
        body = reach.body
        self.robot = placo.RobotWrapper("", placo.Flags.ignore_collisions, urdf(body))
        self.solver = self.robot.make_solver()
        self.solver.enable_joint_limits(False)
        self.solver.enable_velocity_limits(False)
        self.goal_tasks = [self.solver.add_position_task(name, np.zeros(3)) for name in EFFECTORS]
        for name, task in zip(EFFECTORS, self.goal_tasks, strict=True):
            task.configure(name, settings.priority, 1.0)
        if settings.regularization:
            self.solver.add_regularization_task(settings.regularization)
        if settings.problem_regularization is not None:
            self.solver.problem.regularization = settings.problem_regularization
        self.solver.problem.rewrite_equalities = settings.rewrite
        if settings.sparsity is not None:
            self.solver.problem.use_sparsity = settings.sparsity
        self.poses = list(configurations(self.robot, body))

    def start(self, frame: int) -> None:
        """Take the source pose of a frame."""
        self.robot.state.q = self.poses[frame]
        self.robot.update_kinematics()

    def aim(self, goals: np.ndarray) -> None:
        """Take the goals (E, 3) of a frame."""
        for task, goal in zip(self.goal_tasks, goals, strict=True):
            task.target_world = goal

    def places(self) -> np.ndarray:
        """(E, 3) where the effectors are."""
        return np.array([self.robot.get_T_world_frame(name)[:3, 3] for name in EFFECTORS])

    def miss(self) -> float:
        """The largest distance of an effector from its goal [m]."""
        for task in self.goal_tasks:
            task.update()  # or the error is that of the step before
        return max(task.error_norm() for task in self.goal_tasks)

    def step(self) -> None:
        """Solve once and take the step."""
        self.solver.solve(True)
        self.robot.update_kinematics()


def configurations(robot: placo.RobotWrapper, body: Body) -> np.ndarray:
    """(F, nq) the poses of the body in placo's order."""
    q = np.zeros((len(body.angles), len(robot.state.q)))
    q[:, :3], q[:, 3:7] = body.base_places, body.base_turns[:, [1, 2, 3, 0]]
    q[:, [robot.get_joint_offset(joint_name(name)) for name in body.hinges]] = body.angles
    return q
