"""``supple join``: a part of one motion on another."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, everyday, frame_spans, options

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.recipes.everyday.clip import Clip

NAME = "join"
EXAMPLES = """Examples:

`supple join dance.bvh walk.bvh -o dancing-walk.bvh`

`supple join dance.bvh walk.bvh -o arm.bvh --from left_shoulder --start 0.5 --blend 0.3 --json`
"""


class Length(StrEnum):
    """How long the result is."""

    whole = "whole"
    common = "common"


def command(
    source: Annotated[Path, typer.Argument(metavar="A", help="The motion that a part is taken from.")],
    onto: Annotated[
        list[Path], typer.Argument(metavar="B...", help="Motions that get it: their legs, travel and rate stay.")
    ],
    joints: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="JOINT", help="A joint or role; it and all below come from A. Else the spine."),
    ] = None,
    upper: Annotated[bool, typer.Option("--upper", help="The upper body, which is what is taken anyway.")] = False,
    start: Annotated[
        float, typer.Option("--start", metavar="SECONDS", help="When A begins, after the start of B; may be negative.")
    ] = 0.0,
    length: Annotated[
        Length, typer.Option("--length", help="All of B, with its own pose where A has none, or what both have.")
    ] = Length.whole,
    blend: Annotated[
        float, typer.Option("--blend", min=0.0, metavar="SECONDS", help="Passage where A begins or ends inside B.")
    ] = 0.2,
    out: everyday.Out = None,
    frames: frame_spans.Frames = None,
    contacts: everyday.Contacts = None,
    format: everyday.FormatName = None,
    roles: options.RolesFile = None,
    json: options.Json = False,
    dry_run: everyday.DryRun = False,
    force: options.Force = False,
    input_units: options.InputUnits = "auto",
    input_up: options.InputUp = "auto",
    skeleton: options.SkeletonFile = None,
    figure: options.Figure = 0,
) -> None:
    """Put a part of one motion onto another: the upper body of A on the legs of B.

    Local rotations are taken over at the rate of B; the joints must have the same names in both. --frames and
    --contacts are those of B. Contacts of joints that now move as in A are left out.
    """
    if upper and joints:
        raise typer.BadParameter("--upper and --from say different things; give one.")
    if [source, *onto].count(clips.STREAM) > 1:
        raise typer.BadParameter("standard input can be read once.")

    @cache
    def part() -> Motion:
        given = options.read_options(input_units, input_up, skeleton, figure)
        return clips.read_motion(source, given, (format or "bvh").lower().removeprefix("."))

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.join import join
        from supple.recipes.roles import motion_roles

        return join(
            part(),
            clip.motion,
            joints=joints or (),
            start=start,
            length=length.value,
            blend=blend,
            roles=motion_roles(clip.motion, roles),
            contacts=clip.contacts,
        )

    everyday.run(
        NAME,
        work,
        onto,
        out=out,
        frames=frames,
        contacts=contacts,
        format=format,
        json=json,
        dry_run=dry_run,
        force=force,
        input_units=input_units,
        input_up=input_up,
        skeleton=skeleton,
        figure=figure,
    )
