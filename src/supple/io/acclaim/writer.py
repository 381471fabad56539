"""A motion into Acclaim files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core.freedom import Freedom
from supple.core.motion import Motion
from supple.io.acclaim.amc_writer import amc_text, new_header
from supple.io.acclaim.asf_writer import asf_text
from supple.io.acclaim.fresh import fresh_asf
from supple.io.acclaim.model import Amc, Native
from supple.io.acclaim.reshape import fitted_asf, widened_asf
from supple.io.acclaim.solve import Own, own_numbers, solve_bone, unexpressed
from supple.io.acclaim.tree import Tree, plain_skeleton, tree_of
from supple.io.aligned import Aligned, align
from supple.io.options import Encoded, WriteOptions, is_unit
from supple.units import METRES_PER

_STRAIGHT = 1e-12
_SAME_TURN = 1e-9  # [rad] axes and limits this close are the file's own


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """Which skeleton file is written, and which joint of the motion each of its bones is."""

    tree: Tree
    source: dict[str, int]  # bone -> joint of the motion; the root is "root"
    text: str
    own: Own | None
    amc: Amc | None
    notes: list[str]


def encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    """``x.amc`` with its ``x.asf``, or the skeleton alone for ``x.asf``."""
    provenance = motion.provenance
    native = provenance.native if isinstance(provenance.native, Native) else None
    known = bool(provenance.format) and is_unit(provenance.unit_scale)
    scale = options.unit_scale or (provenance.unit_scale if known else METRES_PER["cmu"])  # the custom
    up = options.up or (provenance.up if native else "y")
    aligned = align(motion, scale, up)
    plan = _kept(motion, native, aligned, scale, up, path) if native else None
    plan = plan or _fresh(motion, aligned, scale, up, path)
    asf_path = path.with_suffix(".asf" if path.suffix.lower() == ".amc" else path.suffix)
    files = {asf_path: plan.text.encode("utf-8")}
    notes = list(plan.notes)
    if path.suffix.lower() == ".asf":
        if motion.frames > motion.rest_rows:
            notes.append("an .asf holds no motion: only the skeleton is written. Write an .amc for both.")
        return Encoded(files=files, notes=tuple(notes))
    files = {path: _motion_file(motion, plan, aligned, scale, notes).encode("utf-8")} | files
    return Encoded(files=files, notes=tuple(notes))


def _kept(motion: Motion, native: Native, aligned: Aligned, scale: float, up: str, path: Path) -> _Plan | None:
    """The skeleton file that the motion came from, where it still fits."""
    provenance = motion.provenance
    tree = tree_of(native.asf, path)
    if up != provenance.up or not _is_of(tree, motion, aligned):
        return None
    own = None
    if provenance.rows is not None:
        own = own_numbers(tree, native.amc, provenance.rows, aligned, scale == provenance.unit_scale)
    asf = fitted_asf(tree, aligned, provenance.unit_scale)
    if asf is None:
        return None
    asf, notes = widened_asf(tree_of(asf, path), aligned)
    text = asf.text or asf_text(asf)
    if not asf.text:
        notes.append("the skeleton was changed, so its .asf is written anew; unknown sections of the old one are gone.")
    tree = tree_of(asf, path)
    source = {bone.name: joint for joint, bone in enumerate(tree.bones) if bone is not None}
    return _Plan(tree, source, text, own, native.amc, notes)


def _is_of(tree: Tree, motion: Motion, aligned: Aligned) -> bool:
    """Whether a motion's joints are those of a skeleton file, bone lengths aside, and may turn as it says."""
    skeleton = motion.skeleton
    if tree.names != skeleton.names or list(tree.parents) != skeleton.parents.tolist():
        return False
    if (np.abs(skeleton.rest_rotations[:, 1:]) >= _STRAIGHT).any():
        return False
    return all(_alike(a, b) for a, b in zip(plain_skeleton(tree).freedoms, aligned.freedoms, strict=True))


def _alike(a: Freedom, b: Freedom) -> bool:
    return (
        a.axes.shape == b.axes.shape
        and a.limits.shape == b.limits.shape
        and a.kind == b.kind
        and bool(
            np.allclose(a.axes, b.axes, rtol=0.0, atol=_SAME_TURN)
            and np.allclose(a.limits, b.limits, rtol=0.0, atol=_SAME_TURN)
        )
    )


def _fresh(motion: Motion, aligned: Aligned, scale: float, up: str, path: Path) -> _Plan:
    asf, names, notes = fresh_asf(motion, aligned, scale, up)
    if isinstance(motion.provenance.native, Native):
        notes.append("the joints or the up axis are no longer those of the .asf, so a new one is written in its place.")
    source = {name: joint for joint, name in enumerate(names)} | {asf.root.name: 0}
    return _Plan(tree_of(asf, path), source, asf_text(asf), None, None, notes)


def _motion_file(motion: Motion, plan: _Plan, aligned: Aligned, scale: float, notes: list[str]) -> str:
    tree, amc = plan.tree, plan.amc
    degrees = amc.degrees if amc else True
    angle = np.pi / 180.0 if degrees else 1.0
    moving = tree.asf.moving()
    joints = {bone.name: joint for joint, bone in enumerate(tree.bones) if bone is not None}
    names = [name for name in (amc.names if amc else joints) if name in moving]
    known = set(names)
    names += [name for name in moving if name not in known]
    tables, misses = [], []
    for name in names:
        if name not in joints:  # a bone without a place in the hierarchy
            tables.append(np.zeros((motion.frames, len(moving[name].dofs))))
            continue
        table, turn = solve_bone(tree, joints[name], plan.source[name], aligned, angle, plan.own)
        tables.append(table)
        misses.append((turn, name))
    notes += _miss_notes(misses, _lost_places(plan, aligned) * scale)
    header = new_header(amc.header if amc else (), motion, degrees)
    return amc_text(header, _frame_numbers(motion, amc), [moving[name] for name in names], tables)


def _frame_numbers(motion: Motion, amc: Amc | None) -> np.ndarray:
    rows = motion.provenance.rows
    if amc is not None and rows is not None and np.array_equal(rows, np.arange(len(amc.numbers))):
        return amc.numbers
    return np.arange(1, motion.frames + 1)


def _lost_places(plan: _Plan, aligned: Aligned) -> float:
    """How far at worst a joint is from where the file puts it [file unit]; a new file has a number for every move."""
    if plan.amc is None:
        return 0.0
    return max(unexpressed(plan.tree, joint, aligned) for joint in range(len(plan.tree.names)))


def _miss_notes(misses: list[tuple[float, str]], lost: float) -> list[str]:
    notes = []
    turned = [(turn, name) for turn, name in misses if turn > 0.0]
    if turned:
        worst, name = max(turned)
        notes.append(
            f"{len(turned)} bones turn in ways their degrees of freedom cannot express; the nearest turn is written, "
            f"at worst {np.degrees(worst):.3g} degrees off ({name})."
        )
    if lost > 1e-9:
        notes.append(f"joints move in ways the skeleton has no number for; up to {lost * 1e3:.3g} mm are lost.")
    return notes
