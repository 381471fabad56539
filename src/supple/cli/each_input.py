"""Many inputs of one command: what each gave, and those that fail told without stopping the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import typer

from supple.cli import clips, say
from supple.errors import DocumentError, FileError, MissingExtraError, OverwriteError, SuppleError

T = TypeVar("T")
Facts = dict[str, object]
Job = tuple[Path, Callable[[], Facts]]  # an input, and what is done with it


def facts_of(jobs: Sequence[Job]) -> list[Facts]:
    """The facts of every input; of a single one an error is the command's own, among many it is a fact."""
    return [named(*jobs[0])] if len(jobs) == 1 else [_facts_or_error(*job) for job in jobs]


def end_on_errors(facts: Sequence[Facts]) -> None:
    """End with the code of an error where an input failed."""
    if any("error" in fact for fact in facts):
        raise typer.Exit(1)


def named(source: Path, job: Callable[[], T]) -> T:
    """What an input gives; an error that names no file gets the name of its own."""
    try:
        return job()
    except (FileError, DocumentError, OverwriteError, MissingExtraError):
        raise
    except SuppleError as error:
        raise FileError(clips.shown(source), str(error)) from None


def _facts_or_error(source: Path, job: Callable[[], Facts]) -> Facts:
    try:
        return named(source, job)
    except SuppleError as error:
        say.note(f"supple: {error}")
        return {"input": str(source), "error": str(error)}
