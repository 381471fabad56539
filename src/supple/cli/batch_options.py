"""Options of a verb that cannot be meant for a whole folder, found before the first clip and not ten thousand times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from supple.cli.batch_verbs import VERBS
from supple.errors import SuppleError, UsageError

if TYPE_CHECKING:
    from supple.batch.recipe import Step

_PAGES = ("report", "plot")  # what any verb may write beside its motion
_OUT = re.compile(r"-o|--out(=|$)")  # also with its value in the same word
_NOTHING_DONE = ("--dry-run", "-h", "--help")


def check_options(step: Step) -> None:
    """Refuse what the verb itself would refuse, files that are not there, and files that all clips would write."""
    from supple.batch.recipe import CLIP
    from supple.cli.batch_job import commands, words_of

    _refuse_words(step)
    out = None if VERBS[step.verb].makes == "nothing" else Path(f"{CLIP}.out.bvh")
    _, *words = words_of(step.words, Path(f"{CLIP}.bvh"), out)
    context = commands().commands[step.verb].make_context(f"supple {step.verb}", words)
    for name, path in _named_files(context):
        if CLIP in str(path):
            continue
        if isinstance(context.params[name], list) and _is_argument(context, name):
            raise typer.BadParameter(f"{step.verb} gets the clips of IN_DIR, one at a time; leave out {path}.")
        if name in (*_PAGES, *VERBS[step.verb].writes):
            said = f"{_spelled(context, name)} {path}: every clip would write this file. Name it by {CLIP}."
            raise typer.BadParameter(said)
        if not path.exists():
            raise typer.BadParameter(f"{_spelled(context, name)} {path}: there is no such file.")
    _check_floor(context.params.get("floor"))


def check_recipe(path: Path, steps: Sequence[Step]) -> None:
    """The same for every step of a recipe; the words say which step it is, for a verb may be there twice."""
    for k, step in enumerate(steps):
        try:
            check_options(step)
        except Exception as error:
            if not hasattr(error, "format_message"):  # the command line's own way to say that it was used wrongly
                raise
            said = str(error.format_message()).removeprefix("Invalid value: ")
            raise UsageError(f"{path}, step {k + 1} ({step.verb}): {said}") from None


def _check_floor(floor: object) -> None:
    """Refuse ground that no clip could stand on: only the command itself reads its words."""
    from supple.batch.recipe import CLIP
    from supple.io.documents.heights import read_heights

    if isinstance(floor, str) and CLIP not in floor:
        try:
            read_heights(floor)
        except SuppleError as error:
            raise typer.BadParameter(f"--floor {floor}: {error}") from None


def _refuse_words(step: Step) -> None:
    """Refuse words after which nothing would be done, or which say what the folders say already."""
    words = step.words[1:]
    if VERBS[step.verb].out and any(map(_OUT.match, words)):
        raise typer.BadParameter("OUT_DIR says where outputs go; leave out -o.")
    for word in _NOTHING_DONE:
        if word in words:
            raise typer.BadParameter(f"nothing would be done by {step.verb} {word}; leave it out.")


def _is_argument(context: Any, name: str) -> bool:
    return any(param.name == name and param.param_type_name == "argument" for param in context.command.params)


def _named_files(context: Any) -> Iterator[tuple[str, Path]]:
    """The files that a command line names, by the name of their option."""
    for name, value in context.params.items():
        found = value if isinstance(value, list | tuple) else [value]
        yield from ((name, path) for path in found if isinstance(path, Path))


def _spelled(context: Any, name: str) -> str:
    """How a person writes an option."""
    return str(next(param.opts[-1] for param in context.command.params if param.name == name))
