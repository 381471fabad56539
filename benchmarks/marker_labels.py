"""Labels that are right and labels that are exchanged, on motions by which no setting of this was chosen."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.marker_bodies import SETS, exchanged, marked
from benchmarks.measure import Row
from supple import Markers, Motion, SuppleError, read, solve_markers

_TAKES = ("02_02", "02_04", "05_01", "07_01", "07_04", "08_02", "12_01", "16_15", "35_01", "39_02")
CLIPS = (
    *(f"cmu-bvh/{take}" for take in _TAKES),
    "bandai-namco/dataset-2_walk_normal_001",
    "other-bvh/animated_drawings/jumping_jacks",
    "other-bvh/games105/motion",
)
PAIRS = (
    ("LWRA", "LWRB"), ("CLAV", "STRN"), ("LELB", "LUPA"), ("RKNE", "RTHI"), ("LASI", "LPSI"), ("RANK", "RTIB"),
    ("LHEE", "LTOE"), ("LKNE", "RKNE"), ("RFRM", "RWRA"), ("C7", "T10"), ("LFHD", "RFHD"), ("LFHD", "LBHD"),
    ("LSHO", "RSHO"), ("RELB", "RFRM"), ("LTHI", "RTHI"), ("LANK", "RANK"), ("RWRB", "RFIN"), ("LELB", "RELB"),
    ("LASI", "RASI"), ("LSHO", "LUPA"),
)  # fmt: skip
_ON_BELTS = {"LASI": "LFWT", "LPSI": "LBWT", "RASI": "RFWT", "RTIB": "RSHN"}  # how CMU's set calls them
_FRAMES, _RATE, _PAIRS_EACH = 240, 60.0, 6


def labels(folder: Path) -> list[Row]:
    """False alarms of captures that are right in five marker sets, and exchanged pairs that go unsaid."""
    right: list[str] = []
    wrong: list[str] = []
    for k, name in enumerate(CLIPS):
        motion, noise = clip(folder / f"{name}.bvh"), 0.001 + 0.001 * ((2 * k) % 5)
        right += [verdict(marked(motion, words, seed=100 + k, noise=noise)) for words in SETS.values()]
        capture = marked(motion, SETS["cmu" if k % 2 else "plug-in"], seed=100 + k, noise=noise)
        wrong += [verdict(exchanged(capture, pair)) for pair in pairs_of(k, capture)]
    alarms, unsaid = len(right) - right.count("met") - right.count("told"), wrong.count("met")
    told, noted = right.count("told"), wrong.count("told")
    return [
        ("labels that are right: ends with code 3, or refused", f"{alarms} of {len(right)}", "-", f"{told} more noted"),
        ("labels exchanged throughout: not told", f"{unsaid} of {len(wrong)}", "-", f"{noted} only noted"),
    ]


def clip(path: Path) -> Motion:
    """The middle 4 s of a motion at about 60 frames per second, without its T-pose."""
    whole = read(path)
    step = max(1, round(whole.fps / _RATE))
    count = min(whole.frames - whole.rest_rows, _FRAMES * step)
    first = whole.rest_rows + (whole.frames - whole.rest_rows - count) // 2
    part = whole.with_frames(first, first + count)
    offsets = None if part.offsets is None else part.offsets[::step]
    rows = np.arange(0, part.frames, step)
    return Motion(
        part.skeleton, part.root_positions[rows], part.rotations[rows], part.frame_time * step, offsets=offsets
    )


def pairs_of(k: int, capture: Markers) -> list[list[str]]:
    """Six of the pairs, other ones for every clip."""
    some = [PAIRS[(_PAIRS_EACH * k + i + _PAIRS_EACH * k // len(PAIRS)) % len(PAIRS)] for i in range(_PAIRS_EACH)]
    return [[label if label in capture.labels else _ON_BELTS[label] for label in pair] for pair in some]


def verdict(capture: Markers) -> str:
    """``met``, ``told`` (met, with a suspect in the notes), ``stalled`` or ``refused``."""
    try:
        report = solve_markers(capture).report
    except SuppleError:
        return "refused"
    return "told" if report.status == "met" and report.suspects else report.status
