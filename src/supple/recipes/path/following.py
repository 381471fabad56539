"""``follow_path``: the same walk along another path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.ground import old_ground
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.paths import GroundPath, arc_path, path_through
from supple.core.progress import Progress
from supple.errors import InvalidValueError
from supple.io.documents.path import PathGiven, read_path
from supple.recipes.everyday.rigid_moves import moved_motion
from supple.recipes.path.lengths import LENGTHS, Length
from supple.recipes.path.own_way import OwnWay, own_way
from supple.recipes.refit import Refitted, Standing, refit, standing
from supple.solvers.hierarchical.settings import FitSettings

_TIGHTEST = 0.25  # body heights: choice: no walk that keeps its strides turns on a smaller radius
_SHARE = 0.02  # of a length: less is no difference worth a word
_STRETCHED = (0.7, 1.3)  # strides beyond are told
_ABSURD = (0.1, 3.0)  # choice: strides beyond are no walk of that figure any more


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OnPath(Refitted):
    """A motion on its new path."""

    path: GroundPath
    way_m: float  # how far the motion goes by itself
    strides: float  # by what its strides are stretched


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    """In every frame the turn about the vertical and the shift that take a figure from its way to the path."""

    yaw: np.ndarray  # (F,) [rad]
    turns: np.ndarray  # (F, 4)
    shifts: np.ndarray  # (F, 3) [m]


@checked
def follow_path(
    motion: Motion,
    path: PathGiven | str,
    *,
    length: Length = "keep",
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
    settings: FitSettings | None = None,
    progress: Progress | None = None,
) -> OnPath:
    """The motion along another path: every planted foot stands in one place there, turned with the path.

    ``path`` is ``"line"``, ``"arc:radius=3"`` (to the left; negative to the right), which begin where the motion does,
    or a file with ground points of the world. ``length="keep"`` keeps the strides, so that the motion ends where it
    ends; ``"stretch"`` makes them longer or shorter, so that it ends where the path does.
    """
    if length not in LENGTHS:
        raise InvalidValueError(f"length is {' or '.join(map(repr, LENGTHS))}; got {length!r}.")
    given = read_path(path) if isinstance(path, str) else path
    stood = standing(motion, contacts, roles)
    if stood.contacts.belt_m_s is not None:
        raise InvalidValueError("this motion walks on a treadmill, and goes nowhere that could follow a path.")
    own = own_way(motion, stood.names.roles, stood.size)
    new = _built(given, own, _TIGHTEST * stood.size)
    strides = new.length / own.length if length == "stretch" and np.isfinite(_length(given)) else 1.0
    _refuse_absurd(strides, own, new)
    moves = _moves(motion, own, new, strides)
    guess = moved_motion(motion, moves.turns[first_moving_frame(motion) :], moves.shifts[first_moving_frame(motion) :])
    placed, tilts = _placed(stood, moves)
    notes = (*new.notes, *_said(own, new, given, strides))
    done = refit(stood, guess, placed, tilts=tilts, settings=settings, notes=notes, progress=progress)
    return OnPath(
        motion=done.motion, contacts=done.contacts, cleaned=done.cleaned, levels=done.levels, notes=done.notes,
        path=new, way_m=own.length, strides=strides,
    )  # fmt: skip


def _refuse_absurd(strides: float, own: OwnWay, new: GroundPath) -> None:
    short, long = _ABSURD
    if not short <= strides <= long:
        raise InvalidValueError(
            f"the path is {new.length:.3g} m long and the motion goes {own.length:.3g} m: strides would be "
            f"{strides:.3g} times as long, where {short:g} to {long:g} times make sense. Give a path of about that "
            "length, or keep the strides (--length keep)."
        )


def _length(given: PathGiven) -> float:
    return given.length if given.points is None else 0.0


def _built(given: PathGiven, own: OwnWay, tightest: float) -> GroundPath:
    if given.points is not None:
        return path_through(given.points, tightest, given.source)
    if abs(given.radius) < tightest:
        raise InvalidValueError(
            f"{given.source}: a body of this size cannot follow a radius below {100 * tightest:.0f} cm."
        )
    length = given.length if np.isfinite(given.length) else own.length
    return arc_path(own.places[0], own.start_heading, length, given.radius)


def _moves(motion: Motion, own: OwnWay, new: GroundPath, strides: float) -> _Moves:
    along = strides * own.along
    yaw = new.heading_at(along) - own.headings
    turns = quaternions.about_axis("y", yaw)
    there, here = (np.insert(xz, 1, 0.0, axis=1) for xz in (new.place_at(along), own.places))
    shifts = there - quaternions.rotate(turns, here)
    first = first_moving_frame(motion)
    return _Moves(
        np.pad(yaw, (first, 0), mode="edge"),
        np.pad(turns, ((first, 0), (0, 0)), mode="edge"),
        np.pad(shifts, ((first, 0), (0, 0)), mode="edge"),
    )


def _placed(stood: Standing, moves: _Moves) -> tuple[Contacts, dict[str, np.ndarray]]:
    """Contacts on the path, all those of a step by one move; and how feet turn there beyond what the body does."""
    middles = {c: c.middle for c in stood.contacts.contacts}
    tilts: dict[str, np.ndarray] = {}
    for step in stood.steps:
        middle = (step.span.start + step.span.stop) // 2
        middles |= dict.fromkeys(step.contacts, middle)
        mine = tilts.setdefault(step.limb.name, quaternions.identity(stood.motion.frames).copy())
        mine[step.span] = quaternions.about_axis("y", moves.yaw[middle] - moves.yaw[step.span])
    moved = tuple(_moved(c, stood.contacts, moves, middle) for c, middle in middles.items())
    return replace(stood.contacts, contacts=moved), tilts


def _moved(contact: Contact, contacts: Contacts, moves: _Moves, frame: int) -> Contact:
    if contact.reference is not None:
        return contact
    old = np.array(contact.position_m)
    x, y, z = quaternions.rotate(moves.turns[frame], old) + moves.shifts[frame]
    ground = [float(old_ground(contacts.floor, np.array(a), np.array(b))) for a, b in ((old[0], old[2]), (x, z))]
    return replace(contact, position_m=(float(x), float(y) + ground[1] - ground[0], float(z)), fixed=True)


def _said(own: OwnWay, new: GroundPath, given: PathGiven, strides: float) -> tuple[str, ...]:
    """What a person should know of lengths."""
    if strides != 1.0:
        short, long = _STRETCHED
        hint = "" if short <= strides <= long else f"; a path of about {own.length:.2g} m would suit the motion"
        return (f"strides are {strides:.2f} times as long{hint}.",)
    if not np.isfinite(_length(given)) or abs(new.length / own.length - 1.0) < _SHARE:
        return ()
    told = f"the path is {new.length:.2f} m long and the motion goes {own.length:.2f} m"
    ends = "goes straight on beyond its end" if new.length < own.length else "ends before its end"
    return (f"{told}: it {ends}. --length stretch changes the strides instead.",)
