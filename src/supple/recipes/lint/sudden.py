"""Goals that come or go from one frame to the next, so that what they move jumps, and plants of a foot that swings."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from supple.constraints import model
from supple.constraints.moments import profile_frames
from supple.core.motion import first_moving_frame
from supple.recipes.lint.finding import Finding, finding
from supple.recipes.lint.places import held
from supple.recipes.lint.scene import Scene

_AT_ONCE = 1.0  # [frames] a ramp that is no longer has no frame between nothing and all
_SEEN_M = 0.005  # of a person: a smaller jump is not seen
_SEEN_DEG = 0.5
_SWINGS_M = 0.2  # of a person: feet that stand skate less far, even on bad captures

_Goal = model.PlaceGoal | model.TurnGoal


def sudden_goals(scene: Scene) -> Iterator[Finding]:
    """Goals without a ramp, but for those that begin or end with the clip and those that ask for what there is."""
    for k in scene.sound:
        for g, goal in enumerate(getattr(scene.edit.constraints[k], "goals", ())):
            edges = list(_edges(scene, k, goal))
            if edges:
                message = f"goals[{g}] {'; it '.join(edges)}."
                fix = "Let when = [begins, fully there, begins to leave, gone] have some frames between its moments."
                yield finding(scene.edit, k, "warning", "times", f"goals[{g}].when", message, fix)


def plants_of_swinging_feet(scene: Scene) -> Iterator[Finding]:
    """Footplants between whose events the foot travels: mistaken times, mostly, and the whole body pays for them."""
    for k in scene.sound:
        if not isinstance(plant := scene.edit.constraints[k], model.Footplant):
            continue
        events = plant.known_events
        way = scene.travel(scene.names.foot(plant.foot).ball, events.toe_strike, events.heel_off)
        if way > _SWINGS_M * scene.persons:
            message = (
                f"the foot travels {way:.2g} m between toe_strike and heel_off: "
                "it swings there, or walks in place, and the body has to bend to hold it."
            )
            fix = 'Give the times in which it stands, or events = "detect".'
            yield finding(scene.edit, k, "warning", "times", "events", message, fix)


def _edges(scene: Scene, number: int, goal: _Goal) -> Iterator[str]:
    """How a goal comes and how it goes, where that is sudden."""
    if goal.when is None:
        return
    begins, there, leaves, gone = profile_frames(goal.when, scene.motion).tolist()
    first, last = math.ceil(there), math.floor(leaves)
    if first > last:
        return  # no frame has all of it
    if there - begins <= _AT_ONCE and first > first_moving_frame(scene.motion):
        yield from _jump(scene, number, goal, (first, first - 1), "comes")
    if gone - leaves <= _AT_ONCE and last < scene.motion.frames - 1:
        yield from _jump(scene, number, goal, (last, last + 1), "goes")


def _jump(scene: Scene, number: int, goal: _Goal, frames: tuple[int, int], what: str) -> Iterator[str]:
    """What is said of a jump between two frames: all of the goal is there in the first, nothing in the other."""
    frame, beyond = frames
    size = None if _others_act(scene, number, goal, beyond) else _size(scene, number, goal, frame)
    if size != "":
        by = f" by about {size}" if size else ""
        yield f"{what} from one frame to the next, at {frame * scene.motion.frame_time:.3g} s: what it moves jumps{by}"


def _others_act(scene: Scene, number: int, goal: _Goal, frame: int) -> bool:
    """Whether another goal of the constraint is there in a frame, so that what moves does not come from the source."""
    goals: tuple[_Goal, ...] = getattr(scene.edit.constraints[number], "goals", ())
    profiles = (profile_frames(other.when, scene.motion) for other in goals if other is not goal)
    return any(profile[0] <= frame <= profile[3] for profile in profiles)


def _size(scene: Scene, number: int, goal: _Goal, frame: int) -> str | None:
    """How far from the source the goal is in a frame; "" where that is not seen, None where it is not known yet."""
    if isinstance(goal, model.TurnGoal):
        if goal.turn_deg is None:
            return None
        turned = math.hypot(*goal.turn_deg)
        return f"{turned:.0f} degrees" if turned > _SEEN_DEG else ""
    places = list(held(scene, number, frame))
    if len(places) != 1:
        return "" if goal.offset is not None and not any(goal.offset) else None
    apart = (places[0].place - scene.source(places[0].effector, frame))[["xyz".index(axis) for axis in places[0].axes]]
    far = float(np.linalg.norm(apart))
    return f"{1000.0 * far:.0f} mm" if far > _SEEN_M * scene.persons else ""
