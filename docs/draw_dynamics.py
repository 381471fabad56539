"""Draw the pictures of docs/dynamics.md: a captured walk before and after, and a load that is carried.

``make docs`` runs it; a walk that Supple makes itself stands in where the shared motions are not there.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import matplotlib
import numpy as np

import supple
from supple.plots import svg
from supple.plots.forces import force_curves, force_picture, physical_curves
from supple.recipes.walk import walking

PICTURES = Path(__file__).resolve().parent / "pictures"
CAPTURE = Path(__file__).resolve().parents[2] / "shared" / "data" / "cmu-bvh" / "07_01.bvh"
LOAD = 'format = 1\n[[mass]]\njoint = "chest"\nkg = 25.0\nat = [0.0, 0.0, -0.2]\n'


def main() -> None:
    """Both pictures."""
    matplotlib.use("agg")
    walk = supple.read(CAPTURE) if CAPTURE.is_file() else walking(2.5)
    assert isinstance(walk, supple.Motion)
    plain = supple.physical(walk)
    before, after = "as captured, by `supple dynamics`", "after `supple physical`"
    clips = [force_curves(supple.dynamics(walk), before), physical_curves(plain, after)]
    (PICTURES / "dynamics_walk.png").write_bytes(force_picture(clips, "png"))
    with TemporaryDirectory() as folder:
        document = Path(folder) / "load.toml"
        document.write_text(LOAD)
        loaded = supple.physical(walk, edit=document)
    draw_load(plain, loaded)


def draw_load(plain: supple.Physical, loaded: supple.Physical) -> None:
    """The same moments of both walks, and the force on the ground."""
    from matplotlib.figure import Figure

    with matplotlib.rc_context(svg.STYLE):
        figure = Figure(figsize=(9.2, 3.6), layout="constrained", facecolor="white")
        poses, forces = figure.subplots(1, 2, width_ratios=[1.5, 1.0])
        for result, colour, name in (
            (plain, "0.6", "unloaded"),
            (loaded, svg.COLOURS["right"], "with 25 kg on the back"),
        ):
            _poses(poses, result, colour, name)
            total = result.forces[..., 1].sum(axis=1) / plain.setting.problem.figure.weight
            forces.plot(result.setting.times, total, color=colour, label=name)
        poses.set_aspect("equal")
        poses.set_axis_off()
        poses.legend(frameon=False, fontsize=8, loc="lower left", bbox_to_anchor=(0.0, -0.12))
        forces.set_xlabel("time [s]")
        forces.set_ylabel("vertical ground reaction\n[unloaded body weights]")
        figure.savefig(PICTURES / "dynamics_load.png", dpi=100, metadata={"Software": None})


def _poses(axes: Any, result: supple.Physical, colour: str, name: str) -> None:
    """Five moments side by side, seen from the side on which the figure walks to the right."""
    motion = result.motion
    places = supple.world_pose(motion).positions
    way = motion.root_positions[-1] - motion.root_positions[result.setting.first]
    ahead = np.array([way[0], 0.0, way[2]]) / np.hypot(way[0], way[2])
    for k, frame in enumerate(np.linspace(result.setting.first + 20, motion.frames - 20, 5).astype(int)):
        at = places[frame] - motion.root_positions[frame] * (1.0, 0.0, 1.0)
        for j in range(1, len(motion.skeleton)):
            ends = np.stack([at[motion.skeleton.parents[j]], at[j]])
            axes.plot(1.1 * k + ends @ ahead, ends[:, 1], color=colour, linewidth=2.0, solid_capstyle="round",
                      label=name if k == 0 and j == 1 else None)  # fmt: skip


if __name__ == "__main__":
    main()
