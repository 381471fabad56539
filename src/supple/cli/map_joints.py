"""``supple map``: which joint of a character follows which joint of a motion, for a person to correct."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from supple.cli import options
from supple.cli.reading import Given, reads

NAME = "map"
EXAMPLES = """Examples:

`supple map walk.bvh hero.bvh > map.toml`

`supple map take.amc hero.glb -o map.toml --force`
"""


@reads
def command(
    *,
    given: Given,
    of_character: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file.")],
    character: Annotated[Path, typer.Argument(metavar="CHARACTER", help="Any file with the other figure.")],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="MAP.toml", help="Where to write; else standard output.")
    ] = None,
    roles: options.RolesFile = None,
    character_roles: options.CharacterRoles = None,
    force: options.Force = False,
) -> None:
    """Print how the joints of two figures are matched, as a map document for `supple retarget --map`."""
    from supple.cli import editing
    from supple.io.output import write_files
    from supple.recipes.retarget.retargeting import joint_map

    source, target = editing.read_motion(motion, given), editing.read_character(character, of_character)
    text = joint_map(source, target, roles=roles, character_roles=character_roles)
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_files({out: text.encode()}, overwrite=force)
