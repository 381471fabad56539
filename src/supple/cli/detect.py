"""``supple detect``: what a motion or a capture keeps still."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, options, outcomes, say
from supple.cli.reading import Given, reads
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.core.contacts import Contacts
    from supple.core.markers import Markers
    from supple.core.motion import Motion
    from supple.io.options import ReadOptions

NAME = "detect"
EXAMPLES = """Examples:

`supple detect walk.bvh -o contacts.json`

`supple detect gait.c3d --points LHEE,LTOE,RHEE,RTOE --json`

`supple detect climb.bvh --floor stairs:rise=0.17,run=0.29 --edit keep.toml`

`supple detect walk.bvh --templates shown.toml --reference hips`
"""


@reads
def command(
    *,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION|CAPTURE", help="A motion or a capture of markers, or -.")],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE.json", help="Where the contacts document goes, or -.")
    ] = None,
    templates: Annotated[
        Path | None,
        typer.Option(
            "--templates", metavar="T.toml", help="Moments that show what to look for (`supple print templates`)."
        ),
    ] = None,
    reference: Annotated[
        str | None, typer.Option("--reference", metavar="JOINT", help="See the points from this joint, not the world.")
    ] = None,
    points: Annotated[
        str | None,
        typer.Option(
            "--points", metavar="A,B,...", help="Joints, roles or markers to look at, instead of feet and hands."
        ),
    ] = None,
    floor: options.FloorHeights = None,
    edit: Annotated[
        Path | None,
        typer.Option("--edit", metavar="OUT.toml", help="Write an edit document that keeps what was found."),
    ] = None,
    format: options.StreamFormat = clips.STREAM_FORMAT,
    json: options.Json = False,
    roles: options.RolesFile = None,
    force: options.Force = False,
) -> None:
    """Find what stands still: heels, balls and hands on the ground, gait events, the floor, the belt of a treadmill.

    Nothing has to be tuned: what is slow is decided by how fast the same foot swings. With --points any joint or marker
    is looked at, also for geometric constraints (a space, a line or a point that stays); with --templates those are
    found as a person shows them. Frames count from 0 with the file's rest rows.

    Exit code 0: done, also where nothing stands, which is said; 1: an error, nothing is written; 2: wrong use.
    """
    if out == clips.STREAM:
        out, json = None, True
    outcomes.check_apart({"-o": out, "--edit": edit}, {"MOTION": motion}, replaces=None)
    outcomes.check_places([path for path in (out, edit) if path is not None], force=force)
    source = _content(motion, given, format)
    found = _found(source, points, templates, reference, floor, roles)
    files = _files(found, out, edit)
    _write(files, force=force)
    if json:
        from supple.io.documents.contacts import dump_contacts

        typer.echo(dump_contacts(found), nl=False)
    else:
        for line in _lines(found):
            typer.echo(line)
    for text in (*found.notes, *_not_in(edit, found)):
        say.note(f"  note: {text}")
    if files:
        say.note(f"wrote {' and '.join(map(str, files))}")


def _content(path: Path, given: ReadOptions, format: str) -> Motion | Markers:
    from supple.core.markers import Markers
    from supple.core.motion import Motion

    content = clips.read_content(path, given, clips.suffix(format) or clips.STREAM_FORMAT)
    if not isinstance(content, Motion | Markers):
        raise FileError(
            clips.shown(path),
            f"this holds {type(content).__name__.lower()}. Give a skeleton's motion or a capture of markers.",
        )
    say.reader_warnings(content.provenance.warnings)
    return content


def _found(
    source: Motion | Markers,
    points: str | None,
    templates: Path | None,
    reference: str | None,
    floor: str | None,
    roles: Path | None,
) -> Contacts:
    from supple.cli.compiling import DETECTING, announce
    from supple.core.motion import Motion
    from supple.recipes.detect import detect

    announce(*(DETECTING if isinstance(source, Motion) else DETECTING[1:]))  # markers are not posed
    chosen = None if points is None else [name.strip() for name in points.split(",") if name.strip()]
    if chosen == []:
        raise typer.BadParameter("--points needs names, such as --points left_heel,left_ball.")
    return detect(source, roles=roles, points=chosen, floor=floor, templates=templates, reference=reference)


def _files(found: Contacts, out: Path | None, edit: Path | None) -> dict[Path, bytes]:
    from supple.constraints.writing import dump_edit
    from supple.io.documents.contacts import dump_contacts
    from supple.recipes.contact_edit import edit_of

    files = {}
    if out is not None:
        files[out] = dump_contacts(found).encode()
    if edit is not None:
        files[edit] = dump_edit(edit_of(found), "json" if edit.suffix.lower() == ".json" else "toml").encode()
    return files


def _not_in(edit: Path | None, found: Contacts) -> tuple[str, ...]:
    """What the edit document, if one is asked for, does not say of what was found."""
    from supple.recipes.contact_edit import left_out

    return () if edit is None else left_out(found)


def _write(files: dict[Path, bytes], *, force: bool) -> None:
    from supple.io.output import write_files

    if files:
        write_files(files, overwrite=force)


def _lines(found: Contacts) -> Iterator[str]:
    """Contacts for people, one a line."""
    if found.contacts:
        yield f"{'point':24} {'frames':>13} {'seconds':>15}   place [m]"
    for c in found.contacts:
        seconds = f"{c.start / found.fps:.2f} - {c.stop / found.fps:.2f}"
        seen = f"  seen from {c.reference}" if c.reference else ""
        yield f"{c.point:24} {f'{c.start} - {c.stop}':>13} {seconds:>15}   {_numbers(c.position_m)}{seen}"
    for g in found.geometric:
        along = f" along {_numbers(g.direction)}" if g.direction is not None else ""
        seen = f"  seen from {g.reference}" if g.reference else ""
        yield f"{g.joint:24} {f'{g.start} - {g.stop}':>13}   keeps a {g.kind} at {_numbers(g.origin_m)}{along}{seen}"
    yield from _floor_lines(found)


def _floor_lines(found: Contacts) -> Iterator[str]:
    floor = found.floor
    if floor is None:
        yield "no floor"
        return
    yield f"floor at {floor.height_m:.3f} m, normal {_numbers(floor.normal)}"
    if len(floor.supports) > 1:
        yield f"supports at {', '.join(f'{height:.2f}' for height in floor.supports)} m"
    if floor.belt_m_s is not None:
        yield f"a belt that moves by {_numbers(floor.belt_m_s)} m/s"
    left, right = len(found.events.left), len(found.events.right)
    yield f"{left} steps of the left foot, {right} of the right"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.3f}" for value in values)
