"""Parts of the slow cleanup, in plain NumPy."""

import numpy as np

from supple.core.quaternions import arc, multiply, rotate


def fade(t):
    return 2.0 * t**3 - 3.0 * t**2 + 1.0


def smallest_turn(a, b):
    return arc(a / np.linalg.norm(a), b / np.linalg.norm(b))


def posed(skeleton, root, rotations, offsets):
    """World positions (J, 3) and turns (J, 4) of one frame."""
    positions, turned = np.zeros((len(rotations), 3)), np.zeros((len(rotations), 4))
    for j, parent in enumerate(skeleton.parents):
        if parent < 0:
            positions[j], turned[j] = root, rotations[j]
        else:
            positions[j] = positions[parent] + rotate(turned[parent], offsets[j])
            turned[j] = multiply(turned[parent], rotations[j])
    return positions, turned


def runs(flags):
    """Spans [start, stop) in which flags are set."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def hinge(upper, lower, axis):
    """C, P and the bend of a limb: its length squared is C + 2 P cos(bend)."""
    u, w = upper - (upper @ axis) * axis, lower - (lower @ axis) * axis
    c = upper @ upper + lower @ lower + 2.0 * (upper @ axis) * (lower @ axis)
    return c, np.linalg.norm(u) * np.linalg.norm(w), np.arctan2(axis @ np.cross(u, w), u @ w)


def about(axis, angle):
    return np.array([np.cos(0.5 * angle), *(np.sin(0.5 * angle) * np.asarray(axis))])
