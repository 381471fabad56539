"""Draw the pictures of docs/editing.md: every example before (grey) and after (colour). ``make docs`` runs it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

import supple
from supple.constraints.compile import compile_edit
from supple.constraints.model import Edit
from supple.constraints.plan import Plan
from supple.core.quaternions import rotate
from supple.kernels.task_kinds import POINT
from supple.recipes.names import motion_names
from supple.recipes.samples import sample

HERE = Path(__file__).resolve().parent
EXAMPLES, PICTURES = HERE.parent / "examples", HERE / "pictures"
SIDES = {"Left": "#2f7fe0", "Right": "#e8743b"}
BEFORE, MIDDLE, GOAL, GROUND = "#b9bdc4", "#3f444c", "#d0266b", "#8a8f98"


@dataclass(frozen=True)
class Story:
    """How one example is shown."""

    example: str
    motion: str
    moments: Sequence[float]  # [s]
    paths: Sequence[str]  # joints whose way is drawn
    turned_deg: float = 0.0  # from where it is seen: 0 from the front, 90 from the left side
    apart: float = 1.25  # [m] between two figures that stay in place; 0: they walk through the picture
    from_above: bool = False  # footprints too
    high: float = 2.0  # [m]


STORIES = (
    Story("dance", "dance", (0.8, 1.3, 1.9, 2.6, 3.3, 4.0, 4.6), ("RightForeArm", "RightHand")),
    Story("raised_arms", "dance", (0.8, 1.4, 2.0, 2.7, 3.4, 4.4, 5.1), ("LeftHand", "RightHand"), high=2.2),
    Story("shading_the_eyes", "look", (0.2, 0.6, 1.0, 1.9, 2.7, 3.4, 4.8), ("RightHand",), 25.0),
    Story("karate", "kick", (0.4, 0.9, 1.15, 1.37, 1.6, 1.9, 2.4), ("RightFoot",), 75.0, 1.5),
    Story("golf", "golf", (0.4, 0.9, 1.2, 1.45, 1.6, 1.8, 2.0), ("LeftHand",), 0.0, 1.4),
    Story("footplants", "walk", (0.5, 1.55, 2.65, 3.7, 4.5), (), 90.0, 0.0, True),
    Story("catwalk", "walk", (0.5, 1.55, 2.65, 3.7, 4.5), (), 90.0, 0.0, True),
    Story("steps", "walk", np.arange(0.4, 4.75, 0.54).tolist(), ("LeftFoot", "RightFoot"), 90.0, 0.0, high=3.0),
    Story("stairs_with_tray", "walk", np.arange(0.4, 4.75, 0.54).tolist(), ("LeftHand",), 90.0, 0.0, high=3.2),
)


def main(names: Sequence[str]) -> None:
    """Draw the named examples, or all."""
    for story in STORIES:
        if not names or story.example in names:
            draw(story).savefig(PICTURES / f"{story.example}.png", dpi=100, metadata={"Software": None})


def draw(story: Story) -> Any:
    """The picture of one example, a matplotlib figure."""
    from matplotlib.figure import Figure

    matplotlib.use("Agg")
    before = sample(story.motion)
    edit = supple.read_edit(EXAMPLES / f"{story.example}.toml")
    after = supple.edit(before, edit).motion
    figure = Figure(figsize=(11.0, tall(story)), layout="constrained")
    if story.from_above:
        axes, above = figure.subplots(2, 1, height_ratios=(1.0, 0.35), sharex=True)
        footprints(above, (before, after), edit)
    else:
        axes = figure.subplots()
    strip(axes, story, before, after, edit)
    return figure


def tall(story: Story) -> float:
    """The height of the picture [inches] at which metres are as long upwards as they are to the side."""
    wide = story.apart * len(story.moments) or 7.0
    return 0.6 + 10.3 * (story.high + 0.08) / wide + (1.4 if story.from_above else 0.0)


def strip(axes: Any, story: Story, before: supple.Motion, after: supple.Motion, edit: Edit) -> None:
    """The figures at the story's moments, side by side."""
    poses = [supple.world_pose(motion) for motion in (before, after)]
    frames = [min(round(t * before.fps), before.frames - 1) for t in story.moments]
    goals = asked(before, edit, poses[1])
    flats = [seen(pose.positions, story.turned_deg) for pose in poses]
    for k, frame in enumerate(frames):
        shift = np.array([k * story.apart, 0.0])
        for name in story.paths:
            joint, since = before.skeleton.index(name), frames[k - 1] if k else frame
            for flat, colour in zip(flats, (BEFORE, colour_of(name)), strict=True):
                way = flat[since : frame + 1, joint] + shift
                axes.plot(*way.T, color=colour, linewidth=1.0, alpha=0.8)
        for pose, flat, colour in zip(poses, flats, (BEFORE, None), strict=True):
            body(axes, flat[frame] + shift, before.skeleton, colour)
            nose(axes, pose.positions[frame], pose.rotations[frame], before.skeleton, story, shift, colour)
        places = seen(np.array([path[frame] for path in goals if not np.isnan(path[frame, 0])]).reshape(-1, 3),
                      story.turned_deg)  # fmt: skip
        axes.plot(*(places + shift).T, "o", color=GOAL, markersize=4.0, zorder=5)
    axes.axhline(0.0, color=GROUND, linewidth=0.8, zorder=0)
    treads(axes, before, edit)
    axes.set_aspect("equal")
    axes.set_ylim(-0.08, story.high)
    axes.set_yticks(np.arange(0.0, story.high, 0.5))
    axes.set_ylabel("height [m]")
    if story.apart:
        axes.set_xticks([k * story.apart for k in range(len(frames))], [f"{t:g} s" for t in story.moments])
    elif not story.from_above:
        axes.set_xlabel("way [m]")
    for side in ("top", "right", "bottom"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="x", length=0)


