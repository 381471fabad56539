"""``supple prune``: fewer joints for the same movement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "prune"
EXAMPLES = """Examples:

`supple prune dance.bvh -o light.bvh --drop fingers --drop end-sites`

`supple prune walk.bvh -o body.bvh --keep roles --json`
"""
_WORDS = "Joints, roles, or groups: fingers toes face twist end-sites roles. May be given many times."


@everyday.verb
def command(
    keep: Annotated[list[str] | None, typer.Option("--keep", metavar="WHAT", help=f"Only these. {_WORDS}")] = None,
    drop: Annotated[list[str] | None, typer.Option("--drop", metavar="WHAT", help=f"All but these. {_WORDS}")] = None,
    roles: options.RolesFile = None,
) -> everyday.Work:
    """Prune joints; what they did goes over to the joints below, so that every kept joint is where it was.

    Where a pruned joint turned, the offsets of those below it change over time, which is said. A joint that loses all
    that hung below it keeps a tip. A root can be pruned if one kept joint is above all others.
    """
    if not keep and not drop:
        raise typer.BadParameter("say which joints, with --keep or --drop.")

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.prune import prune
        from supple.recipes.roles import motion_roles

        found = motion_roles(clip.motion, roles)
        return prune(clip.motion, keep=keep or (), drop=drop or (), roles=found, contacts=clip.contacts)

    return work
