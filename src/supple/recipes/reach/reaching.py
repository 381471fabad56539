"""``reach``: hands at another height when they catch, feet on the ground."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from supple.constraints.moments import clip_range, frame_of
from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.moments import Moment
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.pose import WorldPose, sample_frames, world_pose
from supple.core.roles import SIDES, figure_height
from supple.errors import InvalidValueError
from supple.io.documents.contact_values import FARTHEST
from supple.recipes.metrics import contacts_of
from supple.recipes.names import motion_names
from supple.recipes.reach.feet import foot_goals
from supple.recipes.reach.hands import HandGoals, hand_goals
from supple.recipes.reach.limbs import Limb, LimbGoals, limbs_of, solve_goals
from supple.recipes.reach.scaling import catch_frame, reach_scale, scaled_heights

Hands = Literal["both", "left", "right"]
_MET = 1e-3  # [m] a hand that is nearer to its height at the catch is there
_LEVEL = 0.9999  # of a floor's normal that points up
_ARMS = {side: tuple(f"{side}_{part}" for part in ("clavicle", "shoulder", "elbow", "wrist")) for side in SIDES}
_LEGS = {side: tuple(f"{side}_{part}" for part in ("-", "hip", "knee", "ankle")) for side in SIDES}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReach:
    """How one hand fared."""

    start_m: float  # its height above the ground where the clip starts
    catch_m: float  # at the catch, as captured
    reached_m: float  # at the catch, now
    factor: float  # its heights about the start are scaled by this
    miss_mm: float  # of the wanted height at the catch
    pulled_mm: float  # how far it was drawn in, level, for the arm to reach; at worst


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Reached:
    """A motion whose hands catch elsewhere, and how it went."""

    motion: Motion
    status: Literal["met", "infeasible"]
    frame: int  # of the catch
    hands: Mapping[str, HandReach]
    foot_miss_mm: float  # how far ankles are from where they should be, at worst
    seconds: float
    notes: tuple[str, ...] = ()


@checked
def reach(
    motion: Motion,
    height: float,
    *,
    hands: Hands = "both",
    at: Moment = "auto",
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
) -> Reached:
    """The motion with its hands (wrists) ``height`` metres above the ground in the frame of the catch, ``at``.

    Heights of each hand are scaled about that of the first frame, so the start stays and the way keeps its shape; arms
    follow from the collar bones on. Toes that are near the ground are on it, with the shuffle they have, and heels that
    would sink lie flat. Hips and trunk do not move.
    """
    began = time.perf_counter()
    _check(motion, height, hands)
    pose = world_pose(motion)
    names, first = motion_names(motion, roles, pose), first_moving_frame(motion)
    arms = limbs_of(motion, names.roles, _ARMS)
    sides = SIDES if hands == "both" else (hands,)
    if missing := [side for side in sides if side not in arms]:
        raise InvalidValueError(
            f"this figure has no {missing[0]} arm that was recognised (shoulder, elbow, wrist). Say who is who in a "
            "roles document (`supple print roles`)."
        )
    ground, notes = _ground(contacts_of(motion, contacts, names))
    wrists = {side: pose.positions[:, arms[side].joints[3], 1] for side in sides}
    frame = _catch(motion, at, np.stack(list(wrists.values()), axis=1), first)
    size = figure_height(motion.skeleton, pose.positions[sample_frames(motion)], names.roles)
    level = 0.0 if ground is None else ground
    wanted = height + level
    factors = {side: reach_scale(wrists[side], first, frame, wanted, size, side) for side in sides}
    goals = {
        side: hand_goals(pose, arms[side].joints[1:], scaled_heights(wrists[side], first, factors[side]))
        for side in sides
    }
    local = motion.rotations.copy()
    feet = 0.0 if ground is None else _set_feet(motion, pose, names, ground, size, local)
    _set_hands(motion, pose, arms, goals, local)
    local[:first] = motion.rotations[:first]
    made = motion.with_rotations(quaternions.normalized(local))
    told = _told(made, arms, wrists, factors, goals, (first, frame), level, height)
    notes = (*notes, *_limits(told, goals, frame, height))
    return Reached(
        motion=made,
        status="met" if all(hand.miss_mm <= 1e3 * _MET for hand in told.values()) else "infeasible",
        frame=frame,
        hands=told,
        foot_miss_mm=1e3 * feet,
        seconds=time.perf_counter() - began,
        notes=notes,
    )


def _check(motion: Motion, height: float, hands: str) -> None:
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only the hands of a motion can reach; got {type(motion).__name__}.")
    if motion.rest_rows == motion.frames:
        raise InvalidValueError("this clip only shows a rest pose: there is no reach in it.")
    if not abs(height) < FARTHEST:
        raise InvalidValueError(f"height is in metres above the ground; got {height}.")
    if hands not in get_args(Hands):
        raise InvalidValueError(f"hands must be one of {', '.join(get_args(Hands))}; got {hands!r}.")


def _ground(contacts: Contacts) -> tuple[float | None, tuple[str, ...]]:
    """The height of a level ground; on others feet stay as they are."""
    floor = contacts.floor
    if floor is None:
        return None, ("nothing stands on a floor in this clip: feet stay as they are, heights count from 0.",)
    if floor.normal[1] < _LEVEL or len(floor.supports) > 1 or floor.belt_m_s is not None:
        return None, ("the ground is not level or moves: feet stay as they are, heights count from 0.",)
    return float(floor.height_m), ()


def _catch(motion: Motion, at: Moment, heights: np.ndarray, first: int) -> int:
    if at == "auto":
        return catch_frame(heights, first)
    frame = round(frame_of(at, motion))
    if frame <= first:
        raise InvalidValueError(f"{at!r} is where the clip starts; a catch comes later, in {clip_range(motion)}.")
    return frame


def _set_feet(motion: Motion, pose: WorldPose, names: Names, floor: float, size: float, local: np.ndarray) -> float:
    """Put the feet on the ground in ``local``; the farthest that an ankle is off [m]."""
    legs = limbs_of(motion, names.roles, _LEGS)
    if not legs:
        return 0.0
    wanted = {side: foot_goals(pose, names, side, floor, size) for side in legs}
    solved = solve_goals(
        pose, motion.skeleton.parents, [LimbGoals(legs[side], wanted[side].places) for side in legs], local
    )
    for k, (side, leg) in enumerate(legs.items()):
        ankle = leg.joints[3]
        local[:, ankle] = quaternions.multiply(quaternions.conjugate(solved.above[k]), wanted[side].turns)
    return float(solved.misses[:, first_moving_frame(motion) :].max())


def _set_hands(
    motion: Motion, pose: WorldPose, arms: Mapping[str, Limb], goals: Mapping[str, HandGoals], local: np.ndarray
) -> None:
    for side, goal in goals.items():  # arms with and without collar bones have other numbers of hinges
        solve_goals(pose, motion.skeleton.parents, [LimbGoals(arms[side], goal.places)], local)


def _told(
    made: Motion,
    arms: Mapping[str, Limb],
    was: Mapping[str, np.ndarray],
    factors: Mapping[str, float],
    goals: Mapping[str, HandGoals],
    frames: tuple[int, int],
    ground: float,
    wanted: float,
) -> dict[str, HandReach]:
    """Measured on what came out, above the ground; ``frames`` are those of start and catch."""
    (first, catch), now = frames, world_pose(made).positions
    found = {}
    for side, factor in factors.items():
        reached = float(now[catch, arms[side].joints[3], 1]) - ground
        found[side] = HandReach(
            start_m=float(was[side][first]) - ground,
            catch_m=float(was[side][catch]) - ground,
            reached_m=reached,
            factor=factor,
            miss_mm=1e3 * abs(reached - wanted),
            pulled_mm=1e3 * float(goals[side].pulled[first:].max()),
        )
    return found


def _limits(
    told: Mapping[str, HandReach], goals: Mapping[str, HandGoals], frame: int, height: float
) -> tuple[str, ...]:
    """What arms cannot do."""
    notes = []
    for side, hand in told.items():
        short = float(goals[side].short[frame])
        if short > 0.0:
            notes.append(
                f"the {side} hand cannot be {height:g} m high at the catch: its arm is {1e3 * short:.0f} mm too short, "
                "and the trunk does not move. `supple edit` bends the whole body."
            )
        if hand.pulled_mm > 1.0:
            notes.append(f"the {side} hand is drawn in by up to {hand.pulled_mm:.0f} mm, for the arm to reach.")
    return tuple(notes)
