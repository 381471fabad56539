"""All verbs, and what happens when one fails."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import typer

import supple
from supple.cli import (
    batch,
    blend,
    body,
    check,
    clean,
    closed_pipes,
    compare,
    concat,
    convert,
    demo,
    detect,
    diff,
    dynamics,
    edit,
    editor,
    floor,
    formats,
    gait,
    individualise,
    info,
    injure,
    inplace,
    join,
    lint,
    loop,
    map_joints,
    markers,
    metrics,
    mirror,
    negative_numbers,
    orient,
    path,
    physical,
    pose,
    print_document,
    prune,
    reach,
    rename,
    render,
    report,
    resample,
    retarget,
    sample,
    scale,
    scale_units,
    smooth,
    terrain,
    transition,
    trim,
    view,
    walk,
    warmup,
)
from supple.errors import SuppleError, UsageError

OK, FAILED, WRONG_USE = 0, 1, 2  # typer itself ends with 2 for wrong options, and ends an interrupted command

app = typer.Typer(
    name="supple",
    help="Edit captured human motion: say what must be true, and the motion bends to it.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (
    *(info, convert, check, edit, pose, lint, detect, clean, metrics, gait),
    *(terrain, path, scale),
    trim,
    *(resample, concat, loop, smooth),
    *(view, render, editor),
    *(mirror, floor, orient, inplace, rename, prune, scale_units, diff, join),
    *(retarget, map_joints),
    *(transition, blend),
    *(individualise, injure, reach),
    *(batch, report),
    markers,
    *(body, dynamics, physical, compare),
    *(walk, formats, print_document, sample, demo, warmup),
):
    settings, kind = getattr(verb, "SETTINGS", None), getattr(verb, "Command", None)
    app.command(name=verb.NAME, epilog=verb.EXAMPLES, context_settings=settings, cls=kind)(verb.command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"supple {supple.__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Edit captured human motion: say what must be true, and the motion bends to it."""


def run(argv: Sequence[str] | None) -> int:
    """Run a command line. Expected errors become one line; anything else is a bug and keeps its traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names that the terminal cannot show are shown as escapes
            stream.reconfigure(errors="backslashreplace")
    with closed_pipes.nobody_has_to_listen():
        return _written_out(argv)


def _written_out(argv: Sequence[str] | None) -> int:
    try:
        code = _dispatched(argv)
        sys.stdout.flush()  # a full disk shows itself here, not while Python shuts down
    except OSError as error:  # readers and writers name their file; this is what stands behind standard output
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # nothing can be written, and Python flushes once again
        typer.echo(f"supple: the output cannot be written: {error.strerror or error}.", err=True)
        return FAILED
    return code


def _dispatched(argv: Sequence[str] | None) -> int:
    try:
        words = sys.argv[1:] if argv is None else argv
        app(args=negative_numbers.as_arguments(clean.spelled_out(words)), prog_name="supple")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else OK
    except SuppleError as error:
        typer.echo(f"supple: {error}", err=True)
        return WRONG_USE if isinstance(error, UsageError) else FAILED
    return OK
