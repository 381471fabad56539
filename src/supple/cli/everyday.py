"""What all small verbs share: clips in, one change, clips out; and the options that all of them have."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from supple.cli import as_written, clips, each_input, frame_spans, options, say, signatures
from supple.cli.outcomes import NOT_ALL_MET
from supple.cli.reading import Given, reads
from supple.errors import InvalidValueError

if TYPE_CHECKING:
    from supple.core.moments import Moment
    from supple.io.options import Encoded
    from supple.recipes.everyday.clip import Clip

Work = Callable[["Clip"], "Clip"]
Gathering = Callable[[list["Clip"]], "Clip"]

Inputs = Annotated[list[Path], typer.Argument(metavar="IN...", help="Motion files, or - for standard input.")]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="OUT", help="A file, a folder for many inputs, or - for standard output."),
]
Contacts = Annotated[
    Path | None,
    typer.Option(
        "--contacts",
        metavar="FILE",
        help="Contacts of the clip (for many: a folder of NAME.contacts.json); they are kept in step and written "
        "beside the output.",
    ),
]
FormatName = Annotated[
    str | None,
    typer.Option("--format", metavar="SUFFIX", help="Format of standard input and output (bvh), and of a folder."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Do it and tell, write nothing.")]


def verb(own: Callable[..., Work]) -> Callable[..., None]:
    """A command from a function that takes the verb's own options and returns what is to be done with a clip."""
    return _command(own, run)


def together(own: Callable[..., Gathering]) -> Callable[..., None]:
    """A command from a function that takes the verb's own options and returns how many clips become one."""
    return _command(own, run_together)


def _command(own: Callable[..., Any], runner: Callable[..., None]) -> Callable[..., None]:
    mine = signatures.parameters(own)
    also = {p.name for p in mine} & set(_SHARED)  # options of all verbs that this one looks at itself

    def command(**values: Any) -> None:
        shared = {name: values[name] if name in also else values.pop(name) for name in _SHARED}
        runner(own.__module__.rpartition(".")[2].replace("_", "-"), own(**values), **shared)

    command.__doc__ = own.__doc__
    inputs, *others = signatures.parameters(run)[2:]
    return reads(signatures.taking(command, [inputs, *(p for p in mine if p.name not in also), *others]))


def as_given(made: Clip, given: list[Clip]) -> Clip:
    """A clip whose contacts are written beside it only where contacts were given."""
    from dataclasses import replace

    return made if any(clip.contacts is not None for clip in given) else replace(made, contacts=None)


def written_as(clip: Clip, out: Path | None, format: str | None) -> str:
    """The suffix of the file that a clip becomes, without its dot: as it is said, else that of its source."""
    if out == clips.STREAM:
        return clips.suffix(format) or clips.STREAM_FORMAT
    named = "" if out is None or out.is_dir() else out.suffix
    return clips.suffix(named or format or Path(clip.motion.provenance.source or "").suffix) or ""


def moment(text: str) -> Moment:
    """When, as an option says it: seconds, or frames as ``120f``."""
    from supple.core.moments import parsed

    when: Moment
    try:
        when = float(text)
    except ValueError:
        when = text
    try:
        parsed(when)
    except InvalidValueError as error:
        raise typer.BadParameter(str(error)) from None
    return when


def run(
    name: str,
    work: Work,
    inputs: Inputs,
    *,
    given: Given,
    out: Out = None,
    frames: frame_spans.Frames = None,
    contacts: Contacts = None,
    format: FormatName = None,
    json: options.Json = False,
    dry_run: DryRun = False,
    force: options.Force = False,
) -> None:
    """Do one thing with every clip. A clip that cannot be done is told, and the others go on."""
    suffix = clips.suffix(format)
    reading = clips.reading(given, frames, contacts, format)
    _check(inputs, out, contacts, json=json, dry_run=dry_run)
    pairs = zip(inputs, clips.targets(inputs, out, suffix), strict=True)
    one = partial(_one, reading=reading, work=work, force=force, dry_run=dry_run)
    facts = each_input.facts_of([(pair[0], partial(one, *pair)) for pair in pairs])
    if json:
        say.emit_json({"verb": name, "clips": facts})
    each_input.end_on_errors(facts)


