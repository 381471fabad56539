"""Where a chain of solves is, kept in a file, so that it goes on to the same bits after it was ended.

A solve is a function of its problem and its start, so that those which came to their end are kept by their results, and
the one that is going on by its state. Read again, results are taken as they are and the state goes on.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.output import write_files
from supple.recipes.physics.checkpoint_file import Kept, damaged, encoded, read_checkpoint
from supple.solvers.spacetime.costs import Shifts, no_shifts
from supple.solvers.spacetime.scene import Scene
from supple.solvers.spacetime.solving import Going, Solved, SolveSettings, Watch, solve

_EVERY = 5.0  # [s] between two writes


class Journal:
    """The solves of a run so far; changes while they go on."""

    def __init__(self, path: Path, key: str) -> None:
        self.path, self.key = path, key
        self.done: list[Solved] = []
        self.going: Going | None = None
        self._taken, self._written = 0, time.perf_counter()
        self._lost: FileError | None = None
        if path.exists():
            _, self.done, self.going = read_checkpoint(path, key)
        self._put()  # what cannot be written is told before the work

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell of a file that could not be written while the solve went on, such as on a full disk."""
        if self._lost is None:
            return ()
        return (f"the checkpoint is not up to date: {self._lost} The next call begins where it was last written.",)

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
            raise damaged(self.path, f"it has {x.size} unknowns where {scene.layout.size} are needed")

    def _write(self) -> None:
        """Keep the file up to date; where that fails the solve goes on, which is worth more than its checkpoint."""
        try:
            self._put()
            self._lost = None
        except FileError as error:
            self._lost = error

    def _put(self) -> None:
        write_files({self.path: encoded(Kept(self.key, self.done, self.going))}, overwrite=True)
        self._written = time.perf_counter()


def _check_shifts(path: Path, found: Shifts, wanted: Shifts) -> None:
    shapes = [
        [rows.shape for rows in (s.motion, s.cone, *s.planted, *s.below)] + [(len(s.planted),)] for s in (found, wanted)
    ]
    if shapes[0] != shapes[1]:
        raise damaged(path, "its multipliers do not belong to this motion")
