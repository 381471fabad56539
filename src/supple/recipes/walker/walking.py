"""``walk``: a clip of a character that walks by itself, with what is true about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from msgspec.structs import replace as changed

from supple.core.contacts import Contacts, Floor
from supple.core.ground import Height
from supple.core.heights import Heights
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.paths import GroundPath, arc_path, path_through
from supple.core.progress import Progress
from supple.core.provenance import Provenance
from supple.errors import InvalidValueError
from supple.io.documents.body import Body
from supple.io.documents.heights import read_heights
from supple.io.documents.path import PathGiven, read_path
from supple.io.documents.style import Style, range_of, read_style
from supple.recipes.walker.cohort import Cohort, cohort
from supple.recipes.walker.figure import WalkerFigure, walker_figure
from supple.recipes.walker.footing import step_on
from supple.recipes.walker.pacing import fewest_steps, full_steps
from supple.recipes.walker.record import Record
from supple.recipes.walker.source import SourceGait, source_gait
from supple.recipes.walker.walkers import Ik, Walkers
from supple.recipes.walker.ways import OnPath

_TIGHTEST = 0.4  # [m] choice: on a smaller radius the feet would cross
_BRAKES = 0.8  # [m/s2] how a walker comes to the end of its path
_SETTLE_S = 1.4  # [s] from the last way to both feet side by side
_MAX_FRAMES = 1_000_000
_LEAST_FPS = 10.0  # choice: with fewer, steps fall between two frames
_TELL = 100  # frames between two words about progress
_NEARLY = 0.95  # of the speed asked for: who never gets there is told so
_AS_LONG = 0.99  # of the step asked for: one that is shorter is told


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Walked:
    """A clip of walking, its true contacts and what a person should know."""

    motion: Motion
    contacts: Contacts
    step_m: float  # at full speed, as long as it is: a slow walk has shorter ones than it was asked for
    speed_m_s: float
    iterations: float  # of the solver, a leg and frame
    notes: tuple[str, ...]


@checked
def walk(
    seconds: float = 10.0,
    fps: float = 60.0,
    *,
    stride: float | None = None,
    speed: float | None = None,
    turn: float | None = None,
    ground: Height | str | None = None,
    path: PathGiven | str | None = None,
    body: Body | Path | str | None = None,
    style: Style | Path | str | None = None,
    source: Motion | None = None,
    ik: Ik = "half",
    progress: Progress | None = None,
) -> Walked:
    """A character that starts to walk, walks, and comes to stand again at the end.

    ``stride`` [m] is from the heel of one foot to the heel of the other; ``speed`` [m/s]; ``turn`` the radius of a
    circle to the left (negative: to the right) [m]; ``ground`` heights as for ``terrain``; ``source`` a captured walk
    whose flight of the feet and upper body are taken; ``progress`` is called with the frames that are done, and all.
    """
    frames = _frames(seconds, fps)
    figure = walker_figure(body)
    manner = _style(style, figure, stride, speed)
    taken = None if source is None else source_gait(source, figure)
    terrain, level = _ground(ground)
    group = _group(figure, manner, taken)
    way = _way(path, turn, float(group.speeds[0]) * seconds + 5.0)
    group = _suited(_slow(group), terrain, way)
    record, iterations, fastest = _record(group, way, (terrain, level), ik, (frames, fps), progress)
    motion = Motion(
        figure.skeleton, np.array(record.roots), np.array(record.rotations), 1.0 / fps,
        provenance=Provenance(source="walk"),
    )  # fmt: skip
    hurried = _never_at_speed(float(group.speeds[0]), fastest)
    notes = (*group.notes, *way.notes, *(taken.notes if taken else ()), *hurried)
    floor = Floor(height_m=level, supports=(level,)) if terrain is None else _floor(record)
    return Walked(
        motion=motion,
        contacts=record.contacts(fps, floor, notes),
        step_m=float(full_steps(group)[0]),
        speed_m_s=float(group.speeds[0]),
        iterations=iterations,
        notes=notes,
    )


def _record(
    group: Cohort, way: GroundPath, floor: tuple[Height | None, float], ik: Ik, clock: tuple[int, float],
    progress: Progress | None,
) -> tuple[Record, float, float]:  # fmt: skip
    """What was walked, the solver's iterations a leg and frame, and the highest speed [m/s]."""
    moving, (ground, level), (frames, fps) = OnPath(way, 1), floor, clock
    walkers = Walkers(group, moving, moving.at(np.arange(1), np.zeros(1)), ground=ground, level=level, ik=ik)
    record, used, fastest = Record(group.figures[0]), 0, 0.0
    record.add(walkers)
    full = float(group.speeds[0])
    for frame in range(1, frames):
        wanted = _wanted(full, way.length - float(moving.gone[0]), (frames - frame) / fps, walkers)
        walkers.step(1.0 / fps, np.array([wanted]))
        record.add(walkers)
        used += int(walkers.iterations.sum())
        fastest = max(fastest, float(walkers.pace.speeds[0]))
        if progress is not None and frame % _TELL == 0:
            progress(frame, frames)
    return record, used / max(1, 2 * (frames - 1)), fastest


