"""``supple orient``: which way a figure looks, where it starts, and which axis is up in its file."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "orient"
EXAMPLES = """Examples:

`supple orient walk.bvh -o ahead.bvh --heading 0 --position 0,0`

`supple orient walk.bvh dance.bvh -o turned --face x --of mean`

`supple orient walk.bvh -o blender.bvh --up z`
"""


class Face(StrEnum):
    """A level axis of Supple's world."""

    z = "z"
    x = "x"
    minus_z = "-z"
    minus_x = "-x"


class Of(StrEnum):
    """Whose heading it is."""

    first = "first"
    mean = "mean"
    travel = "travel"


_HEADINGS = {Face.z: 0.0, Face.x: 90.0, Face.minus_z: 180.0, Face.minus_x: -90.0}


@everyday.verb
def command(
    heading: Annotated[
        float | None, typer.Option("--heading", metavar="DEG", help="0 is +Z, 90 is +X: a turn about +Y, which is up.")
    ] = None,
    face: Annotated[Face | None, typer.Option("--face", help="The same, by an axis.")] = None,
    of: Annotated[
        Of, typer.Option("--of", help="Where the hips face in the first moving frame, on average, or the way they go.")
    ] = Of.first,
    position: Annotated[
        str | None, typer.Option("--position", metavar="X,Z", help="Where the hips start [m]; else they stay.")
    ] = None,
    up: Annotated[
        str,
        typer.Option("--up", metavar="AXIS", help="Up axis of the output: x y z -x -y -z, or auto (as in the input)."),
    ] = "auto",
    roles: options.RolesFile = None,
) -> everyday.Work:
    """Turn a motion to a heading, move its start, or write it with another axis up.

    Headings and positions are in Supple's world (metres, +Y up), whatever the axes of the file are. Nothing moves up or
    down, and rest rows stay.
    """
    if heading is not None and face is not None:
        raise typer.BadParameter("--heading and --face say the same thing; give one.")
    axis, place = options.up_axis(up), None if position is None else _place(position)
    degrees = _HEADINGS[face] if face is not None else heading
    if degrees is None and place is None and axis is None:
        raise typer.BadParameter("say what to change, with --heading, --face, --position or --up.")

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.orient import orient
        from supple.recipes.roles import motion_roles

        found = motion_roles(clip.motion, roles)
        return orient(
            clip.motion,
            heading_deg=degrees,
            of=of.value,
            position=place,
            up=axis,
            roles=found,
            contacts=clip.contacts,
        )

    return work


def _place(text: str) -> tuple[float, float]:
    try:
        x, z = (float(word) for word in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"--position takes X,Z in metres, such as 0,1.5; got {text!r}.") from None
    return x, z
