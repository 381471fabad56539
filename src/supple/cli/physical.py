"""``supple physical``: a motion bent until the equations of motion hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import as_written, options, outcomes, say
from supple.cli.dynamics import BodyFile
from supple.cli.fitted import MotionFile
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.physics.judging import Judged
    from supple.recipes.physics.physical import Physical
    from supple.solvers.spacetime.solving import Progress

NAME = "physical"
EXAMPLES = """Examples:

`supple physical walk.bvh -o plausible.bvh --forces forces.mot`

`supple physical walk.bvh -o loaded.bvh --edit load.toml --json --force`
"""


@reads
def command(
    *,
    given: Given,
    motion: MotionFile,
    out: outcomes.Out = None,
    body: BodyFile = None,
    edit: Annotated[
        Path | None,
        typer.Option(
            "--edit",
            metavar="EDIT",
            help="Edit document: places of hands, [[mass]], [[push]], [ground], [strength], [ratio].",
        ),
    ] = None,
    forces: Annotated[
        Path | None, typer.Option("--forces", metavar="FILE", help="Contact forces per frame, as .mot, .sto or .npz.")
    ] = None,
    body_out: Annotated[
        Path | None, typer.Option("--body-out", metavar="FILE", help="The body that was used, as a document.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--time-limit", metavar="S", help="Stop after so many seconds with the best so far.")
    ] = 600.0,
    progress: Annotated[bool, typer.Option("--progress", help="Tell the residuals of every iteration.")] = False,
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
    json: options.Json = False,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Bend a motion until physics explains it: plants carry the weight, friction holds, nothing pulls at the root.

    Exit code 0: done; 1: an error; 2: wrong use; 3: solved, but not everything is met (the best state is written, and
    it is told what is missed and when).
    """
    from supple.cli.compiling import DETECTING, announce
    from supple.cli.editing import read_motion
    from supple.io.contact_forces import check_suffix, encode_forces
    from supple.io.output import refuse_overwrite, write_files
    from supple.io.registry import encode
    from supple.recipes.physics.bodies import body_document
    from supple.recipes.physics.physical import physical

    to = outcomes.outputs(out, None, force=force, dry_run=dry_run, json=json)
    if forces is not None:
        check_suffix(forces)
    source = read_motion(motion, given)
    to.check(source)
    if not force:
        refuse_overwrite([path for path in (forces, body_out) if path is not None])
    announce(*DETECTING)
    result = physical(
        source, body=body, edit=edit, contacts=contacts, roles=roles, seconds=seconds, tell=_line if progress else None
    )
    encoded = None if out is None else encode(result.motion, out)
    after = result.judge(as_written.read_back(result.motion, encoded, out))
    files = {} if encoded is None else dict(encoded.files)
    times = result.setting.times + result.setting.first * result.motion.frame_time
    if forces is not None:
        files[forces] = encode_forces(forces, result.points, times, result.forces, result.places)
    if body_out is not None:
        files[body_out] = body_document(result.setting.body).encode()
    if not dry_run:
        write_files(files, overwrite=force)
    if json:
        say.emit_json(facts(result, after))
    else:
        _tell(result, after)
    outcomes.tell(result.notes, encoded, files, to)
    if result.status != "met":
        raise typer.Exit(outcomes.NOT_ALL_MET)


def _line(p: Progress) -> None:
    say.note(
        f"{p.iteration:4} {p.seconds:7.1f} s  cost {p.cost:10.4g}  force {p.force_pct:7.3f} %  "
        f"moment {p.moment_pct:7.3f} %  plants {p.planted_mm:7.2f} mm"
    )


def facts(result: Physical, after: Judged) -> dict[str, object]:
    """How it went, for machines; ``after`` is measured on the file as it is read again."""
    return {
        "status": result.status,
        "iterations": len(result.history),
        "seconds": result.seconds,
        "root_residual_pct_bw": {"before": result.before[0], "after": after.force_pct_bw},
        "root_moment_pct_bwh": {"before": result.before[1], "after": after.moment_pct_bwh},
        "friction_violation_pct": after.friction_violation_pct,
        "slide_mm_max": after.slide_mm,
        "pose_change_deg_rms": {"fit": result.pose_change_fit_deg, "optimisation": result.pose_change_deg},
        "goal_miss_mm_max": result.goal_mm,
        "mass_kg": result.setting.problem.figure.inertias.mass,
        "contacts": len(result.points),
        "notes": list(result.notes),
    }


def _tell(result: Physical, after: Judged) -> None:
    typer.echo(f"unexplained force   {result.before[0]:8.2f} -> {after.force_pct_bw:6.2f} % of body weight, rms")
    typer.echo(
        f"unexplained moment  {result.before[1]:8.2f} -> {after.moment_pct_bwh:6.2f} % of body weight x height, rms"
    )
    typer.echo(
        f"planted points slide by {after.slide_mm:.2f} mm; outside friction cones {after.friction_violation_pct:.2f} %"
    )
    typer.echo(
        f"pose changed by {result.pose_change_deg:.2f} deg rms, and by {result.pose_change_fit_deg:.2f} deg by the fit"
    )
    say.note(f"{result.status}: {len(result.history)} iterations in {result.seconds:.1f} s")
