"""What position channels mean: in some files they replace OFFSET, in others they add to it.

Neither is stated in a file, so it is decided by what makes a figure: bones of the stated length, and feet
near the floor.
"""

from __future__ import annotations

import numpy as np

from supple.core.rows import Rows, blocks_of
from supple.io.bvh.layout import Nodes, Rule, columns

_SMALL = 1e-4  # of the figure's size: an OFFSET shorter than this makes no difference
_CLEARLY = 0.5  # most files hold the root's place itself; another reading has to be so much better
_SAME = 1e-3  # of the figure's size: a root this close to its OFFSET was exported with it


def joint_rule(nodes: Nodes, values: Rows) -> tuple[Rule, str]:
    """Whether position channels of inner joints replace OFFSET or add to it, and why.

    Bones keep their length: channels that replace stay near OFFSET, channels that add stay near zero.
    Every joint has one vote of at most one, so that a joint that travels does not outvote the bones.
    """
    offsets = {j: np.array(nodes[j].offset)[list(nodes[j].axes("position"))] for j in _inner(nodes)}
    voters = {j: length for j, offset in offsets.items() if (length := float(np.linalg.norm(offset))) > 0.0}
    if not voters:
        return "replace", ""
    kept, added = dict.fromkeys(voters, 0.0), dict.fromkeys(voters, 0.0)
    for block in blocks_of(values):
        for j in voters:
            places = block[:, _inner(nodes)[j]]
            kept[j] += float(np.linalg.norm(places - offsets[j], axis=1).sum())
            added[j] += float(np.linalg.norm(places, axis=1).sum())
    count = max(1, len(values))
    replace, add = (sum(min(1.0, far[j] / count / voters[j]) for j in voters) for far in (kept, added))
    if replace <= add:
        return "replace", f"they replace OFFSET: bones then keep their length (misfit {replace:.3g} against {add:.3g})"
    return "add", f"they add to OFFSET: bones then keep their length (misfit {add:.3g} against {replace:.3g})"


def root_rule(offset: np.ndarray, heights: np.ndarray, path: np.ndarray, size: float) -> tuple[Rule, str]:
    """Whether the root's position channels replace its OFFSET or add to it, and why.

    ``path`` (n, 3) are the channels, ``heights`` (n,) how far the root is above the figure's lowest point in
    the same frames, ``size`` is the figure's. All in file units, the second axis up.
    """
    if np.abs(path - offset).max(axis=1).min() <= _SAME * size:
        return "replace", "the position channels hold the root's place itself: they pass through OFFSET"
    if not path.any():
        return "add", "the position channels add to the root's OFFSET: they are all zero"
    if abs(offset[1]) <= _SMALL * size:
        return "replace", "the position channels hold the root's place itself: OFFSET does not change the height"
    floor = float(np.median(path[:, 1] - heights))
    absolute, delta = abs(floor), abs(floor + float(offset[1]))
    if delta < _CLEARLY * absolute:
        how, then, otherwise = "add to the root's OFFSET", delta, absolute
    else:
        how, then, otherwise = "hold the root's place itself", absolute, delta
    reason = f"the lowest point is then {then:.3g} from the floor, otherwise {otherwise:.3g}"
    return "add" if then is delta else "replace", f"the position channels {how}: {reason}"


def keeps_still(nodes: Nodes, values: Rows, rule: Rule) -> bool:
    """Whether the channels of inner joints say nothing that OFFSET does not say, to the last digit."""
    inner = _inner(nodes)
    rest = {j: np.array(nodes[j].offset)[list(nodes[j].axes("position"))] * (rule == "replace") for j in inner}
    return not inner or all(
        (block[:, cols] == rest[j]).all() for block in blocks_of(values) for j, cols in inner.items()
    )


def local_offsets(nodes: Nodes, values: np.ndarray, rule: Rule) -> np.ndarray:
    """Per-frame offsets (F, J, 3) of joints, of which some have position channels."""
    rest = np.array([node.offset for node in nodes])
    out = np.zeros((len(values), len(nodes), 3))
    out[:] = rest
    for j, cols in _inner(nodes).items():
        axes = list(nodes[j].axes("position"))
        out[:, j, axes] = values[:, cols] + (rest[j, axes] if rule == "add" else 0.0)
    return out


def root_path(nodes: Nodes, values: np.ndarray) -> np.ndarray:
    """Where the root is (F, 3), as the channels have it; an axis without a channel stays at OFFSET."""
    out = np.zeros((len(values), 3))
    out[:] = nodes[0].offset
    out[:, list(nodes[0].axes("position"))] = values[:, columns(nodes, "position").get(0, [])]
    return out


def added_to_offset(nodes: Nodes, path: np.ndarray) -> np.ndarray:
    """A root's path (F, 3) of which the channels add to OFFSET."""
    out = path.copy()
    for k in nodes[0].axes("position"):
        out[:, k] += nodes[0].offset[k]
    return out


def _inner(nodes: Nodes) -> dict[int, list[int]]:
    """Columns of the position channels of all joints but the root."""
    return {j: cols for j, cols in columns(nodes, "position").items() if j > 0}
