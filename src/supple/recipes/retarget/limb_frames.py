"""Frames of upper arms, forearms, thighs and shins: z along the bone, x the axis about which elbow or knee flexes.

Both are of the bone itself and do not depend on the pose that a file calls rest. The axis is the one about which the
joint is seen to bend in the clip, where it bends enough and as a human body may; else the one that a body has: a knee
flexes about its left, an elbow so that the forearm comes forward, whether the arm hangs or is held sideways.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.body.facing import some_of
from supple.core.body.hinges import hinged_by_role
from supple.core.roles import SIDES
from supple.recipes.retarget.reference import frames_of

if TYPE_CHECKING:
    from supple.core.body.hinges import Hinge
    from supple.recipes.retarget.figure import Figure
    from supple.recipes.retarget.reference import Reference

LIMBS = {"arm": ("shoulder", "elbow", "wrist"), "leg": ("hip", "knee", "ankle")}
BONES = {part: parts[k + 1] for parts in LIMBS.values() for k, part in enumerate(parts[:2])}  # where a bone ends
_LOOKED_AT = 4  # times as many frames as stand for a clip, to see about which axis a joint bends
_SURE = 0.6  # share of a joint's turning that is about its axis
_HUMAN = 0.7  # cosine between the axis that is seen and the one that a body has
_SHORT = 1e-3  # of the figure's height: no bone
_ACROSS = 0.2  # what must be left of an axis across a bone


class LimbFrames(NamedTuple):
    """The frames of one limb (4,) in its joints' own frames; None where there is no such bone."""

    upper: np.ndarray | None
    lower: np.ndarray | None
    flexes: np.ndarray | None = None  # (3,) the axis in the middle joint's frame


def limb_frames(figure: Figure) -> dict[str, LimbFrames]:
    """All limbs that have an upper bone: ``left_arm``, ..."""
    seen = _hinges(figure)
    found = {}
    for side in SIDES:
        for kind, parts in LIMBS.items():
            joints = [figure.joints.get(f"{side}_{part}") for part in parts]
            if joints[0] is not None and joints[1] is not None:
                found[f"{side}_{kind}"] = _limb(figure, kind, joints, seen.get(f"{side}_{parts[1]}"))
    return found


def _hinges(figure: Figure) -> dict[str, Hinge]:
    """About which axes knees and elbows turn in the clip; none of a clip that only rests."""
    motion = figure.motion
    if motion.rest_rows == motion.frames:
        return {}
    moving = motion.rotations[figure.first :]
    some = np.unique(np.linspace(0, len(moving) - 1, min(_LOOKED_AT * len(some_of(10**6)), len(moving))).astype(int))
    return hinged_by_role(replace(figure.skeleton, freedoms=()), moving[some], figure.names.roles).hinges


def _limb(figure: Figure, kind: str, joints: list[int | None], hinge: Hinge | None) -> LimbFrames:
    upper, middle, end = joints
    assert upper is not None
    assert middle is not None
    stance = figure.arms if kind == "arm" else figure.reference
    ways = [_way(figure, stance, upper, middle), None if end is None else _way(figure, stance, middle, end)]
    if ways[0] is None:
        return LimbFrames(None, None)
    axis = _axis(figure, stance, kind, middle, ways[0], hinge)  # (n, 3) in the world
    frames = [
        None if way is None else _frame(stance, j, way, axis) for j, way in zip((upper, middle), ways, strict=True)
    ]
    flexes = _mean_back(stance.rotations[:, middle], axis)
    return LimbFrames(frames[0], frames[1], flexes / np.linalg.norm(flexes))


def _way(figure: Figure, stance: Reference, start: int, end: int) -> np.ndarray | None:
    """(n, 3) unit, along a bone in the reference; None where it has no length."""
    way = stance.positions[:, end] - stance.positions[:, start]
    length = np.linalg.norm(way, axis=1, keepdims=True)
    return None if float(length.min()) <= _SHORT * figure.height else np.asarray(way / length)


def _axis(
    figure: Figure, stance: Reference, kind: str, middle: int, upper: np.ndarray, hinge: Hinge | None
) -> np.ndarray:
    """(n, 3) the axis of elbow or knee in the world."""
    body = _of_a_body(stance, kind, upper)
    turned = stance.rotations[:, middle]
    for seen in _seen(figure, stance, middle, hinge):
        axis = quaternions.rotate(turned, seen)
        sign = 1.0 if float(np.sum(axis * body)) >= 0.0 or not stance.real else -1.0
        agreeing = sign * float(np.mean(np.sum(axis * body, axis=1)))
        if not stance.real or agreeing > _HUMAN:
            return sign * axis
    return body


def _seen(figure: Figure, stance: Reference, middle: int, hinge: Hinge | None) -> Iterator[np.ndarray]:
    """What the file states of the axis, then what the clip shows; in the joint's frame."""
    freedom = figure.skeleton.freedoms[middle]
    if freedom.kind == "hinge" and len(freedom.axes):
        along = 1.0 if hinge is None or freedom.axes[0] @ hinge.axis >= 0.0 else -1.0
        yield along * freedom.axes[0]
    if hinge is not None and hinge.evidence != "body" and (hinge.explained > _SURE or not stance.real):
        yield hinge.axis


def _of_a_body(stance: Reference, kind: str, upper: np.ndarray) -> np.ndarray:
    """(n, 3) the axis that a body has, across the upper bone."""
    body = stance.body
    if kind == "arm":
        axis = np.cross(upper, body.forward)
    else:
        axis = body.left - np.sum(body.left * upper, axis=1, keepdims=True) * upper
    return np.asarray(axis / np.maximum(np.linalg.norm(axis, axis=1, keepdims=True), _ACROSS))


def _frame(stance: Reference, joint: int, way: np.ndarray, axis: np.ndarray) -> np.ndarray | None:
    """(4,) the frame of a bone in its joint's frame, on the mean over the reference."""
    rotations = stance.rotations[:, joint]
    return frame_along(_mean_back(rotations, way), _mean_back(rotations, axis))


def frame_along(bone: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """(4,) z along ``bone`` (3,), x as near to ``axis`` as can be; any where that is along the bone."""
    z = bone / np.linalg.norm(bone)
    x = axis - (axis @ z) * z
    if np.linalg.norm(x) < 1e-6:
        x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x = x / np.linalg.norm(x)
    return frames_of(x, np.cross(z, x), z)


def _mean_back(rotations: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """(3,) the mean of world vectors (n, 3), seen from joints turned by ``rotations`` (n, 4)."""
    return np.asarray(quaternions.rotate(quaternions.conjugate(rotations), vectors).mean(axis=0))
