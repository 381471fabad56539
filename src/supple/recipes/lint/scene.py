"""What the checks of lint look at: an edit on its motion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial

import numpy as np

from supple.constraints import model
from supple.constraints.compile import tasks_of
from supple.constraints.compile.task import Task
from supple.constraints.moments import frame_of, frames_of
from supple.constraints.names import Effector, Names
from supple.constraints.recruiting import Recruits, effectors_of, named_joints, recruits
from supple.constraints.spans import Span, acting_spans, common
from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.core.roles.height import REFERENCE_HEIGHT, figure_height
from supple.recipes.lint.moving import moving

_KEPT_FRAMES = 2_500_000  # of paths: two hundred megabytes


@dataclass(frozen=True)
class Scene:
    """An edit, the motion it is for, and the constraints whose names and times are sound."""

    motion: Motion
    edit: model.Edit
    names: Names
    pose: WorldPose
    sound: tuple[int, ...]

    @cached_property
    def spans(self) -> dict[int, tuple[Span, ...]]:
        """When each sound constraint acts."""
        return {k: acting_spans(self.edit.constraints[k], self.motion) for k in self.sound}

    @cached_property
    def recruits(self) -> dict[int, Recruits]:
        """Whom each sound constraint recruits; joints of weight 0 never move."""
        still = np.zeros(len(self.motion.skeleton), bool)
        still[[self.names.joint(name) for name, joint in self.edit.joints.items() if joint.weight == 0.0]] = True
        found = {k: recruits(self.edit.constraints[k], self.names) for k in self.sound}
        named = named_joints(self.edit, self.names)
        found = {k: r.naming(named) for k, r in found.items()}
        return {k: r._replace(recruited=r.recruited & ~still, movers=r.movers & ~still) for k, r in found.items()}

    @cached_property
    def together(self) -> Callable[[int], frozenset[int]]:
        """The sound constraints that act at some time at which a certain one acts, itself among them."""
        return cache(lambda k: frozenset(j for j in self.sound if j == k or self._meet(j, k)))

    @cached_property
    def moved(self) -> Callable[[int], np.ndarray]:
        """(J,) bool: the joints that anybody moves while a certain constraint acts."""
        return cache(lambda k: moving(self.edit, self.recruits, self.together(k)))

    def _meet(self, a: int, b: int) -> bool:
        first, second = self.spans[a], self.spans[b]
        apart = first[-1][1] < second[0][0] or second[-1][1] < first[0][0]
        return not apart and bool(common(first, second))

    @cached_property
    def shaped(self) -> Callable[[int], Task]:
        """The path on which a shape leads its point; as many of them are kept as memory has room for."""
        kept = max(16, _KEPT_FRAMES // self.motion.frames)
        return lru_cache(kept)(lambda k: tasks_of(self.motion, self.edit, self.names, self.pose, k)[0])

    @cached_property
    def effectors(self) -> dict[int, tuple[Effector, ...]]:
        """The points that each sound constraint is about."""
        return {k: effectors_of(self.edit.constraints[k], self.names) for k in self.sound}

    @cached_property
    def ends(self) -> Callable[[tuple[model.Moment, ...]], Span]:
        """The first and the last frame of moments, which are asked for again and again."""
        return cache(partial(_ends, self.motion))

    @cached_property
    def persons(self) -> float:
        """How tall the figure is, in persons: lengths that somebody sees go with it."""
        return figure_height(self.motion.skeleton, self.pose.positions[:1], self.names.roles) / REFERENCE_HEIGHT

    def source(self, effector: Effector, frame: int) -> np.ndarray:
        """(3,) where a point is in the motion as it came [m]."""
        if not any(effector.point):
            return np.asarray(self.pose.positions[frame, effector.joint])
        turned = quaternions.rotate(self.pose.rotations[frame, effector.joint], np.array(effector.point))
        return self.pose.positions[frame, effector.joint] + turned

    def travel(self, point: Effector, start: model.Moment, stop: model.Moment) -> float:
        """How far a point gets, between two moments, from where it is in the first of them [m]."""
        first, last = (round(frame_of(moment, self.motion)) for moment in (start, stop))
        frames = slice(first, last + 1)
        turned = quaternions.rotate(self.pose.rotations[frames, point.joint], np.array(point.point))
        path = self.pose.positions[frames, point.joint] + turned
        return float(np.linalg.norm(path - path[0], axis=1).max())

    def priority(self, number: int) -> int:
        """The priority of a constraint."""
        return self.edit.constraints[number].priority


def _ends(motion: Motion, moments: tuple[model.Moment, ...]) -> Span:
    first, last = frames_of(moments, motion)[[0, -1]].tolist()
    return first, last
