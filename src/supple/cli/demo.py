"""``supple demo``: the main job, on a motion that Supple makes itself."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import cleaning, demo_physics, options, outcomes, retarget, say, walk
from supple.errors import MissingExtraError

if TYPE_CHECKING:
    from supple.recipes.demo import DemoResult
    from supple.recipes.demo_clean import DemoClean
    from supple.recipes.demo_edit import DemoEdit
    from supple.recipes.demo_fit import DemoFit
    from supple.recipes.round_trip import RoundTrip

NAME = "demo"
EXAMPLES = """Examples:

`supple demo --out demo/`

`supple demo --out walk-demo --force --json`

`supple demo --markers --out markers-demo`

`supple demo --physics --out physics-demo`
"""


def command(
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the files go.")] = Path("demo"),
    markers: Annotated[
        bool, typer.Option("--markers", help="Only: a walk becomes a capture of markers, and a skeleton again.")
    ] = False,
    physics: Annotated[
        bool, typer.Option("--physics", help="Another demo: a walk made physical, with and without a load.")
    ] = False,
    force: options.Force = False,
    json: options.Json = False,
) -> None:
    """Make a walking clip, take it through every format and back, edit it, damage and clean it, and show all.

    The walk goes on hills and onto another figure, too, and a walker goes up stairs by itself.
    """
    from supple.cli.compiling import CLEANING, EDITING, FITTING, WALKING, announce
    from supple.io.output import make_folder, refuse_overwrite, write_files
    from supple.recipes.demo import run_demo

    if find_spec("matplotlib") is None:
        raise MissingExtraError("the demo's page", "plots")
    page = out / ("markers.html" if markers else "index.html")
    if physics:
        demo_physics.show(out, force=force, json=json)
        return
    if not force:
        refuse_overwrite([page])
    make_folder(out)
    if markers:
        _markers(out, page, force=force, json=json)
        return
    announce(*dict.fromkeys((*EDITING, *CLEANING, *FITTING, *WALKING)))
    result = run_demo(out, overwrite=force, solved=True)
    assert result.edited is not None
    assert result.cleaned is not None
    assert result.fitted is not None
    assert result.walked is not None
    write_files(_pages(result, result.edited, result.cleaned, page), overwrite=force)
    report = result.edited.result.report
    if json:
        formats = [_facts(trip) for trip in result.trips]
        cleaned = cleaning.facts(result.cleaned.cleaned, result.cleaned.before, result.cleaned.after)
        say.emit_json(
            {
                "page": str(page),
                "formats": formats,
                "edit": outcomes.facts(report),
                "clean": cleaned,
                "terrain": _terrain_facts(result.fitted),
                "retarget": retarget.facts(result.fitted.retargeted.report),
                "walk": {**walk.facts(result.walked.walked), "slide_mm_max": result.walked.measured.slide_mm_max},
            }
        )
        return
    typer.echo(f"{'format':8} {'file':16} {'size':>9} {'worst':>12} {'worst turn':>13}")
    for trip in result.trips:
        typer.echo(_row(trip))
    met = sum(c.met for c in report.constraints)
    typer.echo(f"edit: {met} of {len(report.constraints)} wishes met in {report.seconds:.2g} s")
    before, after = result.cleaned.before, result.cleaned.after
    typer.echo(f"cleanup: planted feet slid by {before.slide_mm_max:.1f} mm, now by {after.slide_mm_max:.3f} mm")
    hills, other = result.fitted.on_hills, result.fitted.retargeted.report
    typer.echo(
        f"hills: planted feet slide by {hills.slide_mm_max:.3f} mm, sink in by {hills.penetration_mm_max:.3f} mm"
    )
    typer.echo(f"another figure: planted feet slide by {other.slide_mm_max:.3f} mm, {other.status}")
    steps = walk.facts(result.walked.walked)["steps"]
    typer.echo(f"upstairs: {steps} steps, planted feet slide by {result.walked.measured.slide_mm_max:.3f} mm")
    typer.echo(f"open {page}")


def _markers(out: Path, page: Path, *, force: bool, json: bool) -> None:
    """Markers of a walk, solved; in words or JSON."""
    from supple.cli.compiling import MARKERS, WALKING, announce
    from supple.cli.markers import facts
    from supple.io.output import write_files
    from supple.plots.markers_report import markers_report
    from supple.recipes.demo_markers import run_demo_markers

    announce(*WALKING, *MARKERS)
    result = run_demo_markers(out, overwrite=force)
    write_files({page: markers_report(result.solved).encode()}, overwrite=force)
    report = result.solved.report
    if json:
        say.emit_json({"page": str(page), "markers": facts(result.solved), "knee_rms_deg": result.knee_rms_deg})
        return
    typer.echo(f"{len(report.markers)} markers in {report.frames} frames, with noise, and a gap on the left arm")
    typer.echo(
        f"markers miss the skeleton by {report.marker_rms_mm:.1f} mm rms; {report.guessed_frames} frames are guessed"
    )
    typer.echo(f"knees bend as in the true walk, to {result.knee_rms_deg:.2f} degrees rms")
    typer.echo(f"open {page}")


def _pages(result: DemoResult, edited: DemoEdit, cleaned: DemoClean, page: Path) -> dict[Path, bytes]:
    """The demo's own page, and those of its edit and its cleanup."""
    from supple.plots.clean_report import clean_report
    from supple.plots.demo_page import demo_page
    from supple.plots.edit_report import edit_report
    from supple.recipes.demo_clean import NAME as CLEAN_NAME
    from supple.recipes.demo_edit import NAME as EDIT_NAME
    from supple.recipes.roles import motion_roles

    motion = result.walk.motion
    report = edit_report(motion, edited.result, edited.misses, motion_roles(motion))
    clean = clean_report(cleaned.cleaned, cleaned.before, cleaned.after)
    named = {page.name: demo_page(result), f"{EDIT_NAME}.html": report, f"{CLEAN_NAME}.html": clean}
    return {page.with_name(name): text.encode() for name, text in named.items()}


def _terrain_facts(fitted: DemoFit) -> dict[str, object]:
    after = fitted.on_hills
    return {"status": fitted.hilly.cleaned.report.status, "slide_mm_max": after.slide_mm_max,
            "penetration_mm_max": after.penetration_mm_max}  # fmt: skip


def _facts(trip: RoundTrip) -> dict[str, object]:
    return {"format": trip.format, "file": str(trip.path), "bytes": trip.size_bytes, "notes": list(trip.notes),
            "worst_mm": trip.comparison.worst_mm, "worst_deg": trip.comparison.worst_deg}  # fmt: skip


def _row(trip: RoundTrip) -> str:
    where, turn = f"{trip.comparison.worst_mm:9.6f} mm", f"{trip.comparison.worst_deg:9.6f} deg"
    return f"{trip.format:8} {trip.path.name:16} {trip.size_bytes / 1000:6.0f} kB {where} {turn}"
