"""BVH files out."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from supple.core.motion import Motion
from supple.core.rows import blocks_of
from supple.core.streams import Stream
from supple.io.bvh.assembly import Contents
from supple.io.bvh.layout import Node, Nodes
from supple.io.bvh.losses import losses, name_losses
from supple.io.bvh.plan import Plan, planned
from supple.io.bvh.rows import rows
from supple.io.decimals import number_text, rows_text
from supple.io.options import Encoded, EncodedStream, WriteOptions


def encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    """The text of a BVH file, and what could not be kept."""
    plan = planned(motion, options)
    data = rows_text(rows(motion, plan), _head(plan.nodes, motion.frames, _frame_time(motion, plan)))
    return Encoded(files={path: data}, notes=plan.notes)


def encode_stream(stream: Stream, path: Path, options: WriteOptions) -> EncodedStream | None:
    """The same for a BVH file that is streamed into another with the same units and axes: its own numbers."""
    source = stream.provenance.native
    if not isinstance(source, Contents):
        return None
    notes = (*name_losses(stream, source.nodes), *losses(stream, source.nodes, stream.provenance.up))
    head = _head(source.nodes, stream.frames, source.frame_time_text or repr(stream.frame_time))

    def write(file: BinaryIO) -> None:
        file.write(head)
        for values in blocks_of(source.values):
            file.write(rows_text(values))

    return EncodedStream(files={path: write}, notes=notes)


def _head(nodes: Nodes, frames: int, frame_time: str) -> bytes:
    """All that stands before the rows."""
    lines = [*_hierarchy(nodes), "MOTION", f"Frames: {frames}", f"Frame Time: {frame_time}", ""]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _frame_time(motion: Motion, plan: Plan) -> str:
    """As the file had it, while it is the same; else all digits."""
    if plan.record is not None and plan.record.frame_time == motion.frame_time and plan.record.frame_time_text:
        return plan.record.frame_time_text
    return repr(float(motion.frame_time))


def _hierarchy(nodes: Nodes) -> list[str]:
    """The tree as lines; blocks are closed by comparing depths, so that no depth can hurt."""
    lines, depths = ["HIERARCHY"], [0] * len(nodes)
    open_blocks: list[int] = []
    for j, node in enumerate(nodes):
        depth = depths[node.parent] + 1 if j else 0
        depths[j] = depth
        _close(lines, open_blocks, depth)
        lines.extend(_opening(node, "\t" * depth, root=j == 0))
        open_blocks.append(depth)
    _close(lines, open_blocks, 0)
    return lines


def _close(lines: list[str], open_blocks: list[int], depth: int) -> None:
    while open_blocks and open_blocks[-1] >= depth:
        lines.append("\t" * open_blocks.pop() + "}")


def _opening(node: Node, indent: str, *, root: bool) -> list[str]:
    title = "End Site" if node.end else f"{'ROOT' if root else 'JOINT'} {node.spelling}"
    offset = " ".join(number_text(x) for x in node.offset)
    lines = [indent + title, indent + "{", f"{indent}\tOFFSET {offset}"]
    if not node.end:
        names = " ".join(map(str, node.channels))
        lines.append(f"{indent}\tCHANNELS {len(node.channels)} {names}".rstrip())
    return lines
