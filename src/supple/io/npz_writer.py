"""A motion as Supple's own arrays; the same motion always gives the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import BinaryIO, TypeVar

import numpy as np

from supple.core.motion import Motion
from supple.core.provenance import Provenance
from supple.core.rows import blocks_of
from supple.core.skeleton import Skeleton
from supple.core.streams import Stream
from supple.errors import FileError
from supple.io.npz_layout import FORMAT_NUMBER, Origin
from supple.io.npz_packing import Blocks, pack, packed
from supple.io.options import Encoded, EncodedStream, WriteOptions


def encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    """The bytes of an ``.npz`` that :func:`numpy.load` opens without pickle."""
    arrays = _arrays(motion, motion.rotations, motion.offsets, path)
    return Encoded(files={path: packed(arrays)}, notes=_notes(motion.provenance, options))


def encode_stream(stream: Stream, path: Path, options: WriteOptions) -> EncodedStream:
    """The same bytes, a block at a time."""
    frames, joints = len(stream), len(stream.skeleton)

    def write(file: BinaryIO) -> None:
        rotations = Blocks((frames, joints, 4), (block.rotations for block in stream.blocks()))
        moved = stream.offsets
        offsets = None if moved is None else Blocks((frames, joints, 3), blocks_of(moved))
        pack(file, _arrays(stream, rotations, offsets, path))

    _skeleton_arrays(stream.skeleton, path)  # names that cannot be written are told before anything is
    return EncodedStream(files={path: write}, notes=_notes(stream.provenance, options))


Numbers = TypeVar("Numbers", np.ndarray, Blocks)


def _arrays(
    motion: Motion | Stream, rotations: Numbers, offsets: Numbers | None, path: Path
) -> dict[str, np.ndarray | Numbers]:
    arrays: dict[str, np.ndarray | Numbers] = {
        "format": np.array(FORMAT_NUMBER, np.int64),
        **_skeleton_arrays(motion.skeleton, path),
        "root_positions": motion.root_positions,
        "rotations": rotations,
        "frame_time": np.array(motion.frame_time),
        "rest_rows": np.array(motion.rest_rows, np.int64),
        "provenance": np.array(_words(motion.provenance)),
    }
    return arrays if offsets is None else {**arrays, "frame_offsets": offsets}


def _skeleton_arrays(skeleton: Skeleton, path: Path) -> dict[str, np.ndarray]:
    names = np.array(skeleton.names)
    if tuple(names.tolist()) != skeleton.names:
        raise FileError(path, "a joint name ends with a NUL character, which npz cannot keep. Rename the joint.")
    freedoms = skeleton.freedoms
    return {
        "names": names,
        "parents": skeleton.parents,
        "offsets": skeleton.offsets,
        "end_sites": skeleton.end_sites,
        "rest_rotations": skeleton.rest_rotations,
        "freedom_counts": np.array([f.count for f in freedoms], np.int64),
        "axis_counts": np.array([len(f.axes) for f in freedoms], np.int64),
        "axes": np.concatenate([f.axes for f in freedoms]),
        "limit_counts": np.array([len(f.limits) for f in freedoms], np.int64),
        "limits": np.concatenate([f.limits for f in freedoms]),
    }


def _words(provenance: Provenance) -> str:
    origin = provenance.native if isinstance(provenance.native, Origin) else None
    return json.dumps(
        {
            "source": origin.source if origin else provenance.source,
            "format": origin.format if origin else provenance.format,
            "unit_scale": provenance.unit_scale,
            "up": provenance.up,
            "decisions": [list(pair) for pair in provenance.decisions if not (origin and pair[0] == "origin")],
            "warnings": list(provenance.warnings),
        }
    )


def _notes(source: Provenance, options: WriteOptions) -> tuple[str, ...]:
    notes = []
    if options.unit_scale not in (None, 1.0) or options.up not in (None, "y"):
        notes.append("npz is always in metres with +Y up; the units and axes asked for were not used.")
    if source.native is not None and not isinstance(source.native, Origin):
        notes.append(f"the layout of the {source.format} file is not kept.")
    return tuple(notes)
