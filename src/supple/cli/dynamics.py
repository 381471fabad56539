"""``supple dynamics``: the forces of a clip."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import options, pictures, say
from supple.cli.fitted import MotionFile
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.physics.dynamics import Dynamics
    from supple.recipes.physics.plates import PlateDifference

NAME = "dynamics"
EXAMPLES = """Examples:

`supple dynamics walk.bvh`

`supple dynamics walk.bvh --cutoff 8 --plot forces.png --json`
"""
BodyFile = Annotated[
    Path | None,
    typer.Option("--body", metavar="BODY", help="Body document, as `supple body` writes it; else an average person."),
]


_CLOCKS = {
    "of the plates": "their own clock",
    "starts with the motion": "the motion's start; --forces-start says otherwise",
    "as told": "as told",
}


@reads
def command(
    *,
    given: Given,
    motion: MotionFile,
    body: BodyFile = None,
    cutoff: Annotated[
        float | None,
        typer.Option(
            "--cutoff",
            metavar="HZ",
            help="Low-pass before derivatives are taken; 6, or less where the frame rate is low.",
        ),
    ] = None,
    forces: Annotated[
        Path | None,
        typer.Option("--forces", metavar="FILE", help="Force plates to compare with: C3D, or OpenSim's .mot."),
    ] = None,
    forces_start: Annotated[
        float | None,
        typer.Option(
            "--forces-start",
            metavar="S",
            help="When the plates' first sample was taken, on the motion's clock; else at their own time, or with the "
            "motion's start, whichever fits.",
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Forces over time, as png, svg or pdf.")
    ] = None,
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
    json: options.Json = False,
    force: options.Force = False,
) -> None:
    """Inverse dynamics of a clip: joint torques and powers, ground reaction, and what physics cannot explain.

    Accelerations come from a low-pass that the report states, since captured motion jitters. The residual is the force
    and moment at the root that no contact with the ground explains.

    Exit code 0: done; 1: an error; 2: wrong use.
    """
    from supple.cli.compiling import DETECTING, announce
    from supple.cli.editing import read_motion
    from supple.io.output import write_files
    from supple.recipes.physics.dynamics import dynamics

    if plot is not None:
        pictures.check_plot(plot, force=force)
    if forces_start is not None and forces is None:
        raise typer.BadParameter("--forces-start says when --forces FILE begins; give that file.")
    source = read_motion(motion, given)
    announce(*DETECTING)
    told = dynamics(source, body=body, cutoff=cutoff, contacts=contacts, roles=roles)
    compared = None
    if forces is not None:
        from supple.io.forces import read_forces
        from supple.recipes.physics.plates import plate_difference

        compared = plate_difference(told, read_forces(forces), starts_at=forces_start)
    if plot is not None:
        from supple.plots.forces import force_curves, force_picture

        write_files({plot: force_picture([force_curves(told, motion.stem)], plot.suffix.lower()[1:])}, overwrite=force)
        say.note(f"wrote {plot}")
    for line in told.notes:
        say.note(f"  note: {line}")
    if json:
        say.emit_json({**facts(told), "force_plates": None if compared is None else asdict(compared)})
        return
    _show(told, compared)


def facts(told: Dynamics) -> dict[str, object]:
    """The forces of a clip for machines."""
    import numpy as np

    torque = np.linalg.norm(told.torques, axis=2)
    inner = told.inner
    feet = told.forces[:, :, 1].sum(axis=1)[inner]
    off = told.outside[inner][np.isfinite(told.outside[inner])]
    return {
        "smoothing": told.smoothing,
        "mass_kg": told.figure.inertias.mass,
        "body_weight_n": told.figure.weight,
        "root_residual_n": told.residual_pct_bw * told.figure.weight / 100.0,
        "root_residual_pct_bw": told.residual_pct_bw,
        "root_moment_nm": told.residual_pct_bwh * told.figure.weight * told.body.height / 100.0,
        "root_moment_pct_bwh": told.residual_pct_bwh,
        "ground_reaction_mean_n": float(feet.mean()) if len(feet) else 0.0,
        "ground_reaction_max_n": float(feet.max()) if len(feet) else 0.0,
        "points": {
            name: {
                "force_max_n": float(told.forces[inner, k, 1].max()),
                "contact_frames": int(told.touching[:, k].sum()),
            }
            for k, name in enumerate(told.points)
        },
        "cop_outside_mm_rms": 1e3 * float(np.sqrt(np.mean(off**2))) if len(off) else None,
        "cop_outside_mm_max": 1e3 * float(off.max()) if len(off) else None,
        "joints": {
            name: {
                "torque_max_nm": float(torque[inner, k].max()),
                "torque_rms_nm": float(np.sqrt(np.mean(torque[inner, k] ** 2))),
                "power_max_w": float(told.powers[inner, k].max()),
                "power_min_w": float(told.powers[inner, k].min()),
            }
            for k, name in enumerate(told.joints)
        },
        "notes": list(told.notes),
    }


def _show(told: Dynamics, compared: PlateDifference | None) -> None:
    import numpy as np

    typer.echo(f"body: {told.figure.inertias.mass:.4g} kg, {told.body.height:.3g} m; {told.smoothing}")
    typer.echo(f"{'joint':24} {'largest Nm':>11} {'rms Nm':>8} {'power W':>16}")
    torque = np.linalg.norm(told.torques[told.inner], axis=2)
    for k, name in enumerate(told.joints):
        power = told.powers[told.inner, k]
        typer.echo(
            f"{name:24} {torque[:, k].max():11.1f} {np.sqrt(np.mean(torque[:, k] ** 2)):8.1f} "
            f"{power.min():7.0f} to {power.max():5.0f}"
        )
    typer.echo(
        f"unexplained at the root: {told.residual_pct_bw:.2f} % of body weight, "
        f"{told.residual_pct_bwh:.2f} % of body weight x height (rms)"
    )
    if compared is not None:
        typer.echo(
            f"against force plates: {compared.vertical_rms_pct_bw:.1f} % of body weight, vertical, rms (mean "
            f"{compared.measured_mean_n:.0f} N measured, {compared.computed_mean_n:.0f} N computed), over "
            f"{compared.loaded_frames} loaded frames from {compared.compared_from_s:.2f} to "
            f"{compared.compared_to_s:.2f} s; their first sample is taken to be at {compared.plates_start_s:.4g} s "
            f"({_CLOCKS[compared.clock]})"
        )
