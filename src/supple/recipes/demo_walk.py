"""The walk of the demo that is walked by itself: up stairs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from supple.core.ground import Height
from supple.io import registry
from supple.io.documents.heights import read_heights
from supple.io.output import write_files
from supple.recipes.metrics import Metrics, metrics
from supple.recipes.walker.walking import Walked, walk

NAME = "upstairs"
STAIRS = "stairs:rise=0.17,run=0.35,start=0.8,steps=6"
SECONDS = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class DemoWalk:
    """A walk from nothing, and how its feet stand."""

    walked: Walked
    measured: Metrics
    ground: Height


def run_demo_walk(folder: Path, *, overwrite: bool = False) -> DemoWalk:
    """Walk up stairs; the motion goes to ``folder``."""
    walked, ground = walk(SECONDS, ground=STAIRS), read_heights(STAIRS)
    write_files(registry.encode(walked.motion, folder / f"{NAME}.bvh").files, overwrite=overwrite)
    return DemoWalk(walked, metrics(walked.motion, walked.contacts), ground)
