"""``supple trim``: a part of a motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday
from supple.errors import InvalidValueError

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.recipes.everyday.clip import Clip

NAME = "trim"
EXAMPLES = """Examples:

`supple trim walk.bvh -o part.bvh --from 0.5 --to 1.5`

`supple trim walk.bvh -o part.bvh --frames 30:90 --json`
"""
_WHEN = "in seconds, or in frames as 120f"


def _empty(motion: Motion, start: str | None, stop: str | None, begin: int, end: int) -> str:
    """Why nothing would be left."""
    said = " ".join(f"{option} {text}" for option, text in (("--from", start), ("--to", stop)) if text is not None)
    where = f"frame {begin} up to {end}, of the {motion.frames} frames ({motion.duration:.6g} s) of this clip"
    return f"nothing is left by {said}: that is {where}. --to has to come after --from."


@everyday.verb
def command(
    start: Annotated[str | None, typer.Option("--from", metavar="TIME", help=f"First moment, {_WHEN}.")] = None,
    stop: Annotated[
        str | None, typer.Option("--to", metavar="TIME", help=f"Where it ends (this frame is left out), {_WHEN}.")
    ] = None,
) -> everyday.Work:
    """Keep a part of a motion; every number in it stays as it is."""
    first, last = (None if text is None else everyday.moment(text) for text in (start, stop))

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.moments import frame_at
        from supple.recipes.everyday.trim import trim

        begin = 0 if first is None else frame_at(clip.motion, first)
        end = clip.motion.frames if last is None else frame_at(clip.motion, last)
        if not begin < end:
            raise InvalidValueError(_empty(clip.motion, start, stop, begin, end))
        return trim(clip.motion, begin, end, contacts=clip.contacts)

    return work
