"""What a BVH file cannot say about a motion, in words, where there is something to lose."""

from __future__ import annotations

import numpy as np

from supple.core.listing import listed
from supple.core.motion import Motion
from supple.core.rest_rows import leading_rest_rows
from supple.core.streams import Stream
from supple.io.bvh.layout import SURELY_A_RATE, Node, Nodes, Record, freedom
from supple.io.bvh.naming import node_names
from supple.units import METRES_PER, unit_name

_SAME = 1e-9


def losses(motion: Motion | Stream, nodes: Nodes, up: str) -> list[str]:
    """Notes about what a write with the channels of ``nodes`` loses, names left out."""
    skeleton, notes = motion.skeleton, []
    if isinstance(motion.provenance.native, Record) and not same_tree(motion, motion.provenance.native):
        notes.append("the tree is not that of the file any more: its channel layout and numbers could not be kept.")
    if np.abs(skeleton.rest_rotations[:, 1:]).max() > _SAME:
        notes.append("rest rotations are not kept: the zero pose of the file is not the rest pose.")
    if any(freedom.limited for freedom in skeleton.freedoms):
        notes.append("joint limits are not kept.")
    turning = [node.name for j, node in enumerate(nodes) if not _turns_alike(motion, j, node, up)]
    if turning:
        notes.append(f"the axes that joints turn about are not kept: {listed(turning)}.")
    if motion.frame_time >= SURELY_A_RATE:
        notes.append(f"a frame time of {motion.frame_time:g} s will be read as a rate of so many frames per second.")
    found = leading_rest_rows(motion.root_positions, motion.rotations)
    if found != motion.rest_rows:
        notes.append(f"rest rows cannot be marked: the motion has {motion.rest_rows}, and a reader will see {found}.")
    return notes


def name_losses(motion: Motion | Stream, nodes: Nodes) -> list[str]:
    """Notes about names that are read back as others."""
    spellings, parents, ends = zip(*((n.spelling, n.parent, n.end) for n in nodes), strict=True)
    back, _ = node_names(spellings, parents, ends)
    other = {node.end for node, name, mine in zip(nodes, back, motion.skeleton.names, strict=True) if name != mine}
    said = {
        True: "end sites have no names of their own: they are read back as <joint>_end.",
        False: "names lose control characters, braces, and blanks at their ends.",
    }
    return [said[end] for end in sorted(other, reverse=True)]


def unit_note(scale: float) -> str:
    """Which unit a file is in that cannot say it itself."""
    name = unit_name(scale)
    named = f" ({name})" if name in METRES_PER and name != "m" else ""
    return f"BVH states no unit: say to other programs that one unit is {scale:g} m{named}."


def same_tree(motion: Motion | Stream, record: Record) -> bool:
    """Whether the joints still hang together as in the file, whatever they are called."""
    return np.array_equal([node.parent for node in record.nodes], motion.skeleton.parents) and np.array_equal(
        [node.end for node in record.nodes], motion.skeleton.end_sites
    )


def _turns_alike(motion: Motion | Stream, j: int, node: Node, up: str) -> bool:
    """Whether the channels say how a joint may turn."""
    want, got = motion.skeleton.freedoms[j], freedom(node, up)
    return (
        want.axes.shape == got.axes.shape
        and want.kind == got.kind
        and bool(np.abs(want.axes - got.axes).max(initial=0.0) < _SAME)
    )
