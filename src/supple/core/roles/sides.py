"""Left and right by geometry: left is up cross forward, in the body's own frame, whatever the world's axes are."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

_CLEAR = 0.25  # mean cosine from which the evidence counts
_FOOT = 0.4  # length of two feet together, as a share of a thigh, from which they count in full


def leftness(roles: Mapping[str, int], positions: np.ndarray) -> float:
    """From -1 to 1: how surely the joints called left are on the left; near 0: cannot be told.

    Up runs from the hips to the chest or head, forward from the ankles to the toes, or where the knees point
    when there are no toes. Works in any pose, since all three move with the body.
    """
    across = _across(roles, positions)
    up = _up(roles, positions)
    if across is None or up is None:
        return 0.0
    votes = [(forward, weight) for forward, weight in _forwards(roles, positions, up) if forward is not None]
    if not votes:
        return 0.0
    total = max(sum(weight for _, weight in votes), 1e-300)
    return sum(weight * _mean_sign(up, forward, across) for forward, weight in votes) / total


def is_clear(value: float) -> bool:
    """Whether a leftness is evidence."""
    return abs(value) > _CLEAR


def _mean_sign(up: np.ndarray, forward: np.ndarray, across: np.ndarray) -> float:
    left = np.cross(up, forward)
    size = np.linalg.norm(left, axis=1) * np.linalg.norm(across, axis=1)
    good = size > 1e-12 * max(float(size.max(initial=0.0)), 1e-300)
    if not good.any():
        return 0.0
    # Weighted by how far the vectors span a frame: a foot that points along the body says little.
    return float(np.sum((left * across).sum(axis=1)[good]) / np.sum(size[good]))


def _across(roles: Mapping[str, int], p: np.ndarray) -> np.ndarray | None:
    pairs = [part for part in ("hip", "shoulder") if f"left_{part}" in roles and f"right_{part}" in roles]
    if not pairs:
        return None
    return sum((p[:, roles[f"left_{part}"]] - p[:, roles[f"right_{part}"]] for part in pairs), np.zeros((len(p), 3)))


def _up(roles: Mapping[str, int], p: np.ndarray) -> np.ndarray | None:
    tops = [roles[r] for r in ("head", "neck", "chest", "left_shoulder") if r in roles]
    if not tops or "left_hip" not in roles or "right_hip" not in roles:
        return None
    return np.asarray(p[:, tops[0]] - 0.5 * (p[:, roles["left_hip"]] + p[:, roles["right_hip"]]))


def _forwards(roles: Mapping[str, int], p: np.ndarray, up: np.ndarray) -> list[tuple[np.ndarray | None, float]]:
    """Directions the body faces, each with the trust it deserves."""
    feet, knees = np.zeros((len(p), 3)), np.zeros((len(p), 3))
    has_feet = has_knees = False
    for side in ("left", "right"):
        hip, knee, ankle = (roles.get(f"{side}_{part}") for part in ("hip", "knee", "ankle"))
        toe = roles.get(f"{side}_toe_end", roles.get(f"{side}_ball"))
        if ankle is not None and toe is not None:
            feet += p[:, toe] - p[:, ankle]
            has_feet = True
        if hip is not None and knee is not None and ankle is not None:
            knees += _off_line(p[:, knee], p[:, hip], p[:, ankle])
            has_knees = True
    if "left_knee" not in roles:
        return [(feet if has_feet else None, 1.0)]
    thigh = _spread(p[:, roles["left_hip"]] - p[:, roles["left_knee"]])
    # A foot counts in full when it is as long as a foot; a stub below the ankle points anywhere.
    long = min(1.0, _spread(_off_line(feet, np.zeros_like(up), up)) / max(_FOOT * thigh, 1e-300))
    bent = has_knees and _spread(knees) > 0.02 * thigh
    return [(feet if has_feet else None, 3.0 * long**2), (knees if bent else None, 1.0)]


def _off_line(point: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """From the line a-b to the point, at a right angle."""
    line = b - a
    square = np.maximum((line * line).sum(axis=1), 1e-300)
    share = ((point - a) * line).sum(axis=1) / square
    return point - a - share[:, None] * line


def _spread(vectors: np.ndarray) -> float:
    return float(np.sqrt((vectors * vectors).sum(axis=1).mean()))
