"""``supple print``: a commented starting point of any document."""

from __future__ import annotations

from typing import Annotated

import typer

NAME = "print"
EXAMPLES = """Examples:

`supple print roles > roles.toml`

`supple info walk.bvh --roles roles.toml`
"""


def command(
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="Which document: roles.")],
) -> None:
    """Print a commented document to start from."""
    from supple.io.documents import STARTING_POINTS

    if document not in STARTING_POINTS:
        raise typer.BadParameter(f"there is no document {document!r}. Known: {', '.join(STARTING_POINTS)}.")
    typer.echo(STARTING_POINTS[document], nl=False)
