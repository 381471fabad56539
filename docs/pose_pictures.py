"""Write the pictures of docs/posing.md from the documents of examples/poses. ``make docs`` runs it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import supple
from supple.constraints.model import Balance, Edit, Position
from supple.constraints.names import Names
from supple.core.body.masses import body_mass
from supple.core.jacobians import centre_of_mass
from supple.core.quaternions import rotate
from supple.plots.before_after import bones_of, head_of
from supple.plots.postures import Posture, posture_row
from supple.plots.svg import as_file
from supple.recipes.names import motion_names

POSES = Path(__file__).parent.parent / "examples/poses"
PICTURES = Path(__file__).parent / "pictures"
ROWS = {  # picture: the eye's direction, and documents with their titles
    "thinker": (52.0, {"sit": "sitting down", "thinker": "the Thinker"}),
    "reaching": (68.0, {"reach": "reach", "reach_balanced": "balance first", "reach_umbrella": "and an umbrella"}),
    "recruiting": (60.0, {"arm": "the arm alone", "arm_and_spine": "arm and spine"}),
    "priorities": (18.0, {"both_weighted": "equal priority", "left_first": "left first", "right_first": "right first"}),
    "three-goals": (0.0, {"three_goals": "three goals"}),
}


def solved(document: str) -> tuple[supple.Motion, supple.Motion, Edit]:
    """Start, result and wishes of a document."""
    edit = supple.read_edit(POSES / f"{document}.toml")
    if document == "thinker":
        start = solved("sit")[1]
    else:
        start = supple.read(POSES / ("chain.bvh" if document == "three_goals" else "standing.bvh"))
    return start, supple.pose(start, edit, frame=0).motion, edit


def picture(document: str, title: str) -> Posture:
    """One posture with the goals of its document."""
    start, found, edit = solved(document)
    names, pose = motion_names(start), supple.world_pose(found)
    asked = [c for c in edit.constraints if isinstance(c, Position) and c.goals[0].at is not None]
    at = [_place(names, pose, c.effector) for c in asked]
    head = head_of(found.skeleton, names.roles)
    return Posture(
        title=title,
        points=pose.positions[0],
        start=supple.world_pose(start).positions[0],
        bones=tuple(bone for bone in bones_of(found.skeleton, names.roles) if bone[:2] != head),
        head=head,
        goals=np.array([_goal(c, place) for c, place in zip(asked, at, strict=True)]),
        effectors=np.array(at),
        centre=_centre(found, names, edit),
    )


def _place(names: Names, pose: supple.WorldPose, effector: str) -> np.ndarray:
    joint, point = names.effector(effector)[:2]
    return pose.positions[0, joint] + rotate(pose.rotations[0, joint], np.array(point))


def _goal(c: Position, place: np.ndarray) -> np.ndarray:
    """Where it should be; along axes that are free, where it is."""
    return np.where([axis in c.axes for axis in "xyz"], c.goals[0].at, place)


def _centre(motion: supple.Motion, names: Names, edit: Edit) -> np.ndarray | None:
    """The centre of mass with what is carried, for people who stand."""
    if not any(isinstance(c, Balance) for c in edit.constraints) and len(edit.constraints) != 5:
        return None
    carried = [(mass.joint, mass.kg, mass.at) for mass in edit.masses]
    body = body_mass(motion.skeleton, names.roles, carried=carried)
    return centre_of_mass(motion, 0, body.masses, body.centres)


def write_pictures() -> None:
    """All rows as SVG files."""
    for name, (yaw, documents) in ROWS.items():
        row = [picture(document, title) for document, title in documents.items()]
        (PICTURES / f"{name}.svg").write_text(as_file(posture_row(name, row, yaw)))


if __name__ == "__main__":
    write_pictures()
