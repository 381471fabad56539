"""The main job on a motion that Supple makes itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from supple.recipes.demo_clean import DemoClean, run_demo_clean
from supple.recipes.demo_edit import DemoEdit, run_demo_edit
from supple.recipes.demo_fit import DemoFit, run_demo_fit
from supple.recipes.demo_walk import DemoWalk, run_demo_walk
from supple.recipes.round_trip import FORMATS, RoundTrip, round_trip
from supple.recipes.walk import Walk, true_walk


@dataclass(frozen=True, slots=True, eq=False)
class DemoResult:
    """What the demo made and measured."""

    walk: Walk
    trips: tuple[RoundTrip, ...]
    edited: DemoEdit | None = None
    cleaned: DemoClean | None = None
    fitted: DemoFit | None = None
    walked: DemoWalk | None = None

    @property
    def worst_mm(self) -> float:
        """The greatest difference over all formats."""
        return max(trip.comparison.worst_mm for trip in self.trips)

    @property
    def worst_deg(self) -> float:
        """The greatest difference over all formats."""
        return max(trip.comparison.worst_deg for trip in self.trips)


def run_demo(
    folder: Path, *, suffixes: tuple[str, ...] = FORMATS, overwrite: bool = False, solved: bool = False
) -> DemoResult:
    """Make a walk, write it to ``folder`` in every format and read it back.

    Where it is ``solved``, too, the walk is edited, a bad copy of it cleaned, and it goes on hills and another figure;
    and somebody walks up stairs by himself.
    """
    walk = true_walk()
    trips = round_trip(walk.motion, folder, suffixes, name="walk", overwrite=overwrite)
    if not solved:
        return DemoResult(walk, trips)
    edited = run_demo_edit(walk, folder, overwrite=overwrite)
    cleaned = run_demo_clean(walk, folder, overwrite=overwrite)
    fitted = run_demo_fit(walk, folder, overwrite=overwrite)
    return DemoResult(walk, trips, edited, cleaned, fitted, run_demo_walk(folder, overwrite=overwrite))
