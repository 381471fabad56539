"""The forces of a clip over time: ground reaction by foot, what is unexplained, and joint torques."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from supple.errors import MissingExtraError
from supple.plots.svg import COLOURS, STYLE
from supple.recipes.physics.dynamics import Dynamics
from supple.recipes.physics.physical import Physical


class ForceCurves(NamedTuple):
    """What is drawn of a clip."""

    name: str
    times: np.ndarray  # (F,) [s]
    weight: float  # [N]
    reaction: Mapping[str, np.ndarray]  # foot -> (F,) vertical force [N]
    residual: np.ndarray  # (F,) length of the unexplained force [N]
    torques: Mapping[str, np.ndarray]  # joint -> (F,) [Nm]
    measured: np.ndarray | None = None  # (F,) vertical force of plates [N]


def force_curves(told: Dynamics, name: str, measured: np.ndarray | None = None) -> ForceCurves:
    """The curves of a clip: each foot's vertical reaction, the residual, and the four largest joint torques."""
    inner = told.inner
    times = (np.arange(len(told.forces)) * told.frame_time)[inner]
    feet = {
        side: told.forces[inner][:, [k for k, point in enumerate(told.points) if point.startswith(side)], 1].sum(axis=1)
        for side in ("left", "right")
        if any(point.startswith(side) for point in told.points)
    }
    torque = np.linalg.norm(told.torques[inner], axis=2)
    largest = sorted(np.argsort(-torque.max(axis=0))[:4])
    shown = {told.joints[k]: torque[:, k] for k in largest}
    residual = np.linalg.norm(told.residual_force[inner], axis=1)
    return ForceCurves(name, times, told.figure.weight, feet, residual, shown, measured)


def force_picture(clips: Sequence[ForceCurves], kind: str) -> bytes:
    """A picture (png, svg or pdf), a column for each clip."""
    if find_spec("matplotlib") is None:
        raise MissingExtraError("the plot of forces", "plots")
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(4.6 * len(clips) + 0.6, 6.6), layout="constrained", facecolor="white")
        grid = figure.subplots(3, len(clips), sharex="col", sharey="row", squeeze=False)
        for column, clip in zip(grid.T, clips, strict=True):
            _clip(column, clip)
        grid[0, 0].set_ylabel("vertical ground reaction\n[body weights]")
        grid[1, 0].set_ylabel("unexplained force\n[% of body weight]")
        grid[2, 0].set_ylabel("joint torque [Nm]")
        out = io.BytesIO()
        figure.savefig(out, format=kind, dpi=100, metadata={"Software": None} if kind == "png" else None)
    return out.getvalue()


def _clip(column: Any, clip: ForceCurves) -> None:
    colours = (COLOURS["left"], COLOURS["right"], "#4a9c5d", "#9a6bc4")
    whole = np.zeros(len(clip.times))
    for (name, curve), colour in zip(clip.reaction.items(), colours, strict=False):
        column[0].plot(clip.times, curve / clip.weight, color=colour, label=name)
        whole = whole + curve
    column[0].plot(clip.times, whole / clip.weight, color="0.55", linewidth=0.9, label="both")
    if clip.measured is not None:
        column[0].plot(clip.times, clip.measured / clip.weight, color="black", linestyle=":", label="plates")
    column[0].axhline(1.0, color="0.85", linewidth=0.8, zorder=0)
    column[1].plot(clip.times, 100.0 * clip.residual / clip.weight, color="0.25")
    for (name, curve), colour in zip(clip.torques.items(), colours, strict=False):
        column[2].plot(clip.times, curve, label=name, color=colour)
    column[0].set_title(clip.name)
    column[0].legend(frameon=False, fontsize=7, loc="upper right")
    if clip.torques:
        column[2].legend(frameon=False, fontsize=7, loc="upper right")
    column[2].set_xlabel("time [s]")


def physical_curves(result: Physical, name: str) -> ForceCurves:
    """The same of a motion that was made physical."""
    points = result.points
    feet = {
        side: result.forces[1:-1][:, [k for k, point in enumerate(points) if point.startswith(side)], 1].sum(axis=1)
        for side in ("left", "right")
        if any(point.startswith(side) for point in points)
    }
    figure = result.setting.problem.figure
    torque = np.linalg.norm(result.torques[1:-1], axis=2)
    largest = sorted(np.argsort(-torque.max(axis=0))[:4])
    shown = {figure.skeleton.names[figure.joints[1 + k]]: torque[:, k] for k in largest}
    residual = np.linalg.norm(result.after.force, axis=1)
    return ForceCurves(name, result.setting.times[1:-1], figure.weight, feet, residual, shown)
