"""``supple resample``: another frame rate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "resample"
EXAMPLES = """Examples:

`supple resample walk.bvh -o walk30.bvh --fps 30`

`supple resample walk.bvh dance.bvh -o film --fps 23.976 --json`
"""


@everyday.verb
def command(fps: options.Fps = None) -> everyday.Work:
    """Give a motion another frame rate: rotations by spherical splines, the root by cubic ones.

    Moments that both rates share keep their samples. Fewer frames are picked, not averaged.
    """
    if fps is None:
        raise typer.BadParameter("say which rate, with --fps RATE.")

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.resample import resample

        return resample(clip.motion, fps, contacts=clip.contacts)

    return work
