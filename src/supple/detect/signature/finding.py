"""From a posed clip and its gait events to its signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from supple.core.arrays import frozen
from supple.core.contacts import Contacts
from supple.core.roles import SIDES
from supple.detect.signature.cycles import Cycle, cycles_of
from supple.detect.signature.leg_angles import leg_angles, needed
from supple.detect.signature.signature import GaitSignature, LegGait
from supple.detect.signature.steps import steps_of
from supple.errors import InvalidValueError

if TYPE_CHECKING:
    from scipy.interpolate import CubicSpline

_LEVEL = np.array([1.0, 0.0, 1.0])


def find_signature(
    positions: np.ndarray,
    joints: Mapping[str, int],
    contacts: Contacts,
    fps: float,
    *,
    first: int = 0,
    name: str = "",
) -> GaitSignature:
    """The signature of a clip whose joints, by role, are at ``positions`` (F, J, 3) [m]; ``first`` moves first."""
    if missing := [role for side in SIDES for role in needed(side) if role not in joints]:
        raise InvalidValueError(f"a gait is that of two legs, and this figure has no {missing[0]}. Say in a roles "
                                "document which joint it is (`supple print roles`).")  # fmt: skip
    events = steps_of(contacts, first, len(positions))
    belt = np.zeros(3) if contacts.belt_m_s is None else np.array(contacts.belt_m_s)
    legs = {side: _leg(positions, joints, cycles_of(events, side, fps), belt, fps, side) for side in SIDES}
    if not any(legs.values()):
        raise InvalidValueError(
            "there is no whole cycle of a walk or run: a foot has to come down twice (or leave twice) with the other "
            f"one coming down in between. Found {len(events.left)} stands of the left and {len(events.right)} of the "
            "right foot. Give a longer clip, or contacts with the steps (--contacts)."
        )
    return GaitSignature(name=name, left=legs["left"], right=legs["right"])


def _leg(
    positions: np.ndarray,
    joints: Mapping[str, int],
    found: tuple[Cycle, ...],
    belt: np.ndarray,
    fps: float,
    side: str,
) -> LegGait | None:
    cycles = tuple(c for c in found if c.stop < len(positions))
    if not cycles:
        return None
    angles = leg_angles(positions, joints, side)
    ankle, hips = positions[:, joints[f"{side}_ankle"]], positions[:, joints.get("hips", joints["left_hip"])]
    seconds = np.array([c.length for c in cycles]) / fps
    steps = np.array([ankle[c.stop] - ankle[c.start] for c in cycles]) - belt * seconds[:, None]
    over_ground = _smooth(hips * _LEVEL, fps).derivative()
    return LegGait(
        side=side,
        cycles=cycles,
        curves=frozen(np.stack([_sampled(a, cycles, fps) for a in (angles.hip, angles.knee)], axis=-1)),
        ankle=None if angles.ankle is None else frozen(_sampled(angles.ankle, cycles, fps)),
        foot=None if angles.foot is None else frozen(_sampled(angles.foot, cycles, fps)),
        stride_m=frozen(np.linalg.norm(steps * _LEVEL, axis=1)),
        stride_s=frozen(seconds),
        stance=frozen(np.array([np.nan if c.stance is None else c.stance / c.length for c in cycles])),
        hip_speed=frozen(
            np.stack([np.linalg.norm(over_ground(c.moments() / fps) - belt * _LEVEL, axis=1) for c in cycles])
        ),
    )


def _sampled(values: np.ndarray, cycles: tuple[Cycle, ...], fps: float) -> np.ndarray:
    """(cycles, 100) a curve over the frames (F,), at the phases."""
    curve = _smooth(values, fps)
    return np.stack([curve(c.moments() / fps) for c in cycles])


def _smooth(values: np.ndarray, fps: float) -> CubicSpline:
    """A curve through the frames, over time, so that the frame rate leaves no trace."""
    from scipy.interpolate import CubicSpline

    return CubicSpline(np.arange(len(values)) / fps, values)
