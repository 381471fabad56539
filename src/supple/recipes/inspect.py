"""What a file holds, for people and for machines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from supple.core.freedom import Freedom
from supple.core.limits import BrokenLimit, broken_limits
from supple.core.markers import Markers, Signals
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import posed_frames, sample_frames
from supple.core.roles import Roles, find_roles
from supple.core.roles.height import figure_height
from supple.io.formats import Content
from supple.io.registry import format_of

Summary = dict[str, Any]  # what `supple info --json` prints; keys are part of the interface

_SHORTEST_BONE = 1e-6  # [m] below this a bone has no direction
_ROUNDING_DEG = 1e-6  # files state angles to six decimals; what exceeds a limit by less is no excess


def summarize(path: Path, content: Content, roles: Roles | None = None) -> Summary:
    """The facts of a file that was read; ``roles`` replaces the ones recognised from the figure."""
    head: Summary = {"file": path.name, "format": format_of(path).name, "kind": type(content).__name__.lower()}
    if isinstance(content, Motion):
        body = _motion(content, roles)
    elif isinstance(content, Markers):
        body = _markers(content)
    else:
        body = _signals(content)
    provenance = content.provenance
    tail = {"decisions": dict(provenance.decisions), "warnings": [*provenance.warnings, *body.pop("warnings", [])]}
    return head | body | tail


def _motion(motion: Motion, given: Roles | None) -> Summary:
    skeleton = motion.skeleton
    positions = posed_frames(motion, sample_frames(motion))
    roles = find_roles(skeleton, positions) if given is None else given
    return {
        "joints": skeleton.joint_count,
        "end_sites": int(skeleton.end_sites.sum()),
        "degrees_of_freedom": skeleton.dof_count,
        "frames": motion.frames,
        "frame_time": motion.frame_time,
        "fps": motion.fps,
        "duration": motion.duration,
        "unit_scale": motion.provenance.unit_scale,
        "up": motion.provenance.up,
        "height_m": figure_height(skeleton, positions, roles),
        "rest_rows": motion.rest_rows,
        "stretches": motion.offsets is not None,
        "roles": dict(roles),
        "tree": _tree(motion),
        "broken_limits": _broken(motion),
        "warnings": [*roles.warnings, *_figure_warnings(motion)],
    }


def _tree(motion: Motion) -> list[Summary]:
    """One entry per joint in the skeleton's order."""
    skeleton = motion.skeleton
    channels = motion.provenance.channels or ("",) * len(skeleton)
    return [
        {
            "name": name,
            "parent": None if j == 0 else skeleton.names[skeleton.parents[j]],
            "end_site": bool(skeleton.end_sites[j]),
            "offset_m": [round(float(x), 9) for x in skeleton.offsets[j]],
            "channels": channels[j],
            **_freedom(skeleton.freedoms[j]),
        }
        for j, name in enumerate(skeleton.names)
    ]


def _freedom(freedom: Freedom) -> Summary:
    if not freedom.limited:
        return {"freedom": freedom.kind}
    limits = [[None if np.isinf(x) else round(float(np.degrees(x)), 6) for x in pair] for pair in freedom.limits]
    return {"freedom": freedom.kind, "limits_deg": limits}


def _broken(motion: Motion) -> list[Summary]:
    """Limits that the capture itself breaks; ``axis`` counts from 0, ``channel`` is the file's word for it."""
    return [
        {
            "joint": broken.joint,
            "axis": broken.axis,
            "channel": _channel(motion, broken),
            "frames": broken.frames,
            "worst_deg": round(float(np.degrees(broken.worst)), 6),
        }
        for broken in broken_limits(motion)
        if np.degrees(broken.worst) > _ROUNDING_DEG
    ]


def _channel(motion: Motion, broken: BrokenLimit) -> str:
    joint = motion.skeleton.index(broken.joint)
    words = motion.provenance.channels[joint].split() if motion.provenance.channels else []
    turns = [word for word in words if word.startswith("r") or word.endswith("rotation")]
    matched = len(turns) == motion.skeleton.freedoms[joint].count
    return turns[broken.axis] if matched else f"axis {broken.axis + 1}"


def _figure_warnings(motion: Motion) -> list[str]:
    lengths = np.linalg.norm(motion.skeleton.offsets[1:], axis=1)
    if motion.offsets is not None:
        lengths = np.linalg.norm(motion.offsets[:, 1:], axis=2).max(axis=0)
    empty = [motion.skeleton.names[j + 1] for j in np.flatnonzero(lengths < _SHORTEST_BONE)]
    if not empty:
        return []
    listed = ", ".join(empty[:6]) + (f" and {len(empty) - 6} more" if len(empty) > 6 else "")
    return [f"{len(empty)} joints sit exactly on their parent (bones of length zero): {listed}."]


def _markers(markers: Markers) -> Summary:
    missing = np.isnan(markers.positions).any(axis=2)
    return {
        "markers": len(markers.labels),
        "labels": list(markers.labels),
        "frames": len(markers),
        "frame_time": markers.frame_time,
        "fps": markers.fps,
        "duration": markers.duration,
        "start_time": markers.start_time,
        "unit_scale": markers.provenance.unit_scale,
        "up": markers.provenance.up,
        "missing_pct": round(100.0 * float(missing.mean()), 3) if missing.size else 0.0,
        "analog_channels": list(markers.analog.labels) if markers.analog else [],
        "analog_fps": _rate(markers.analog) if markers.analog else None,
        "force_plates": [
            {"name": p.name, "samples": len(p.forces), "fps": round(1.0 / p.frame_time, 6)} for p in markers.plates
        ],
        "events": [{"label": label, "time": time} for label, time in markers.events],
    }


def _signals(signals: Signals) -> Summary:
    return {
        "columns": list(signals.labels),
        "units": list(signals.units),
        "rows": len(signals),
        "fps": _rate(signals),
        "start_time": float(signals.times[0]) if len(signals) else None,
        "duration": len(signals) * signals.frame_time,
    }


def _rate(signals: Signals) -> float | None:
    return round(1.0 / signals.frame_time, 6) if signals.frame_time > 0.0 else None


def travel(motion: Motion) -> list[Summary]:
    """How far and how fast every joint goes (poses the whole clip; rest rows left out)."""
    from supple.core.pose import world_pose

    positions = world_pose(motion).positions[first_moving_frame(motion) :]
    steps = np.linalg.norm(np.diff(positions, axis=0), axis=2)
    fastest = steps.max(axis=0) / motion.frame_time if len(steps) else np.zeros(len(motion.skeleton))
    return [
        {
            "name": name,
            "lowest_m": float(positions[:, j, 1].min()),
            "highest_m": float(positions[:, j, 1].max()),
            "travelled_m": float(steps[:, j].sum()),
            "fastest_m_s": float(fastest[j]),
        }
        for j, name in enumerate(motion.skeleton.names)
    ]
