"""``supple pose``: one posture from wishes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from supple.cli import clips, editing, options, outcomes
from supple.cli.reading import Given, reads

NAME = "pose"
EXAMPLES = """Examples:

`supple print pose > thinker.toml`

`supple pose figure.asf thinker.toml -o thinker.bvh`

`supple pose walk.bvh reach.toml -o reach.glb --frame 30 --method transpose --json`
"""


class Method(StrEnum):
    """Who bends the pose."""

    PRIORITY = "priority"
    TRANSPOSE = "transpose"
    HINGES = "hinges"


@reads
def command(
    *,
    given: Given,
    figure_file: Annotated[
        Path, typer.Argument(metavar="SKELETON", help="A motion, a skeleton without one (ASF, X3D, glTF), or -.")
    ],
    edit: editing.Document,
    out: outcomes.Out = None,
    method: Annotated[
        Method,
        typer.Option(
            "--method", help="priority; to compare: the Jacobian's transpose, or three hinges per ball joint."
        ),
    ] = Method.PRIORITY,
    frame: Annotated[
        int | None, typer.Option("--frame", min=0, help="Start from this frame; without it, from the rest pose.")
    ] = None,
    format: clips.StreamFormat = clips.STREAM_FORMAT,
    json: options.Json = False,
    report: outcomes.ReportFile = None,
    roles: options.RolesFile = None,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Bend one pose of a figure to the wishes of an edit document, and write a motion of one frame.

    Offsets and `preserve` are about the pose at the start. A posture has no times: goals need no `when`, and those
    of a document for a motion are not looked at. Exit codes are those of `supple edit`.
    """
    from supple.cli.compiling import COMPARING, EDITING, announce
    from supple.core.pose import world_pose
    from supple.recipes.names import motion_names
    from supple.recipes.pose import pose, start_pose, without_times

    suffix = editing.stream_format(format, figure_file, edit)
    to = outcomes.outputs(out, report, force=force, dry_run=dry_run, json=json, format=suffix)
    wishes = without_times(editing.read_wishes(edit))
    whole = clips.read_motion(figure_file, given, suffix)
    to.check(whole)
    start = start_pose(whole, frame)
    announce(*(EDITING if method is Method.PRIORITY else COMPARING))
    names = motion_names(whole, roles)
    editing.end_on_errors(start, wishes, names, world_pose(start), edit)
    result = pose(whole, wishes, method=method.value, frame=frame, roles=names)
    outcomes.finish(start, wishes, names, result, to)
