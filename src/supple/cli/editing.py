"""What commands that take an edit document share: wishes and motions in, lint, and a bar while solving."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, say
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.constraints.model import Edit
    from supple.constraints.names import Names
    from supple.core.motion import Motion
    from supple.core.pose import WorldPose
    from supple.core.progress import Progress
    from supple.io.formats import Content
    from supple.io.options import ReadOptions
    from supple.recipes.lint import Finding

_ERRORS, _WARNINGS = 10, 3  # findings that are told before a solve; what comes of warnings is in its report

Document = Annotated[
    Path,
    typer.Argument(
        metavar="EDIT", help="An edit document, TOML or JSON, or - for standard input; start from `supple print edit`."
    ),
]


def stream_format(format: str, motion: Path, edit: Path) -> str:
    """The suffix of a motion that comes or goes through a pipe; only one of two inputs can come through it."""
    if motion == edit == clips.STREAM:
        raise typer.BadParameter("the motion and the edit document cannot both come through standard input.")
    return clips.suffix(format) or clips.STREAM_FORMAT


def read_wishes(path: Path) -> Edit:
    """The edit of a document, or of what comes through standard input."""
    from supple.constraints.document import parse_edit
    from supple.recipes.edit_document import read_edit

    if str(path) != "-":
        _refuse_motions(path)
        return read_edit(path)
    try:
        text = sys.stdin.read()
    except UnicodeDecodeError:
        raise FileError("standard input", "this is no text. Give an edit document, TOML or JSON.") from None
    return parse_edit(text, "standard input", "json" if text.lstrip().startswith("{") else "toml")


def _refuse_motions(path: Path) -> None:
    """Two files are easily given in the wrong order."""
    from supple.io.registry import formats

    if any(path.suffix.lower() in f.suffixes for f in formats()):
        raise FileError(path, "this is the name of a motion, not of an edit document. The order is MOTION, then EDIT.")


_CHARACTER_OPTIONS = {
    "--input-units": "--character-units",
    "--input-up": "--character-up",
    "--skeleton": "--character-skeleton",
    "--figure": "--character-figure",
}


def read_motion(path: Path, given: ReadOptions) -> Motion:
    """The motion of a file; markers and the like are refused."""
    from supple.io.registry import read

    return motion_in(read(path, given), path)


def motion_in(content: Content, source: Path | str, called: Mapping[str, str] = MappingProxyType({})) -> Motion:
    """What was read, where it is a motion, and told what its reader wondered about."""
    from supple.core.motion import Motion

    if not isinstance(content, Motion):
        raise FileError(
            source,
            f"this holds {type(content).__name__.lower()}, not a skeleton's motion, which is needed here. "
            "Give a BVH, AMC, FBX, glTF, X3D or npz file; `supple markers` makes one of a capture.",
        )
    say.reader_warnings(tuple(_renamed(warning, called) for warning in content.provenance.warnings))
    return content


def _renamed(text: str, called: Mapping[str, str]) -> str:
    for name, other in called.items():
        text = text.replace(name, other)
    return text


def read_character(path: Path, given: ReadOptions) -> Motion:
    """The figure of a second file; what its reader advises names the options for that file."""
    from supple.io.registry import read

    try:
        return motion_in(read(path, given), path, _CHARACTER_OPTIONS)
    except FileError as error:
        raise type(error)(error.path, _renamed(error.message, _CHARACTER_OPTIONS), error.line) from None


def end_on_errors(motion: Motion, edit: Edit, names: Names, pose: WorldPose, document: Path) -> None:
    """Tell what lint finds; with errors the command ends here, and nothing is solved."""
    from supple.recipes.lint import lint_edit

    with progress_bar("checking") as progress:
        findings = lint_edit(motion, edit, names, pose, progress)
    errors = sum(f.severity == "error" for f in findings)
    for line in finding_lines(findings, _ERRORS if errors else _WARNINGS, "`supple lint` tells of them"):
        say.note(line)
    if errors:
        say.note(f"supple: {document}: {errors} error{'s' * (errors != 1)}; nothing was solved.")
        raise typer.Exit(1)


def finding_lines(findings: Sequence[Finding], most: int, where: str) -> Iterator[str]:
    """What lint finds, for people: so many findings, each with its fix on a line of its own, and how many more."""
    for f in findings[:most]:
        name = f" ({f.name})" if f.name else ""
        yield f"{f.severity:8} {f.place}{name}: {f.message}"
        if f.fix:
            yield f"{'':8}   {f.fix}"
    counts = Counter(f"{f.severity}s about {f.topic}" for f in findings[most:])
    if counts:
        yield f"and {', '.join(f'{count} more {what}' for what, count in counts.items())}: {where}."


@contextmanager
def solving(*, stops: bool) -> Iterator[Progress | None]:
    """Progress for a solver; one that ``stops`` hands over the best so far where Ctrl-C is pressed."""
    from supple.cli.interrupts import asked_to_stop
    from supple.core.progress import Enough

    with progress_bar("solving") as bar:
        if not stops:
            yield bar
            return
        with asked_to_stop() as stop:

            def tell(done: int, total: int) -> None:
                if stop():
                    raise Enough
                if bar is not None:
                    bar(done, total)

            yield tell


@contextmanager
def progress_bar(words: str) -> Iterator[Callable[[int, int], None] | None]:
    """What a solver may call with the work done and all of it; a bar where a person watches, else nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
