"""Options that mean the same in every command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.errors import InvalidValueError
from supple.units import metres_per

if TYPE_CHECKING:
    from supple.io.options import ReadOptions

Json = Annotated[bool, typer.Option("--json", help="Machine-readable output on stdout, everything else on stderr.")]
Force = Annotated[bool, typer.Option("--force", help="Replace output files that exist.")]
RolesFile = Annotated[
    Path | None, typer.Option("--roles", metavar="FILE", help="Roles document; start from `supple print roles`.")
]
ContactsFile = Annotated[
    Path | None,
    typer.Option(
        "--contacts", metavar="FILE", help="Contacts document, as `supple detect` writes it; else they are found."
    ),
]
StreamFormat = Annotated[
    str, typer.Option("--format", metavar="SUFFIX", help="Format of what comes through standard input.")
]
FloorHeights = Annotated[
    str | None,
    typer.Option(
        "--floor",
        metavar="HEIGHTS",
        help="The ground: a height, flat, stairs:rise=0.17,run=0.29, ramp:deg=8, waves:height=0.1,length=2, or a file.",
    ),
]
InputUnits = Annotated[
    str,
    typer.Option(
        "--input-units", metavar="UNIT", help="Unit of the input: m dm cm mm in ft cmu, metres per unit, or auto."
    ),
]
InputUp = Annotated[
    str, typer.Option("--input-up", metavar="AXIS", help="Up axis of the input: x y z -x -y -z, or auto.")
]
SkeletonFile = Annotated[
    Path | None, typer.Option("--skeleton", metavar="FILE", help="The .asf of an .amc, or the body of an AMASS file.")
]
Figure = Annotated[
    int, typer.Option("--figure", min=0, help="Which figure or animation, in a file that holds several.")
]
CharacterUnits = Annotated[
    str, typer.Option("--character-units", metavar="UNIT", help="Unit of the character's file, as --input-units.")
]
CharacterUp = Annotated[
    str, typer.Option("--character-up", metavar="AXIS", help="Up axis of the character's file, as --input-up.")
]
CharacterSkeleton = Annotated[
    Path | None,
    typer.Option("--character-skeleton", metavar="FILE", help="The .asf or body of the character, as --skeleton."),
]
CharacterRoles = Annotated[
    Path | None, typer.Option("--character-roles", metavar="FILE", help="Roles document of the character.")
]
CharacterFigure = Annotated[
    int, typer.Option("--character-figure", min=0, help="Which figure of the character's file, as --figure.")
]


def read_options(units: str, up: str, skeleton: Path | None, figure: int) -> ReadOptions:
    """What the user said about the input, checked."""
    from supple.io.options import ReadOptions

    return ReadOptions(unit_scale=scale(units), up=up_axis(up), skeleton=skeleton, figure=figure)


def check_page(name: str, path: Path) -> None:
    """Refuse to write a page under a name that says something else, such as that of a motion or a manifest."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise typer.BadParameter(f"{name} writes a page, such as report.html; got {str(path)!r}.")


def scale(units: str) -> float | None:
    """Metres per unit, or None for ``auto``."""
    try:
        return None if units == "auto" else metres_per(units)
    except InvalidValueError as error:
        raise typer.BadParameter(str(error)) from None


def up_axis(up: str) -> str | None:
    """An axis, or None for ``auto``."""
    from supple.core.axes import UPS  # loads NumPy, which --help does not need

    axis = up.lower().removeprefix("+")
    if axis == "auto":
        return None
    if axis not in UPS:
        raise typer.BadParameter(f"{up!r} is no axis. Use one of {' '.join(UPS)}, or auto.")
    return axis


def rate(text: str | None) -> str | None:
    """A frame rate that can be."""
    from supple.recipes.everyday.rates import frame_rate

    if text is not None:
        frame_rate(text)
    return text


Fps = Annotated[
    str | None,
    typer.Option(
        "--fps",
        metavar="RATE",
        callback=rate,
        help="Frame rate of the output: 30, 23.976 (which is 24000/1001), or a fraction.",
    ),
]
