"""Gait events: when each foot comes down and leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from supple.core.contacts import GaitEvents, Step
from supple.detect.clock import Clock
from supple.detect.points import Point
from supple.detect.scene import Foot
from supple.detect.stillness import Still


def gait_events(feet: Sequence[Foot], points: Sequence[Point], clock: Clock) -> GaitEvents:
    """The steps of the left and of the right foot."""
    steps = {foot.limb: tuple(_steps(foot, points, clock)) for foot in feet}
    return GaitEvents(left=steps.get("left", ()), right=steps.get("right", ()))


def _steps(foot: Foot, points: Sequence[Point], clock: Clock) -> Iterator[Step]:
    heels, fronts = (
        foot.by_footing(span for number, spans in foot.spans.items() if points[number].part in parts for span in spans)
        for parts in (("heel",), ("ball", "toe"))
    )
    for whole, heel, front in zip(foot.footings, heels, fronts, strict=True):
        yield _step(whole, heel, front, clock)


def _step(whole: Still, heel: Sequence[Still], front: Sequence[Still], clock: Clock) -> Step:
    return Step(
        heel_strike=clock.landing(min(heel)) if heel else None,
        toe_strike=clock.landing(min(front)) if front else None,
        heel_off=clock.leaving(max(heel, key=lambda span: span.stop)) if heel else None,
        toe_off=clock.leaving(whole),
    )