def run_together(
    name: str,
    work: Gathering,
    inputs: list[Path],
    *,
    given: Given,
    out: Path | None,
    frames: str | None,
    contacts: Path | None,
    format: str | None,
    json: bool,
    dry_run: bool,
    force: bool,
) -> None:
    """Make one clip of all inputs, in their order."""
    suffix = clips.suffix(format)
    reading = clips.reading(given, frames, contacts, format)
    _check(inputs, out, contacts, json=json, dry_run=dry_run)
    first, *others = inputs
    (target,) = clips.targets([first], out, suffix)

    def gathered(clip: Clip) -> Clip:
        return work([clip, *(clips.read_clip(source, reading) for source in others)])

    facts = _one(first, target, reading=reading, work=gathered, force=force, dry_run=dry_run)
    if json:
        say.emit_json({"verb": name, **facts, "inputs": [str(source) for source in inputs]})
    if facts.get("status", "met") != "met":
        raise typer.Exit(NOT_ALL_MET)


_SHARED = tuple(p.name for p in signatures.parameters(run)[2:])


def _check(inputs: list[Path], out: Path | None, contacts: Path | None, *, json: bool, dry_run: bool) -> None:
    if out is None and not dry_run:
        raise typer.BadParameter("say where to write, with -o OUT (or --dry-run to write nothing).")
    if out == clips.STREAM and json:
        raise typer.BadParameter("-o - and --json both need standard output.")
    if inputs.count(clips.STREAM) > 1:
        raise typer.BadParameter("standard input can be read once.")
    if len(inputs) > 1 and contacts is not None and not contacts.is_dir():
        raise typer.BadParameter("with several inputs --contacts takes a folder that has NAME.contacts.json for each.")


def _one(
    source: Path, target: Path | None, *, reading: clips.Reading, work: Work, force: bool, dry_run: bool
) -> dict[str, object]:
    """Read, do, write and tell one clip."""
    from supple.io.output import refuse_overwrite

    if target not in (None, clips.STREAM) and not force:
        refuse_overwrite([target])  # before the work, and again for all files when they are known
    clip = work(clips.read_clip(source, reading))
    encoded = None if target is None else clips.encoded_clip(clip, target, reading.format)
    if encoded is not None and target is not None:
        if not dry_run:
            clips.write_clip(encoded, target, force=force)
        elif target != clips.STREAM and not force:
            refuse_overwrite(encoded.files)
    return _told(source, clip, encoded, target, dry_run)


def _told(source: Path, clip: Clip, encoded: Encoded | None, target: Path | None, dry_run: bool) -> dict[str, object]:
    """What happened to a clip: in words now, and as facts for machines."""
    notes = [*clip.notes, *(encoded.notes if encoded else ())]
    kept, lost = as_written.clip_facts(clip, encoded)
    for line in notes:
        say.note(f"  note: {line}")
    files = [] if encoded is None or target == clips.STREAM else [str(path) for path in encoded.files]
    motion = clip.motion
    what = f"{motion.skeleton.joint_count} joints, {motion.frames} frames at {motion.fps:g} fps"
    wrote = "would write" if dry_run else "wrote"
    say.note(f"{wrote} {' and '.join(files) or 'standard output'}: {what}" if target else f"{source}: {what}")
    as_written.tell(lost)
    return {
        "input": str(source),
        "written": [] if dry_run else files,
        "frames": motion.frames,
        "joints": motion.skeleton.joint_count,
        "fps": motion.fps,
        **clip.facts,
        **kept,
        "notes": notes,
        "warnings": list(motion.provenance.warnings),
    }
