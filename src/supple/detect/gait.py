"""Gait events: when each foot comes down and leaves."""

from __future__ import annotations

from collections.abc import Sequence

from supple.core.contacts import GaitEvents, Step
from supple.detect.clock import Clock
from supple.detect.points import Point
from supple.detect.scene import Foot
from supple.detect.stillness import Still


def gait_events(feet: Sequence[Foot], points: Sequence[Point], clock: Clock) -> GaitEvents:
    """The steps of the left and of the right foot."""
    steps = {foot.limb: tuple(_step(foot, whole, points, clock) for whole in foot.footings) for foot in feet}
    return GaitEvents(left=steps.get("left", ()), right=steps.get("right", ()))


def _step(foot: Foot, whole: Still, points: Sequence[Point], clock: Clock) -> Step:
    heel = _within(foot, whole, points, ("heel",))
    front = _within(foot, whole, points, ("ball", "toe"))
    return Step(
        heel_strike=clock.landing(min(heel)) if heel else None,
        toe_strike=clock.landing(min(front)) if front else None,
        heel_off=clock.leaving(max(heel, key=lambda span: span.stop)) if heel else None,
        toe_off=clock.leaving(whole),
    )


def _within(foot: Foot, whole: Still, points: Sequence[Point], parts: tuple[str, ...]) -> list[Still]:
    return [
        span
        for number, spans in foot.spans.items()
        if points[number].part in parts
        for span in spans
        if whole.start <= span.middle <= whole.stop
    ]
