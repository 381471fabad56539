"""What a walker needs to know about its body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.core.arrays import rebuilt
from supple.core.motion import rest_pose
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError
from supple.io.documents.body import Body, read_body
from supple.recipes.body_scale.bones import growth_of, parts_of
from supple.recipes.figure import SHANK, THIGH, heel_offset, standing_figure
from supple.recipes.roles import motion_roles
from supple.solvers.weighted import Chain, limb_chain

LEG = ("hip", "knee", "ankle", "ball")
_LEAST_KNEE = np.radians(5.5)  # of a leg that carries: knees never lock, so they never pop


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WalkerFigure:
    """The standing figure of Supple with the proportions of a body, and its legs (left, right)."""

    skeleton: Skeleton
    roles: Mapping[str, str]
    legs: np.ndarray  # (2, 4) hip, knee, ankle, ball
    hip_offsets: np.ndarray  # (2, 3) in the frame of the hips [m]
    reaches: np.ndarray  # (2,) from the hip to the ankle at most [m]
    shapes: np.ndarray  # (2, 4) height of the ankle, heel behind it, ball ahead, length of the toes [m]
    chains: tuple[Chain, Chain]

    __reduce__ = rebuilt

    @property
    def size(self) -> float:
        """How long the legs are by those of the average person."""
        bones = np.linalg.norm(self.skeleton.offsets[self.legs[:, 1:3]], axis=2)
        return float(bones.sum() / (2.0 * (THIGH + SHANK)))

    @property
    def leg(self) -> float:
        """The length of the shorter leg, hip to ankle [m]."""
        return float(np.linalg.norm(self.skeleton.offsets[self.legs[:, 1:3]], axis=2).sum(axis=1).min())


def walker_figure(body: Body | Path | str | None = None) -> WalkerFigure:
    """The figure that a body document describes; without one, a person of average height."""
    body = read_body(body) if isinstance(body, Path | str) else body or Body()
    if body.scale.key:
        raise DocumentError("scale.key: a walker's body does not change while it walks. Leave the keys out.")
    plain = standing_figure()
    rest = rest_pose(plain)
    roles = motion_roles(rest)
    growth = growth_of(rest, body, parts_of(plain, roles))
    skeleton = replace(plain, offsets=plain.offsets * growth.bones[0][:, None])
    legs = np.array([[skeleton.index(roles[f"{side}_{part}"]) for part in LEG] for side in SIDES])
    heels = [heel_offset() * growth.carried[0][leg[2]] for leg in legs]
    return WalkerFigure(
        skeleton=skeleton,
        roles=dict(roles),
        legs=legs,
        hip_offsets=skeleton.offsets[legs[:, 0]],
        reaches=np.array([_reach(skeleton, leg) for leg in legs]),
        shapes=np.array([_shape(skeleton, leg, heel) for leg, heel in zip(legs, heels, strict=True)]),
        chains=tuple(limb_chain(skeleton, f"{side}_hip", f"{side}_ankle", roles) for side in SIDES),  # type: ignore[arg-type]
    )


def _reach(skeleton: Skeleton, leg: np.ndarray) -> float:
    thigh, shank = np.linalg.norm(skeleton.offsets[leg[1:3]], axis=1)
    return float(np.sqrt(thigh**2 + shank**2 + 2.0 * thigh * shank * np.cos(_LEAST_KNEE)))


def _shape(skeleton: Skeleton, leg: np.ndarray, heel: np.ndarray) -> np.ndarray:
    """The sole is level: heel and ball are as far below the ankle as the ball's bone says."""
    ball, tip = skeleton.offsets[leg[3]], skeleton.offsets[leg[3] + 1]
    return np.array([-ball[1], -heel[2], ball[2], tip[2]])
