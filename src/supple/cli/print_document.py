"""``supple print``: a commented starting point of any document."""

from __future__ import annotations

from typing import Annotated

import typer

NAME = "print"
EXAMPLES = """Examples:

`supple print edit > edit.toml`

`supple print pose > reach.toml`

`supple print contacts > contacts.json`

`supple print roles > roles.toml`

`supple print limits > doorways.toml`

`supple print markers > template.toml`

`supple print path > garden.toml`

`supple print body > body.toml`

`supple print style > style.toml`

`supple print templates > templates.toml`

`supple print weights > weights.toml`

`supple print recipe > recipe.toml`

`supple info walk.bvh --roles roles.toml`
"""


def command(
    document: Annotated[
        str,
        typer.Argument(
            metavar="DOCUMENT",
            help="One of: edit, pose, body, contacts, limits, markers, path, recipe, roles, style, templates, weights.",
        ),
    ],
) -> None:
    """Print a commented document to start from."""
    from supple.batch.recipe import STARTING_POINT as RECIPE
    from supple.constraints.starting_point import STARTING_POINT as EDIT
    from supple.constraints.starting_pose import STARTING_POSE
    from supple.io.documents import STARTING_POINTS

    known = {"edit": EDIT, "pose": STARTING_POSE, "recipe": RECIPE, **STARTING_POINTS}
    if document not in known:
        raise typer.BadParameter(f"there is no document {document!r}. Known: {', '.join(known)}.")
    typer.echo(known[document], nl=False)
