"""Where a figure of another size goes and stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from supple.constraints.names import Effector, Names
from supple.core.contacts import Contact, Contacts
from supple.core.ground import old_ground, on_ground, scaled_floor
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose, world_pose
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.recipes.body_scale.bones import Growth
from supple.recipes.refit import Standing
from supple.recipes.step_places import drifts, point_at
from supple.recipes.terrain.steps import Step


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
    pose = world_pose(stood.motion)
    most = _most_standing(stood.steps)
    moved = {c: _moved(stood, c, way, growth) for c in stood.contacts.contacts}
    for step in stood.steps:
        away = drifts(step.contacts, stood.contacts.belt_m_s, stood.motion.frame_time)
        middle = _middle(stood, step, most[step.limb.name], pose, away)
        if step.limb.rank == 0:  # a foot is on the ground, however thick it is
            middle = on_ground(middle, stood.contacts.floor)
        moved |= {c: _moved(stood, c, way, growth, middle, to) for c, to in zip(step.contacts, away, strict=True)}
    floor = scaled_floor(stood.contacts.floor, way.along)
    return replace(stood.contacts, floor=floor, contacts=tuple(moved.values()))


def carried_along(stood: Standing, contacts: Contacts, growth: Growth, way: Way) -> Contacts:
    """Contacts that go with a figure as it grows, each on a level of its own; none becomes fixed by that."""
    moved = tuple(replace(_moved(stood, c, way, growth), fixed=c.fixed) for c in contacts.contacts)
    return replace(contacts, floor=scaled_floor(contacts.floor, way.along), contacts=moved)


def _most_standing(steps: Sequence[Step]) -> dict[str, Contact]:
    """The first contact of the point by which each limb stands most.

    One point for all steps, so that strides keep their length while feet change theirs.
    """
    frames: dict[str, Counter[str]] = {}
    firsts: dict[tuple[str, str], Contact] = {}
    for step in steps:
        for c in step.contacts:
            frames.setdefault(step.limb.name, Counter())[c.point] += c.stop - c.start
            firsts.setdefault((step.limb.name, c.point), c)
    return {limb: firsts[limb, total.most_common(1)[0][0]] for limb, total in frames.items()}


def _middle(stood: Standing, step: Step, most: Contact, pose: WorldPose, drift: np.ndarray) -> np.ndarray:
    """(3,) the place of the point of ``most``; where a step has others only, where that one is then."""
    known = [c.position_m + away for c, away in zip(step.contacts, drift, strict=True) if c.point == most.point]
    if known:
        return np.mean(known, axis=0)
    here = step.contacts[0]
    away = [point_at(c, stood.motion.skeleton, pose, here.middle) for c in (most, here)]
    return np.asarray(here.position_m + away[0] - away[1])


def _moved(
    stood: Standing,
    c: Contact,
    way: Way,
    growth: Growth,
    middle: np.ndarray | None = None,
    drift: np.ndarray | float = 0.0,
) -> Contact:
    """A contact at its new place: its step's ``middle`` goes with the way, its distance from that with the foot.

    ``drift`` is how far a belt takes the contact's place to the moment of that middle.
    """
    skeleton = stood.motion.skeleton
    carried = 1.0 if c.joint is None else float(growth.carried[c.middle, skeleton.index(c.joint)])
    offset = None if c.offset_m is None else _times(c.offset_m, carried)
    if c.reference is not None:
        factor = float(growth.carried[c.middle, skeleton.index(c.reference)])
        return replace(c, offset_m=offset, position_m=_times(c.position_m, factor))
    place = np.array(c.position_m) + drift
    centre = place if middle is None else middle
    x, z = way.start + way.along * (centre[[0, 2]] - way.start)
    old, new = (float(old_ground(stood.contacts.floor, *xz)) for xz in (centre[[0, 2]], np.array([x, z])))
    there = (
        np.array([x, new + way.height[c.middle] * (centre[1] - old), z])
        + carried * (place - centre)
        - way.along * drift
    )
    return replace(c, offset_m=offset, position_m=(float(there[0]), float(there[1]), float(there[2])), fixed=True)


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
