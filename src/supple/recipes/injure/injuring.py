"""``injure``: a captured walk as a limp."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.pose import world_pose
from supple.core.runs import runs_of
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
from supple.recipes.refit import Refitted, Standing, standing
from supple.recipes.signature import gait

_WALKED = 0.5  # of the frames: choice: captured walks, runs and limps have 0.6 and more, sitting and dancing below 0.3
_ONWARD = 0.2  # of the figure's height, from print to print: choice: boxers have less, slow walks 0.5


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
    refuse_no_walk(before, stood)
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


def refuse_no_walk(signature: GaitSignature, stood: Standing) -> None:
    """A clip in which somebody sits, dances, boxes or turns cartwheels, and makes a few steps, has no gait to limp."""
    motion, walked = stood.motion, np.zeros(stood.motion.frames, bool)
    upright = _upright(motion, stood.names)
    for leg in signature.legs:
        for cycle, stride in zip(leg.cycles, leg.stride_m, strict=True):
            span = slice(cycle.start, cycle.stop)
            walked[span] |= stride >= _ONWARD * stood.size and upright[span].all()
    first = first_moving_frame(motion)
    share = float(walked[first:].mean())
    if share < _WALKED:
        spans = ", ".join(f"{start} to {stop}" for start, stop in runs_of(walked))
        where = f" (frames {spans})" if spans else ""
        raise InvalidValueError(
            f"this clip has no gait: steps that lead on fill {100.0 * share:.0f} % of it{where}, in a walk at least "
            f"{100.0 * _WALKED:.0f} %. If somebody walks in a part of it, cut that out with `supple trim`."
        )


def _upright(motion: Motion, names: Names) -> np.ndarray:
    """(F,) bool: whose head, or neck, is above the hips; everybody where there is neither."""
    top = names.roles.get("head", names.roles.get("neck"))
    if top is None:
        return np.ones(motion.frames, bool)
    heights = world_pose(motion).positions[..., 1]
    return np.asarray(
        heights[:, motion.skeleton.index(top)] > heights[:, motion.skeleton.index(names.roles["left_hip"])]
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
