"""BVH files in: any layout that occurs in the wild, with a word about everything that had to be decided."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.core.motion import Motion
from supple.errors import FileError
from supple.io.bvh import hierarchy, motion_block
from supple.io.bvh.assembly import Contents, assembled
from supple.io.bvh.layout import MAX_LENGTH, Nodes, columns, width
from supple.io.choice import check_choice
from supple.io.options import ReadOptions
from supple.io.source import decode, load_bytes

_MEMORY_FACTOR, _MEMORY_FLOOR = 8, 32 << 20  # of the text: what its poses may take; a file of pure zeros needs 7


def read(path: Path, options: ReadOptions) -> Motion:
    """Read a BVH file."""
    data, warnings = _text(path)
    start = motion_block.find(data)
    text, said = decode(data[:start], path)
    figures, named = hierarchy.parse(text, path)
    block = motion_block.read(data, start, sum(width(nodes) for nodes in figures), path)
    nodes, values, others = _chosen(figures, block.values, options.figure, path)
    check_size(len(values), nodes, len(data), path)
    _check_lengths(nodes, values, path)
    del data  # the numbers are out: the text makes room for the poses
    contents = Contents(nodes, values, block.frame_time, block.frame_time_text)
    return assembled(contents, path.name, (*warnings, *said, *named, *others, *block.warnings), options)


def _text(path: Path) -> tuple[bytes, tuple[str, ...]]:
    """The file as bytes of UTF-8 or the like, with newlines; the rows of numbers are never made into text."""
    data = load_bytes(path)
    if not data:
        raise FileError(path, "the file is empty.")
    warnings: tuple[str, ...] = ()
    if not is_plain_text(data):
        text, warnings = decode(data, path)
        data = text.encode("utf-8", "replace")
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    return data, warnings


def is_plain_text(data: bytes) -> bool:
    """Whether the first bytes of a file can be taken as they are."""
    return not (data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:65536] or data[:4096].isspace())


def _chosen(
    figures: list[Nodes], values: np.ndarray, figure: int, path: Path
) -> tuple[Nodes, np.ndarray, tuple[str, ...]]:
    """The figure asked for and its columns."""
    others = check_choice([nodes[0].name for nodes in figures], figure, path)
    if len(figures) == 1:
        return figures[0], values, ()
    first = sum(width(nodes) for nodes in figures[:figure])
    nodes = figures[figure]
    mine = np.ascontiguousarray(values[:, first : first + width(nodes)])
    return nodes, mine, others


def check_size(frames: int, nodes: Nodes, size: int, path: Path) -> None:
    """Refuse a small file that unfolds into a huge motion: many joints without channels, many short rows."""
    moving = any(node.axes("position") for node in nodes[1:])
    need = frames * len(nodes) * 8 * (7 if moving else 4)
    if need > _MEMORY_FACTOR * size + _MEMORY_FLOOR:
        raise FileError(
            path, f"{frames} frames of {len(nodes)} joints would take {need >> 20} MB, far more than the text of"
            f" {size >> 20} MB suggests. Is the file damaged?"
        )  # fmt: skip


def _check_lengths(nodes: Nodes, values: np.ndarray, path: Path) -> None:
    for j, cols in columns(nodes, "position").items():
        largest = float(np.abs(values[:, cols]).max(initial=0.0))
        if largest > MAX_LENGTH:
            frame = int(np.argmax(np.abs(values[:, cols]).max(axis=1)))
            raise FileError(
                path,
                f"frame {frame} places {nodes[j].name!r} at {largest:g}, which is not plausible. Is the file damaged?",
            )
