"""``supple markers``: a capture of markers becomes a skeleton that moves."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import frame_spans, options, outcomes, say
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.core.markers import Markers
    from supple.core.motion import Motion
    from supple.io.options import ReadOptions
    from supple.recipes.markers.report import MarkerReport
    from supple.recipes.markers.solving import MarkersSolved

NAME = "markers"
EXAMPLES = """Examples:

`supple markers capture.trc -o walk.bvh --save-skeleton anna.json --report walk.html`

`supple markers capture.trc -o part.bvh --skeleton anna.json --frames 20:80 --json`

`supple markers capture.trc --guess`
"""


def command(
    capture: Annotated[Path, typer.Argument(metavar="CAPTURE", help="C3D, TRC or CSV with labelled markers.")],
    *,
    out: outcomes.Out = None,
    template: Annotated[
        Path | None,
        typer.Option("--template", metavar="FILE", help="Which marker is on which segment; `supple print markers`."),
    ] = None,
    guess: Annotated[bool, typer.Option("--guess", help="Print a template proposed from rigidity, and stop.")] = False,
    rest: Annotated[
        str | None,
        typer.Option("--rest", metavar="FRAME|FILE", help="A frame at rest, or a capture of the same person at rest."),
    ] = None,
    skeleton: Annotated[
        Path | None, typer.Option("--skeleton", metavar="ACTOR", help="An actor that was kept from another take.")
    ] = None,
    save_skeleton: Annotated[
        Path | None, typer.Option("--save-skeleton", metavar="ACTOR", help="Keep skeleton and placement, as JSON.")
    ] = None,
    frames: frame_spans.Frames = None,
    segment: Annotated[
        str | None,
        typer.Option("--segment", metavar="NAME", help="Solve only left_leg, trunk, right_arm, left_hand, ... again."),
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--start", metavar="POSE", help="A motion of this actor to begin at, or one pose.")
    ] = None,
    mirrored: Annotated[bool, typer.Option("--mirrored", help="The lab's axes are left-handed.")] = False,
    input_units: options.InputUnits = "auto",
    input_up: options.InputUp = "auto",
    report: outcomes.ReportFile = None,
    json: options.Json = False,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Turn labelled markers into a skeleton that moves as they do.

    Marker sets are recognised by their labels (Plug-in Gait, Helen Hayes, CMU, OpenSim Gait2354 and many more);
    skeleton and placement are estimated from the capture, or taken from an earlier one with --skeleton. Where joints
    rest on too little data, OUT's name with .guessed.json says which and when.
    """
    from supple.cli import editing
    from supple.cli.compiling import MARKERS, announce
    from supple.recipes.markers.guessing import guess_template
    from supple.recipes.markers.solving import solve_markers

    given = options.read_options(input_units, input_up, None, 0)
    source = _read_capture(capture, given)
    if guess:
        typer.echo(guess_template(source), nl=False)
        return
    to = outcomes.outputs(out, report, force=force, dry_run=dry_run, json=json)
    _check(to, save_skeleton)
    announce(*MARKERS)
    at_rest, begin = _rest(rest, given), None if start is None else _read_start(start)
    with editing.progress_bar("solving"):
        solved = solve_markers(
            source,
            template=template,
            rest=at_rest,
            actor=skeleton,
            frames=frame_spans.parsed(frames),
            segment=segment,
            start=begin,
            mirrored=mirrored,
        )
    _finish(solved, to, save_skeleton)


def _check(to: outcomes.Outputs, save_skeleton: Path | None) -> None:
    """Refuse, before the work, what could not be written after it."""
    from supple.core.motion import rest_pose
    from supple.core.skeleton import Skeleton
    from supple.io.output import refuse_overwrite
    from supple.recipes.markers.guessed import guessed_beside

    to.check(rest_pose(Skeleton(("Hips", "Spine"), [-1, 0], [[0.0, 1.0, 0.0], [0.0, 0.1, 0.0]])))  # type: ignore[arg-type]
    if to.out is not None and not to.force:
        refuse_overwrite([guessed_beside(to.out)])
    if save_skeleton is not None:
        if save_skeleton.suffix.lower() != ".json":  # --skeleton reads anything else as TOML
            raise typer.BadParameter(f"--save-skeleton writes JSON, such as anna.json; got {str(save_skeleton)!r}.")
        outcomes.check_places([save_skeleton], force=to.force)
        if save_skeleton in (to.out, to.report):
            raise typer.BadParameter("--save-skeleton names the same file as another output.")


