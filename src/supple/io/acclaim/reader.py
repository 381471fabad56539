"""Acclaim files into a motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from supple.core.arrays import frozen
from supple.core.axes import rotations_from, vectors_from
from supple.core.motion import Motion
from supple.core.provenance import Provenance
from supple.core.rest_rows import leading_rest_rows
from supple.errors import FileError
from supple.io.acclaim.amc_reader import at_rest, parse_amc
from supple.io.acclaim.asf_reader import parse_asf
from supple.io.acclaim.decode import decode
from supple.io.acclaim.find import find_asf
from supple.io.acclaim.model import FRAME_TIME, ROTATIONS, Amc, Asf, Bone, Native
from supple.io.acclaim.scale import Scale, decide_scale
from supple.io.acclaim.tree import plain_skeleton, skeleton_of, tree_of
from supple.io.options import ReadOptions
from supple.io.source import decode as decode_text
from supple.io.source import load_bytes

_MEMORY = 32 << 20  # [bytes] a motion may take, and 5 times the size of its files


def read(path: Path, options: ReadOptions) -> Motion:
    """Read an .amc with its .asf, or the rest pose of an .asf."""
    if path.suffix.lower() == ".asf":
        asf, size, warnings = _load_asf(path)
        return _motion(path, path, asf, at_rest(asf), size, options, warnings, ())
    data = load_bytes(path)
    text, warnings = decode_text(data, path)
    asf_path, how = find_asf(path, options.skeleton, text[: text.find("\n")])
    asf, size, asf_warnings = _load_asf(asf_path)
    size += len(data)
    del data
    amc = parse_amc(text, path, asf)
    del text
    warnings = (*warnings, *asf_warnings, *amc.warnings)
    return _motion(path, asf_path, asf, amc, size, options, warnings, (("skeleton", how),))


def _load_asf(path: Path) -> tuple[Asf, int, tuple[str, ...]]:
    data = load_bytes(path)
    text, warnings = decode_text(data, path)
    asf = parse_asf(text, path)
    return asf, len(data), (*warnings, *(f"{path.name}: {text}" for text in asf.warnings))


def _motion(
    path: Path,
    asf_path: Path,
    asf: Asf,
    amc: Amc,
    size: int,
    options: ReadOptions,
    warnings: tuple[str, ...],
    decisions: tuple[tuple[str, str], ...],
) -> Motion:
    tree = tree_of(asf, asf_path)
    if len(amc.values) * len(tree.names) * 32 > 5 * size + _MEMORY:
        raise FileError(path, f"{len(amc.values)} frames of {len(tree.names)} joints are too many for so small a file.")
    roots, rotations, offsets = decode(tree, amc)
    plain = Motion(plain_skeleton(tree), frozen(roots), frozen(rotations), FRAME_TIME, _sealed(offsets))
    plain = replace(plain, rest_rows=amc.rest_rows or _rest_rows(plain))
    scale = decide_scale(asf, plain, options)
    provenance = Provenance(
        source=path.name,
        format="acclaim",
        unit_scale=scale.unit,
        up=scale.up,
        channels=tuple(_channels(bone) for bone in tree.bones),
        decisions=(*decisions, *scale.decisions, ("frame time", _rate_words(amc))),
        warnings=(*warnings, *scale.warnings),
        native=Native(asf=asf, amc=amc),
        rows=np.arange(len(amc.values)),
    )
    return replace(
        _turned(plain, scale),
        skeleton=skeleton_of(plain.skeleton, scale.unit, scale.up),
        frame_time=amc.frame_time or FRAME_TIME,
        provenance=provenance,
    )


def _channels(bone: Bone | None) -> str:
    """Its degrees of freedom, turns in the order of the product, as limits are listed: the file's last turns last."""
    dofs = bone.dofs if bone else ()
    turns = [dof for dof in dofs if dof in ROTATIONS]
    return " ".join([*(dof for dof in dofs if dof not in ROTATIONS), *reversed(turns)])


def _rest_rows(plain: Motion) -> int:
    """Rows at rest are still; CMU's 03_02 starts with rows whose upper body was not tracked while the legs walk."""
    rows = leading_rest_rows(plain.root_positions, plain.rotations)
    return rows if rows and np.ptp(plain.root_positions[:rows], axis=0).max() == 0.0 else 0


def _turned(plain: Motion, scale: Scale) -> Motion:
    offsets = None if plain.offsets is None else vectors_from(scale.up, plain.offsets * scale.unit)
    return replace(
        plain,
        root_positions=vectors_from(scale.up, plain.root_positions * scale.unit),
        rotations=rotations_from(scale.up, plain.rotations),
        offsets=offsets,
    )


def _sealed(offsets: np.ndarray | None) -> np.ndarray | None:
    return None if offsets is None else frozen(offsets)


def _rate_words(amc: Amc) -> str:
    if amc.frame_time is not None:
        return "stated in the header of the .amc"
    return "Acclaim files carry no rate; CMU's 120 fps assumed"
