"""Where a chain of solves is, kept in a file, so that it goes on to the same bits after it was ended.

A solve is a function of its problem and its start, so that those which came to their end are kept by their results, and
the one that is going on by its state. Read again, results are taken as they are and the state goes on.
"""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Mapping
from dataclasses import astuple, replace
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.output import write_files
from supple.solvers.spacetime.costs import Shifts, no_shifts
from supple.solvers.spacetime.scene import Scene
from supple.solvers.spacetime.solving import Going, Progress, Solved, SolveSettings, Watch, solve

_EVERY = 5.0  # [s] between two writes
_FORMAT = 1
Arrays = dict[str, np.ndarray]


class Journal:
    """The solves of a run so far; changes while they go on."""

    def __init__(self, path: Path, key: str) -> None:
        self.path, self.key = path, key
        self.done: list[Solved] = []
        self.going: Going | None = None
        self._taken, self._written = 0, time.perf_counter()
        if path.exists():
            self._read()

    @property
    def iterations(self) -> int:
        """How many there were when it was read."""
        return sum(len(s.history) for s in self.done) + (len(self.going.history) if self.going else 0)

    def solved(self, scene: Scene, settings: SolveSettings, start: np.ndarray | None, watch: Watch) -> Solved:
        """The next solve of the chain: as it ended, or from where it was."""
        if self._taken < len(self.done):
            found = self.done[self._taken]
            self._fits(scene, found.x)
        else:
            if self.going is not None:
                self._fits(scene, self.going.x)
                _check_shifts(self.path, self.going.shifts, no_shifts(scene))
            found = solve(scene, settings, start=start, going=self.going, watch=replace(watch, keep=self._keep))
            if not found.unfinished:
                self.done.append(found)
                self.going = None
            self._write()
        self._taken += 1
        return found

    def _keep(self, going: Going) -> None:
        self.going = going
        if time.perf_counter() - self._written > _EVERY:
            self._write()

    def _fits(self, scene: Scene, x: np.ndarray) -> None:
        if x.shape != (scene.layout.size,):
            raise FileError(self.path, f"this checkpoint has {x.size} unknowns where {scene.layout.size} are needed.")

    def _write(self) -> None:
        arrays: Arrays = {"format": np.array(_FORMAT), "key": np.array(self.key), "solves": np.array(len(self.done))}
        for k, found in enumerate(self.done):
            arrays |= {f"x{k}": found.x, f"history{k}": _rows(found.history)}
            arrays[f"ended{k}"] = np.array([found.stopped])
        if self.going is not None:
            arrays |= _going_arrays(self.going)
        out = io.BytesIO()
        np.savez(out, **arrays)  # type: ignore[arg-type]
        write_files({self.path: out.getvalue()}, overwrite=True)
        self._written = time.perf_counter()

    def _read(self) -> None:
        try:
            with np.load(io.BytesIO(self.path.read_bytes()), allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            key, count = str(arrays["key"]), int(arrays["solves"])
            ended = [str(arrays[f"ended{k}"][0]) for k in range(count)]
            done = [
                Solved(arrays[f"x{k}"], _history(arrays[f"history{k}"]), ended[k] == "met", ended[k])
                for k in range(count)
            ]
            going = _going(arrays) if "going_x" in arrays else None
        except (OSError, ValueError, KeyError, IndexError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise FileError(self.path, f"this is no checkpoint of supple physical ({error}).") from None
        if key != self.key:
            raise FileError(
                self.path,
                "this checkpoint is of another motion, body, document or version. Give another file, or delete it.",
            )
        self.done, self.going = done, going


def _rows(history: tuple[Progress, ...]) -> np.ndarray:
    return np.array([astuple(p) for p in history], dtype=np.float64).reshape(len(history), -1)


def _history(rows: np.ndarray) -> tuple[Progress, ...]:
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
    stage, step, slow, damping, best_score, nearest_score, planted, below = map(float, arrays["going_numbers"])
    shifts = Shifts(
        arrays["going_motion"], [arrays[f"going_planted{k}"] for k in range(int(planted))],
        [arrays[f"going_below{k}"] for k in range(int(below))], arrays["going_cone"],
    )  # fmt: skip
    return Going(
        arrays["going_x"], shifts, int(stage), int(step), bool(slow), damping, arrays.get("going_best"), best_score,
        arrays.get("going_nearest"), nearest_score, _history(arrays["going_history"]),
    )  # fmt: skip


def _check_shifts(path: Path, found: Shifts, wanted: Shifts) -> None:
    shapes = [
        [rows.shape for rows in (s.motion, s.cone, *s.planted, *s.below)] + [(len(s.planted),)] for s in (found, wanted)
    ]
    if shapes[0] != shapes[1]:
        raise FileError(path, "the multipliers of this checkpoint do not belong to this motion.")
