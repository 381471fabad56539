"""A clip as the page takes it: a line of JSON about it, then all its points as 32-bit floats."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np

from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.plots.contact_marks import Mark
from supple.plots.figure import Figure

_MOST_BYTES = 64_000_000  # of a clip; of a longer one every n-th frame is shown


def payload(figure: Figure, content: Motion | Markers, start: int = 0, most: int = _MOST_BYTES) -> bytes:
    """A figure whose frames begin with ``start`` in its file.

    Length of the JSON (uint32, little endian), the JSON, blanks up to a multiple of four, and the points.
    """
    step = max(1, -(-figure.points.nbytes // most))
    points = np.ascontiguousarray(figure.points[::step], dtype="<f4")
    about = {
        "names": figure.names,
        "bones": figure.bones,
        "head": figure.head,
        "ends": figure.ends,
        "aside": figure.aside,
        "frames": len(points),
        "frame_time": figure.frame_time * step,
        "step": step,
        "start": start,
        "first": figure.first // step,
        "height": figure.height,
        "floor": figure.floor,
        "heading": figure.heading,
        "words": _words(figure, content),
        "warnings": content.provenance.warnings,
    }
    text = json.dumps(about, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    return len(text).to_bytes(4, "little") + text + points.tobytes()


def marks_json(marks: tuple[Mark, ...]) -> bytes:
    """Contacts for the page."""
    return json.dumps([asdict(mark) for mark in marks], separators=(",", ":")).encode()


def _words(figure: Figure, content: Motion | Markers) -> str:
    count, kind = (len(figure.names), "marker")
    if isinstance(content, Motion):
        count, kind = content.skeleton.joint_count, "joint"
    frames = f"{figure.frames} frame{'s' * (figure.frames != 1)} at {content.fps:.6g} fps"
    return f"{figure.frames * figure.frame_time:.2f} s · {frames} · {count} {kind}{'s' * (count != 1)}"
