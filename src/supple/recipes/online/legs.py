"""The legs and feet of two figures, as the arrays that a frame needs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen
from supple.core.contacts import Floor
from supple.core.roles import SIDES
from supple.errors import InvalidValueError
from supple.recipes.metrics import contacts_of
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.frames import BodyFrames

POINTS = ("heel", "ball")
_PARTS = ("hip", "knee", "ankle")
_FLOOR = 2.0  # percent of the frames whose lowest point of a foot is below the floor: noise


class Legs(NamedTuple):
    """The L legs that both figures have, in the order of the kernel's arguments."""

    pelves: np.ndarray  # (2, 2) hip joints, or twice the hips, of source and target
    joints: np.ndarray  # (2, L, 2) of heels and balls of source and target
    points: np.ndarray  # (2, L, 2, 3) in their frames [m]
    legs: np.ndarray  # (L, 5) -1, hip, knee, ankle of the target, and the joint of its toes, or -1
    flexes: np.ndarray  # (L, 3) about what its knees bend, in their frames
    tips: np.ndarray  # (L, 3) the ends of the toes, in their frames [m]


def legs_of(source: Figure, target: Figure, ours: BodyFrames) -> tuple[Legs, tuple[str, ...]]:
    """The legs, and the names of their points; figures without a leg in common are refused."""
    sides = [side for side in SIDES if all(_has_leg(figure, side) for figure in (source, target))]
    if not sides:
        whose = " and ".join(
            w for w, f in (("source", source), ("target", target)) if not any(_has_leg(f, s) for s in SIDES)
        )
        raise InvalidValueError(
            f"no leg with hip, knee and ankle was recognised on the {whose or 'same side of both figures'}, so no foot "
            "can be held online. Say who is who in a roles document, or use the whole clip (`supple.retarget`)."
        )
    both = all({"left_hip", "right_hip"} <= figure.joints.keys() for figure in (source, target))
    pelves = [
        [f.joints[r] for r in (("left_hip", "right_hip") if both else ("hips", "hips"))] for f in (source, target)
    ]
    joints, points = (np.array(both) for both in zip(*(_points(f, sides) for f in (source, target)), strict=True))
    toes, tips = _toes(target, sides)
    legs = [
        [-1, *(target.joints[f"{side}_{part}"] for part in _PARTS), toe] for side, toe in zip(sides, toes, strict=True)
    ]
    flexes = [_flexes(ours, side) for side in sides]
    arrays = (np.array(pelves), joints, points, np.array(legs), np.array(flexes), tips)
    names = tuple(f"{side}_{point}" for side in sides for point in POINTS)
    return Legs(*(frozen(np.ascontiguousarray(array)) for array in arrays)), names


def floor_of(source: Figure, legs: Legs) -> Floor | float:
    """The ground under the feet of a clip: where they stand, else the height at which they are lowest [m].

    0 where there are no frames that move.
    """
    if source.motion.rest_rows == source.motion.frames:
        return 0.0
    found = contacts_of(source.motion, None, source.names).floor
    if found is not None:
        return found if len(found.supports) < 2 else float(found.height_m)
    span, lowest = slice(source.first, None), []
    for joint, point in zip(legs.joints[0].ravel(), legs.points[0].reshape(-1, 3), strict=True):
        turned = quaternions.rotate(source.pose.rotations[span, joint], point)
        lowest.append(source.pose.positions[span, joint, 1] + turned[:, 1])
    return float(np.percentile(np.min(lowest, axis=0), _FLOOR))


def _has_leg(figure: Figure, side: str) -> bool:
    return all(f"{side}_{part}" in figure.joints for part in _PARTS) and side in figure.soles


def _points(figure: Figure, sides: list[str]) -> tuple[np.ndarray, np.ndarray]:
    effectors = [[figure.names.effector(f"{side}_{point}") for point in POINTS] for side in sides]
    return (
        np.array([[e.joint for e in foot] for foot in effectors]),
        np.array([[e.point for e in foot] for foot in effectors], float),
    )


def _toes(figure: Figure, sides: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Toes that turn somewhere below an ankle, and their ends."""
    joints, tips = np.full(len(sides), -1), np.zeros((len(sides), 3))
    for k, side in enumerate(sides):
        ball, end = figure.joints.get(f"{side}_ball"), figure.names.effector(f"{side}_toe")
        if ball is None or not _below(figure.skeleton.parents, figure.joints[f"{side}_ankle"], ball):
            continue
        if end.joint == ball:
            joints[k], tips[k] = ball, end.point
        elif figure.skeleton.parents[end.joint] == ball:
            joints[k], tips[k] = ball, figure.skeleton.offsets[end.joint]
    return joints, tips


def _below(parents: np.ndarray, joint: int, other: int) -> bool:
    """Whether ``other`` hangs from ``joint``, over however many joints between."""
    while other > joint:
        other = int(parents[other])
    return other == joint


def _flexes(ours: BodyFrames, side: str) -> np.ndarray:
    axis = ours.limbs[f"{side}_leg"].flexes
    if axis is None:
        raise InvalidValueError(f"the target's {side} thigh has no length, so its knee cannot bend.")
    return axis
