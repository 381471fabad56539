"""Where a figure of another size goes and stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from supple.constraints.names import Effector, Names
from supple.core.contacts import Contact, Contacts
from supple.core.ground import old_ground
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import world_pose
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.recipes.body_scale.bones import Growth
from supple.recipes.refit import Standing


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """How the way of a figure changes: over the ground about its start, and in height."""

    start: np.ndarray  # (2,) x and z [m]
    along: float
    height: np.ndarray  # (F,)


def leg_growth(stood: Standing, growth: Growth) -> np.ndarray:
    """(F,) how many times as long legs are, from the hip to the sole; without legs, bones on average."""
    motion, roles = stood.motion, stood.names.roles
    shares = []
    for side in SIDES:
        if f"{side}_hip" in roles and f"{side}_ankle" in roles:
            hip, ankle = (motion.skeleton.index(roles[f"{side}_{part}"]) for part in ("hip", "ankle"))
            line = _line(motion.skeleton, hip, ankle)
            lengths = np.linalg.norm(motion.skeleton.offsets[line], axis=1)
            sole = _lowest(stood, ankle)
            longer = growth.bones[:, line] @ lengths + sole * growth.carried[:, ankle]
            shares.append(longer / (lengths.sum() + sole))
    return np.mean(shares, axis=0) if shares else growth.bones.mean(axis=1)


def _line(skeleton: Skeleton, top: int, joint: int) -> list[int]:
    line = []
    while joint not in (top, -1):
        line.append(joint)
        joint = int(skeleton.parents[joint])
    return line


def _lowest(stood: Standing, ankle: int) -> float:
    """[m] by how much an ankle is above the ground when its foot stands."""
    places = world_pose(stood.motion).positions[first_moving_frame(stood.motion) :, ankle]
    above = places[:, 1] - old_ground(stood.contacts.floor, places[:, 0], places[:, 2])
    return float(max(0.0, np.quantile(above, 0.05)))


def on_its_way(motion: Motion, contacts: Contacts, way: Way) -> np.ndarray:
    """(F, 3) the root's path of a figure whose legs are longer; rest rows go up only."""
    x, y, z = motion.root_positions.T
    ground = old_ground(contacts.floor, x, z)
    there = way.start + way.along * (motion.root_positions[:, [0, 2]] - way.start)
    new_ground = old_ground(contacts.floor, there[:, 0], there[:, 1])
    roots = np.stack([there[:, 0], new_ground + way.height * (y - ground), there[:, 1]], axis=1)
    roots[: motion.rest_rows] = motion.root_positions[: motion.rest_rows] * way.height[0]
    return roots


def placed(stood: Standing, growth: Growth, way: Way) -> Contacts:
    """Contacts of a figure of another size: steps go along with the way, and feet are as long as they are by then."""
    moved = {c: _moved(stood, c, way, growth) for c in stood.contacts.contacts}
    for step in stood.steps:
        middle = np.mean([(c.position_m[0], c.position_m[2]) for c in step.contacts], axis=0)
        for c in step.contacts:
            moved[c] = _moved(stood, c, way, growth, middle if step.limb.rank == 0 else None)
    floor = stood.contacts.floor
    if floor is not None and floor.belt_m_s is not None:
        floor = replace(floor, belt_m_s=_times(floor.belt_m_s, way.along))
    return replace(stood.contacts, floor=floor, contacts=tuple(moved.values()), geometric=(), targets=())


def _moved(stood: Standing, c: Contact, way: Way, growth: Growth, middle: np.ndarray | None = None) -> Contact:
    """A contact at its new place; that of a foot (``middle`` of its step) is as far from it as the foot is large."""
    skeleton = stood.motion.skeleton
    carried = 1.0 if c.joint is None else float(growth.carried[c.middle, skeleton.index(c.joint)])
    offset = None if c.offset_m is None else _times(c.offset_m, carried)
    if c.reference is not None:
        factor = float(growth.carried[c.middle, skeleton.index(c.reference)])
        return replace(c, offset_m=offset, position_m=_times(c.position_m, factor))
    place = np.array([c.position_m[0], c.position_m[2]])
    centre = place if middle is None else middle
    x, z = way.start + way.along * (centre - way.start) + carried * (place - centre)
    old, new = (float(old_ground(stood.contacts.floor, np.array(a), np.array(b))) for a, b in (place, (x, z)))
    taller = float(way.height[c.middle]) if middle is None else carried
    y = new + taller * (c.position_m[1] - old)
    return replace(c, offset_m=offset, position_m=(float(x), y, float(z)), fixed=True)


def _times(vector: tuple[float, float, float], factor: float) -> tuple[float, float, float]:
    x, y, z = vector
    return factor * x, factor * y, factor * z


def larger_names(names: Names, skeleton: Skeleton, growth: Growth) -> Names:
    """The same names on the new figure: points are as far from their joints as what these carry has grown."""
    typical = np.median(growth.carried, axis=0)

    def larger(points: Mapping[str, Effector]) -> dict[str, Effector]:
        return {name: Effector(e.joint, _times(e.point, float(typical[e.joint]))) for name, e in points.items()}

    return Names(
        skeleton=skeleton, roles=names.roles, given=larger(names.given), placed=larger(names.placed), limbs=names.limbs
    )
