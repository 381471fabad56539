"""``supple loop``: a cycle that can be played for ever."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, frame_spans, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "loop"
_KEYED = ("glb", "gltf", "x3d")  # formats in which a clip lasts until its last key
_CLOSES = "the first frame is there again at the end, as players of this format want; --no-closing leaves it out."
EXAMPLES = """Examples:

`supple loop walk.bvh -o cycle.bvh`

`supple loop walk.bvh -o walking.bvh --cycle 50:115 --repeat 4 --inplace --json`
"""


@everyday.verb
def command(
    cycle: Annotated[
        str | None,
        typer.Option("--cycle", metavar="A:B", help="Close frames A up to B, which looks like A; else it is found."),
    ] = None,
    shortest: Annotated[
        float, typer.Option("--min", metavar="SECONDS", help="Shortest cycle that is looked for.")
    ] = 0.5,
    longest: Annotated[
        float | None, typer.Option("--max", metavar="SECONDS", help="Longest cycle that is looked for.")
    ] = None,
    repeat: Annotated[int, typer.Option("--repeat", metavar="N", help="How many rounds to write.")] = 1,
    inplace: Annotated[bool, typer.Option("--inplace", help="Take the travel out evenly, as on a treadmill.")] = False,
    closing_frame: Annotated[
        bool | None,
        typer.Option(
            "--closing-frame/--no-closing",
            help="End with the first frame of the next round; else only .glb, .gltf and .x3d do.",
        ),
    ] = None,
    feet: Annotated[
        bool, typer.Option("--feet/--no-feet", help="Keep what is planted still, by --contacts or those found.")
    ] = True,
    roles: options.RolesFile = None,
    out: everyday.Out = None,
    format: everyday.FormatName = None,
) -> everyday.Work:
    """Make a cycle that goes on with its own first frame: the best one found, or the one given."""  # fmt: skip
    start, stop = frame_spans.parsed(cycle, "--cycle") or (None, None)

    def work(clip: Clip) -> Clip:
        from supple.cli.compiling import CLEANING, announce
        from supple.recipes.everyday.loop import loop

        announce(*(CLEANING if feet else ("fk",)))
        closes = everyday.written_as(clip, out, format) in _KEYED if closing_frame is None else closing_frame
        made = loop(
            clip.motion,
            start,
            stop,
            contacts=clip.contacts,
            shortest=shortest,
            longest=longest,
            repeat=repeat,
            inplace=inplace,
            closing_frame=closes,
            keep_feet=feet,
            roles=roles,
        )
        return replace(made, notes=(*made.notes, _CLOSES)) if closes and closing_frame is None else made

    return work
