"""``supple body``: lengths, masses, inertia and strength of a person, as a document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import options, outcomes, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.dynamics.body import BodyParameters

NAME = "body"
EXAMPLES = """Examples:

`supple body --height 1.80 --mass 75 -o body.toml`

`supple body --actor C -o c.toml --json`

`supple body --from walk.bvh --mass 80 -o body.toml --force`
"""


@reads
def command(
    *,
    given: Given,
    height: Annotated[
        float | None, typer.Option("--height", metavar="M", help="Height of an average person [m].")
    ] = None,
    mass: Annotated[float | None, typer.Option("--mass", metavar="KG", help="What the person weighs [kg].")] = None,
    measure: Annotated[
        Path | None,
        typer.Option(
            "--measure", metavar="FILE", help="Body document with [person] and [measure.*]: lengths, circumferences."
        ),
    ] = None,
    actor: Annotated[
        str | None, typer.Option("--actor", metavar="A|B|C|D", help="One of the source's four people.")
    ] = None,
    motion: Annotated[
        Path | None, typer.Option("--from", metavar="MOTION", help="Lengths of the figure of a motion.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="BODY.toml", help="Where the document goes; else it is printed."),
    ] = None,
    roles: options.RolesFile = None,
    json: options.Json = False,
    force: options.Force = False,
) -> None:
    """Make a body: segments as truncated cones from circumferences, or by published averages; masses and strength.

    Exit code 0: done; 1: an error; 2: wrong use.
    """
    from supple.io.output import write_files
    from supple.recipes.physics.bodies import body_document

    if sum(v is not None for v in (measure, actor, motion)) > 1:
        raise typer.BadParameter("give one of --measure, --actor and --from.")
    if height is not None and (measure or actor or motion):
        raise typer.BadParameter("--height is for an average person; the others have theirs.")
    if mass is not None and (measure or actor):
        raise typer.BadParameter("--mass is for average people; measured ones have theirs.")
    outcomes.check_apart({"-o": out}, {"--from": motion, "--measure": measure, "--roles": roles})
    if out is not None:
        outcomes.check_places([out], force=force)
    body = _made(height, mass, measure, actor, motion, roles, given)
    text = body_document(body)
    if out is not None:
        write_files({out: text.encode()}, overwrite=force)
        say.note(f"wrote {out}: {body.mass:.4g} kg, {body.height:.3g} m")
    if json:
        say.emit_json(facts(body))
    elif out is None:
        typer.echo(text, nl=False)


def _made(
    height: float | None, mass: float | None, measure: Path | None, actor: str | None, motion: Path | None,
    roles: Path | None, given: Given,
) -> BodyParameters:  # fmt: skip
    from supple.dynamics.averages import DEFAULT_HEIGHT
    from supple.dynamics.body import actor_body, average_body
    from supple.recipes.physics.bodies import figure_body, taped_body
    from supple.recipes.roles import motion_roles

    if measure is not None:
        return taped_body(measure)
    if actor is not None:
        return actor_body(actor)
    if motion is not None:
        from supple.cli.editing import read_motion

        source = read_motion(motion, given)
        return figure_body(source, motion_roles(source, roles), mass)
    return average_body(DEFAULT_HEIGHT if height is None else height, mass)


def facts(body: BodyParameters) -> dict[str, object]:
    """A body for machines."""
    segments = {
        name: {
            "length_m": s.length,
            "mass_kg": s.mass,
            "centre_m": s.solid.centre,
            "inertia_about_joint_kg_m2": s.solid.about_joint().diagonal().tolist(),
        }
        for name, s in body.segments.items()
    }
    return {"height_m": body.height, "mass_kg": body.mass, "segments": segments, "strength_nm": dict(body.strength)}
