"""Metrics as rows of a table: what it is with its unit, and a value for each motion."""

from __future__ import annotations

from collections.abc import Iterator

from supple.recipes.metrics import Metrics

Row = tuple[str, tuple[str, ...]]


def short_rows(*found: Metrics) -> Iterator[Row]:
    """What a person looks at first, one value for each of the metrics."""
    yield "worst slide of planted points [mm]", _each(found, "slide_mm_max")
    yield "mean slide of planted points [mm]", _each(found, "slide_mm_mean")
    for foot in found[0].planted_pct:
        yield f"planted, {foot} foot [% of the frames]", tuple(_text(m.planted_pct[foot], 1) for m in found)
    yield "deepest penetration [mm]", _each(found, "penetration_mm_max")
    yield "largest stretch of a limb [%]", _each(found, "stretch_pct_max")
    yield "largest knee acceleration [rad/s2]", _each(found, "knee_acceleration_max", 1)
    yield "largest elbow acceleration [rad/s2]", _each(found, "elbow_acceleration_max", 1)
    yield "change to the original, at most [mm]", _changes(found, "mm_max")
    yield "change to the original, mean [mm]", _changes(found, "mm_mean")
    yield "change to the original, at most [deg]", _changes(found, "deg_max")
    yield "change to the original, mean [deg]", _changes(found, "deg_mean")
    yield "change to the original, leap of body [mm]", tuple(map(_leap, found))


def rows(*found: Metrics) -> Iterator[Row]:
    """Everything that was measured."""
    yield "contacts", tuple(str(m.contacts) for m in found)
    for name, values in short_rows(*found):
        if not (name.startswith("change") and all(m.change is None for m in found)):
            yield name, values
    yield "miss of known places [mm]", _each(found, "miss_mm_max")
    for foot in found[0].cycle_planted_pct:
        yield f"planted, {foot} foot [% of whole cycles]", tuple(_text(m.cycle_planted_pct[foot], 1) for m in found)
    yield "mean height of planted points over ground [mm]", _each(found, "float_mm_mean")
    yield "mean stretch of limbs [%]", _each(found, "stretch_pct_mean")
    yield "knee acceleration below 12 Hz, p99 [rad/s2]", _each(found, "knee_acceleration_p99", 1)
    yield "jerk at 30 fps [m/s3]", _each(found, "jerk", 1)
    yield "skating: <5 cm, >0.5 m/s, 20 fps [%]", _common(found, "skating_ratio_fast", 1, 100.0)
    yield "skating: <5 cm, >0.2 m/s, 30 fps [%]", _common(found, "skating_ratio_slow", 1, 100.0)
    yield "sliding weighted by height, 30 fps [cm/s]", _common(found, "sliding_cm_s", 2)
    yield "mean penetration [mm]", _common(found, "penetration_mm", 3)
    yield "jitter at 60 fps [100 m/s3]", _common(found, "jitter", 3)


def _each(found: tuple[Metrics, ...], name: str, digits: int = 3) -> tuple[str, ...]:
    return tuple(_text(getattr(m, name), digits) for m in found)


def _common(found: tuple[Metrics, ...], name: str, digits: int, times: float = 1.0) -> tuple[str, ...]:
    return tuple(_text(times * getattr(m.common, name), digits) for m in found)


def _changes(found: tuple[Metrics, ...], name: str) -> tuple[str, ...]:
    return tuple("-" if m.change is None else _text(getattr(m.change, name), 2) for m in found)


def _leap(found: Metrics) -> str:
    """How far the body leaps, and where."""
    if found.change is None:
        return "-"
    where = "" if found.change.leap_frame is None else f" at {found.change.leap_frame}"
    return f"{found.change.leap_mm:.1f}{where}"


def _text(value: float, digits: int) -> str:
    """A number for people; what was not there to be measured is a dash."""
    return "-" if value != value else f"{value:.{digits}f}"
