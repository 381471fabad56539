"""The demo of markers: a walk of Supple's own becomes a capture, with noise and gaps, and a skeleton again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.provenance import Provenance
from supple.io import registry
from supple.io.output import write_files
from supple.recipes.markers.actor_document import dump_actor
from supple.recipes.markers.solving import MarkersSolved, solve_markers
from supple.recipes.walk import walking
from supple.solvers.markers.landmarks import LANDMARKS
from supple.solvers.markers.tagging import tag_labels

NAME = "markers"
_SECONDS, _FPS = 3.0, 100.0
_NOISE = 0.002  # [m] of each coordinate
_GAP = (120, 150)  # frames in which the left arm has no markers
_LABELS = (
    "LASI RASI LPSI RPSI LTHI RTHI LKNE RKNE LTIB RTIB LANK RANK LHEE RHEE LTOE RTOE LMT5 RMT5 C7 T10 CLAV STRN "
    "LSHO RSHO LUPA RUPA LELB RELB LFRM RFRM LWRA RWRA LWRB RWRB LFIN RFIN LFHD RFHD LBHD RBHD"
)
_JOINTS = {
    "pelvis": "Hips", "femur": "UpLeg", "tibia": "Leg", "foot": "Foot", "thorax": "Spine1", "neck": "Neck",
    "head": "Head", "clavicle": "Shoulder", "humerus": "Arm", "radius": "ForeArm", "hand": "Hand",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class DemoMarkers:
    """What was captured and what came of it."""

    truth: Motion
    capture: Markers
    solved: MarkersSolved
    knee_rms_deg: float  # how far the bends of both knees are from the truth


def run_demo_markers(folder: Path, *, overwrite: bool = False) -> DemoMarkers:
    """Capture a walk, solve it, and write the skeleton and the actor to ``folder``."""
    truth = walking(_SECONDS, _FPS)
    capture = captured(truth)
    solved = solve_markers(capture)
    files = dict(registry.encode(solved.motion, folder / f"{NAME}.bvh").files)
    files[folder / "actor.json"] = dump_actor(solved.actor).encode()
    files[folder / "capture.trc"] = trc_text(capture).encode()
    write_files(files, overwrite=overwrite)
    off = np.concatenate([_bend(truth, side) - _bend(solved.motion, side) for side in ("Left", "Right")])
    return DemoMarkers(truth, capture, solved, float(np.sqrt(np.mean(off**2))))


def captured(motion: Motion, *, noise: float = _NOISE, gap: tuple[int, int] | None = _GAP, seed: int = 0) -> Markers:
    """Markers on a walk of :mod:`supple.recipes.walk`, where people usually stick them, with noise and a gap."""
    pose, skeleton, rng = world_pose(motion), motion.skeleton, np.random.default_rng(seed)
    labels = tuple(_LABELS.split())
    points = np.zeros((motion.frames, len(labels), 3))
    for m, marker in enumerate(tag_labels(labels).markers):
        spot, side = LANDMARKS[marker.landmark], marker.side.title()
        joint = skeleton.index(_joint(spot.segment, side))
        place = np.array(spot.place) * (-1.0 if side == "Right" else 1.0, 1.0, 1.0)
        if spot.anchor != spot.segment:
            place = place + skeleton.offsets[skeleton.index(_joint(spot.anchor, side))]
        points[:, m] = pose.positions[:, joint] + quaternions.rotate(pose.rotations[:, joint], place)
    points += rng.normal(0.0, noise, points.shape)
    if gap is not None:
        lost = [m for m, label in enumerate(labels) if label in ("LUPA", "LELB", "LFRM", "LWRA", "LWRB", "LFIN")]
        points[gap[0] : gap[1], lost] = np.nan
    return Markers(labels, points, motion.frame_time, provenance=Provenance(source="a walk with markers"))


def _joint(segment: str, side: str) -> str:
    return _JOINTS[segment] if segment in ("pelvis", "thorax", "neck", "head") else side + _JOINTS[segment]


def trc_text(capture: Markers) -> str:
    """A capture as TRC, in millimetres; missing points are left empty."""
    rate, frames, count = f"{capture.fps:g}", len(capture), len(capture.labels)
    lines = [
        "PathFileType\t4\t(X/Y/Z)\tcapture.trc",
        "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
        f"{rate}\t{rate}\t{frames}\t{count}\tmm\t{rate}\t1\t{frames}",
        "Frame#\tTime\t" + "\t\t\t".join(capture.labels) + "\t\t",
        "\t\t" + "\t".join(f"X{m + 1}\tY{m + 1}\tZ{m + 1}" for m in range(count)),
        "",
    ]
    for f, row in enumerate(1e3 * capture.positions):
        cells = ["" if np.isnan(value) else f"{value:.4f}" for value in row.ravel()]
        lines.append(f"{f + 1}\t{f * capture.frame_time:.6f}\t" + "\t".join(cells))
    return "\n".join(lines) + "\n"


def _bend(motion: Motion, side: str) -> np.ndarray:
    """The bend of a knee [deg]."""
    at = world_pose(motion).positions
    hip, knee, ankle = (at[:, motion.skeleton.index(side + name)] for name in ("UpLeg", "Leg", "Foot"))
    upper, lower = knee - hip, ankle - knee
    cosine = (upper * lower).sum(axis=1) / np.linalg.norm(upper, axis=1) / np.linalg.norm(lower, axis=1)
    return np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))
