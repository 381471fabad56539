"""What commands share that fit a motion to contacts elsewhere: options, how it went in words or JSON, and the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from supple.cli import as_written, options, outcomes, say, signatures
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.core.progress import Progress
    from supple.recipes.metrics import Metrics
    from supple.recipes.refit import Refitted

Work = Callable[["Motion", Path | None, Path | None, "Progress | None"], "Told"]  # of a motion, contacts and roles
MotionFile = Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file.")]


class Told(NamedTuple):
    """A motion that stands elsewhere, and what is told of it beside how its contacts fared."""

    result: Refitted
    facts: Mapping[str, object]  # for machines
    lines: Sequence[str] = ()  # for people


def verb(own: Callable[..., Work]) -> Callable[..., None]:
    """A command from a function that takes the verb's own options, checks them, and returns what is to be done."""

    def command(**values: Any) -> None:
        shared = {name: values.pop(name) for name in _SHARED}
        run(own, values, **shared)

    command.__doc__ = own.__doc__
    motion, *others = signatures.parameters(run)[2:]
    return reads(signatures.taking(command, [motion, *signatures.parameters(own), *others]))


def run(
    own: Callable[..., Work],
    values: Mapping[str, Any],
    motion: MotionFile,
    *,
    to: outcomes.Outputs,
    given: Given,
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
) -> None:
    """Do with a motion what ``own`` makes of its options ``values``; what cannot be written is refused first."""
    from supple.cli import editing
    from supple.cli.compiling import CLEANING, FITTING, SMOOTHING, announce

    work = own(**values)
    source = editing.read_motion(motion, given)
    to.check(source)
    announce(*dict.fromkeys((*CLEANING, *FITTING, *SMOOTHING)))
    with editing.progress_bar("fitting") as progress:
        told = work(source, contacts, roles, progress)
    finish(told.result, to, told.facts, told.lines)


_SHARED = tuple(p.name for p in signatures.parameters(run)[2:])


def finish(
    result: Refitted,
    to: outcomes.Outputs,
    more: Mapping[str, object],
    lines: Sequence[str] = (),
    beside: Mapping[Path, bytes] | None = None,
) -> None:
    """Write all files or none, tell how it went, and end with the code that says so.

    What planted points do is measured on the file as it will be read again: a format may not keep all that was done.
    ``more`` are further facts for machines, ``lines`` for people, ``beside`` files that are written with the motion.
    """
    from supple.io.output import write_files
    from supple.io.registry import encode

    encoded = None if to.out is None else encode(result.motion, to.out)
    written = as_written.read_back(result.motion, encoded, to.out)
    after = result.cleaned.after(written)
    lost = as_written.lost_by(result.cleaned, written, after, to.out)
    status = as_written.status_of(result.status, lost)
    files = {**(encoded.files if encoded else {}), **(beside or {})}
    if not to.dry_run:
        write_files(files, overwrite=to.force)
    if to.json:
        say.emit_json({"status": status, **_facts(result, after), **more, "not_kept": lost})
    else:
        _tell(result, after, lines)
        say.note(f"{status}: {len(result.contacts.contacts)} contacts")
    outcomes.tell(result.notes, encoded, files, to)
    as_written.tell(lost)
    if status != "met":
        raise typer.Exit(outcomes.NOT_ALL_MET)


def _facts(result: Refitted, after: Metrics) -> dict[str, object]:
    return {
        "slide_mm_max": after.slide_mm_max,
        "penetration_mm_max": after.penetration_mm_max,
        "levels": [
            {"spacing_s": level.spacing_s, "worst_mm": 1e3 * level.worst_m, "seconds": level.seconds}
            for level in result.levels
        ],
        "contacts": len(result.contacts.contacts),
        "notes": list(result.notes),
    }


def _tell(result: Refitted, after: Metrics, lines: Sequence[str]) -> None:
    for level in result.levels:
        name = f"knots every {level.spacing_s:.3g} s" if level.spacing_s else "last pass"
        typer.echo(f"{name:24} {1e3 * level.worst_m:9.2f} mm left  {1e3 * level.seconds:7.1f} ms")
    if result.contacts.contacts:
        typer.echo(f"planted points slide by {after.slide_mm_max:.2f} mm, sink by {after.penetration_mm_max:.2f} mm")
    for line in lines:
        typer.echo(line)
