"""``supple transition``: clips that become one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip
    from supple.recipes.transition.transitions import Align

NAME = "transition"
EXAMPLES = """Examples:

`supple transition walk.bvh kick.bvh -o walk-and-kick.bvh`

`supple transition walk.bvh kick.bvh walk.bvh -o there-and-back.bvh --duration 0.8 --json`

`supple transition walk.bvh kick.bvh -o scene.bvh --at 2.5:0.6`
"""


@everyday.together
def command(
    duration: Annotated[
        float, typer.Option("--duration", metavar="SECONDS", help="How long a clip takes to become the next.")
    ] = 0.6,
    align: Annotated[
        str,
        typer.Option(
            "--align", metavar="HOW", help="auto: each clip is moved to go on from the one before; none: it stays."
        ),
    ] = "auto",
    at: Annotated[
        list[str] | None,
        typer.Option(
            "--at",
            metavar="A:B",
            help="Seconds of one clip and of the next that are one moment; else the best pair. Once per seam.",
        ),
    ] = None,
    roles: options.RolesFile = None,
) -> everyday.Gathering:
    """Let clips of one figure become one another, where they are most alike, with feet that stand.

    Strides are matched in time, each clip goes on from where the one before is, and planted feet are kept. The first
    gives the rate. Exit code 3: written, but not every contact is met.
    """  # fmt: skip
    moments = [_moments(text) for text in at or ()]

    def work(given: list[Clip]) -> Clip:
        from supple.cli import editing
        from supple.cli.compiling import CLEANING, FITTING, announce
        from supple.recipes.transition.transitions import transition

        announce(*CLEANING, *FITTING)
        with editing.progress_bar("joining") as progress:
            made = transition(given, duration=duration, align=_known(align), at=moments, roles=roles, progress=progress)
        return everyday.as_given(made, given)

    return work


def _moments(text: str) -> tuple[float, float]:
    try:
        a, b = (float(part) for part in text.split(":"))
    except ValueError:
        raise typer.BadParameter(f"--at takes seconds of both clips, such as 2.5:0.8; got {text!r}.") from None
    return a, b


def _known(align: str) -> Align:
    from typing import get_args

    from supple.recipes.transition.transitions import Align

    if align not in get_args(Align):
        raise typer.BadParameter(f"--align is one of {', '.join(get_args(Align))}; got {align!r}.")
    known: Align = align  # type: ignore[assignment]
    return known
