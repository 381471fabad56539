"""``supple metrics``: how well feet stand and how smoothly a motion runs, in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, options, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.core.motion import Motion

NAME = "metrics"
_SAME_RATE = 1e-3  # share by which files round the time of a frame
EXAMPLES = """Examples:

`supple metrics walk.bvh`

`supple metrics cleaned.bvh --contacts contacts.json --against walk.bvh --json`

`supple metrics climb.bvh --floor stairs:rise=0.17,run=0.29`
"""


@reads
def command(
    *,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file, or -.")],
    contacts: options.ContactsFile = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="ORIGINAL", help="The motion that this one was made from.")
    ] = None,
    floor: options.FloorHeights = None,
    format: options.StreamFormat = clips.STREAM_FORMAT,
    json: options.Json = False,
    roles: options.RolesFile = None,
) -> None:
    """Measure how planted points slide, sink and float, how limbs stretch and how knees pop.

    Without contacts those that `supple detect` finds are used. Beside Supple's own measures stand those that papers
    share, each at the rate that it is stated for; docs/metrics.md defines every one.
    """
    from supple.cli.compiling import DETECTING, announce
    from supple.io.documents.heights import read_heights
    from supple.recipes.metric_rows import rows
    from supple.recipes.metrics import metrics

    if motion == against == clips.STREAM:
        raise typer.BadParameter("standard input can be read once.")
    suffix = clips.suffix(format) or clips.STREAM_FORMAT
    source = clips.read_motion(motion, given, suffix)
    original = None if against is None else clips.read_motion(against, given, suffix)
    ground = None if floor is None else read_heights(floor)
    announce(*DETECTING)
    found = metrics(source, contacts, original, roles=roles, floor=ground)
    if original is not None:
        _tell_other_moments(source, original)
    if json:
        say.emit_json({"file": str(motion), **found.as_table()})
        return
    for name, (value,) in rows(found):
        typer.echo(f"{name:46} {value:>14}")
    if contacts is None and against is not None:
        say.note("By contacts that were found in it anew; --contacts measures by those that it was made with.")


def _tell_other_moments(motion: Motion, original: Motion) -> None:
    """Say where frames of the same number need not be of the same moment."""
    from supple.core.motion import first_moving_frame

    frames, others = (m.frames - first_moving_frame(m) for m in (motion, original))
    if frames != others or abs(motion.frame_time / original.frame_time - 1.0) > _SAME_RATE:
        say.note(
            f"  note: {frames} frames at {motion.fps:g} fps, the original {others} at {original.fps:g}: these are "
            f"compared frame by frame, {min(frames, others)} of them, whatever their moments are."
        )
