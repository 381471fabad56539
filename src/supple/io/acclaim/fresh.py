"""A new skeleton file for a motion that did not come from one.

Acclaim bones start at their parent's tip. A joint becomes a bone of its name that points at its
children; a child that starts elsewhere hangs on a link, a bone of its own that never turns.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePath

import numpy as np

from supple.core import quaternions
from supple.core.angles import angles_about
from supple.core.motion import Motion
from supple.io.acclaim.dof_frame import DofFrame, dof_frame
from supple.io.acclaim.model import ROOT, TRANSLATIONS, Asf, Bone, Vec3
from supple.io.acclaim.naming import file_names, free_name
from supple.io.aligned import Aligned
from supple.units import METRES_PER

_STILL = 1e-9  # [m] a joint that moves less keeps its place
_XYZ = np.eye(3)[::-1]  # the axis order XYZ is the product Rz Ry Rx
_DECIMALS = 12  # and more where a unit is larger than a metre


@dataclass(slots=True)
class _Draft:
    names: tuple[str, ...]
    taken: set[str]
    decimals: int
    bones: list[Bone] = field(default_factory=list)
    rows: dict[str, list[str]] = field(default_factory=dict)
    links: int = 0
    widened: list[str] = field(default_factory=list)


def fresh_asf(motion: Motion, aligned: Aligned, scale: float, up: str) -> tuple[Asf, tuple[str, ...], list[str]]:
    """The skeleton file, the name of each joint in it, and what was changed in words."""
    names = file_names(motion.skeleton.names)
    draft = _Draft(names, set(names) | {ROOT}, _DECIMALS + aligned.more_decimals)
    children: list[list[int]] = [[] for _ in names]
    for joint, parent in enumerate(motion.skeleton.parents.tolist()):
        if parent >= 0:
            children[parent].append(joint)
    tips = [_tip(draft, aligned, joint, children[joint]) for joint in range(len(names))]
    for joint in range(len(names)):
        _add_children(draft, motion, aligned, joint, children, tips)
    asf = Asf(
        name=_figure_name(motion),
        length=METRES_PER["in"] / scale,
        root=Bone(name=ROOT, dofs=(*TRANSLATIONS, "rx", "ry", "rz")),
        position=_vector(aligned.offsets[0], draft.decimals),
        bones=tuple(draft.bones),
        hierarchy=tuple((parent, tuple(row)) for parent, row in draft.rows.items()) or ((ROOT, ()),),
        comments=(f"{up} is up",),
        root_name=names[0],
        unit_scale=scale,
    )
    return asf, names, _notes(draft, motion)


def _tip(draft: _Draft, aligned: Aligned, joint: int, below: list[int]) -> Vec3:
    """Where a joint's bone ends: where most of its children are; the root has no bone."""
    if joint == 0 or not below:
        return (0.0, 0.0, 0.0)
    return Counter(_vector(aligned.offsets[child], draft.decimals) for child in below).most_common(1)[0][0]


def _add_children(
    draft: _Draft, motion: Motion, aligned: Aligned, joint: int, children: list[list[int]], tips: list[Vec3]
) -> None:
    parent = ROOT if joint == 0 else draft.names[joint]
    ends = motion.skeleton.end_sites
    for child in children[joint]:
        if _is_implied(draft, aligned, joint, child, children, bool(ends[child])):
            continue
        at = parent
        place = _vector(aligned.offsets[child], draft.decimals)
        if place != tips[joint]:
            at = free_name(f"{draft.names[child]}_link", draft.taken)
            draft.links += 1
            _add(draft, parent, at, np.subtract(place, tips[joint]), DofFrame(quaternions.identity(), (), ()), ())
        turning = _turning(draft, aligned, child)
        moves = _moves(aligned, child)
        _add(draft, at, draft.names[child], np.array(tips[child]), turning, TRANSLATIONS if moves else ())


def _is_implied(
    draft: _Draft, aligned: Aligned, joint: int, child: int, children: list[list[int]], is_end: bool
) -> bool:
    """Readers put an end site at the tip of a last bone by themselves."""
    return (
        is_end
        and joint > 0
        and len(children[joint]) == 1
        and draft.names[child] == f"{draft.names[joint]}_end"
        and any(_vector(aligned.offsets[child], draft.decimals))
        and not _moves(aligned, child)
    )


def _moves(aligned: Aligned, joint: int) -> bool:
    return aligned.moved is not None and bool(np.abs(aligned.moved[:, joint]).max() * aligned.unit > _STILL)


def _turning(draft: _Draft, aligned: Aligned, joint: int) -> DofFrame:
    """Degrees of freedom in a frame that is relative to the world at rest."""
    rest = aligned.rest[joint]
    turns = quaternions.multiply(quaternions.multiply(quaternions.conjugate(rest), aligned.rotations[:, joint]), rest)
    own = dof_frame(aligned.freedoms[joint], turns)
    if own.widened:
        draft.widened.append(draft.names[joint])
    return DofFrame(quaternions.multiply(rest, own.frame), own.dofs, own.limits)


def _add(draft: _Draft, parent: str, name: str, tip: np.ndarray, turning: DofFrame, moves: tuple[str, ...]) -> None:
    length = float(np.linalg.norm(tip))
    axis = np.degrees(angles_about(_XYZ, turning.frame))[::-1] if turning.dofs else np.zeros(3)
    limits = [(math.degrees(low), math.degrees(high)) for low, high in turning.limits]
    if limits:
        limits = [(-math.inf, math.inf)] * len(moves) + [(round(low, 9), round(high, 9)) for low, high in limits]
    draft.bones.append(
        Bone(
            name=name,
            id=str(len(draft.bones) + 1),
            direction=_vector(tip / length, _DECIMALS) if length else (0.0, 1.0, 0.0),
            length=round(length, draft.decimals),
            axis=_vector(axis, _DECIMALS),
            dofs=(*moves, *turning.dofs),
            limits=tuple(limits),
        )
    )
    draft.rows.setdefault(parent, []).append(name)


def _vector(values: np.ndarray, decimals: int) -> Vec3:
    x, y, z = (round(float(value), decimals) + 0.0 for value in values)  # + 0.0: no negative zero
    return x, y, z


def _figure_name(motion: Motion) -> str:
    return "_".join(PurePath(motion.provenance.source).stem.split()) or "supple"


def _notes(draft: _Draft, motion: Motion) -> list[str]:
    notes = []
    renamed = [(a, b) for a, b in zip(motion.skeleton.names, draft.names, strict=True) if a != b]
    if renamed:
        some = ", ".join(f"{a!r} -> {b!r}" for a, b in renamed[:3])
        notes.append(f"{len(renamed)} names were changed, since Acclaim's cannot hold spaces: {some}.")
    if draft.links:
        notes.append(
            f"{draft.links} bones named *_link were added: Acclaim bones start at their parent's tip, "
            "and these lead to joints that start elsewhere. No joint moves by that."
        )
    if draft.widened:
        some = ", ".join(draft.widened[:5])
        notes.append(f"{len(draft.widened)} joints turn in ways their limits do not allow and were made free: {some}.")
    return notes
