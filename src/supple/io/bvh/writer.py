"""BVH files out."""

from __future__ import annotations

from pathlib import Path

from supple.core.motion import Motion
from supple.io.bvh.layout import Node, Nodes
from supple.io.bvh.plan import Plan, planned
from supple.io.bvh.rows import rows
from supple.io.decimals import number_text, rows_text
from supple.io.options import Encoded, WriteOptions


def encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    """The text of a BVH file, and what could not be kept."""
    plan = planned(motion, options)
    head = _hierarchy(plan.nodes) + [
        "MOTION",
        f"Frames: {motion.frames}",
        f"Frame Time: {_frame_time(motion, plan)}",
        "",
    ]
    data = rows_text(rows(motion, plan), "\n".join(head).encode("utf-8", "surrogateescape"))
    return Encoded(files={path: data}, notes=plan.notes)


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
