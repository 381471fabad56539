"""Large BVH files a block of rows at a time: the same motion, bit by bit, as when they are read at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen
from supple.core.motion import Motion
from supple.core.rest_rows import leading_rest_rows
from supple.core.rows import BLOCK, LazyRows
from supple.core.streams import Stream
from supple.errors import FileError
from supple.io.bvh import angles, hierarchy, motion_block, placement
from supple.io.bvh.assembly import Contents, Decided, FilePoses, decided, metres, motion_of, skeleton_of, turned
from supple.io.bvh.layout import MAX_LENGTH, Nodes, Rule, columns, width
from supple.io.bvh.reader import check_size, is_plain_text
from supple.io.line_rows import LineRows, Scanned, scan
from supple.io.options import ReadOptions
from supple.io.source import decode

_HEAD = 4 << 20  # bytes in which the tree has to end
_HEADER = 4096  # bytes that what stands between the tree and the rows never takes


class _Head(NamedTuple):
    """What stands before the rows of a file with one figure."""

    nodes: Nodes
    header: motion_block.Header
    warnings: tuple[str, ...]


def stream(path: Path, options: ReadOptions) -> Stream | None:
    """A file in blocks; None for one that has to be read at once to be understood, or refused."""
    try:
        head = _head(path)
        seen = None if head is None or options.figure else _scanned(path, head)
    except OSError:  # which reading it tells in words
        return None
    if head is None or seen is None:
        return None
    found, root = seen
    check_size(len(found.rows), head.nodes, found.rows.stamp.size, path)
    contents = Contents(head.nodes, found.rows, head.header.frame_time, head.header.frame_time_text)
    return _streamed(contents, decided(contents, partial(_posed, root), path.name, _said(head, found), options))


def _head(path: Path) -> _Head | None:
    with path.open("rb") as file:
        data = file.read(_HEAD)
    start = motion_block.find(data)
    room = _HEADER if len(data) == _HEAD else 1
    if not is_plain_text(data) or b"\n" not in data or start + room > len(data):
        return None
    try:
        text, said = decode(data[:start], path)
        figures, named = hierarchy.parse(text, path)
        header = motion_block.read_header(data, start, path)
    except FileError:
        return None
    return _Head(figures[0], header, (*said, *named)) if len(figures) == 1 and width(figures[0]) else None


def _scanned(path: Path, head: _Head) -> tuple[Scanned, np.ndarray] | None:
    """Where the rows are, and the path of the root (F, 3); None where anything is not as it should be."""
    places = [column for cols in columns(head.nodes, "position").values() for column in cols]
    largest, roots = 0.0, []

    def see(rows: np.ndarray) -> None:
        nonlocal largest
        largest = max(largest, float(np.abs(rows[:, places]).max(initial=0.0)))
        roots.append(placement.root_path(head.nodes, rows))

    found = scan(path, head.header.place, width(head.nodes), see)
    return None if found is None or largest > MAX_LENGTH else (found, np.concatenate(roots))


def _said(head: _Head, found: Scanned) -> tuple[str, ...]:
    """The same words in the same order as from a file that is read at once."""
    header = head.header
    torn = found.torn and motion_block.cut_off_warning(header.line + found.torn[0], found.torn[1], width(head.nodes))
    counted = motion_block.count_warnings(header, len(found.rows))
    return (*head.warnings, *header.warnings, *([torn] if torn else []), *counted)


def _posed(root: np.ndarray, nodes: Nodes, rows: LineRows, joint_rule: Rule) -> FilePoses:
    rotations = LazyRows(len(rows), lambda index: angles.rotations(nodes, rows[index]))
    offsets = None
    if not placement.keeps_still(nodes, rows, joint_rule):
        offsets = LazyRows(len(rows), lambda index: placement.local_offsets(nodes, rows[index], joint_rule))
    return FilePoses(root, rotations, offsets, leading_rest_rows(root, rotations))


def _streamed(contents: Contents, found: Decided) -> Stream:
    poses, _, source = found
    scale, up = source.unit_scale, source.up
    offsets = poses.offsets
    return Stream(
        skeleton=skeleton_of(contents.nodes, scale, up),
        root_positions=frozen(metres(poses.root, scale, up)),
        rotations=LazyRows(len(poses.root), lambda index: turned(poses.rotations[index], up)),
        offsets=None if offsets is None else LazyRows(len(offsets), lambda index: metres(offsets[index], scale, up)),
        frame_time=contents.frame_time,
        rest_rows=poses.rest_rows,
        provenance=replace(source, native=contents),
        blocks=partial(_blocks, contents, found),
    )


def _blocks(contents: Contents, found: Decided) -> Iterator[Motion]:
    """Motions of some rows each; signs go on from the last row of the block before, which is read once more."""
    poses, last = found.poses, None
    for start in range(0, len(poses.root), BLOCK):
        some, first = slice(start, start + BLOCK), max(start - 1, 0)
        values = contents.values[first : some.stop]
        rotations = quaternions.continuous(angles.rotations(contents.nodes, values))
        if last is not None:
            rotations[:, (rotations[0] * last).sum(axis=-1) < 0.0] *= -1.0
        last = rotations[-1].copy()
        keep = start - first
        block = FilePoses(
            poses.root[some],
            np.ascontiguousarray(rotations[keep:]),
            None if poses.offsets is None else poses.offsets[some],
            min(max(poses.rest_rows - start, 0), len(values) - keep),
        )
        yield motion_of(
            Contents(
                contents.nodes, np.ascontiguousarray(values[keep:]), contents.frame_time, contents.frame_time_text
            ),
            found._replace(poses=block),
        )
