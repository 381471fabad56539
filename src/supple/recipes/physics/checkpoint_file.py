"""The solves of a chain as the bytes of a file, and back: what is damaged is refused, not gone on from."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import astuple, fields
from pathlib import Path
from typing import NamedTuple

import numpy as np

from supple.errors import FileError
from supple.solvers.spacetime.costs import Shifts
from supple.solvers.spacetime.solving import Going, Progress, Solved

_FORMAT = 1
_LASTS = ("met", "stalled")  # how a solve of a chain ends, where nobody ends it from outside
Arrays = dict[str, np.ndarray]


class Kept(NamedTuple):
    """What a file has."""

    key: str  # of the problem that it belongs to
    done: list[Solved]
    going: Going | None


def encoded(kept: Kept) -> bytes:
    """The bytes of a file."""
    arrays: Arrays = {
        "format": np.array(_FORMAT), "key": np.array(kept.key), "solves": np.array(len(kept.done)),
    }  # fmt: skip
    for k, found in enumerate(kept.done):
        arrays |= {f"x{k}": found.x, f"history{k}": _rows(found.history), f"ended{k}": np.array([found.stopped])}
    if kept.going is not None:
        arrays |= _going_arrays(kept.going)
    out = io.BytesIO()
    np.savez(out, **arrays)  # type: ignore[arg-type]
    return out.getvalue()


def read_checkpoint(path: Path, key: str) -> Kept:
    """What a file has of the problem with this key; anything else is a :class:`FileError`."""
    arrays = _arrays(path)
    version = arrays["format"]
    if version.shape or version != _FORMAT:
        raise FileError(path, f"this checkpoint has format {version}; {_FORMAT} is known. Give another, or delete it.")
    if str(arrays["key"]) != key:
        raise FileError(
            path, "this checkpoint is of another motion, body, document or version. Give another file, or delete it."
        )
    try:
        done = [_solved(arrays, k) for k in range(_whole(arrays, "solves"))]
        going = _going(arrays) if any(name.startswith("going_") for name in arrays) else None
    except _Damage as found:
        raise damaged(path, str(found)) from None
    return Kept(key, done, going)


def damaged(path: Path, found: str) -> FileError:
    """What to say of a file that has something wrong."""
    return FileError(path, f"this checkpoint is damaged: {found}. Delete it, and the solve begins anew.")


class _Damage(ValueError):
    """What is wrong, in words."""


def _arrays(path: Path) -> Arrays:
    """All arrays of a file that has those of every checkpoint."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(path, f"this checkpoint cannot be read ({error.strerror}).") from None
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
            if {"format", "key", "solves"} <= arrays.keys():
                return arrays
    except (OSError, ValueError, TypeError, AttributeError, EOFError, zipfile.BadZipFile):
        pass  # what NumPy says of it would help nobody
    raise FileError(
        path, "this is no checkpoint of supple physical, or only a part of one. Give another, or delete it."
    )


def _numbers(arrays: Mapping[str, np.ndarray], name: str, dimensions: int = 1) -> np.ndarray:
    found = arrays.get(name)
    if found is None:
        raise _Damage(f"{name} is missing")
    if found.dtype != np.float64 or found.ndim != dimensions:
        raise _Damage(f"{name} has shape {found.shape} of {found.dtype}")
    if not np.isfinite(found).all():
        raise _Damage(f"{name} has values that are no finite numbers")
    return found


def _whole(arrays: Mapping[str, np.ndarray], name: str) -> int:
    found = arrays[name]
    if found.shape or found.dtype.kind != "i" or not 0 <= found < len(arrays):  # each solve has arrays of its own
        raise _Damage(f"{name} is {found}")
    return int(found)


def _solved(arrays: Mapping[str, np.ndarray], k: int) -> Solved:
    ended = arrays.get(f"ended{k}")
    if ended is None or ended.shape != (1,) or str(ended[0]) not in _LASTS:
        raise _Damage(f"ended{k} is {ended}")
    stopped = str(ended[0])
    return Solved(_numbers(arrays, f"x{k}"), _history(arrays, f"history{k}"), stopped == "met", stopped)


def _rows(history: tuple[Progress, ...]) -> np.ndarray:
    return np.array([astuple(p) for p in history], dtype=np.float64).reshape(len(history), len(fields(Progress)))


def _history(arrays: Mapping[str, np.ndarray], name: str) -> tuple[Progress, ...]:
    rows = _numbers(arrays, name, 2)
    if rows.shape[1] != len(fields(Progress)):
        raise _Damage(f"{name} has shape {rows.shape}")
    return tuple(Progress(int(row[0]), *map(float, row[1:])) for row in rows)


def _going_arrays(going: Going) -> Arrays:
    s = going.shifts
    arrays: Arrays = {
        "going_x": going.x, "going_history": _rows(going.history), "going_motion": s.motion, "going_cone": s.cone,
        "going_numbers": np.array([going.stage, going.step, going.slow, going.damping, going.best_score,
                                   going.nearest_score, len(s.planted), len(s.below)]),
    }  # fmt: skip
    arrays |= {f"going_planted{k}": rows for k, rows in enumerate(s.planted)}
    arrays |= {f"going_below{k}": rows for k, rows in enumerate(s.below)}
    arrays |= {f"going_{name}": x for name, x in (("best", going.best), ("nearest", going.nearest)) if x is not None}
    return arrays


def _going(arrays: Mapping[str, np.ndarray]) -> Going:
    numbers = _counts(arrays)
    stage, step, slow, damping, best_score, nearest_score, planted, below = numbers
    x = _numbers(arrays, "going_x")
    shifts = Shifts(
        _numbers(arrays, "going_motion", 2), [_numbers(arrays, f"going_planted{k}", 2) for k in range(int(planted))],
        [_numbers(arrays, f"going_below{k}") for k in range(int(below))], _numbers(arrays, "going_cone", 2),
    )  # fmt: skip
    best, nearest = (
        _state(arrays, f"going_{name}", x, score) for name, score in (("best", best_score), ("nearest", nearest_score))
    )
    return Going(x, shifts, int(stage), int(step), bool(slow), damping, best, best_score, nearest, nearest_score,
                 _history(arrays, "going_history"))  # fmt: skip


def _counts(arrays: Mapping[str, np.ndarray]) -> list[float]:
    """The numbers of a solve that goes on; a score is infinite while there is no state that has it."""
    found = arrays.get("going_numbers")
    if found is None or found.dtype != np.float64 or found.shape != (8,) or not (found >= 0.0).all():
        raise _Damage(f"going_numbers is {found}")
    whole, damping = found[[0, 1, 2, 6, 7]], found[3]
    if (whole != np.floor(whole)).any() or not (whole < 1e9).all() or not 0.0 < damping <= 1.0:
        raise _Damage(f"going_numbers is {found}")
    return [float(number) for number in found]


def _state(arrays: Mapping[str, np.ndarray], name: str, x: np.ndarray, score: float) -> np.ndarray | None:
    """A state of the unknowns, which is there where it has a score."""
    if not np.isfinite(score):
        return None
    found = _numbers(arrays, name)
    if found.shape != x.shape:
        raise _Damage(f"{name} has {found.size} unknowns, and going_x {x.size}")
    return found
