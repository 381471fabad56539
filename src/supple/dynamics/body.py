"""A body: what its segments are like, and how strong its joints are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from supple.dynamics.actors import ACTORS, NOT_FROM_CIRCUMFERENCES, PAIRED
from supple.dynamics.averages import AVERAGES, DEFAULT_HEIGHT, STRENGTH
from supple.dynamics.cones import Solid, cone, cone_volume, stacked
from supple.errors import InvalidValueError

SEGMENTS = tuple(AVERAGES)  # what a figure's joints carry
PARTS = {"trunk": ("lower_torso", "lower_chest", "upper_chest"), "head": ("neck", "head")}  # as people are measured
MEASURED = (
    "foot", "shank", "thigh", "lower_torso", "lower_chest", "upper_chest", "upper_arm", "forearm", "hand", "neck",
    "head",
)  # fmt: skip
_HEAVIEST, _TALLEST = 1000.0, 10.0


class Segment(NamedTuple):
    """One segment; left and right are alike."""

    length: float  # [m]
    mass: float  # [kg]
    centre: float  # share of the length, from the joint
    gyration: tuple[float, float]  # radii across and along, as shares of the length

    @property
    def solid(self) -> Solid:
        """The same in metres and kilograms."""
        across, along = (self.mass * (share * self.length) ** 2 for share in self.gyration)
        return Solid(self.length, self.mass, self.centre * self.length, across, along)


class Measure(NamedTuple):
    """A segment as a tape measures it [m]."""

    length: float
    first: float  # circumference at the joint
    second: float  # circumference at the far end


@dataclass(frozen=True, slots=True)
class BodyParameters:
    """A person's masses and strength; segments as in ``SEGMENTS``."""

    height: float  # [m]
    mass: float  # [kg]
    segments: Mapping[str, Segment]
    strength: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))  # joint -> [Nm]
    measures: Mapping[str, Measure] = field(default_factory=lambda: MappingProxyType({}))  # what was measured, if so

    def __post_init__(self) -> None:
        _check_size(self.height, self.mass)
        for name, segment in self.segments.items():
            _check_segment(name, segment)


def average_body(height: float = DEFAULT_HEIGHT, mass: float | None = None) -> BodyParameters:
    """A person of average build; without a mass one of body-mass index 22.5."""
    mass = 22.5 * height**2 if mass is None else mass
    _check_size(height, mass)
    whole = sum((2.0 if name in PAIRED else 1.0) * a.mass for name, a in AVERAGES.items())
    segments = {
        name: Segment(a.length * height, a.mass / whole * mass, a.centre, a.gyration) for name, a in AVERAGES.items()
    }
    return BodyParameters(height, mass, segments, default_strength(mass))


def measured_body(
    height: float, mass: float, measures: Mapping[str, Measure], volumes: Mapping[str, float] | None = None
) -> BodyParameters:
    """A person from lengths and circumferences: truncated cones of one density that weigh ``mass`` together.

    ``volumes`` [m3] go over what the circumferences say.
    """
    _check_size(height, mass)
    if missing := [name for name in MEASURED if name not in measures]:
        raise InvalidValueError(f"segments that are not measured: {', '.join(missing)}.")
    filled = {name: cone_volume(*measures[name]) for name in MEASURED} | dict(volumes or {})
    whole = sum((2.0 if name in PAIRED else 1.0) * volume for name, volume in filled.items())
    solids = {name: cone(*measures[name], mass * filled[name] / whole) for name in MEASURED}
    segments = {}
    for name in SEGMENTS:
        solid = stacked([solids[part] for part in PARTS.get(name, (name,))])
        segments[name] = Segment(solid.length, solid.mass, solid.centre / solid.length, solid.gyration)
    return BodyParameters(height, mass, segments, default_strength(mass), dict(measures))


def actor_body(letter: str) -> BodyParameters:
    """One of the source's four people, A, B, C or D, with the masses that it prints."""
    if letter.upper() not in ACTORS:
        raise InvalidValueError(f"there is no actor {letter!r}. Known: {', '.join(ACTORS)}.")
    actor = ACTORS[letter.upper()]
    measures = {name: Measure(row.length, row.first, row.second) for name, row in actor.rows.items()}
    volumes = {n: row.volume for n, row in actor.rows.items() if (letter.upper(), n) in NOT_FROM_CIRCUMFERENCES}
    return measured_body(actor.height, actor.mass, measures, volumes)


def default_strength(mass: float) -> dict[str, float]:
    """The largest torque of each kind of joint [Nm]."""
    return {joint: share * mass for joint, share in STRENGTH.items()}


def _check_size(height: float, mass: float) -> None:
    if not 0.0 < height < _TALLEST:
        raise InvalidValueError(f"a body's height must lie between 0 and {_TALLEST:g} m; got {height:g} m.")
    if not 0.0 < mass < _HEAVIEST:
        raise InvalidValueError(f"a body's mass must lie between 0 and {_HEAVIEST:g} kg; got {mass:g} kg.")


def _check_segment(name: str, segment: Segment) -> None:
    for what, value in (("length", segment.length), ("mass", segment.mass), ("gyration", min(segment.gyration))):
        if not (np.isfinite(value) and value > 0.0):
            raise InvalidValueError(f"the {what} of the {name.replace('_', ' ')} must be above 0; got {value:g}.")
    if not 0.0 <= segment.centre <= 2.0:
        raise InvalidValueError(
            f"the centre of the {name} must lie between 0 and 2 of its length; got {segment.centre:g}."
        )
