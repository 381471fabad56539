"""A skeleton as robot programs have it: a floating base, and links that each turn about one axis or none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.angles import angles_about
from supple.core.hinges import split_into_hinges
from supple.core.motion import Motion

MASS, INERTIA = 0.1, 1e-3  # [kg], [kg m2] of every link: programs refuse none, and no task here asks for them


@dataclass(frozen=True)
class Link:
    """A link and the joint above it."""

    name: str
    parent: int  # -1: the floating base
    place: np.ndarray  # (3,) in the parent's frame [m]
    turn: np.ndarray  # (4,) its orientation at rest, (w, x, y, z)
    axis: np.ndarray | None  # (3,) unit; None: welded to the parent, or the base


@dataclass(frozen=True)
class Body:
    """The links, every parent before its children, and the poses of a motion in their angles."""

    links: tuple[Link, ...]
    base_places: np.ndarray  # (F, 3) [m]
    base_turns: np.ndarray  # (F, 4), (w, x, y, z)
    angles: np.ndarray  # (F, H) [rad] of the links that turn, in their order

    @property
    def hinges(self) -> tuple[str, ...]:
        """Names of the links that turn."""
        return tuple(link.name for link in self.links if link.axis is not None)


def exported(motion: Motion) -> Body:
    """The body of a motion with three hinges per ball joint. End sites are left out, which favours the others."""
    split = split_into_hinges(motion)
    skeleton, root = split.skeleton, split.skeleton.names.index(motion.skeleton.names[0])
    links: list[Link] = [Link(skeleton.names[root], -1, np.zeros(3), quaternions.identity(), None)]
    numbers, angles = {root: 0}, []
    for j in range(root + 1, len(skeleton)):
        if skeleton.end_sites[j]:
            continue
        axes, rest = skeleton.freedoms[j].axes, skeleton.rest_rotations[j]
        if len(axes) > 1:
            raise NotImplementedError(f"{skeleton.names[j]!r} turns about two axes; only one or three are exported")
        numbers[j] = len(links)
        parent = numbers[int(skeleton.parents[j])]
        links.append(Link(skeleton.names[j], parent, skeleton.offsets[j], rest, axes[0] if len(axes) else None))
        turns = quaternions.multiply(quaternions.conjugate(rest), split.rotations[:, j])
        angles += list(angles_about(axes, turns).T)  # of a welded link there are none
    return Body(tuple(links), motion.root_positions, motion.rotations[:, 0], np.array(angles).T)


def children(body: Body, link: int) -> list[int]:
    """The numbers of the links right below one."""
    return [k for k, other in enumerate(body.links) if other.parent == link]


def numbers(values: np.ndarray) -> str:
    """Numbers as text that reads back to the same bits."""
    return " ".join(repr(float(value)) for value in values)
