"""One foot in the frames around those in which it leaves the ranges of its joints, and what a leg can do about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen
from supple.core.motion import Motion
from supple.solvers.cleanup.floor_pass import bend_toes
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets
from supple.solvers.cleanup.working import Posed, Working, working_copy
from supple.solvers.ranges.allowed import Allowed
from supple.solvers.ranges.scene import Scene, points_at
from supple.solvers.ranges.smoothest import Pace

_BALL = 1  # the tip that a foot rolls over
_UP = np.array([0.0, 1.0, 0.0])
_ROUNDS = 4  # of an ankle that is held: the shin comes along a little
_BENDS = 3  # of toes: what their twist is held back by, they lose in height
_MANNER = CleanSettings().manner


@dataclass(frozen=True, slots=True, eq=False)
class Foot:
    """The foot of one limb in n frames of a clip, as they are given."""

    number: int  # of its limb
    scene: Scene
    clip: Working  # n frames
    pose: Posed
    toes: np.ndarray  # (n, 4) local turns of the toes before they were bent out of the ground
    ankle_may: Allowed
    toes_may: Allowed
    pace: Pace  # at which it leaves its way

    @property
    def stands(self) -> np.ndarray:
        """(n, 2) bool: on heel, on ball."""
        return np.asarray(self.scene.stands[:, self.number])

    @property
    def _which(self) -> np.ndarray:
        return np.array([self.number])

    @property
    def end(self) -> int:
        """The ankle."""
        return int(self.scene.figure.ends[self.number])

    @property
    def middle(self) -> int:
        """The knee."""
        return int(self.scene.figure.joints[self.number, 1])

    @property
    def toe(self) -> int:
        """The joint of the toes, -1 without one."""
        return int(self.scene.figure.toes[self.number])

    @property
    def across(self) -> np.ndarray:
        """(n, 3) unit, from side to side in the world; a positive turn about it lifts toes and lowers the heel."""
        tips, sole = self.scene.figure.tips[self.number], self.scene.figure.soles[self.number]
        lateral = np.cross(tips[1] - tips[0], sole)
        lateral /= max(float(np.linalg.norm(lateral)), 1e-300)
        return quaternions.rotate(self.pose.rotations[:, self.end], lateral)

    def of(self, motion: Motion, frames: np.ndarray) -> Foot:
        """The same foot in frames of another motion."""
        clip = working_copy(motion).some(frames)
        return replace(self, clip=clip, pose=clip.posed())

    def posed(self, pitch: np.ndarray, lift: np.ndarray, *, by_leg: bool = True) -> tuple[Working, Posed]:
        """The leg with its foot turned about the ball by ``pitch`` (n,) [rad] and lifted (n,) [m], joints in range.

        ``by_leg`` alone, or with the root moved by as much as a ball that stands would be.
        """
        leg = self._with_ankle_held(*self._goals(pitch, lift))
        if self.toe >= 0:
            leg.rotations[:, self.toe] = self.toes
        if not by_leg:
            leg.roots -= np.where(
                self.stands[:, _BALL, None], self.scene.moved(leg.posed(), self.pose, self._which)[:, 0, _BALL], 0.0
            )
        pose = leg.posed()
        ground = self.scene.ground
        for _ in range(_BENDS if self.toe >= 0 else 0):
            if ground is None or not bend_toes(self.scene.figure, pose, leg.rotations, ground):
                break
            self.toes_may.hold(self.toe, leg.rotations)
            pose = leg.posed()
        return leg, pose

    def turned(self, pitch: np.ndarray, lift: np.ndarray) -> Working:
        """The same whatever its joints may do, and with its toes as they are."""
        return self._reached(*self._goals(pitch, lift))

    def _goals(self, pitch: np.ndarray, lift: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Place (n, 3) and orientation (n, 4) of the ankle."""
        ball, own = self.scene.figure.tips[self.number, _BALL], self.pose.rotations[:, self.end]
        goal = quaternions.multiply(quaternions.exp(pitch[:, None] * self.across), own)
        place = self.pose.positions[:, self.end] + quaternions.rotate(own, ball) - quaternions.rotate(goal, ball)
        return place + lift[:, None] * _UP, goal

    def _reached(self, place: np.ndarray, goal: np.ndarray) -> Working:
        leg = self.clip.some(np.arange(len(goal)))
        active = np.zeros((len(goal), len(self.scene.figure.ends)), bool)
        active[:, self.number] = True
        places, goals = (np.repeat(x[:, None], active.shape[1], axis=1) for x in (place, goal))
        targets = Targets(frozen(active), frozen(places), frozen(goals))
        leg.reach(self.pose, self.scene.limbs.rows, targets, np.zeros((len(goal), 3)), _MANNER)
        return leg

    def _with_ankle_held(self, place: np.ndarray, goal: np.ndarray) -> Working:
        """The leg with its ankle in range where the foot stands on nothing; what it stands on says how it is turned."""
        leg, free = self._reached(place, goal), ~self.stands.any(axis=1)
        for _ in range(_ROUNDS):
            over = np.asarray(self.ankle_may.broken(leg.rotations).any(axis=1)) & free
            if not over.any():
                break
            own = leg.rotations[:, self.end].copy()
            self.ankle_may.hold(self.end, leg.rotations)
            change = quaternions.multiply(leg.rotations[:, self.end], quaternions.conjugate(own))
            above = leg.posed().rotations[:, self.clip.skeleton.parents[self.end]]
            turned = quaternions.multiply(above, quaternions.multiply(change, own))
            goal = np.where(over[:, None], turned, goal)
            leg = self._reached(place, goal)
        return leg

    def depths(self, pose: Posed) -> np.ndarray:
        """(n, 4) how deep heel, ball, tip and bent toes are in the ground [m], negative above it."""
        return np.asarray(self.scene.depths(pose, self._which)[:, 0])

    def lever(self, pose: Posed) -> np.ndarray:
        """(n,) how far the tip of the toes is ahead of the ball, over the ground [m]."""
        figure, which = self.scene.figure, self._which
        ball = points_at(pose, figure.ends[which], figure.tips[which, _BALL, None])[:, 0, 0]
        tip = points_at(pose, figure.toes[which], figure.toe_tips[which, None])[:, 0, 0]
        return np.asarray(np.cross(self.across, tip - ball)[:, 1])

    def slid(self, pose: Posed) -> np.ndarray:
        """(n,) how far a point moved that stands [m]."""
        return np.asarray(self.scene.slid(pose, self.pose, self._which)[:, 0])
