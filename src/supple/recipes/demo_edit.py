"""The edit of the demo: the walk as on a catwalk, with a greeting."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.constraints.model import Balance, Edit, Events, Footplant, PlaceGoal, Position
from supple.constraints.writing import dump_edit
from supple.core.pose import world_pose
from supple.io import registry
from supple.io.output import write_files
from supple.recipes.edit import edit as edit_motion
from supple.recipes.misses import misses_over_time
from supple.recipes.names import motion_names
from supple.recipes.walk import TrueContact, Walk
from supple.solvers.result import Result

NAME = "catwalk"
_GREETING = (-0.34, 0.42, 0.22)  # the right wrist in the chest's frame [m]


@dataclass(frozen=True, slots=True, eq=False)
class DemoEdit:
    """An edit of the walk, and what came of it."""

    edit: Edit
    result: Result
    misses: tuple[np.ndarray, ...]  # (F,) of every wish, in its unit
    files: tuple[Path, ...]


def run_demo_edit(walk: Walk, folder: Path, *, overwrite: bool = False) -> DemoEdit:
    """Edit the walk; the edit document and the edited motion go to ``folder``."""
    wishes, names = catwalk(walk), motion_names(walk.motion)
    result = edit_motion(walk.motion, wishes, roles=names)
    document, motion = folder / f"{NAME}.toml", folder / f"{NAME}.bvh"
    files = {document: dump_edit(wishes).encode(), **registry.encode(result.motion, motion).files}
    write_files(files, overwrite=overwrite)
    return DemoEdit(wishes, result, misses_over_time(walk.motion, wishes, names, result), tuple(files))


def catwalk(walk: Walk) -> Edit:
    """All whole footplants on one line and straight ahead, the body over them, and a hand that greets."""
    plants = tuple(_on_the_line(walk, k + 1, *parts) for k, parts in enumerate(_whole_plants(walk)))
    end = (walk.motion.frames - 1) * walk.motion.frame_time
    greeting = Position(
        name="greeting",
        effector="right_wrist",
        priority=3,
        recruit="right_clavicle",
        goals=(PlaceGoal(at=_GREETING, relative_to="chest", when=(0.2 * end, 0.4 * end, 0.6 * end, 0.8 * end)),),
    )
    return Edit(constraints=(*plants, Balance(name="balance", priority=2), greeting))


def _whole_plants(walk: Walk) -> list[tuple[TrueContact, TrueContact]]:
    """Heel and ball of every footplant that begins and ends inside the clip."""
    inside = [c for c in walk.contacts if c.start > 0 and c.stop < walk.motion.frames]
    heels, balls = ([c for c in inside if c.part == part] for part in ("heel", "ball"))
    return [(h, b) for h in heels for b in balls if h.foot == b.foot and h.start <= b.start < h.stop]


def _on_the_line(walk: Walk, number: int, heel: TrueContact, ball: TrueContact) -> Footplant:
    pose, foot = world_pose(walk.motion), walk.motion.skeleton.index(heel.foot)
    toe = walk.motion.skeleton.index(heel.foot.replace("Foot", "ToeBase"))
    ankle, tip = pose.positions[ball.start + 1, [foot, toe]]
    return Footplant(
        name=f"step {number}",
        foot="left" if heel.foot.startswith("Left") else "right",
        events=Events(
            heel_strike=f"{heel.start}f",
            toe_strike=f"{ball.start}f",
            heel_off=f"{heel.stop - 1}f",
            toe_off=f"{ball.stop - 1}f",
        ),
        move=(round(-0.5 * float(ankle[0] + tip[0]), 3), 0.0, 0.0),
        turn_deg=round(-float(np.degrees(np.arctan2(tip[0] - ankle[0], tip[2] - ankle[2]))), 1),
    )