def _never_at_speed(full: float, fastest: float) -> tuple[str, ...]:
    if fastest >= _NEARLY * full:
        return ()
    return (
        f"time or path are too short for {full:.2f} m/s between start and stop: it gets to {fastest:.2f} m/s, with "
        "shorter steps.",
    )


def _wanted(full: float, left_m: float, left_s: float, walkers: Walkers) -> float:
    """The speed to go at: less towards the end of the path, none where the rest of the time is needed to stop."""
    now = float(walkers.pace.speeds[0])
    if left_s < now / walkers.pace.acceleration + _SETTLE_S:
        return 0.0
    wanted = float(np.sqrt(2.0 * _BRAKES * max(left_m, 0.0)))
    return min(full, wanted) if wanted > 0.05 else 0.0


def _style(given: Style | Path | str | None, figure: WalkerFigure, stride: float | None, speed: float | None) -> Style:
    style = read_style(given) if isinstance(given, Path | str) else given or Style()
    for name, value in (("stride", stride), ("speed", speed)):
        if value is not None and not 0.0 < value < float("inf"):
            raise InvalidValueError(f"{name} must be a positive number; got {value}.")
    gait, size = style.gait, figure.size
    if stride is not None:
        gait = changed(gait, step=_for_average(stride, size, "step", "stride", "m"))
    if speed is not None:
        gait = changed(gait, speed=_for_average(speed, float(np.sqrt(size)), "speed", "speed", "m/s"))
    return changed(style, gait=gait)


def _for_average(value: float, scale: float, key: str, name: str, unit: str) -> float:
    """What a style says, for a person of average height, where this body is to walk with ``value``."""
    low, high = range_of("gait", key)
    if not low <= value / scale <= high:
        raise InvalidValueError(
            f"--{name} ({name}) = {value:g} {unit} is out of range. With this body it lies between {scale * low:.3g} "
            f"and {scale * high:.3g} {unit}."
        )
    return value / scale


def _group(figure: WalkerFigure, style: Style, taken: SourceGait | None) -> Cohort:
    if taken is None:
        return cohort([figure], [style])
    return cohort([figure], [style], uppers=[taken.upper], extra=taken.extra[None])


def _slow(group: Cohort) -> Cohort:
    """A note where the speed is too low for the steps: no walker makes so few of them."""
    wanted, step, speed = (float(row[0]) for row in (group.steps, full_steps(group), group.speeds))
    if step >= _AS_LONG * wanted:
        return group
    note = (
        f"a speed of {speed:.2f} m/s with steps of {wanted:.2f} m is fewer than {fewest_steps(group)[0]:.0f} steps a "
        f"minute, which is no walk; they were shortened to {step:.2f} m."
    )
    return replace(group, notes=(*group.notes, note))


def _suited(group: Cohort, ground: Height | None, way: GroundPath) -> Cohort:
    """Steps that the ground allows, at the same rate."""
    step = float(full_steps(group)[0])
    easy = step_on(ground, way, step, float(group.legs[0]))
    if easy >= step:
        return group
    note = f"steps of {step:.2f} m are too long for this ground; they were shortened to {easy:.2f} m."
    return replace(group, steps=np.array([easy]), speeds=group.speeds * (easy / step), notes=(*group.notes, note))


def _way(path: PathGiven | str | None, turn: float | None, length: float) -> GroundPath:
    if path is not None and turn is not None:
        raise InvalidValueError("give a path or the radius of a turn, not both.")
    given = read_path(path) if isinstance(path, str) else path
    radius = given.radius if given is not None else np.inf if turn is None else turn
    if np.isnan(radius):
        raise InvalidValueError("the radius of a turn must be a number of metres; got nan.")
    if abs(radius) < _TIGHTEST:
        raise InvalidValueError(f"a turn with a radius of {radius:g} m is too tight. Give {_TIGHTEST} m or more.")
    if given is not None and given.points is not None:
        return path_through(given.points, _TIGHTEST, given.source)
    return arc_path(np.zeros(2), 0.0, length if given is None else min(length, given.length), radius)


def _ground(ground: Height | str | None) -> tuple[Height | None, float]:
    """A ground that is not level, or None and the height of one that is."""
    height = read_heights(ground) if isinstance(ground, str) else ground
    if isinstance(height, Heights) and height.is_flat:
        return None, height.height
    return height, 0.0


def _floor(record: Record) -> Floor:
    heights = record.heights()
    return Floor(height_m=heights[0], supports=heights if len(heights) < 50 else heights[:1])


def _frames(seconds: float, fps: float) -> int:
    for name, value in (("seconds", seconds), ("fps", fps)):
        if not 0.0 < value < float("inf"):
            raise InvalidValueError(f"{name} must be a positive number; got {value}.")
    if fps < _LEAST_FPS:
        raise InvalidValueError(
            f"fps = {fps:g} is too low: steps would fall between two frames. Give {_LEAST_FPS:g} or more; `supple "
            "resample` leaves frames out."
        )
    frames = max(1, round(min(seconds * fps, 1e12)))
    if frames > _MAX_FRAMES:
        raise InvalidValueError(f"{seconds:g} s at {fps:g} fps are {frames} frames; at most {_MAX_FRAMES} are made.")
    return frames
