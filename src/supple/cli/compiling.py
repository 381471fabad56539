"""The one wait that a person should be told about."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from supple.cli import say

EDITING = (  # what the prioritized solver loads, quick ones first: modules that these import are compiled with them
    *(
        "fk",
        "unbroken",
        "jumps",
        "point_misses",
        "algebra",
        "jacobians",
        "step",
        "limit_values",
        "tasks",
        "curvature",
        "prioritized",
        "joint_rows",
        "side_places",
    ),
    *("posing.clip", "posing.models"),
)
COMPARING = (*EDITING, "numbers", "turns", "comparison_steps", "classic_loop")  # the older methods of ``supple pose``
DETECTING = (  # what finding contacts loads
    *("fk", "detecting.filters", "detecting.speeds", "detecting.places", "detecting.standing", "detecting.stillness"),
)
CLEANING = (  # what the cleanup loads, and finding the contacts that it keeps
    *DETECTING,
    *(
        "cleanup.balls",
        "cleanup.limb",
        "cleanup.root",
        "cleanup.bends",
        "cleanup.settle",
        "cleanup.plants",
        "cleanup.rolling",
        "cleanup.aims",
    ),
    *("cleanup.spreading", "cleanup.ground", "cleanup.misses", "cleanup.widening", "cleanup.guiding", "cleanup.easing"),
    *("cleanup.blending", "cleanup.edges", "cleanup.stretching", "cleanup.toes"),
)
SMOOTHING = ("pentadiagonal",)
FITTING = (
    "fk",
    "algebra",
    "limit_values",
    "fitting.splines",
    "fitting.displacing",
    "fitting.frame",
)  # a hierarchical fit
ONLINE = (  # frames as they come, and limbs that reach
    *("fk", "algebra", "weighted.solving", "online.limbs", "online.settling", "online.checking", "online.frame"),
)
WALKING = ("algebra", "weighted.solving", "walking.feet", "walking.bodies")  # a walker
MARKERS = ("fk", "jacobians", "markers.tracking", "markers.clip", "markers.coupled")  # poses from markers
PHYSICS = (  # a motion that physics explains
    *DETECTING,
    *("limit_values", "spacetime.placing", "spacetime.displacing", "spacetime.gathering", "spacetime.bending"),
)
_MANY, _VERY_MANY = 4, 9  # from so many modules on it is worth counting them, and the wait is one of minutes


def announce(*modules: str) -> None:
    """Compile the named kernels now, if they were not before, and say so: it takes a while, once."""
    from supple.kernels.cache import is_compiled

    missing = [name for name in modules if not is_compiled(name)]
    if not missing:
        return
    how_long = (
        "a few seconds"
        if len(missing) < _MANY
        else "half a minute or so"
        if len(missing) < _VERY_MANY
        else "two minutes or so"
    )
    say.note(f"compiling kernels, once for this version; this takes {how_long} (supple warmup does all at once) ...")
    if len(missing) < _MANY:
        return
    from supple.core.machine import cores
    from supple.kernels.warmup import compile_modules

    with counting(len(missing)) as count:
        compile_modules(missing, count, cores())


@contextmanager
def counting(total: int) -> Iterator[Callable[[str], None]]:
    """What is to be called with the name of each part that begins: a bar where a person watches, else lines."""
    if not sys.stderr.isatty():
        done = iter(range(1, total + 1))
        yield lambda name: say.note(f"  {next(done)} of {total}: {name}")
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("  {task.description:20}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, begun = bar.add_task("", total=total), iter(range(total))
        yield lambda name: bar.update(task, description=name, completed=next(begun))
