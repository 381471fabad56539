"""What a clip looks like before it is bent: its motion, its names, its pose; found once and kept while it is used."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.core.pose import WorldPose, posed_frames, world_pose, world_rotations
from supple.recipes.names import joint_names, motion_names
from supple.session.document import Clip
from supple.session.motions import Motions

_HELD = 4


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A clip's motion, with what its names mean and where its joints are."""

    motion: Motion
    names: Names
    pose: WorldPose


class Scenes:
    """Scenes of the clips that were used last."""

    def __init__(self, motions: Motions) -> None:
        self.motions = motions
        self._lock = threading.Lock()
        self._held: OrderedDict[tuple[str, str], Scene] = OrderedDict()

    def of(self, clip: Clip) -> Scene:
        """The scene of a clip."""
        key = _key(clip)
        with self._lock:
            if key not in self._held:
                self._held[key] = self._made(clip)
            self._held.move_to_end(key)
            while len(self._held) > _HELD:
                self._held.popitem(last=False)
            return self._held[key]

    def first_look(self, clip: Clip, frame: int) -> Scene | None:
        """One frame of a clip, without points of feet, long before the compiler is loaded that poses all of it.

        None where the whole scene is known.
        """
        if _key(clip) in self._held:
            return None
        motion = self.motions.get(clip.motion)
        frame = min(max(frame, 0), motion.frames - 1)
        pose = WorldPose(posed_frames(motion, slice(frame, frame + 1)), world_rotations(motion, frame)[np.newaxis])
        return Scene(motion, joint_names(motion, clip.roles), pose)

    def _made(self, clip: Clip) -> Scene:
        motion = self.motions.get(clip.motion)
        pose = world_pose(motion)
        return Scene(motion, motion_names(motion, clip.roles, pose), pose)


def _key(clip: Clip) -> tuple[str, str]:
    return clip.motion.key, repr(clip.roles)
