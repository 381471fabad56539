"""Geometric constraints of one joint: as fast as an animator drags, and as the thesis's machine was not."""

from __future__ import annotations

import numpy as np

from benchmarks.measure import Row, best_seconds
from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.detect.geometric import Template, detect_geometric
from supple.detect.geometric.displacements import displacements, joint_path
from supple.recipes.walk import walking

_FRAMES, _FPS = 350, 25.0  # of the thesis's walk
_DISPLACEMENTS_MS, _WHOLE_MS = 11.3, 11.3 + 4.4  # what the thesis reports for it, in 2006


def loop_of_decompositions(pose: WorldPose, joint: int) -> list[np.ndarray]:
    """The thesis's displacements, frame by frame: two 4 x 4 matrices, one decomposition."""
    turns, found = quaternions.to_matrix(pose.rotations[:, joint]), []
    for f in range(len(turns) - 1):
        step = turns[f].T @ (pose.positions[f + 1, joint] - pose.positions[f, joint])
        u, sigma, vt = np.linalg.svd(turns[f].T @ turns[f + 1] - np.eye(3))
        found.append(-vt.T[:, :2] @ ((u.T @ step)[:2] / np.maximum(sigma[:2], 1e-12)))
    return found


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    motion: Motion = walking(_FRAMES / _FPS, _FPS)
    pose, skeleton = world_pose(motion), motion.skeleton
    foot, template = skeleton.index("LeftFoot"), [Template("space", 22, 28)]
    times = best_seconds(
        {
            "automatic": lambda: detect_geometric(pose, skeleton, _FPS, "LeftFoot"),
            "templates": lambda: detect_geometric(pose, skeleton, _FPS, "LeftFoot", templates=template),
            "relative": lambda: detect_geometric(pose, skeleton, _FPS, "LeftHand", reference="Hips"),
            "displacements": lambda: displacements(joint_path(pose, foot)),
            "loop": lambda: loop_of_decompositions(pose, foot),
        },
        rounds=40,
    )
    worst = max(times["automatic"], times["templates"], times["relative"])
    faster = times["loop"] / times["displacements"]
    ms = {name: 1e3 * seconds for name, seconds in times.items()}
    size = f"{motion.frames} frames"
    return [
        ("geometric constraints of one joint", f"{1e3 * worst:.1f} ms", "< 4 ms",
         f"{size}: automatic {ms['automatic']:.1f}, templates {ms['templates']:.1f}, a hand from the hips "
         f"{ms['relative']:.1f} ms; the thesis {_WHOLE_MS:.1f} ms"),
        ("a loop of decompositions against our closed form", f"{faster:.0f} x", "> 10 x",
         f"{ms['loop']:.1f}, {ms['displacements']:.2f} ms ({size}); the thesis {_DISPLACEMENTS_MS:.1f} ms"),
    ]  # fmt: skip
