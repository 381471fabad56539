"""What of a motion is guessed, as a document beside its file: motion formats have no place for it."""

from __future__ import annotations

import json
from pathlib import Path

from supple.recipes.markers.solving import MarkersSolved

_BESIDE = ".guessed.json"  # walk.bvh has walk.guessed.json, as it has walk.contacts.json


def guessed_beside(path: Path) -> Path:
    """Where the guesses of a motion's file are written."""
    return path.with_name(path.stem + _BESIDE)


def dump_guesses(solved: MarkersSolved, motion: str) -> str:
    """Joints and frames [start, stop) that rest on too little data, by the frames of the motion that is written.

    ``motion`` is that file's name; ``first_frame`` is the frame of the capture that its frame 0 was.
    """
    report = solved.report
    first = 0 if solved.motion.frames > report.frames else report.first_frame  # a part within the whole motion
    spans = [{"joint": g.joint, "start": g.start - first, "stop": g.stop - first} for g in report.guesses]
    data = {"format": 1, "motion": motion, "frames": solved.motion.frames, "first_frame": first, "guessed": spans}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
