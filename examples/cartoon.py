"""A walk, a kick and a dance of a cartoon figure: ``python examples/cartoon.py`` writes cartoon_walk.bvh and so on."""

from dataclasses import replace

import numpy as np

import supple
from supple.core.motion import rest_pose
from supple.recipes.samples import sample

CLIPS = ("walk", "kick", "dance")
LONGER = {  # how many times as long bones to these joints are: tiny legs, long arms with huge hands, a huge head
    **{"Hips": 0.55, "UpLeg": 1.2, "Leg": 0.45, "Foot": 0.45, "ToeBase": 1.0, "ToeBase_end": 1.0},
    **{"Spine": 1.2, "Spine1": 1.2, "Neck": 1.2, "Head": 0.7, "Head_end": 2.4},
    **{"Shoulder": 1.4, "Arm": 1.2, "ForeArm": 1.0, "Hand": 1.0, "Hand_end": 1.8},
}


def cartoon() -> supple.Motion:
    """The figure in its T-pose; one frame."""
    skeleton = sample("walk").skeleton
    parts = [name.removeprefix("Left").removeprefix("Right") for name in skeleton.names]
    offsets = skeleton.offsets * np.array([[LONGER[part]] for part in parts])
    return rest_pose(replace(skeleton, offsets=offsets, freedoms=()))


def on_cartoon(clip: str) -> supple.Retargeted:
    """A sample motion on the figure."""
    return supple.retarget(sample(clip), cartoon())


if __name__ == "__main__":
    for clip in CLIPS:
        done = on_cartoon(clip)
        print(f"{clip}: feet slide {done.report.slide_mm_max:.4f} mm", *done.report.notes, sep="\n  ")  # noqa: T201
        supple.write(done.motion, f"cartoon_{clip}.bvh")
