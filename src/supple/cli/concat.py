"""``supple concat``: one clip after another."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "concat"
EXAMPLES = """Examples:

`supple concat walk.bvh kick.bvh walk.bvh -o scene.bvh`

`supple concat walk.bvh dance.bvh -o scene.bvh --align position --blend 0.25 --json`
"""


class Align(StrEnum):
    """What of a clip is moved to follow the one before."""

    both = "both"
    position = "position"
    heading = "heading"
    none = "none"


@everyday.together
def command(
    align: Annotated[Align, typer.Option("--align", help="What of a clip follows the one before.")] = Align.both,
    blend: Annotated[
        float, typer.Option("--blend", metavar="SECONDS", help="For how long a clip fades into the next; 0 is a cut.")
    ] = 0.0,
) -> everyday.Gathering:
    """Put clips of one figure one after another, each where the one before ends.

    The first gives the rate; rest rows of later ones are left out. Pieces that follow one another become what they
    were cut from.
    """  # fmt: skip

    def work(given: list[Clip]) -> Clip:
        from supple.recipes.everyday.concat import concat

        return concat(given, align=align.value, blend=blend)

    return work
