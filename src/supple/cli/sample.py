"""``supple sample``: a motion that Supple makes itself, to try things on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from supple.cli import options, say

NAME = "sample"
EXAMPLES = """Examples:

`supple sample walk -o walk.bvh`

`supple sample kick -o kick.glb --force`
"""


def command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Which motion: walk, dance, look, kick, golf or skating.")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="OUT", help="Where it goes; the suffix is the format.")],
    force: options.Force = False,
) -> None:
    """Write a motion that Supple makes itself: a walk, a dance, a look around, a kick, a golf swing, a bad capture."""
    from supple.cli.compiling import WALKING, announce
    from supple.io.registry import write
    from supple.recipes.samples import WALKED, sample, sample_names

    if name not in sample_names():
        raise typer.BadParameter(f"there is no sample named {name!r}. Known: {', '.join(sample_names())}.")
    if name in WALKED:
        announce(*WALKING)
    for note in write(sample(name), out, overwrite=force):
        say.note(note)
