"""The way of a figure through the world, taken out of a motion; and its table."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.arrays import rebuilt, sealed
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.errors import FileError, InvalidValueError
from supple.io.source import decode, load_bytes
from supple.recipes.everyday.clip import Clip
from supple.recipes.everyday.rigid_moves import moved_motion
from supple.recipes.everyday.travelling_contacts import with_travel

COLUMNS = ("frame", "time_s", "x_m", "y_m", "z_m", "heading_deg")
ENDING = ".root.csv"  # walk.bvh has walk.root.csv
_SAME_RATE = 1e-5  # of the rate: frame times are written with few digits


@dataclass(frozen=True, slots=True, eq=False)
class RootCurve:
    """Where the figure was in every moving frame; the in-place motion stays where the first row is.

    A place p of the in-place motion was at ``turn(heading) (p - places[0]) + places[frame]``.
    """

    places: np.ndarray  # (n, 3) [m]; zero along axes that were not taken out
    headings: np.ndarray  # (n,) about +Y, 0 in the first row [rad]
    frame_time: float | None  # [s]; None: a table of one row does not tell it
    first_frame: int = 0

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("places", sealed(self.places, ("n", 3), "places"))
        put("headings", sealed(self.headings, (len(self.places),), "headings"))
        if not (len(self.places) and np.isfinite(self.places).all() and np.isfinite(self.headings).all()):
            raise InvalidValueError("a curve needs at least one row, and numbers that are finite.")
        if self.frame_time is not None and not 0.0 < self.frame_time < float("inf"):
            raise InvalidValueError(f"frame_time must be a positive number of seconds; got {self.frame_time}.")

    @classmethod
    def read(cls, path: Path | str) -> RootCurve:
        """The curve of a table, as `supple inplace` writes it."""
        path = Path(path)
        text, _ = decode(load_bytes(path), path)
        head, *lines = text.strip().splitlines()
        if tuple(word.strip() for word in head.split(",")) != COLUMNS:
            raise FileError(path, f"the first line must be {','.join(COLUMNS)}; found {head[:80]!r}.", 1)
        rows = [_row(path, k, line) for k, line in enumerate(lines, 2) if line.strip()]
        if not rows:
            raise FileError(path, "the curve has no rows.")
        table = np.array(rows)
        steps = np.diff(table[:, 0])
        if not (steps == 1.0).all():
            raise FileError(path, f"frames must follow each other; row {int(np.argmax(steps != 1.0)) + 3} does not.")
        frame_time = float(np.diff(table[[0, -1], 1])[0] / len(steps)) if len(steps) else None
        if frame_time is not None and not frame_time > 0.0:
            raise FileError(path, "time_s must grow from row to row.")
        return cls(table[:, 2:5], np.radians(table[:, 5]), frame_time, int(table[0, 0]))

    def put_back(self, motion: Motion, *, contacts: Contacts | None = None) -> Clip:
        """The motion that goes this way: the inverse of :func:`supple.inplace`."""
        count = motion.frames - first_moving_frame(motion)
        if count != len(self.places):
            raise InvalidValueError(
                f"the curve has {len(self.places)} rows, but the motion {count} moving frames. Put it back before "
                "frames are cut or resampled."
            )
        if self.frame_time is not None and abs(self.frame_time / motion.frame_time - 1.0) > _SAME_RATE:
            raise InvalidValueError(
                f"the curve is of {1.0 / self.frame_time:g} frames per second, the motion has {motion.fps:g}."
            )
        turns = quaternions.about_axis("y", self.headings)
        shifts = self.places - quaternions.rotate(turns, np.broadcast_to(self.places[0], self.places.shape))
        kept, notes = with_travel(contacts, turns, shifts, motion, "put back")
        return Clip(moved_motion(motion, turns, shifts), kept, notes)

    def table(self) -> str:
        """CSV with every digit."""
        out = io.StringIO()
        out.write(",".join(COLUMNS) + "\n")
        for k, (place, turned) in enumerate(zip(self.places.tolist(), np.degrees(self.headings).tolist(), strict=True)):
            frame = self.first_frame + k
            out.write(",".join(map(repr, (frame, frame * (self.frame_time or 0.0), *place, turned))) + "\n")
        return out.getvalue()


def _row(path: Path, number: int, line: str) -> list[float]:
    try:
        values = [float(word) for word in line.split(",")]
    except ValueError:
        values = []
    if len(values) != len(COLUMNS) or not np.isfinite(values).all():
        raise FileError(path, f"{len(COLUMNS)} numbers are needed; found {line[:80]!r}.", number)
    return values
