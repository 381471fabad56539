"""``injure``: a captured walk as a limp."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.pose import world_pose
from supple.detect.signature.signature import GaitSignature
from supple.errors import InvalidValueError
from supple.recipes.clean import Cleaned
from supple.recipes.individualise.planting import planted
from supple.recipes.individualise.travelling import on_its_feet
from supple.recipes.individualise.weighting import Walker, bent
from supple.recipes.injure.flight import flight_heights, lowered
from supple.recipes.injure.hurrying import hurried
from supple.recipes.injure.presets import Limp, limp_of
from supple.recipes.injure.stepping import shorter_steps, stands_of, swings_of
from supple.recipes.refit import Refitted, standing
from supple.recipes.signature import gait


@dataclass(frozen=True, slots=True, kw_only=True)
class LimpMeasures:
    """What became of the controls, on the hurt side: of those of the walk without it, as shares."""

    step_length: float  # how far the foot comes down ahead of the other
    flight_height: float
    swing_time: float
    other_step_length: float  # of the other foot


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Injured(Refitted):
    """A limp, by which contacts, and how it went."""

    limp: Limp
    measures: LimpMeasures
    before: GaitSignature
    after: GaitSignature


@checked
def injure(
    motion: Motion,
    preset: str,
    *,
    severity: float = 1.0,
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
) -> Injured:
    """The walk with a limp: ``preset`` is a joint and a side, such as ``"knee-left"``.

    The hurt foot flies lower, comes down nearer to the other one, and hurries; the joint's weight falls. At severity 1
    by the source's numbers: height and length -50 %, speed +30 %, weight 0.1.
    """
    limp = limp_of(preset, severity)
    stood = standing(motion, contacts, roles)
    names, found = stood.names, stood.contacts
    if found.belt_m_s is not None:
        raise InvalidValueError("this walk is on a treadmill, whose belt would have to run at another speed.")
    before = gait(motion, found, roles=names)
    swings = swings_of(stands_of(found, limp.side))
    if not swings:
        raise InvalidValueError(f"the {limp.side} foot does not swing from one stand to another in this clip.")
    quick, told, _ = hurried(motion, found, swings, limp.speed)
    walker = Walker(motion=quick, contacts=told, names=names, signature=gait(quick, told, roles=names))
    cleaned = _limping(walker, limp)
    return Injured(
        motion=cleaned.motion,
        contacts=cleaned.contacts,
        cleaned=cleaned,
        levels=(),
        notes=cleaned.report.notes,
        limp=limp,
        measures=limp_measures(
            (motion, found), (cleaned.motion, cleaned.contacts), names.roles[f"{limp.side}_ankle"], limp.side
        ),
        before=before,
        after=gait(cleaned.motion, cleaned.contacts, roles=names),
    )


def _limping(walker: Walker, limp: Limp) -> Cleaned:
    """A walk that hurries already, with stiff joints, short steps and low flights."""
    joints, motion, told = walker.joints, walker.motion, walker.contacts
    swings = swings_of(stands_of(told, limp.side))
    places = world_pose(motion).positions
    wanted = limp.height * flight_heights(places, joints[f"{limp.side}_ankle"], swings)
    hips = places[:, joints.get("hips", joints["left_hip"])]
    placed = shorter_steps(told, hips, limp.side, limp.length)
    carried, placed = on_its_feet(bent(walker, limp.with_free_hips), placed, joints, known=True)
    stiff = bent(walker, limp.weights).with_root_positions(carried.root_positions)
    once = planted(stiff, placed, walker.names)
    low = lowered(once.motion, joints, limp.side, swings, wanted.tolist(), by_knee=limp.stiff_hip)
    return planted(low, placed, walker.names)


def limp_measures(
    before: tuple[Motion, Contacts], after: tuple[Motion, Contacts], ankle: str, side: str
) -> LimpMeasures:
    """The steps of one side after by before; ``ankle`` is the joint's name."""
    was, now = (_own_measures(*walk, walk[0].skeleton.index(ankle), side) for walk in (before, after))
    shares = [b / a if a else float("nan") for a, b in zip(was, now, strict=True)]
    return LimpMeasures(
        step_length=shares[0], flight_height=shares[1], swing_time=shares[2], other_step_length=shares[3]
    )


def _own_measures(motion: Motion, contacts: Contacts, ankle: int, side: str) -> tuple[float, float, float, float]:
    swings = swings_of(stands_of(contacts, side))
    height = float(np.mean(flight_heights(world_pose(motion).positions, ankle, swings)))
    seconds = float(np.mean([s.stop - s.start for s in swings])) * motion.frame_time
    other = "right" if side == "left" else "left"
    return step_length(contacts, side), height, seconds, step_length(contacts, other)


def step_length(contacts: Contacts, side: str) -> float:
    """How far a foot comes down from the other, along the way that the feet go, on average [m]."""
    own = stands_of(contacts, side)
    others = stands_of(contacts, "right" if side == "left" else "left")
    found = []
    for stand in own:
        before = [s for s in others if s.start < stand.start]
        after = [s for s in others if s.start > stand.start]
        if before and (after or len(before) > 1):
            a, b = (before[-1], after[0]) if after else (before[-2], before[-1])
            way = b.place - a.place
            length = float(np.linalg.norm(way))
            found.append(float((stand.place - before[-1].place) @ way) / length if length else 0.0)
    return float(np.mean(found)) if found else float("nan")
