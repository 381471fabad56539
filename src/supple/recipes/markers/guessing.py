"""A template proposed from a capture."""

from __future__ import annotations

import json

import numpy as np

from supple.core.markers import Markers
from supple.solvers.markers.guessing import guess_segments
from supple.solvers.markers.tagging import tag_labels

_MOST = 300  # markers


def guess_template(capture: Markers) -> str:
    """A template (TOML) that says which markers keep their distances, and which segment each group may be."""
    seen = np.isfinite(capture.positions).all(axis=2)
    used = [m for m in range(len(capture.labels)) if seen[:, m].sum() >= 3][:_MOST]
    tagging = tag_labels(capture.labels)
    segments = {marker.label: marker.segment for marker in tagging.markers}
    known = {k: segments[capture.labels[m]] for k, m in enumerate(used) if capture.labels[m] in segments}
    lines = [
        f"# Proposed from {capture.provenance.source or 'a capture'}: markers of a group keep their distances.",
        "# Look at every group, above all at left and right: points alone cannot tell them.",
        "format = 1",
        "",
        "[markers]",
    ]
    groups = guess_segments(np.ascontiguousarray(capture.positions[:, used]), known) if used else []
    for group in groups:
        alone = len(group.markers) == 1
        lines.append(f"# {'alone' if alone else f'distances change by up to {1e3 * group.change:.0f} mm'}")
        for k in group.markers:
            label = capture.labels[used[k]]
            segment = known.get(k, group.segment)
            lines.append(f"{json.dumps(label, ensure_ascii=False)} = {json.dumps(segment)}")
    return "\n".join(lines) + "\n"
