"""Chains to solve on, and plans made by hand: what the posture experiments of the sources are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from supple.constraints.plan import Plan
from supple.constraints.recruiting import ancestors
from supple.core import quaternions
from supple.core.body.masses import BodyMass
from supple.core.freedom import BALL, FIXED, Freedom, about
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.kernels.task_kinds import MASS, POINT

PLANAR = about(np.array([[0.0, 0.0, 1.0]]))  # hinges that keep a chain in the plane of x and y


def chain(links: int = 20, length: float = 1.0, freedom: Freedom = BALL, frames: int = 1, bend: float = 0.15) -> Motion:
    """Equal links upwards from a base that nobody recruits, joined in ``j1`` to ``jN``; ``tip`` ends the last.

    Every joint is bent by ``bend`` [rad], in turns about z and x where it can, so that no start is singular.
    """
    names = ("base", *(f"j{k + 1}" for k in range(links)), "tip")
    offsets = np.zeros((links + 2, 3))
    offsets[2:, 1] = length / links
    ends = np.arange(links + 2) == links + 1
    freedoms = (BALL, *[freedom] * links, FIXED)
    skeleton = Skeleton(names, np.arange(-1, links + 1), offsets, ends, freedoms=freedoms)
    rotations = quaternions.identity(links + 2)
    rotations[1:-1] = quaternions.about_axis("z", np.array(bend))
    if freedom is BALL:
        rotations[2:-1:2] = quaternions.about_axis("x", np.array(bend))
    return Motion(skeleton, np.zeros((frames, 3)), np.tile(rotations, (frames, 1, 1)), 0.04)


@dataclass(frozen=True, kw_only=True)
class Ask:
    """One task made by hand, over the frames of a motion; what is the same in all of them may be given once."""

    joint: str = "tip"
    goal: npt.ArrayLike = (0.0, 0.0, 0.0)  # (3,), (4,), (F, 3) or (F, 4)
    kind: int = POINT
    level: npt.ArrayLike = 0
    weight: float = 1.0
    rows: npt.ArrayLike = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))  # of the basis
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)
    recruited: tuple[str, ...] | None = None  # None: all that move it, but not the base of a chain
    activity: npt.ArrayLike = 1.0
    riding: tuple[str, npt.ArrayLike] | None = None  # a joint that the place rides with, and the place in its frame


def plan_of(motion: Motion, asks: Sequence[Ask], size: float = 1.0, body: BodyMass | None = None) -> Plan:
    """The plan of tasks made by hand."""
    skeleton, frames, count = motion.skeleton, motion.frames, len(asks)
    riding = [(k, *ask.riding) for k, ask in enumerate(asks) if ask.riding is not None]
    goal, basis = np.zeros((frames, count, 4)), np.zeros((count, 3, 3))
    for k, ask in enumerate(asks):
        goal[:, k, : np.shape(ask.goal)[-1]] = ask.goal
        basis[k, : len(np.asarray(ask.rows))] = ask.weight * np.asarray(ask.rows)
    activity = np.stack([np.broadcast_to(ask.activity, frames) for ask in asks], axis=1).astype(float)
    return Plan(
        size=size,
        body=even_body(skeleton) if body is None else body,
        constraint=np.arange(count),
        kind=np.array([ask.kind for ask in asks]),
        joint=np.array([skeleton.index(ask.joint) for ask in asks]),
        point=np.array([ask.point for ask in asks], float),
        axis=np.tile([0.0, 0.0, 1.0], (count, 1)),
        basis=basis,
        turning=np.zeros(count, bool),
        rows=np.array([len(np.asarray(ask.rows)) for ask in asks]),
        recruited=np.array([_recruited(skeleton, ask) for ask in asks]),
        level=np.stack([np.broadcast_to(ask.level, frames) for ask in asks], axis=1).astype(np.int64),
        activity=activity,
        asked=activity >= 1.0,
        goal=goal,
        reference=np.full((frames, count), -1),
        support_start=np.array([sum(r[0] < k for r in riding) for k in range(count + 1)]),
        support_joint=np.array([skeleton.index(joint) for _, joint, _ in riding], np.int64),
        support_point=np.tile(np.array([p for *_, p in riding], float).reshape(1, -1, 3), (frames, 1, 1)),
        share=np.ones((frames, len(riding))),
        turns={},
    )


def even_body(skeleton: Skeleton) -> BodyMass:
    """A kilogram for every metre of bone, halfway along it."""
    masses, moments = np.zeros(len(skeleton)), np.zeros((len(skeleton), 3))
    for parent, offset in zip(skeleton.parents[1:], skeleton.offsets[1:], strict=True):
        masses[parent] += np.linalg.norm(offset)
        moments[parent] += 0.5 * np.linalg.norm(offset) * offset
    return BodyMass(masses, moments / np.where(masses > 0.0, masses, 1.0)[:, None])


def _recruited(skeleton: Skeleton, ask: Ask) -> np.ndarray:
    if ask.recruited is not None:
        return np.isin(skeleton.names, ask.recruited)
    movers = np.ones(len(skeleton), bool) if ask.kind == MASS else ancestors(skeleton, skeleton.index(ask.joint))
    return movers & ~skeleton.end_sites & (np.array(skeleton.names) != "base")
