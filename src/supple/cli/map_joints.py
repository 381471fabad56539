"""``supple map``: which joint of a character follows which joint of a motion, for a person to correct."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from supple.cli import options

NAME = "map"
EXAMPLES = """Examples:

`supple map walk.bvh hero.bvh > map.toml`

`supple map take.amc hero.glb -o map.toml --force`
"""


def command(
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file.")],
    character: Annotated[Path, typer.Argument(metavar="CHARACTER", help="Any file with the other figure.")],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="MAP.toml", help="Where to write; else standard output.")
    ] = None,
    roles: options.RolesFile = None,
    character_roles: Annotated[
        Path | None, typer.Option("--character-roles", metavar="FILE", help="Roles document of the character.")
    ] = None,
    force: options.Force = False,
    input_units: options.InputUnits = "auto",
    input_up: options.InputUp = "auto",
    skeleton: options.SkeletonFile = None,
    figure: options.Figure = 0,
) -> None:
    """Print how the joints of two figures are matched, as a map document for `supple retarget --map`."""
    from supple.cli import editing
    from supple.io.options import DEFAULT_READ
    from supple.io.output import write_files
    from supple.recipes.retarget.retargeting import joint_map

    given = options.read_options(input_units, input_up, skeleton, figure)
    source, target = editing.read_motion(motion, given), editing.read_motion(character, DEFAULT_READ)
    text = joint_map(source, target, roles=roles, character_roles=character_roles)
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_files({out: text.encode()}, overwrite=force)
