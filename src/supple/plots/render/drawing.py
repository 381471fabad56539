"""From a motion to the bytes of a picture or film: which frames, how large, how fast; and the one call for scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from supple.core.contacts import Contacts
from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.errors import InvalidValueError
from supple.io.output import refuse_overwrite, write_files
from supple.plots.contact_marks import marks_of
from supple.plots.figure import Figure, figure_of
from supple.plots.render import encode, films
from supple.plots.render.look import Look

_RATES = {".gif": 25.0, ".mp4": 30.0}
_FASTEST = {".gif": 50.0, ".mp4": 240.0}  # browsers slow down a gif whose pauses are shorter than 20 ms
_SLOWEST = 0.01  # a gif knows no pauses of eleven minutes
_LONGEST = 200_000  # pictures; more are a clip whose rate is wrong
_LARGEST_FILM = 4096  # [pixel] a side
_SIZE, _STRIP_WIDTH, _STRIP_HEIGHT, _WIDEST_STRIP = (640, 480), 200, 400, 1600

Watched = Callable[[Iterable[Any], int], Iterable[Any]]  # sees pictures pass, and how many there will be


@dataclass(frozen=True, slots=True)
class Moments:
    """Which frames are drawn, and how."""

    frames: tuple[int, ...]
    fps: float | None = None  # of a film; None: one picture
    strip: bool = False  # side by side


def moments_of(
    figure: Figure,
    suffix: str,
    *,
    frame: int | None = None,
    strip: int | None = None,
    span: tuple[int, int] | None = None,
    fps: float | None = None,
) -> Moments:
    """The frames of a picture (``frame``), a ``strip`` of so many, or a film; of ``span`` alone where it is given."""
    start, stop = span or (figure.first, figure.frames)
    if not 0 <= start < stop <= figure.frames:
        raise InvalidValueError(f"frames {start}:{stop} are not inside this clip's 0:{figure.frames}.")
    if suffix == ".png" and strip is None:
        return Moments((_inside(figure, start if frame is None else frame),))
    if strip is not None:
        if not 1 <= strip <= stop - start:
            raise InvalidValueError(f"a strip of {strip} needs as many frames; there are {stop - start}.")
        return Moments(tuple(films.strip_frames(start, stop, strip)), strip=True)
    if stop - start < 2:
        raise InvalidValueError(f"a film needs two frames; there is one (frame {start}). Draw it as a .png.")
    rate = min(_RATES[suffix], 1.0 / figure.frame_time) if fps is None else fps
    if not _SLOWEST <= rate <= _FASTEST[suffix]:
        fastest = _FASTEST[suffix]
        raise InvalidValueError(f"a {suffix} has from {_SLOWEST:g} up to {fastest:g} pictures a second; got {rate:g}.")
    if (count := (stop - start) * figure.frame_time * rate) > _LONGEST:
        raise InvalidValueError(f"a film of {count:g} pictures is too long. Draw fewer frames, or fewer a second.")
    return Moments(tuple(films.film_frames(figure, start, stop, rate)), fps=rate)


def size_for(suffix: str, strip: int | None, size: tuple[int, int] | None) -> tuple[int, int]:
    """Pixels, where none are asked for too; sides of an .mp4 are even."""
    if size is None:
        size = _SIZE if strip is None else (min(strip * _STRIP_WIDTH, _WIDEST_STRIP), _STRIP_HEIGHT)
    if suffix != ".png" and max(size) > _LARGEST_FILM:
        raise InvalidValueError(f"a film has up to {_LARGEST_FILM} pixels a side; got {size[0]}x{size[1]}.")
    return (size[0] // 2 * 2, size[1] // 2 * 2) if suffix == ".mp4" else size


def drawn(figure: Figure, moments: Moments, look: Look, path: Path, watched: Watched | None = None) -> bytes:
    """The bytes of the file that ``path`` will be."""
    if moments.fps is None:
        draw = films.strip if moments.strip else films.picture
        return encode.png(draw(figure, moments.frames, look))
    images: Iterable[Any] = films.film(figure, moments.frames, look)
    if watched is not None:
        images = watched(images, len(moments.frames))
    if path.suffix.lower() == ".gif":
        return encode.gif(images, len(moments.frames), moments.fps)
    return encode.mp4(images, look.size, moments.fps, path)


@checked
def render(
    motion: Motion | Markers,
    path: Path | str,
    *,
    frame: int | None = None,
    strip: int | None = None,
    frames: tuple[int, int] | None = None,
    size: tuple[int, int] | None = None,
    camera: str | float = "three-quarter",
    follow: bool = True,
    fps: float | None = None,
    overlay: Motion | Markers | None = None,
    contacts: Contacts | None = None,
    trails: Sequence[str] = (),
    dark: bool = False,
    overwrite: bool = False,
) -> None:
    """Draw a motion or capture as a picture (``.png``), a strip of moments, or a film (``.gif``, ``.mp4``).

    ``frame`` is the moment of a picture, ``strip`` how many stand side by side, ``frames`` the span ``[start, stop)``
    of a strip or film. ``camera`` is front, side, top, three-quarter, or degrees to the left of the figure's front;
    without ``follow`` it stands still. ``overlay`` is drawn pale, ``contacts`` as marks, ``trails`` (joints or roles)
    as lines.
    """
    path = Path(path)
    suffix = encode.check_suffix(path)
    if suffix != ".png" and (frame is not None or strip is not None):
        raise InvalidValueError(f"a frame and a strip are for a .png, not for a {suffix}.")
    if not overwrite:
        refuse_overwrite([path])
    figure = figure_of(motion, path)
    moments = moments_of(figure, suffix, frame=frame, strip=strip, span=frames, fps=fps)
    look = Look(
        size=size_for(suffix, strip, size),
        camera=str(camera),
        follow=follow,
        dark=dark,
        ghost=None if overlay is None else figure_of(overlay, path),
        marks=() if contacts is None else marks_of(contacts, motion),
        trails=tuple(figure.point(name) for name in trails),
    )
    write_files({path: drawn(figure, moments, look, path)}, overwrite=overwrite)


def _inside(figure: Figure, frame: int) -> int:
    if not 0 <= frame < figure.frames:
        raise InvalidValueError(f"frame {frame} is not inside this clip's 0:{figure.frames}.")
    return frame
