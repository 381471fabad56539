"""Joints that wishes push to the end of their range, and when."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from supple.constraints.joint_settings import limit_setting
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import JointLimits, joint_limits, limit_angles
from supple.core.body.limit_sources import LimitSetting
from supple.core.motion import Motion, first_moving_frame
from supple.core.runs import runs_of
from supple.session.document import Clip
from supple.session.scenes import Scene

_NEAR = np.radians(0.5)  # an angle as near as this to the end of its range is at it
_MOVED = np.radians(0.1)  # what moved less was there before anybody asked for something
_TELLING = 256  # frames that tell where hinges and the anatomical position are


@dataclass(frozen=True, slots=True)
class Strained:
    """A joint at the end of its range in frames ``[start, stop)``."""

    joint: int
    start: int
    stop: int


def strained(clip: Clip, scene: Scene, bent: Motion, start: int, stop: int) -> tuple[Strained, ...]:
    """The joints that the bent motion has at the end of their range in frames ``[start, stop)``.

    A captured pose may lie outside the range; solvers widen it to that, and so does this: only what the wishes moved to
    an end counts.
    """
    limits = _limits(scene, _stated(clip, scene))
    if start >= stop or not len(limits):
        return ()
    before = limit_angles(limits, scene.motion.rotations[start:stop])
    now = limit_angles(limits, bent.rotations[start:stop])
    high, low = np.maximum(limits.high, before), np.minimum(limits.low, before)
    at = ((now >= high - _NEAR) | (now <= low + _NEAR)) & (np.abs(now - before) > _MOVED)
    found = []
    for joint in np.unique(limits.joint[at.any(axis=0)]):
        runs = runs_of(at[:, limits.joint == joint].any(axis=1))
        found += [Strained(int(joint), start + a, start + b) for a, b in runs]
    return tuple(found)


def _stated(clip: Clip, scene: Scene) -> tuple[tuple[int, LimitSetting], ...]:
    """What is said of joints; names that mean nothing here are what lint speaks of."""
    skeleton, roles = scene.motion.skeleton, scene.names.roles
    named = ((roles.get(name, name), setting) for name, setting in clip.joints.items())
    return tuple((skeleton.index(name), limit_setting(setting)) for name, setting in named if name in skeleton)


@lru_cache(maxsize=4)
def _limits(scene: Scene, stated: tuple[tuple[int, LimitSetting], ...]) -> JointLimits:
    moving = scene.motion.rotations[first_moving_frame(scene.motion) :]
    telling = moving[:: max(1, len(moving) // _TELLING)]
    roles = dict(scene.names.roles)
    return joint_limits(hinged_by_role(scene.motion.skeleton, telling, roles), telling, roles, dict(stated))
