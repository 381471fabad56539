"""``supple compare``: two results side by side."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from supple.cli import options, pictures, say
from supple.cli.dynamics import BodyFile
from supple.cli.reading import Given, reads

NAME = "compare"
EXAMPLES = """Examples:

`supple compare walk.bvh plausible.bvh`

`supple compare walk.bvh plausible.bvh --json --plot both.png`
"""
_WORDS = {
    "frames": "frames",
    "duration_s": "duration [s]",
    "jerk_rms_m_s3": "jerk of joints, rms [m/s3]",
    "root_residual_pct_bw": "unexplained force [% weight]",
    "root_moment_pct_bwh": "unexplained moment [% weight x height]",
    "slide_mm_max": "slide of planted points [mm]",
    "contacts": "contacts",
}


@reads
def command(
    *,
    given: Given,
    first: Annotated[Path, typer.Argument(metavar="A", help="A motion file.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another one.")],
    body: BodyFile = None,
    cutoff: Annotated[
        float | None,
        typer.Option(
            "--cutoff", metavar="HZ", help="Low-pass before derivatives; 6, or less where the frame rate is low."
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Forces of both, as png, svg or pdf.")
    ] = None,
    roles: options.RolesFile = None,
    json: options.Json = False,
    force: options.Force = False,
) -> None:
    """Compare two motions: smoothness, what physics explains, slides of planted feet, and how far poses are apart.

    Exit code 0: done; 1: an error; 2: wrong use.
    """
    from supple.cli.compiling import DETECTING, announce
    from supple.cli.editing import read_motion
    from supple.io.output import write_files
    from supple.recipes.physics.comparing import compared

    if plot is not None:
        pictures.check_plot(plot, force=force)
    motions = [read_motion(path, given) for path in (first, second)]
    announce(*DETECTING)
    found = compared(*motions, body=body, cutoff=cutoff, roles=roles)
    if plot is not None:
        from supple.plots.forces import force_curves, force_picture
        from supple.recipes.physics.dynamics import dynamics

        paths = zip(motions, (first, second), strict=True)
        clips = [force_curves(dynamics(m, body=body, cutoff=cutoff, roles=roles), path.stem) for m, path in paths]
        write_files({plot: force_picture(clips, plot.suffix.lower()[1:])}, overwrite=force)
        say.note(f"wrote {plot}")
    if json:
        say.emit_json(asdict(found))
        return
    typer.echo(f"{'':40} {first.stem[-14:]:>14} {second.stem[-14:]:>14}")
    for key, words in _WORDS.items():
        typer.echo(f"{words:40} {getattr(found.first, key):14.4g} {getattr(found.second, key):14.4g}")
    if found.pose_deg_rms is not None:
        typer.echo(f"poses are {found.pose_deg_rms:.2f} deg apart (rms), roots {found.root_mm_rms:.1f} mm")
