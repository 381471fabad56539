"""``supple walk``: a character that walks by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import options, outcomes, say

if TYPE_CHECKING:
    from supple.recipes.walker.walkers import Ik
    from supple.recipes.walker.walking import Walked

NAME = "walk"
EXAMPLES = """Examples:

`supple walk -o round.bvh --seconds 8 --turn 3`

`supple walk -o uphill.bvh --terrain ramp:deg=8 --contacts true.json`

`supple walk -o limp.bvh --style limp.toml --stride 0.6 --speed 1.0 --json`
"""
_IK = ("half", "full", "hybrid")


def _ik(text: str) -> str:
    if text not in _IK:
        raise typer.BadParameter(f"{text!r} is none of {', '.join(_IK)}.")
    return text


def command(
    *,
    out: outcomes.Out = None,
    seconds: Annotated[float, typer.Option("--seconds", help="How long, with the start and the stop.")] = 10.0,
    stride: Annotated[
        float | None, typer.Option("--stride", metavar="M", help="From heel to heel of the other foot [m]; else 0.7.")
    ] = None,
    speed: Annotated[float | None, typer.Option("--speed", metavar="M/S", help="Else 1.3 m/s.")] = None,
    turn: Annotated[
        float | None,
        typer.Option("--turn", metavar="RADIUS", help="Of a circle [m], to the left; negative to the right."),
    ] = None,
    terrain: Annotated[
        str | None,
        typer.Option(
            "--terrain",
            metavar="HEIGHTS",
            help="The ground: flat, stairs:rise=0.17,run=0.29, ramp:deg=8, waves:height=0.1,length=2, or a file.",
        ),
    ] = None,
    path: Annotated[
        str | None,
        typer.Option("--path", metavar="PATH", help="line, arc:radius=3, or a file of ground points, to its end."),
    ] = None,
    body: Annotated[
        Path | None, typer.Option("--body", metavar="FILE", help="Who walks; start from `supple print body`.")
    ] = None,
    style: Annotated[
        Path | None, typer.Option("--style", metavar="FILE", help="How; start from `supple print style`.")
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--source", metavar="MOTION", help="A captured walk whose foot flight and upper body are taken."),
    ] = None,
    ik: Annotated[
        str,
        typer.Option("--ik", metavar="HOW", callback=_ik, help="Rows of the legs' Jacobians: half, full or hybrid."),
    ] = "half",
    fps: Annotated[float, typer.Option("--fps", help="Frames per second.")] = 60.0,
    contacts: Annotated[
        Path | None,
        typer.Option("--contacts", metavar="FILE", help="Write the true contacts, as `supple detect` does."),
    ] = None,
    json: options.Json = False,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Make a character that walks by itself: it starts, walks, and comes to stand.

    Heels come down before toes, planted feet stand still, and legs are solved for them. A stride that the legs or a
    slow speed do not allow is shortened, and a note says so.
    """
    from supple.cli import editing
    from supple.cli.compiling import WALKING, announce
    from supple.io.options import DEFAULT_READ
    from supple.recipes.walker.walking import walk

    to = outcomes.outputs(out, None, force=force, dry_run=dry_run, json=json)
    check(to, contacts, body)
    captured = None if source is None else editing.read_motion(source, DEFAULT_READ)
    announce(*WALKING)
    rows: Ik = ik  # type: ignore[assignment]
    with editing.progress_bar("walking") as progress:
        walked = walk(
            seconds, fps, stride=stride, speed=speed, turn=turn, ground=terrain, path=path, body=body, style=style,
            source=captured, ik=rows, progress=progress,
        )  # fmt: skip
    told = facts(walked)
    line = (
        f"{told['steps']} steps, of up to {walked.step_m:.2f} m at the full {walked.speed_m_s:.2f} m/s, "
        f"{told['way_m']:.2f} m in {walked.motion.duration:.2f} s"
    )
    finish(walked, to, contacts, told, (line,))


def check(to: outcomes.Outputs, contacts: Path | None = None, body: Path | None = None) -> None:
    """Refuse, before the walk, what could not be written after it."""
    from supple.core.motion import rest_pose
    from supple.recipes.walker.figure import walker_figure

    outcomes.check_apart({"-o": to.out, "--contacts": contacts}, {})
    if contacts is not None:
        outcomes.check_places([contacts], force=to.force)
    to.check(rest_pose(walker_figure(body).skeleton))


def finish(
    walked: Walked, to: outcomes.Outputs, contacts: Path | None, told: dict[str, object], lines: tuple[str, ...]
) -> None:
    """Write the motion and its contacts, and tell the facts as JSON or the lines."""
    from supple.io.documents.contacts import dump_contacts
    from supple.io.output import write_files
    from supple.io.registry import encode

    encoded = None if to.out is None else encode(walked.motion, to.out)
    files = {} if encoded is None else dict(encoded.files)
    if contacts is not None:
        files[contacts] = dump_contacts(walked.contacts).encode()
    if not to.dry_run:
        write_files(files, overwrite=to.force)
    if to.json:
        say.emit_json(told)
    else:
        for line in lines:
            typer.echo(line)
    outcomes.tell(walked.notes, encoded, files, to)


def facts(walked: Walked) -> dict[str, object]:
    """What was walked, as numbers."""
    import numpy as np

    roots, events = walked.motion.root_positions, walked.contacts.events
    steps = sum(step.heel_strike is not None for step in (*events.left, *events.right))
    way = float(np.linalg.norm(np.diff(roots[:, [0, 2]], axis=0), axis=1).sum())
    return {
        "frames": walked.motion.frames,
        "fps": walked.motion.fps,
        "steps": steps,
        "step_m": walked.step_m,
        "speed_m_s": walked.speed_m_s,
        "way_m": way,
        "iterations": walked.iterations,
        "notes": list(walked.notes),
    }
