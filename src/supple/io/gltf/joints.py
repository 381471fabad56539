"""Names, end sites and freedoms of a figure's joints."""

from __future__ import annotations

from collections.abc import Container, Sequence

import msgspec
import numpy as np

from supple.core.freedom import BALL, FIXED, Freedom
from supple.io.file_axes import freedom_from
from supple.io.gltf.extras import JointRecord, joint_record, unpacked_freedom
from supple.io.gltf.schema import Node
from supple.io.gltf.tree import Figure
from supple.io.joint_names import is_tip_name, unique_names


def joint_names(nodes: Sequence[Node], figure: Figure) -> tuple[tuple[str, ...], list[str]]:
    """One name per joint, unique; nameless nodes are called by their number."""
    return unique_names([(nodes[k].name if k >= 0 else "root") or f"node_{k}" for k in figure.nodes])


def joint_records(nodes: Sequence[Node], figure: Figure) -> tuple[list[JointRecord | None], list[str]]:
    """What Supple itself once wrote about each joint, where it did and where it makes sense."""
    records: list[JointRecord | None] = []
    wrong = ""
    for number in figure.nodes:
        try:
            records.append(joint_record(nodes[number].extras) if number >= 0 else None)
        except msgspec.MsgspecError as error:
            records.append(None)
            wrong = wrong or f"the extras of Supple at node {number} were ignored: {error}."
    return records, [wrong] if wrong else []


def end_sites(
    figure: Figure, names: Sequence[str], records: Sequence[JointRecord | None], moved: Container[int]
) -> np.ndarray:
    """(J,) tips of bones: as Supple wrote them, else leaves that are called so and never move."""
    parents = set(figure.parents)
    ours = any(records)
    ends = np.zeros(len(names), bool)
    for j, (node, name, record) in enumerate(zip(figure.nodes, names, records, strict=True)):
        leaf = j not in parents and j > 0
        if record is not None:
            ends[j] = leaf and record.end_site
        elif not ours:
            ends[j] = leaf and node not in moved and is_tip_name(name)
    return ends


def freedoms(records: Sequence[JointRecord | None], ends: np.ndarray, up: str) -> tuple[Freedom, ...]:
    """The freedom of every joint."""
    found = []
    for record, end in zip(records, ends, strict=True):
        stated = unpacked_freedom(record.freedom) if record is not None and record.freedom is not None else None
        found.append(freedom_from(up, stated) if stated is not None else FIXED if end else BALL)
    return tuple(found)
