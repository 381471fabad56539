"""What all wishes of an edit are compiled against: one motion and what is known of its figure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from supple.constraints import model
from supple.constraints.compile.blame import about
from supple.constraints.curves.activity import Profile
from supple.constraints.mass_path import mass_path
from supple.constraints.moments import frame_of, profile_frames
from supple.constraints.names import Effector, Names
from supple.constraints.spans import moments_of
from supple.core import quaternions
from supple.core.arrays import frozen
from supple.core.body.masses import BodyMass, Carried, body_mass
from supple.core.body.rest_pose import rest_pose
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose
from supple.core.roles import figure_height

_NO_SIZE = 1e-9  # [m] a figure smaller than this says nothing about size


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A motion in the world, with the names, the masses and the size of its figure."""

    motion: Motion
    names: Names
    pose: WorldPose
    origin: int  # the frame from which time is counted, see on_the_clock_of
    times: np.ndarray  # (F,) [s] from there
    moving: np.ndarray  # (F,) bool: rest rows in front do not move
    body: BodyMass
    size: float  # [m]

    @property
    def frames(self) -> int:
        """How many frames the motion has."""
        return len(self.times)

    @property
    def first(self) -> int:
        """The first frame that moves."""
        return int(np.argmax(self.moving))

    def seconds(self, frames: np.ndarray) -> np.ndarray:
        """The times [s] of frames (n,), perhaps between frames, from the origin."""
        return (frames - self.origin) * self.motion.frame_time

    def frame_at(self, seconds: float) -> int:
        """The frame that is nearest to a time from the origin."""
        return min(max(round(seconds / self.motion.frame_time) + self.origin, self.first), self.frames - 1)

    def profile(self, when: model.Profile | None) -> Profile:
        """When a goal acts, from the origin [s]."""
        t0, t1, t2, t3 = self.seconds(profile_frames(when, self.motion)).tolist()
        return t0, t1, t2, t3

    def effector(self, name: str, point: model.Vec3) -> Effector:
        """The point that the ``effector`` of a constraint means."""
        with about("effector"):
            return self.names.effector(name, point)

    def path(self, effector: Effector) -> np.ndarray:
        """Where a point of the body goes in the source (F, 3) [m]."""
        arm = np.array(effector.point)
        places = self.pose.positions[:, effector.joint]
        return places + quaternions.rotate(self.pose.rotations[:, effector.joint], arm) if arm.any() else places

    def mass_path(self) -> np.ndarray:
        """Where the centre of mass goes in the source (F, 3) [m]."""
        return _mass_path(self.body, self.pose)

    def seen_from(self, joint: int, path: np.ndarray) -> np.ndarray:
        """A path (F, 3) of the world in the frame that a joint has in the source."""
        back = quaternions.conjugate(self.pose.rotations[:, joint])
        return quaternions.rotate(back, path - self.pose.positions[:, joint])


def scene_of(motion: Motion, edit: model.Edit, names: Names, pose: WorldPose) -> Scene:
    """Prepare a motion for the wishes of an edit."""
    with about("mass"):
        carried = tuple((motion.skeleton.names[names.joint(m.joint)], m.kg, m.at) for m in edit.masses)
    return _scene(motion, names, pose, carried)


@lru_cache(maxsize=2)  # somebody who drags solves one motion again and again
def _scene(motion: Motion, names: Names, pose: WorldPose, carried: tuple[Carried, ...]) -> Scene:
    frames = np.arange(motion.frames)
    return Scene(
        motion=motion,
        names=names,
        pose=pose,
        origin=0,
        times=frames * motion.frame_time,
        moving=frames >= first_moving_frame(motion),
        body=_body(names, carried),
        size=_rest_size(names) or _height(names, pose.positions) or 1.0,
    )


def on_the_clock_of(scene: Scene, constraint: model.Constraint) -> Scene:
    """The scene with time counted from the frame in which a constraint begins; from 0 if it acts all through.

    choice: so times of a cut clip and of the whole have the same bits, and so have their solutions; counted from the
    clip's begin they differ by rounding, which the choice between good postures would amplify.
    """
    begins = []
    for key, moments in moments_of(constraint):
        with about(key):
            begins.append(frame_of(moments[0], scene.motion))
    origin = int(min(begins, default=0.0))
    return replace(scene, origin=origin, times=(np.arange(scene.frames) - origin) * scene.motion.frame_time)


@lru_cache(maxsize=16)
def _body(names: Names, carried: tuple[Carried, ...]) -> BodyMass:
    return body_mass(names.skeleton, names.roles, carried=carried)


@lru_cache(maxsize=2)  # a pose that is edited again and again
def _mass_path(body: BodyMass, pose: WorldPose) -> np.ndarray:
    return frozen(mass_path(body, pose.positions, pose.rotations))


@lru_cache(maxsize=16)
def _rest_size(names: Names) -> float:
    """choice: the rest pose says how tall the figure is, so that it is the same for every cut of a clip. Only where it
    has no extent (bones that are all in the frames) the clip is asked; a figure that is a mere point has 1 m.
    """
    return _height(names, rest_pose(names.skeleton).positions[None])


def _height(names: Names, positions: np.ndarray) -> float:
    """The figure's height [m], 0 where it has none."""
    height = figure_height(names.skeleton, positions, names.roles)
    return height if height > _NO_SIZE else 0.0
