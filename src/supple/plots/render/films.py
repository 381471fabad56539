"""Pictures, strips and films of a figure, as images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from supple.plots.figure import Figure
from supple.plots.render.camera import Camera, angles_of, distance_for, followed
from supple.plots.render.look import Look
from supple.plots.render.painter import Painter, unit_of

_PICTURE, _FILM = 3, 2  # times larger than wanted: films are drawn faster, and edges that move need less care


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A figure and how it is looked at in some of its frames."""

    figure: Figure
    look: Look
    angles: tuple[float, float]
    distance: float
    centres: np.ndarray  # (F, 3)


def shot_of(figure: Figure, frames: Sequence[int], look: Look) -> Shot:
    """An eye that has all of the figure in the picture in every one of ``frames``."""
    angles, centres = angles_of(look.camera, figure), followed(figure)
    shown = figure.body[np.asarray(frames)]
    there = shown[np.isfinite(shown).all(axis=-1)].astype(np.float64)
    if not look.follow and len(there):
        centres = np.tile(0.5 * (there.min(axis=0) + there.max(axis=0)), (figure.frames, 1))
    distance = distance_for(shown, centres[np.asarray(frames)], angles, look.size, figure.height)
    return Shot(figure, look, angles, distance, centres)


def picture(figure: Figure, frames: Sequence[int], look: Look) -> Any:
    """One moment: the first of ``frames``."""
    return _drawn(shot_of(figure, frames[:1], look), frames[0]).finished()


def film(figure: Figure, frames: Sequence[int], look: Look) -> Iterator[Any]:
    """The pictures of a film, one for every entry of ``frames``."""
    shot = shot_of(figure, frames, look)
    for frame in frames:
        yield _drawn(shot, frame, fine=_FILM).finished()


def strip(figure: Figure, frames: Sequence[int], look: Look) -> Any:
    """The figure at some moments side by side in one picture, with their times."""
    from PIL import Image

    wide, high = look.size[0] // len(frames), look.size[1]
    shot = shot_of(figure, frames, replace(look, size=(max(wide, 16), high), follow=True))
    whole = Image.new("RGB", look.size, look.palette["paper"])
    for k, frame in enumerate(frames):
        painter = _drawn(shot, frame, grid=False)
        painter.words(f"{frame * figure.frame_time:.2f} s", 0.5 * painter.camera.size[0])
        whole.paste(painter.finished(), (k * look.size[0] // len(frames), 0))
    return whole


def film_frames(figure: Figure, start: int, stop: int, fps: float) -> list[int]:
    """Which frames of ``[start, stop)`` a film at ``fps`` shows; it runs as fast as the motion does."""
    count = max(1, round((stop - start) * figure.frame_time * fps))
    return [min(stop - 1, start + int(k / fps / figure.frame_time + 1e-6)) for k in range(count)]


def strip_frames(start: int, stop: int, count: int) -> list[int]:
    """``count`` frames from the first to the last of ``[start, stop)``."""
    return [int(frame) for frame in np.rint(np.linspace(start, stop - 1, count))]


def _drawn(shot: Shot, frame: int, *, grid: bool = True, fine: int = _PICTURE) -> Painter:
    figure, look = shot.figure, shot.look
    camera = Camera(*shot.angles, (fine * look.size[0], fine * look.size[1]), shot.centres[frame], shot.distance)
    painter = Painter(camera, look, unit_of(figure), fine)
    (painter.ground if grid else painter.line)(figure.floor)
    painter.places(figure, frame)
    painter.trails(figure, frame)
    if look.ghost is not None:
        moment = int(frame * figure.frame_time / look.ghost.frame_time + 1e-6)
        painter.ghost(look.ghost, min(look.ghost.frames - 1, moment))
    painter.figure(figure, frame)
    painter.rings(figure, frame)
    return painter
