"""pink (Pinocchio and a quadratic program in Python)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pink
import pinocchio as pin

from benchmarks.peers.body import Body
from benchmarks.peers.reach import EFFECTORS, Reach, farthest
from benchmarks.peers.urdf import joint_name, urdf


class Settings(NamedTuple):
    """What was searched."""

    qp: str = "none"  # a solver of qpsolvers, or "none": the program has no inequality, so its normal equations do
    damping: float = 1e-6


BEST = Settings()


class Pink:
    """Frame tasks without a cost of orientation; no limits."""

    def __init__(self, reach: Reach, settings: Settings = BEST) -> None:
        self.settings, body = settings, reach.body
        self.model = pin.buildModelFromXML(urdf(body), pin.JointModelFreeFlyer())
        self.poses = configurations(self.model, body)
        self.configuration = pink.Configuration(self.model, self.model.createData(), self.poses[0])
        self.goals = np.zeros((len(EFFECTORS), 3))
        self.ids = [self.model.getFrameId(name) for name in EFFECTORS]
        self.goal_tasks = [pink.FrameTask(name, position_cost=1.0, orientation_cost=0.0) for name in EFFECTORS]

    def start(self, frame: int) -> None:
        """Take the source pose of a frame."""
        self.configuration.update(self.poses[frame])

    def aim(self, goals: np.ndarray) -> None:
        """A target turned as the effector is: the task's error is a logarithm that mixes both."""
        self.goals = goals
        for task, goal, number in zip(self.goal_tasks, goals, self.ids, strict=True):
            task.set_target(pin.SE3(self.configuration.data.oMf[number].rotation, goal))

    def places(self) -> np.ndarray:
        """(E, 3) where the effectors are."""
        return np.array([self.configuration.data.oMf[number].translation for number in self.ids])

    def miss(self) -> float:
        """The largest distance of an effector from its goal [m]."""
        return farthest(self.places(), self.goals)

    def step(self) -> None:
        """One step of ``pink.solve_ik``, or of its program solved without a solver."""
        s = self.settings
        if s.qp == "none":
            problem = pink.build_ik(self.configuration, self.goal_tasks, 1.0, s.damping, limits=[])
            velocity = np.linalg.solve(problem.P, -problem.q)
        else:
            velocity = pink.solve_ik(self.configuration, self.goal_tasks, 1.0, s.qp, s.damping, limits=[])
        self.configuration.integrate_inplace(velocity, 1.0)


def configurations(model: pin.Model, body: Body) -> np.ndarray:
    """(F, nq) the poses of the body in Pinocchio's order."""
    q = np.zeros((len(body.angles), model.nq))
    q[:, :3], q[:, 3:7] = body.base_places, body.base_turns[:, [1, 2, 3, 0]]
    q[:, [model.joints[model.getJointId(joint_name(name))].idx_q for name in body.hinges]] = body.angles
    return q
