"""The verbs that a batch can do, and what each does with a clip."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from supple.cli.compiling import CLEANING, EDITING, FITTING, MARKERS, ONLINE

CAPTURES = (".c3d", ".trc", ".csv")
_TABLES = (".mot", ".sto")
CONTACTS = ".contacts.json"
_FIRST = (  # what every worker imports
    *("supple.cli.batch_warm", "supple.batch.dataset", "supple.plots.dataset_report.clip_facts"),
    *("supple.io.bvh.reader", "supple.io.bvh.writer"),
)
_SOLVING = (  # and those that load kernels
    *("supple.recipes.metrics", "supple.recipes.clean", "supple.solvers.cleanup.cleaning", "supple.detect.automatic"),
    *("scipy.interpolate", "scipy.signal"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """What a verb takes and makes."""

    makes: Literal["motion", "contacts", "nothing"] = "motion"
    takes: tuple[str, ...] = ()  # suffixes beside those of motions
    motions: bool = True  # whether it takes motions at all
    out: tuple[str, ...] = ("-o",)  # what goes before the name of the output
    writes: tuple[str, ...] = ()  # options that name further files to write
    kernels: tuple[str, ...] = field(default=CLEANING)  # what it has compiled, so that not every worker compiles it


VERBS = {  # a new verb is one line here, where it takes a clip first and writes to -o
    "check": Verb(makes="nothing", takes=(*CAPTURES, *_TABLES), kernels=()),
    "metrics": Verb(makes="nothing", kernels=("fk",)),
    "detect": Verb(makes="contacts", takes=CAPTURES, writes=("edit",), kernels=("fk",)),
    "convert": Verb(out=(), kernels=()),
    "clean": Verb(),
    "edit": Verb(kernels=EDITING),
    "markers": Verb(takes=CAPTURES, motions=False, writes=("save_skeleton",), kernels=MARKERS),
    "dynamics": Verb(makes="nothing", kernels=("fk",)),
    "physical": Verb(writes=("forces", "body_out"), kernels=("fk",)),
    "reach": Verb(kernels=ONLINE),
    **{name: Verb(kernels=(*CLEANING, *FITTING)) for name in ("retarget", "terrain", "path", "scale", "injure")},
    "individualise": Verb(writes=("save_weights",), kernels=(*CLEANING, *FITTING)),
    **{name: Verb(kernels=()) for name in ("trim", "resample", "mirror", "orient", "inplace", "rename", "prune")},
    "scale-units": Verb(kernels=()),
    **{name: Verb() for name in ("floor", "loop", "smooth")},
}


def modules_of(verbs: Iterable[str]) -> list[str]:
    """What workers that do these verbs import before their first clip."""
    kernels = dict.fromkeys(name for verb in verbs for name in VERBS[verb].kernels)
    return [*_FIRST, *(_SOLVING if kernels else ()), *(f"supple.kernels.{name}" for name in kernels)]


def suffixes_aside(verb: str) -> tuple[str, ...]:
    """The endings of captures, tables or motions that another verb takes."""
    from supple.io.registry import formats

    taken = clip_suffixes(verb)
    return tuple(s for f in formats() if f.read for s in f.suffixes if s not in taken)


def clip_suffixes(verb: str) -> tuple[str, ...]:
    """The endings of files that a verb takes."""
    from supple.io.registry import formats

    if not VERBS[verb].motions:
        return VERBS[verb].takes
    aside = {*CAPTURES, *_TABLES} - set(VERBS[verb].takes)
    return tuple(s for f in formats() if f.read for s in f.suffixes if s not in aside)


def target_of(path: Path, verb: str, suffix: str | None) -> Path | None:
    """Where the output of a clip goes in the output folder; formats that cannot be written become BVH."""
    if VERBS[verb].makes == "nothing":
        return None
    if VERBS[verb].makes == "contacts":
        suffix = CONTACTS
    ending = _ending(path)
    return path.with_name(path.name[: len(path.name) - len(ending)] + (suffix or _written(ending)))


def _ending(path: Path) -> str:
    """The suffix by which a file is known, ``.amass.npz`` too, as it is written in its name."""
    from supple.io.registry import format_of

    known = max((s for s in format_of(path).suffixes if path.name.lower().endswith(s)), key=len)
    return path.name[len(path.name) - len(known) :]


@cache
def _written(ending: str) -> str:
    from supple.io.registry import format_of

    entry = format_of(Path(f"clip{ending}"))
    return ending if entry.encode is not None and ending.lower() != ".asf" else ".bvh"
