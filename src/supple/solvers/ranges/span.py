"""Some frames of a figure in which joints leave their ranges, and all that may change there to bring them back.

What stands stays where it stands. The root may be shifted; each limb may be turned about the line from its base to its
end; a foot or hand that stands on one point may be turned about that point, and one that stands on nothing moved, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen
from supple.solvers.cleanup.floor_pass import bend_toes
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets
from supple.solvers.cleanup.working import Posed, Working
from supple.solvers.ranges.allowed import Allowed
from supple.solvers.ranges.haste import jumping
from supple.solvers.ranges.least_change import Change
from supple.solvers.ranges.scene import Scene
from supple.solvers.ranges.smoothest import Pace

ROOT = 3  # numbers of a frame that shift the root, in lengths of a leg
OF_LIMB = 7  # numbers of a limb: its swivel, the turn of its end, the way of its end in lengths of the limb
_SWIVEL, _TURN, _WAY = slice(0, 1), slice(1, 4), slice(4, 7)
_MANNER = CleanSettings().manner
_SUNK = _SLID = 1e-5  # of a leg: what is less is not seen
_FURTHER = np.radians(0.1)  # the same of angles
_BENDS = 3  # of toes: what their twist is held back by, they lose in height
_ROUNDING_S, _DECAY_S = 0.03, 0.15  # over which the figure leaves its way, and comes back to it
_STRAIGHT = 0.99  # of a limb's length: it does not get straighter than that, or than it was, since then knees jump


@dataclass(frozen=True, slots=False, eq=False)
class Span:
    """n frames of a clip as they are given."""

    scene: Scene
    clip: Working  # n frames
    toes: np.ndarray  # (n, L, 4) local turns of toes before they were bent out of the ground
    active: np.ndarray  # (L,) bool: limbs whose ends stay where they are when the root is shifted
    ranges: Allowed
    edge: np.ndarray  # (n,) bool: frames that stay

    @cached_property
    def pose(self) -> Posed:
        """The frames as they are given."""
        return self.clip.posed()

    @cached_property
    def numbers(self) -> np.ndarray:
        """(M,) the limbs that take part."""
        return np.flatnonzero(self.active)

    @property
    def count(self) -> int:
        """How many numbers change in a frame."""
        return ROOT + OF_LIMB * len(self.numbers)

    def joints(self, limb: int) -> list[int]:
        """The joints of a limb that have ranges."""
        toe = int(self.scene.figure.toes[limb])
        return [*self.scene.figure.joints[limb].tolist(), *([toe] if toe >= 0 else [])]

    @cached_property
    def lengths(self) -> np.ndarray:
        """(n, L) of limbs when they are straight [m]."""
        base, middle, end = (self.pose.positions[:, j] for j in self.scene.figure.joints.T)
        return np.asarray(np.linalg.norm(middle - base, axis=-1) + np.linalg.norm(end - middle, axis=-1))

    @cached_property
    def size(self) -> float:
        """The length of a leg [m]."""
        return max(self.scene.figure.leg, 1e-9)

    def change(self, fps: float) -> Change:
        """What of all that may change."""
        held = np.zeros((len(self.edge), self.count), bool)
        for k, limb in enumerate(self.numbers):
            mine = held[:, ROOT + OF_LIMB * k : ROOT + OF_LIMB * (k + 1)]
            mine[:, _TURN] = np.all(self.scene.stands[:, limb], axis=1, keepdims=True)
            mine[:, _WAY] = np.any(self.scene.stands[:, limb], axis=1, keepdims=True)
        held[self.edge] = True
        return Change((Pace(_ROUNDING_S * fps, _DECAY_S * fps),) * self.count, held)

    def posed(self, x: np.ndarray) -> tuple[Working, Posed]:
        """The frames with changes (n, V), toes out of the ground as far as they may bend."""
        places, goals = self._goals(x)
        new = self.clip.some(np.arange(len(x)))
        active = np.broadcast_to(self.active, places.shape[:2])
        shift = self.size * x[:, :ROOT]
        new.reach(
            self.pose, self.scene.limbs.rows, Targets(frozen(active), frozen(places), frozen(goals)), shift, _MANNER
        )
        new.roots += shift
        self._swivel(new, x, goals)
        return new, self._with_toes(new)

    def _goals(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n, L, 3) places and (n, L, 4) orientations of the ends of limbs."""
        ends = self.scene.figure.ends
        places, goals = self.pose.positions[:, ends].copy(), self.pose.rotations[:, ends].copy()
        for k, limb in enumerate(self.numbers):
            mine, own = x[:, ROOT + OF_LIMB * k :][:, :OF_LIMB], goals[:, limb].copy()
            goals[:, limb] = quaternions.multiply(quaternions.exp(mine[:, _TURN]), own)
            pivot = self._pivots[:, limb]
            stays = quaternions.rotate(own, pivot) - quaternions.rotate(goals[:, limb], pivot)
            places[:, limb] += stays + self.lengths[:, limb, None] * mine[:, _WAY]
        return places, goals

    @cached_property
    def _pivots(self) -> np.ndarray:
        """(n, L, 3) the points that ends turn about, in their frames [m]: what they stand on, or will, or did."""
        frames = np.arange(len(self.scene.stands))
        out = np.zeros((len(frames), len(self.scene.figure.ends), 3))
        for limb in self.numbers:
            one = np.flatnonzero(self.scene.stands[:, limb].sum(axis=1) == 1)
            share = np.interp(frames, one, self.scene.stands[one, limb, 1]) if one.size else np.ones(len(frames))
            tips = self.scene.figure.tips[limb]
            out[:, limb] = tips[0] + share[:, None] * (tips[1] - tips[0])
        return out

    def _swivel(self, new: Working, x: np.ndarray, goals: np.ndarray) -> None:
        pose, parents = new.posed(), new.skeleton.parents
        for k, limb in enumerate(self.numbers):
            base, _, end = self.scene.figure.joints[limb]
            line = pose.positions[:, end] - pose.positions[:, base]
            line = line / np.maximum(np.linalg.norm(line, axis=1, keepdims=True), 1e-300)
            turn = quaternions.exp(x[:, ROOT + OF_LIMB * k :][:, _SWIVEL] * line)
            above = quaternions.conjugate(pose.rotations[:, parents[base]])
            new.rotations[:, base] = quaternions.multiply(above, quaternions.multiply(turn, pose.rotations[:, base]))
            lower = quaternions.multiply(turn, pose.rotations[:, parents[end]])
            new.rotations[:, end] = quaternions.multiply(quaternions.conjugate(lower), goals[:, limb])

    def _with_toes(self, new: Working) -> Posed:
        """Bend toes out of the ground as far as they may."""
        feet = [int(limb) for limb in self.numbers if self.scene.figure.toes[limb] >= 0]
        if not feet or self.scene.ground is None:
            return new.posed()
        for limb in feet:
            new.rotations[:, self.scene.figure.toes[limb]] = self.toes[:, limb]
        pose = new.posed()
        for _ in range(_BENDS):
            if not bend_toes(self.scene.figure, pose, new.rotations, self.scene.ground):
                break
            for limb in feet:
                toe = int(self.scene.figure.toes[limb])
                self.ranges.of(toe, np.arange(len(new.rotations))).hold(toe, new.rotations)
            pose = new.posed()
        return pose

    def depths(self, pose: Posed) -> np.ndarray:
        """(n, M, 4) how deep the points of limbs that take part are in the ground [m], negative above it."""
        return self.scene.depths(pose, self.numbers)

    def spoilt(self, new: Working, pose: Posed, fps: float) -> np.ndarray:
        """(n,) bool: where something slides or sinks, or a knee or elbow jumps."""
        sinks = self.depths(pose) > np.maximum(self.depths(self.pose), _SUNK * self.size)
        slides = self.scene.slid(pose, self.pose, self.numbers) > _SLID * self.size
        hinges = self.scene.figure.joints[self.numbers, 1]
        hasty = [jumping(new.rotations[:, j], self.clip.rotations[:, j], fps) for j in hinges]
        return np.asarray(np.any([sinks.any(axis=(1, 2)), slides.any(axis=1), *hasty], axis=0))

    def worse(self, new: Working) -> np.ndarray:
        """(n,) bool: where a joint is further out of range than it was at worst."""
        over, was = (self.ranges.broken(clip.rotations) for clip in (new, self.clip))
        return np.asarray((over > was.max(axis=0) + _FURTHER).any(axis=1))

    def reaches(self, x: np.ndarray) -> np.ndarray:
        """(n, L) how much longer limbs would have to be than they are when straight, as a share."""
        base = self.pose.positions[:, self.scene.figure.joints[:, 0]] + self.size * x[:, None, :ROOT]
        return np.asarray(np.linalg.norm(self._goals(x)[0] - base, axis=-1) / self.lengths - _STRAIGHT)
