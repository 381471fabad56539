"""``supple scale``: a motion on a body of other proportions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import fitted

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.core.progress import Progress

NAME = "scale"
EXAMPLES = """Examples:

`supple scale walk.bvh long_legs.toml -o long_legs.bvh`

`supple scale walk.bvh morph.toml -o morph.bvh --json`

`supple scale walk.bvh 0.6 -o child.bvh`
"""


@fitted.verb
def command(
    body: Annotated[
        str,
        typer.Argument(metavar="BODY", help="A body document, see `supple print body`, or one factor for all bones."),
    ],
) -> fitted.Work:
    """Give a motion to a body of other proportions: as a whole, part by part, or changing in time.

    Joints turn as they did, but for what keeps planted feet in place. The way grows with the legs; where the body
    changes in time, strides stay as long as they are. `supple scale-units` changes the unit of a file instead.

    Exit code 0: every contact is met; 3: written, but not all is met; 1: an error, nothing is written; 2: wrong use.
    """
    from supple.recipes.body_scale.scaling import body_of, scale_body

    wanted = body_of(_number(body))

    def work(source: Motion, contacts: Path | None, roles: Path | None, progress: Progress | None) -> fitted.Told:
        scaled = scale_body(source, wanted, contacts=contacts, roles=roles, progress=progress)
        facts = {"way": scaled.way, "legs": list(scaled.legs)}
        return fitted.Told(scaled, facts, _lines(scaled.way, scaled.legs))

    return work


def _number(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _lines(way: float, legs: tuple[float, float]) -> tuple[str]:
    short, long = legs
    told = f"{long:.3g}" if long - short < 1e-9 else f"{short:.3g} to {long:.3g}"
    return (f"legs are {told} times as long, and the way is {way:.3g} times as long",)