def body(axes: Any, flat: np.ndarray, skeleton: supple.Skeleton, colour: str | None) -> None:
    """One figure as lines, (J, 2), with an ellipse for a head."""
    for j in range(1, len(skeleton)):
        name, bone = skeleton.names[j], flat[[skeleton.parents[j], j]]
        if name == "Head_end":
            head(axes, bone, colour or MIDDLE)
            continue
        axes.plot(*bone.T, color=colour or colour_of(name), linewidth=2.2, solid_capstyle="round",
                  zorder=1 if colour else 3)  # fmt: skip


def head(axes: Any, bone: np.ndarray, colour: str) -> None:
    """An ellipse from the bottom to the top of the head."""
    from matplotlib.patches import Ellipse

    (low, top), long = bone, float(np.linalg.norm(bone[1] - bone[0]))
    angle = float(np.degrees(np.arctan2(top[1] - low[1], top[0] - low[0])))
    axes.add_patch(Ellipse(tuple(bone.mean(axis=0)), long, 0.72 * long, angle=angle, fill=False, edgecolor=colour,
                           linewidth=1.9, zorder=1 if colour == BEFORE else 3))  # fmt: skip


def nose(
    axes: Any,
    at: np.ndarray,
    turned: np.ndarray,
    skeleton: supple.Skeleton,
    story: Story,
    shift: np.ndarray,
    colour: str | None,
) -> None:
    """Where the face looks."""
    joint = skeleton.index("Head")
    line = at[joint] + rotate(np.broadcast_to(turned[joint], (2, 4)), np.array([[0.0, 0.09, 0.07], [0.0, 0.09, 0.13]]))
    axes.plot(
        *(seen(line, story.turned_deg) + shift).T, color=colour or MIDDLE, linewidth=1.9, zorder=1 if colour else 3
    )


def treads(axes: Any, motion: supple.Motion, edit: Edit) -> None:
    """The steps under raised footplants, from the side."""
    positions = supple.world_pose(motion).positions
    for plant in (c for c in edit.constraints if isinstance(c, supple.Footplant) and c.move[1] > 0.0):
        foot = positions[standing(plant), motion.skeleton.index(plant.foot.capitalize() + "Foot")]
        axes.plot(foot[2] + np.array([-0.12, 0.26]), np.full(2, plant.move[1]), color=GROUND, linewidth=0.8, zorder=0)


def standing(plant: supple.Footplant) -> int:
    """The frame in the middle of a footplant."""
    return round(0.5 * (int(str(plant.events.toe_strike)[:-1]) + int(str(plant.events.heel_off)[:-1])))


def footprints(axes: Any, motions: Sequence[supple.Motion], edit: Edit) -> None:
    """Both feet from above in the middle of each footplant."""
    for motion, fill in zip(motions, (False, True), strict=True):
        positions = supple.world_pose(motion).positions
        for plant in (c for c in edit.constraints if isinstance(c, supple.Footplant)):
            side, frame = plant.foot.capitalize(), standing(plant)
            foot, tip = (positions[frame, motion.skeleton.index(side + part)] for part in ("Foot", "ToeBase_end"))
            line = np.array([foot, tip])[:, [2, 0]]
            axes.plot(*line.T, color=SIDES[side] if fill else BEFORE, linewidth=8.0 if fill else 9.0,
                      solid_capstyle="round", alpha=0.9)  # fmt: skip
    axes.axhline(0.0, color=GROUND, linewidth=0.6, zorder=0)
    axes.set_aspect("equal")
    axes.set_ylim(0.32, -0.32)  # the left side is away from the eye, as above
    axes.set_yticks((0.2, 0.0, -0.2))
    axes.set_ylabel("left [m]")
    axes.set_xlabel("way [m]")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def asked(motion: supple.Motion, edit: Edit, pose: supple.WorldPose) -> list[np.ndarray]:
    """(F, 3) places that are asked for in full, NaN elsewhere; those that ride with the body as it is in ``pose``."""
    plan = compile_edit(motion, edit, motion_names(motion), supple.world_pose(motion))
    return [_place(plan, k, pose) for k in np.flatnonzero((plan.kind == POINT) & (plan.rows == 3))
            if plan.activity[:, k].min() < 1.0 or plan.support_start[k + 1] > plan.support_start[k]]  # fmt: skip


def _place(plan: Plan, k: int, pose: supple.WorldPose) -> np.ndarray:
    out = plan.goal[:, k, :3].copy()
    for s in range(plan.support_start[k], plan.support_start[k + 1]):
        joint = plan.support_joint[s]
        at = pose.positions[:, joint] + rotate(pose.rotations[:, joint], plan.support_point[:, s])
        out += plan.share[:, s, None] * at
    out[plan.activity[:, k] < 1.0] = np.nan
    return out


def seen(places: np.ndarray, turned_deg: float) -> np.ndarray:
    """(..., 2) places (..., 3) on the page."""
    a = np.radians(turned_deg)
    return np.stack([np.cos(a) * places[..., 0] + np.sin(a) * places[..., 2], places[..., 1]], axis=-1)


def colour_of(joint: str) -> str:
    """The colour of a joint's side."""
    return next((colour for side, colour in SIDES.items() if joint.startswith(side)), MIDDLE)


if __name__ == "__main__":
    main(sys.argv[1:])
