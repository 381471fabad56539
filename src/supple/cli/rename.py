"""``supple rename``: other names for the joints."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.recipes.everyday.clip import Clip

NAME = "rename"
EXAMPLES = """Examples:

`supple rename walk.bvh -o unreal.bvh --to unreal`

`supple rename walk.bvh -o renamed.bvh --map Hips=pelvis --map Head=skull`

`supple rename walk.bvh -o names.bvh --strip Left --dry-run`
"""


class Naming(StrEnum):
    """Well known names of joints, by role."""

    roles = "roles"
    mixamo = "mixamo"
    cmu = "cmu"
    unreal = "unreal"
    unity = "unity"
    smpl = "smpl"
    hanim = "hanim"


@everyday.verb
def command(
    to: Annotated[
        Naming | None, typer.Option("--to", help="Call the joints of roles as they are called there.")
    ] = None,
    pairs: Annotated[
        list[str] | None, typer.Option("--map", metavar="OLD=NEW", help="One joint; may be given many times.")
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            "--names", metavar="FILE", help="CSV with old,new in each line, or TOML: format = 1 and a table [names]."
        ),
    ] = None,
    strip: Annotated[
        str | None, typer.Option("--strip", metavar="PREFIX", help="Take a prefix, such as mixamorig:, off all names.")
    ] = None,
    roles: options.RolesFile = None,
) -> everyday.Work:
    """Rename joints, by their roles or by a map; every number stays as it is.

    Names change all at once, so that two joints may exchange theirs. End sites follow their joints.
    """
    ways = [way for way in (to, pairs, table, strip) if way]
    if len(ways) != 1:
        raise typer.BadParameter("say how, with one of --to, --map, --names or --strip.")
    given = dict(_pair(text) for text in pairs or ())
    if pairs and len(given) != len(pairs):
        raise typer.BadParameter("--map names a joint twice.")

    def names(motion: Motion) -> dict[str, str]:
        from supple.recipes.everyday.naming import read_names, without_prefix

        if table is not None:
            return read_names(table)
        return given if strip is None else without_prefix(motion.skeleton, strip)

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.rename import rename
        from supple.recipes.roles import motion_roles

        if to is None:
            return rename(clip.motion, names(clip.motion), contacts=clip.contacts)
        return rename(clip.motion, to.value, roles=motion_roles(clip.motion, roles), contacts=clip.contacts)

    return work


def _pair(text: str) -> tuple[str, str]:
    old, equals, new = text.partition("=")
    if not (old and equals and new):
        raise typer.BadParameter(f"--map takes OLD=NEW, such as Hips=pelvis; got {text!r}.")
    return old, new
