"""Figures for the tests of FBX: every kind of joint that a file can state."""

from __future__ import annotations

import numpy as np

from support.fbx_files import FbxFile, FbxNode, FbxTake

RATE = 30.0


def wobble(seed: int, frames: int, size: float, around=(0.0, 0.0, 0.0)) -> list[tuple[float, ...]]:
    """A smooth path of vectors."""
    rng = np.random.default_rng(seed)
    phase, speed = rng.uniform(0, 6, 3), rng.uniform(0.1, 0.4, 3)
    return [tuple(np.array(around) + size * np.sin(phase + speed * k)) for k in range(frames)]


def figure_nodes(take: str = "Walk", frames: int = 12) -> list[FbxNode]:
    """A null above a figure of bones with pre- and post-rotations, pivots and every order of turns."""

    def turning(seed: int, size: float = 40.0) -> dict:
        return {(take, "R"): wobble(seed, frames, size)}

    hips = {(take, "T"): wobble(1, frames, 8.0, (0, 95, 0)), **turning(2, 15.0)}
    return [
        FbxNode("Reference", kind="Null", t=(1, 2, 3), r=(0, 30, 0)),
        FbxNode("Hips", "Reference", t=(0, 95, 0), order="ZXY", pre=(10, 20, 30), keys=hips),
        FbxNode("Spine", "Hips", t=(0, 20, 0), pre=(5, 0, 90), post=(0, 45, 10), order="YZX", keys=turning(3)),
        FbxNode("Head", "Spine", t=(3, 30, 0), r=(5, 6, 7), order="XZY", keys=turning(4)),
        FbxNode("Head_end", "Head", t=(0, 18, 0)),
        FbxNode("LeftLeg", "Hips", t=(9, -5, 0), r=(10, 20, 30), order="YXZ", post=(15, 0, 0)),
        FbxNode("LeftFoot", "LeftLeg", t=(0, -40, 0), order="ZYX", pre=(-90, 0, 0), keys=turning(5)),
        FbxNode("RightLeg", "Hips", t=(-9, -5, 0), keys=turning(6)),
        FbxNode("RightFoot", "RightLeg", t=(0, -40, 0), keys=turning(7)),
    ]


def figure_file(**changes) -> FbxFile:
    """The figure with one take of twelve frames."""
    return FbxFile(**{"nodes": figure_nodes(), "takes": [take("Walk")], **changes})


def take(name: str, frames: int = 12, rate: float = RATE, **more) -> FbxTake:
    """A take with keys at every frame."""
    return FbxTake(name, [k / rate for k in range(frames)], **more)
