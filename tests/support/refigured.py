"""The same figure drawn otherwise: another rest pose, other axes, other names, another size."""

from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.provenance import MADE_HERE
from supple.core.skeleton import Skeleton

SIDEWAYS = {"LeftArm": +1.0, "RightArm": -1.0}


def with_rest_pose(motion: Motion, local: np.ndarray) -> Motion:
    """The motion of a file whose bones are drawn, without any rotation, in the pose ``local`` (J, 4)."""
    return with_axes(motion, quaternions.conjugate(_world(motion.skeleton, local)), local)


def with_axes(motion: Motion, frames: np.ndarray, rest: np.ndarray | None = None) -> Motion:
    """The motion when every joint is drawn turned by ``frames`` (J, 4) in itself; the rest pose is ``rest`` (J, 4)."""
    skeleton, parents = motion.skeleton, motion.skeleton.parents
    rest = skeleton.rest_rotations if rest is None else rest
    above = np.where((parents < 0)[:, None], quaternions.identity(1), frames[np.maximum(parents, 0)])

    def seen(local: np.ndarray) -> np.ndarray:
        return quaternions.multiply(quaternions.multiply(quaternions.conjugate(above), local), frames)

    offsets = quaternions.rotate(quaternions.conjugate(above), skeleton.offsets)
    turned = replace(skeleton, offsets=offsets, rest_rotations=quaternions.normalized(seen(rest)), freedoms=())
    rotations = quaternions.normalized(seen(motion.rotations))
    return replace(motion, skeleton=turned, rotations=rotations, offsets=None, provenance=MADE_HERE)


def with_arms_at(motion: Motion, degrees: float) -> Motion:
    """Arms drawn so many degrees below the T-pose, in the plane of the body."""
    local = motion.skeleton.rest_rotations.copy()
    for name, side in SIDEWAYS.items():
        turn = quaternions.about_axis("z", np.array(-side * np.radians(degrees)))
        local[motion.skeleton.index(name)] = quaternions.multiply(turn, local[motion.skeleton.index(name)])
    return with_rest_pose(motion, local)


def in_a_heap(motion: Motion) -> Motion:
    """Every bone drawn along +X, as some captures have it."""
    skeleton = motion.skeleton
    world = quaternions.identity(len(skeleton))
    for j in range(len(skeleton)):
        below = [c for c in skeleton.children(j) if np.linalg.norm(skeleton.offsets[c]) > 0.0]
        if below:
            way = skeleton.offsets[below[0]] / np.linalg.norm(skeleton.offsets[below[0]])
            world[j] = quaternions.arc(way, np.array([1.0, 0.0, 0.0]))
    local = world.copy()
    for j in range(1, len(skeleton)):
        local[j] = quaternions.multiply(quaternions.conjugate(world[skeleton.parents[j]]), world[j])
    return with_rest_pose(motion, local)


def scaled(motion: Motion, factor: float) -> Motion:
    """The same motion of a figure ``factor`` times as large."""
    return replace(motion, skeleton=motion.skeleton.scaled(factor), root_positions=factor * motion.root_positions)


def renamed(motion: Motion, names: dict[str, str]) -> Motion:
    """The motion with other names of its joints."""
    skeleton = replace(motion.skeleton, names=tuple(names.get(name, name) for name in motion.skeleton.names))
    return replace(motion, skeleton=skeleton)


def without(motion: Motion, *names: str) -> Motion:
    """The motion of the figure without some joints and all that hangs below them."""
    skeleton, stops = motion.skeleton, motion.skeleton.subtree_stops()
    gone = {j for name in names for j in range(skeleton.index(name), int(stops[skeleton.index(name)]))}
    kept = [j for j in range(len(skeleton)) if j not in gone]
    number = {old: new for new, old in enumerate(kept)}
    smaller = Skeleton(
        tuple(skeleton.names[j] for j in kept),
        [number.get(int(skeleton.parents[j]), -1) for j in kept],
        skeleton.offsets[kept],
        skeleton.end_sites[kept],
        skeleton.rest_rotations[kept],
    )
    return replace(motion, skeleton=smaller, rotations=motion.rotations[:, kept], provenance=MADE_HERE)


def _world(skeleton: Skeleton, local: np.ndarray) -> np.ndarray:
    world = local.copy()
    for j in range(1, len(skeleton)):
        world[j] = quaternions.multiply(world[skeleton.parents[j]], local[j])
    return world
