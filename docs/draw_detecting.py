"""Write the picture of docs/detecting.md: a foot of a walk with faults, and what is found. ``make docs`` runs it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.core.pose import world_pose
from supple.detect.settings import DEFAULT_RULE
from supple.recipes import damage
from supple.recipes.detect import detect
from supple.recipes.measures.scene import point_path
from supple.recipes.names import motion_names
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts

PICTURE = Path(__file__).parent / "pictures/detecting.png"
COLOURS = {"left_heel": "#1f5fa8", "left_ball": "#d9661f"}


def draw() -> None:
    """Heights and speeds over time; bars are contacts, found above and true below."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    walk = true_walk(3.0, 120.0)
    motion = damage.drifting(damage.trembling(walk.motion, 0.1, 5e-4), 0.03)
    names, pose = motion_names(motion), world_pose(motion)
    found, known = detect(motion), known_contacts(walk)
    clock = np.arange(motion.frames) * motion.frame_time
    figure, (heights, speeds) = plt.subplots(2, 1, figsize=(9.0, 5.0), sharex=True, height_ratios=(1.0, 1.2))
    fastest = 0.0
    for k, (name, colour) in enumerate(COLOURS.items()):
        path = point_path(pose, names.effector(name))
        speed = np.linalg.norm(np.gradient(path, motion.frame_time, axis=0), axis=1)
        fastest = max(fastest, float(np.percentile(speed, 99.0)))
        heights.plot(clock, 100.0 * path[:, 1], color=colour, label=name.replace("_", " "))
        speeds.plot(clock, speed, color=colour)
        for contacts, row, width in ((found, -0.25, 5.0), (known, -0.33, 2.0)):
            spans = [(c.start, c.stop - 1) for c in contacts.contacts if c.point == name]
            for span in spans:
                speeds.plot(motion.frame_time * np.array(span), [row - 0.22 * k] * 2, color=colour, linewidth=width)
    for step in found.events.left:
        for event, style in ((step.heel_strike, ":"), (step.toe_off, "--")):
            if event is not None:
                speeds.axvline(event * motion.frame_time, color="0.5", linewidth=0.8, linestyle=style)
    speeds.axhline(DEFAULT_RULE.leave * fastest, color="0.7", linewidth=0.8)
    heights.set_ylabel("height [cm]")
    heights.legend(loc="upper right", frameon=False)
    speeds.set(ylabel="speed [m/s]", xlabel="time [s]", ylim=(-0.7, 3.0), xlim=(0.0, clock[-1]))
    figure.tight_layout()
    figure.savefig(PICTURE, dpi=110)


if __name__ == "__main__":
    draw()
