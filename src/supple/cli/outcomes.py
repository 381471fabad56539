"""What commands that solve share: how each wish fared, in words or JSON, and the files that are written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from supple.cli import clips, options, say
from supple.errors import FileError, MissingExtraError

if TYPE_CHECKING:
    from supple.constraints.model import Edit
    from supple.constraints.names import Names
    from supple.core.motion import Motion
    from supple.io.options import Encoded
    from supple.solvers.result import Outcome, Report, Result

NOT_ALL_MET = 3
_WIDE = 160  # columns of a table that goes to a file, where nothing needs to be wrapped

Out = Annotated[
    Path | None, typer.Option("-o", "--out", metavar="OUT", help="Where to write; the suffix names the format.")
]
ReportFile = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE.html", help="A page with the misses over time, before and after."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Solve and tell, write nothing.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """Where results go."""

    out: Path | None
    report: Path | None
    force: bool
    dry_run: bool
    json: bool
    stream: bool = False  # the motion goes to standard output, and ``out`` only names its format

    def check(self, motion: Motion) -> None:
        """Refuse, before the work, what could not be written after it."""
        from supple.io.registry import encode

        if self.report is not None and find_spec("matplotlib") is None:
            raise MissingExtraError("the report's page", "plots")
        if self.out is not None:
            encoded = encode(motion.with_frames(0, 1), self.out)  # a suffix that cannot be written is refused here
            if self.stream:
                clips.check_single(encoded)
        written = (None if self.stream else self.out, self.report)
        check_places([path for path in written if path is not None], force=self.force)


def check_apart(
    written: Mapping[str, Path | None], read: Mapping[str, Path | None], *, replaces: str | None = "-o"
) -> None:
    """Refuse options that name one file twice; only the one that writes a motion, ``replaces``, may name MOTION."""
    seen: dict[Path, str] = {path.resolve(): name for name, path in read.items() if path is not None}
    for name, path in written.items():
        if path is None:
            continue
        other = seen.get(path.resolve())
        if other is not None and (name, other) != (replaces, "MOTION"):
            raise typer.BadParameter(f"{name} and {other} name the same file, {path}.")
        seen[path.resolve()] = name


def check_places(paths: Sequence[Path], *, force: bool) -> None:
    """Refuse, before the work, what could not be written after it."""
    from supple.io.output import refuse_overwrite

    for path in paths:
        folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent  # a link stays a link
        if not folder.is_dir():
            raise FileError(path, f"there is no folder {folder}. Make it first, or write elsewhere.")
        if path.is_dir():
            raise FileError(path, "this is a folder. Give the name of a file, or write elsewhere.")
        if not os.access(folder, os.W_OK):
            raise FileError(path, f"nothing may be written in the folder {folder}. Write elsewhere.")
    if not force:
        refuse_overwrite(paths)


def outputs(
    out: Path | None, report: Path | None, *, force: bool, dry_run: bool, json: bool, format: str | None = None
) -> Outputs:
    """Where results go, as a command line says it; with a ``format``, which it has there, also to standard output."""
    stream = format is not None and out == clips.STREAM
    out = Path(f"standard-output.{format}") if stream else out
    if out is None and not dry_run:
        raise typer.BadParameter("say where to write, with -o OUT (or --dry-run to write nothing).")
    if out is not None and out == report:
        raise typer.BadParameter("-o and --report name the same file.")
    if report is not None:
        options.check_page("--report", report)
    if stream and json:
        raise typer.BadParameter("-o - and --json both need standard output.")
    return Outputs(out=out, report=report, force=force, dry_run=dry_run, json=json, stream=stream)


def finish(source: Motion, edit: Edit, names: Names, result: Result, to: Outputs) -> None:
    """Write all files or none, tell how each wish fared, and end with the code that says so."""
    from supple.io.output import write_files
    from supple.io.registry import encode

    encoded = None if to.out is None else encode(result.motion, to.out)
    files = {} if encoded is None or to.stream else dict(encoded.files)
    if to.report is not None:
        files[to.report] = _page(source, edit, names, result).encode()
    if not to.dry_run:
        write_files(files, overwrite=to.force)
        if encoded is not None and to.stream:
            clips.write_clip(encoded, clips.STREAM, force=to.force)
    if to.json:
        say.emit_json(facts(result.report))
    else:
        show(result.report, source.frame_time, aside=to.stream)
    if not edit.constraints:
        say.note("  note: the document has no [[constraint]], so nothing was changed.")
    tell(result.report.notes, encoded, files, to)
    if result.report.status != "met":
        raise typer.Exit(NOT_ALL_MET)


def tell(notes: Sequence[str], encoded: Encoded | None, files: Iterable[Path], to: Outputs) -> None:
    """What a person should know about a result and its file, and what was written."""
    for line in (*notes, *(encoded.notes if encoded else ())):
        say.note(f"  note: {line}")
    if written := " and ".join(map(str, files)):
        say.note(f"{'would write' if to.dry_run else 'wrote'} {written}")


def _page(source: Motion, edit: Edit, names: Names, result: Result) -> str:
    from supple.plots.edit_report import edit_report
    from supple.recipes.misses import misses_over_time

    misses = misses_over_time(source, edit, names, result) if result.report.constraints else ()
    return edit_report(source, result, misses, names.roles)


def facts(report: Report) -> dict[str, object]:
    """A report for machines. A frame of -1 (nothing had to be met) becomes null: -1 would mean the last one."""
    return {
        "status": report.status,
        "seconds": report.seconds,
        "iterations": report.iterations,
        "constraints": [_facts(c) for c in report.constraints],
        "notes": list(report.notes),
    }


def _facts(c: Outcome) -> dict[str, object]:
    return {
        "name": c.name,
        "priority": c.priority,
        "status": c.status,
        f"worst_{c.unit}": c.worst,
        f"rms_{c.unit}": c.rms,
        "worst_frame": c.worst_frame if c.worst_frame >= 0 else None,
        "blocked_by": list(c.blocked_by),
    }


def show(report: Report, frame_time: float, *, aside: bool = False) -> None:
    """A report for people: a row for each wish, and how it went as a whole.

    ``aside`` where the motion itself goes to standard output.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if report.constraints:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for title, side in _COLUMNS:
            table.add_column(title, justify=side, overflow="fold")
        for c in report.constraints:
            table.add_row(*map(Text, _cells(c, frame_time)), style=None if c.met else "yellow")
        watched = (sys.stderr if aside else sys.stdout).isatty()
        Console(stderr=aside, width=None if watched else _WIDE).print(table)
    say.note(f"{report.status} in {report.seconds:.3g} s, {report.iterations} iterations")


_COLUMNS: tuple[tuple[str, Literal["left", "right"]], ...] = (
    ("constraint", "left"),
    ("priority", "right"),
    ("worst", "right"),
    ("rms", "right"),
    ("at frame", "right"),
    ("status", "left"),
    ("blocked by", "left"),
)


def _cells(c: Outcome, frame_time: float) -> tuple[str, ...]:
    where = f"{c.worst_frame} ({c.worst_frame * frame_time:.2f} s)" if c.worst_frame >= 0 else "-"
    misses = (f"{c.worst:.2f} {c.unit}", f"{c.rms:.2f} {c.unit}")
    return (c.name, str(c.priority), *misses, where, c.status, ", ".join(c.blocked_by))
