"""When feet are down, come down and leave, told from contacts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from supple.core.contacts import Contact, Contacts, GaitEvents, Step
from supple.core.roles import FOOT, SIDES
from supple.core.runs import runs_of
from supple.core.skeleton import Skeleton
from supple.recipes.terrain.steps import steps_of
from supple.solvers.cleanup.limbs_of import Limb

DOWN, UP = "down", "up"
_BLINK_S = 0.05  # a foot that is up for less has not left


class Event(NamedTuple):
    """A foot comes down or leaves."""

    frame: float
    what: str  # such as "left down"


def feet_down(contacts: Contacts, frames: int) -> np.ndarray:
    """(F, 2) whether each foot stands, by any of its points."""
    down = np.zeros((frames, len(SIDES)), bool)
    for k, side in enumerate(SIDES):
        points = {f"{side}_{part}" for part in FOOT}
        for c in contacts.contacts:
            if c.point in points and c.reference is None:
                down[c.start : c.stop, k] = True
        for start, stop in runs_of(~down[:, k]):
            if start > 0 and stop < frames and (stop - start) / contacts.fps < _BLINK_S:
                down[start:stop, k] = True
    return down


def events_of(contacts: Contacts, frames: int) -> tuple[Event, ...]:
    """What feet do, in the order of time; what the ends of a clip cut off is no event."""
    return tuple(sorted(_events(feet_down(contacts, frames))))


def _events(down: np.ndarray) -> Iterator[Event]:
    for k, side in enumerate(SIDES):
        for start, stop in runs_of(down[:, k]):
            if start > 0:
                yield Event(start, f"{side} {DOWN}")
            if stop < len(down):
                yield Event(stop, f"{side} {UP}")


def gait_of(contacts: Contacts, limbs: Sequence[Limb], skeleton: Skeleton, frames: int) -> GaitEvents:
    """The steps that contacts show; what the ends of a clip cut off is no event."""
    sides: dict[str, list[Step]] = {side: [] for side in SIDES}
    for step in steps_of(contacts, limbs, skeleton):
        side = next((s for s in SIDES if step.contacts[0].point in {f"{s}_{part}" for part in FOOT}), None)
        if side is not None:
            sides[side].append(_step(step.contacts, frames))
    order = {side: tuple(s for s in steps if s != Step()) for side, steps in sides.items()}
    return GaitEvents(left=order["left"], right=order["right"])


def _step(contacts: Sequence[Contact], frames: int) -> Step:
    heel = [c for c in contacts if c.point.endswith("_heel")]
    front = [c for c in contacts if not c.point.endswith("_heel")]
    return Step(
        heel_strike=_inside(min((c.start for c in heel), default=0), frames),
        toe_strike=_inside(min((c.start for c in front), default=0), frames),
        heel_off=_inside(max((c.stop for c in heel), default=frames), frames),
        toe_off=_inside(max(c.stop for c in contacts), frames),
    )


def _inside(frame: int, frames: int) -> int | None:
    return frame if 0 < frame < frames else None
