"""mink (MuJoCo and a quadratic program in Python)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import mink
import mujoco
import numpy as np

from benchmarks.peers.body import Body
from benchmarks.peers.mjcf import mjcf
from benchmarks.peers.reach import EFFECTORS, Reach, farthest


class Settings(NamedTuple):
    """What was searched."""

    qp: str = "none"  # a solver of qpsolvers, or "none": the program has no inequality, so its normal equations do
    damping: float = 1e-8
    hard: bool = False  # goals as equality constraints
    posture: float = 0.0  # cost of leaving the source pose
    lm_damping: float = 0.0
    gain: float = 1.0


BEST = Settings()


class Mink:
    """Frame tasks without a cost of orientation; no limits."""

    def __init__(self, reach: Reach, settings: Settings = BEST, effectors: Sequence[str] = EFFECTORS) -> None:
        self.settings, body = settings, reach.body
        self.model = mujoco.MjModel.from_xml_string(mjcf(body))
        self.configuration = mink.Configuration(self.model)
        self.poses = configurations(self.model, body)
        self.ids = np.array([self.model.body(name).id for name in effectors])
        self.goal_tasks = [
            mink.FrameTask(name, "body", 1.0, 0.0, gain=settings.gain, lm_damping=settings.lm_damping)
            for name in effectors
        ]
        for task in self.goal_tasks:
            task.set_target(mink.SE3.identity())
        self.targets = [task.transform_target_to_world.wxyz_xyz for task in self.goal_tasks]
        self.goals = np.zeros((len(effectors), 3))
        self.posture = mink.PostureTask(self.model, cost=settings.posture)
        self.soft = ([] if settings.hard else [*self.goal_tasks]) + ([self.posture] if settings.posture else [])
        self.constraints = self.goal_tasks if settings.hard else None

    def start(self, frame: int) -> None:
        """Take the source pose of a frame."""
        self.configuration.update(self.poses[frame])
        if self.settings.posture:
            self.posture.set_target(self.poses[frame])

    def aim(self, goals: np.ndarray) -> None:
        """Targets turned as the effectors are (the task's error is a logarithm that mixes both), written in place."""
        self.goals, turns = goals, self.configuration.data.xquat
        for target, goal, number in zip(self.targets, goals, self.ids, strict=True):
            target[:4], target[4:] = turns[number], goal

    def places(self) -> np.ndarray:
        """(E, 3) where the effectors are."""
        return self.configuration.data.xpos[self.ids]

    def miss(self) -> float:
        """The largest distance of an effector from its goal [m]."""
        return farthest(self.places(), self.goals)

    def step(self) -> None:
        """One step of ``mink.solve_ik``, or of its program solved without a solver."""
        s = self.settings
        if s.qp == "none":
            problem = mink.build_ik(self.configuration, self.soft, 1.0, s.damping, [])
            velocity = np.linalg.solve(problem.P, -problem.q)
        else:
            velocity = mink.solve_ik(
                self.configuration, self.soft, 1.0, s.qp, s.damping, limits=[], constraints=self.constraints
            )
        self.configuration.integrate_inplace(velocity, 1.0)


def configurations(model: mujoco.MjModel, body: Body) -> np.ndarray:
    """(F, nq) the poses of the body in MuJoCo's order."""
    q = np.zeros((len(body.angles), model.nq))
    q[:, :3], q[:, 3:7] = body.base_places, body.base_turns
    q[:, [model.joint(name).qposadr[0] for name in body.hinges]] = body.angles
    return q
