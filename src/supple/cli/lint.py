"""``supple lint``: trouble with an edit, before solving it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from supple.cli import editing, options, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.constraints.model import Edit
    from supple.core.motion import Motion
    from supple.recipes.lint import Finding

NAME = "lint"
EXAMPLES = """Examples:

`supple lint walk.bvh edit.toml`

`supple lint walk.bvh edit.toml --roles roles.toml --json`
"""
ERRORS, WARNINGS = 1, 3
_MOST = 100  # findings that are printed: more nobody reads, and a person mends the first of them first


@reads
def command(
    *,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file.")],
    edit: editing.Document,
    roles: options.RolesFile = None,
    json: options.Json = False,
) -> None:
    """Find trouble with an edit of a motion before solving it.

    **Errors** must be mended: joints that the figure lacks, times outside the clip. **Warnings** can be solved around,
    but something will be missed: goals out of reach, constraints that collide or disturb each other.

    Exit code 0: nothing found; 3: warnings only; 1: errors, or a document that cannot be read.
    """
    wishes = editing.read_wishes(edit)
    clip = editing.read_motion(motion, given)
    findings = _findings(clip, wishes, roles)
    errors = sum(f.severity == "error" for f in findings)
    if json:
        count = {"errors": errors, "warnings": len(findings) - errors}
        say.emit_json({"motion": str(motion), "edit": str(edit), **count, "findings": msgspec.to_builtins(findings)})
    else:
        _tell(findings, edit, errors)
    if findings:
        raise typer.Exit(ERRORS if errors else WARNINGS)


def _findings(motion: Motion, edit: Edit, roles: Path | None) -> tuple[Finding, ...]:
    from supple.cli.compiling import announce
    from supple.core.pose import world_pose
    from supple.recipes.lint import lint_edit
    from supple.recipes.names import motion_names

    announce("fk")
    pose = world_pose(motion)
    with editing.progress_bar("checking") as progress:
        return lint_edit(motion, edit, motion_names(motion, roles, pose), pose, progress)


def _tell(findings: tuple[Finding, ...], edit: Path, errors: int) -> None:
    for line in editing.finding_lines(findings, _MOST, "--json has all of them"):
        typer.echo(line)
    warnings = len(findings) - errors
    counts = f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"
    say.note(f"{edit}: {counts if findings else 'nothing found'}")
