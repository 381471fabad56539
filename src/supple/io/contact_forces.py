"""Contact forces as files: a table for OpenSim (.mot, .sto), or arrays (.npz)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from supple.errors import FileError

SUFFIXES = (".mot", ".sto", ".npz")


def check_suffix(path: Path) -> None:
    """Refuse what is neither."""
    if path.suffix.lower() not in SUFFIXES:
        raise FileError(path, f"forces are written as {', '.join(SUFFIXES)}; {path.suffix!r} is none of them.")


def encode_forces(
    path: Path, points: Sequence[str], times: np.ndarray, forces: np.ndarray, places: np.ndarray
) -> bytes:
    """Forces (F, C, 3) [N] at places (F, C, 3) [m]; contacts of one point are one column. Points have no moment."""
    check_suffix(path)
    names = list(dict.fromkeys(points))
    summed, where = np.zeros((2, len(times), len(names), 3))
    for k, name in enumerate(names):
        own = [c for c, point in enumerate(points) if point == name]
        summed[:, k] = forces[:, own].sum(axis=1)
        where[:, k] = places[:, own[0]]
    if path.suffix.lower() == ".npz":
        out = io.BytesIO()
        np.savez_compressed(out, format=1, times=times, points=np.array(names), forces_n=summed, places_m=where,
                            moments_nm=np.zeros_like(summed))  # fmt: skip
        return out.getvalue()
    return _table(path.name, names, times, summed, where).encode()


def _table(name: str, points: Sequence[str], times: np.ndarray, forces: np.ndarray, places: np.ndarray) -> str:
    labels = ["time"]
    for point in points:
        labels += [f"{point}_ground_force_v{axis}" for axis in "xyz"] + [
            f"{point}_ground_force_p{axis}" for axis in "xyz"
        ]
        labels += [f"{point}_ground_torque_{axis}" for axis in "xyz"]
    both = np.concatenate([forces, places, np.zeros_like(forces)], axis=2).reshape(len(times), -1)
    rows = np.concatenate([times[:, None], both], axis=1)
    head = [name, "version=1", f"nRows={len(rows)}", f"nColumns={len(labels)}", "inDegrees=no", "endheader"]
    return "\n".join([*head, "\t".join(labels), *("\t".join(f"{v:.9g}" for v in row) for row in rows), ""])