def _read_capture(path: Path, given: ReadOptions) -> Markers:
    from supple.core.markers import Markers
    from supple.io.registry import read

    content = read(path, given)
    if not isinstance(content, Markers):
        raise FileError(path, "this file holds a motion, not markers. Give a C3D, TRC or CSV with labelled points.")
    for line in content.provenance.warnings:
        say.note(f"  note: {line}")
    return content


def _rest(text: str | None, given: ReadOptions) -> int | Markers | None:
    if text is None:
        return None
    if text.isdecimal():
        return int(text)
    if not Path(text).suffix:
        raise typer.BadParameter(f"--rest takes a frame, counted from 0, or a capture, such as rest.c3d; got {text!r}.")
    return _read_capture(Path(text), given)


def _read_start(path: Path) -> Motion:
    from supple.core.motion import Motion
    from supple.io.registry import read

    content = read(path)
    if not isinstance(content, Motion):
        raise FileError(path, "this file holds no motion to begin at.")
    return content


def _finish(solved: MarkersSolved, to: outcomes.Outputs, save_skeleton: Path | None) -> None:
    from supple.io.output import write_files
    from supple.io.registry import encode
    from supple.recipes.markers.actor_document import dump_actor
    from supple.recipes.markers.guessed import dump_guesses, guessed_beside

    encoded = None if to.out is None else encode(solved.motion, to.out)
    files = {} if encoded is None else dict(encoded.files)
    if to.out is not None and (solved.report.guesses or guessed_beside(to.out).exists()):  # an old one would lie
        guessed = dump_guesses(solved, to.out.name)  # what UTF-8 cannot hold of the name becomes an escape of JSON
        files[guessed_beside(to.out)] = guessed.encode(errors="backslashreplace")
    if save_skeleton is not None:
        files[save_skeleton] = dump_actor(solved.actor).encode()
    if to.report is not None:
        from supple.plots.markers_report import markers_report

        files[to.report] = markers_report(solved).encode()
    if not to.dry_run:
        write_files(files, overwrite=to.force)
    if to.json:
        say.emit_json(facts(solved))
    else:
        _tell(solved.report)
    outcomes.tell(solved.report.notes, encoded, files, to)
    if solved.report.status != "met":
        raise typer.Exit(outcomes.NOT_ALL_MET)


def facts(solved: MarkersSolved) -> dict[str, object]:
    """A report for machines; what is not known is null."""
    report = solved.report
    values = asdict(report)
    values["suspects"] = [{**asdict(suspect), "grave": suspect.grave} for suspect in report.suspects]
    values["swaps"] = [swap._asdict() for swap in report.swaps]
    values["markers"] = [
        {key: None if value != value else value for key, value in asdict(marker).items()} for marker in report.markers
    ]
    return {
        "status": report.status,
        **values,
        "joint_centres": dict(solved.actor.sources),
    }


def _tell(report: MarkerReport) -> None:
    typer.echo(f"{report.marker_set}: {len(report.markers)} markers, {report.frames} frame{'s' * (report.frames != 1)}")
    typer.echo(
        f"markers miss the skeleton by {report.marker_rms_mm:.1f} mm rms; worst {report.marker_worst_mm:.0f} mm "
        f"({report.worst_marker}, frame {report.worst_frame})"
    )
    guessed = f"{report.guessed_frames} of {report.frames} frames rest on too little data"
    typer.echo(f"dropped {report.dropped_pct:.2f} % of samples; {guessed}")
    for swap in report.swaps[:10]:
        typer.echo(f"labels {swap.first} and {swap.second} are exchanged in frames {swap.start}:{swap.stop}; put back")
    for guess in report.guesses[:10]:
        typer.echo(f"{guess.joint} is guessed in frames {guess.start}:{guess.stop}")
    if len(report.guesses) > 10:
        typer.echo(f"... and {len(report.guesses) - 10} more")
