"""``supple physical``: a motion bent until the equations of motion hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import as_written, options, outcomes, say
from supple.cli.dynamics import BodyFile
from supple.cli.fitted import MotionFile
from supple.cli.interrupts import asked_to_stop
from supple.cli.iterations import telling
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.physics.judging import Judged
    from supple.recipes.physics.physical import Physical

NAME = "physical"
EXAMPLES = """Examples:

`supple physical walk.bvh -o plausible.bvh --forces forces.mot`

`supple physical walk.bvh -o loaded.bvh --edit load.toml --report loaded.html --json --force`
"""


@reads
def command(
    *,
    given: Given,
    motion: MotionFile,
    body: BodyFile = None,
    edit: Annotated[
        Path | None,
        typer.Option(
            "--edit",
            metavar="EDIT",
            help="Edit document: places of hands, [[mass]], [[push]], [ground], [strength], [ratio], [window], [time].",
        ),
    ] = None,
    forces: Annotated[
        Path | None, typer.Option("--forces", metavar="FILE", help="Contact forces per frame, as .mot, .sto or .npz.")
    ] = None,
    body_out: Annotated[
        Path | None, typer.Option("--body-out", metavar="FILE", help="The body that was used, as a document.")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report", metavar="FILE.html", help="A page with ground reactions, residuals and contacts over time."
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--time-limit", "--seconds", metavar="S", help="Stop after so many seconds with the best so far."),
    ] = 600.0,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="Where the solve is, kept here as it goes; with the file there, it goes on from it.",
        ),
    ] = None,
    progress: Annotated[bool, typer.Option("--progress", help="A line with the residuals of every iteration.")] = False,
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
    out: outcomes.Out = None,
    json: options.Json = False,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Bend a motion until physics explains it: plants carry the weight, friction holds, nothing pulls at the root.

    Exit code 0: done; 1: an error; 2: wrong use; 3: solved, but not everything is met (the best state is written, and
    it is told what is missed and when). Ctrl-C ends with the best so far.
    """
    from supple.cli.compiling import PHYSICS, announce
    from supple.cli.editing import read_motion
    from supple.io.contact_forces import check_suffix, encode_forces
    from supple.io.output import write_files
    from supple.io.registry import encode
    from supple.recipes.physics.bodies import body_document
    from supple.recipes.physics.physical import physical

    if forces is not None:
        check_suffix(forces)
    to = outcomes.outputs(out, report, force=force, dry_run=dry_run, json=json)
    written = {"-o": out, "--forces": forces, "--body-out": body_out, "--report": report, "--checkpoint": checkpoint}
    given_files = {"MOTION": motion, "--body": body, "--edit": edit, "--contacts": contacts, "--roles": roles}
    outcomes.check_apart(written, given_files)
    source = read_motion(motion, given)
    to.check(source)
    outcomes.check_places([path for path in (forces, body_out) if path is not None], force=force)
    if checkpoint is not None and not dry_run:
        outcomes.check_places([checkpoint], force=True)  # one that is there is gone on from
    announce(*PHYSICS)
    with asked_to_stop() as stop, telling(progress) as tell:
        result = physical(
            source, body=body, edit=edit, contacts=contacts, roles=roles, seconds=seconds, tell=tell, stop=stop,
            checkpoint=None if dry_run else checkpoint,
        )  # fmt: skip
    encoded = None if to.out is None else encode(result.motion, to.out)
    after = result.judge(as_written.read_back(result.motion, encoded, to.out))
    files = {} if encoded is None else dict(encoded.files)
    times = result.setting.times + result.setting.first * result.motion.frame_time
    if forces is not None:
        files[forces] = encode_forces(forces, result.points, times, result.forces, result.places)
    if body_out is not None:
        files[body_out] = body_document(result.setting.body).encode()
    if report is not None:
        from supple.plots.physical_report import physical_report

        files[report] = physical_report(result, after).encode()
    if not to.dry_run:
        write_files(files, overwrite=to.force)
    if to.json:
        say.emit_json(facts(result, after))
    else:
        _tell(result, after)
    outcomes.tell(result.notes, encoded, files, to)
    if result.status != "met":
        raise typer.Exit(outcomes.NOT_ALL_MET)


def facts(result: Physical, after: Judged) -> dict[str, object]:
    """How it went, for machines; ``after`` is measured on the file as it is read again."""
    return {
        "status": result.status,
        "iterations": len(result.history),
        "seconds": result.seconds,
        "root_residual_pct_bw": {"before": result.before.force_pct_bw, "after": after.force_pct_bw},
        "root_moment_pct_bwh": {"before": result.before.moment_pct_bwh, "after": after.moment_pct_bwh},
        "friction_violation_pct": after.friction_violation_pct,
        "slide_mm_max": after.slide_anywhere.mm,
        "pose_change_deg_rms": {"fit": result.pose_change_fit_deg, "optimisation": result.pose_change_deg},
        "goal_miss_mm_max": result.goal_mm,
        "joint_range_excess_deg_max": result.range_deg,
        "time_stretch": result.time_stretch,
        "mass_kg": result.setting.problem.figure.inertias.mass,
        "contacts": len(result.points),
        "notes": list(result.notes),
    }


def _tell(result: Physical, after: Judged) -> None:
    was = result.before
    typer.echo(f"unexplained force   {was.force_pct_bw:8.2f} -> {after.force_pct_bw:6.2f} % of body weight, rms")
    typer.echo(
        f"unexplained moment  {was.moment_pct_bwh:8.2f} -> {after.moment_pct_bwh:6.2f} % of body weight x height, rms"
    )
    typer.echo(
        f"planted points slide by {after.slide_anywhere.mm:.2f} mm; "
        f"outside friction cones {after.friction_violation_pct:.2f} %"
    )
    typer.echo(
        f"pose changed by {result.pose_change_deg:.2f} deg rms, and by {result.pose_change_fit_deg:.2f} deg by the fit"
    )
    if result.time_stretch != 1.0:
        typer.echo(f"takes {result.time_stretch:.3f} times as long")
    say.note(f"{result.status}: {len(result.history)} iterations in {result.seconds:.1f} s")
