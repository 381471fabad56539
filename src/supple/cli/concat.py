"""``supple concat``: one clip after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip
    from supple.recipes.everyday.concat import Align

NAME = "concat"
EXAMPLES = """Examples:

`supple concat walk.bvh kick.bvh walk.bvh -o scene.bvh`

`supple concat walk.bvh dance.bvh -o scene.bvh --align position --blend 0.25 --json`
"""


@everyday.together
def command(
    align: Annotated[
        str,
        typer.Option(
            "--align", metavar="WHAT", help="What of a clip follows the one before: both, position, heading or none."
        ),
    ] = "both",
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

        return concat(given, align=_known(align), blend=blend)

    return work


def _known(align: str) -> Align:
    from typing import get_args

    from supple.recipes.everyday.concat import Align

    if align not in get_args(Align):
        raise typer.BadParameter(f"--align is one of {', '.join(get_args(Align))}; got {align!r}.")
    known: Align = align  # type: ignore[assignment]
    return known
