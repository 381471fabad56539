"""An AMASS file as a motion."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen
from supple.core.axes import vectors_from
from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames
from supple.core.provenance import Provenance
from supple.core.rest_rows import leading_rest_rows
from supple.core.skeleton import Skeleton, depth_first
from supple.errors import FileError
from supple.io.amass.average import HEIGHT, average_joints
from supple.io.amass.bodies import joints_of
from supple.io.amass.layouts import LAYOUTS, PARTS, SMPLX, Layout, is_amass, layout_of, parents_in
from supple.io.amass.record import Record, standing
from supple.io.npz_arrays import load_arrays, member_names
from supple.io.options import ReadOptions
from supple.io.source import load_bytes

JOINTS = "supple_joints"  # the array in which Supple notes where the joints of a body are
_RATES = ("mocap_framerate", "mocap_frame_rate")
_USUAL_RATE = 120.0  # [1/s]
_SLOWEST, _FASTEST = 1e-3, 1e6  # [1/s]
_MOST_BETAS = 1000
_WANTED: dict[str, tuple[str, int | tuple[int, ...]]] = {
    "poses": ("f", (2, 3)),
    "trans": ("f", 2),
    "betas": ("f", (1, 2)),
    "gender": ("US", 0),
    "surface_model_type": ("US", 0),
    JOINTS: ("f", 2),
    **dict.fromkeys(_RATES, ("fiu", (0, 1))),
    **dict.fromkeys(PARTS, ("f", 2)),
}
_SILENT = {*_WANTED, "num_betas", "mocap_time_length"}
_UPRIGHT = 0.5  # mean share of the back's length that is along the up axis


def read(path: Path, options: ReadOptions) -> Motion:
    """Read a file of AMASS's arrays; anything else is refused in words."""
    data = load_bytes(path)
    found = member_names(path, data)
    if not is_amass(found):
        held = ", ".join(sorted(found)[:8]) or "nothing"
        raise FileError(path, f"this is no AMASS file (poses and trans); it holds {held}.")
    return motion_of(path, data, options)


def motion_of(path: Path, data: bytes, options: ReadOptions) -> Motion:
    """The motion in the bytes of an npz that has AMASS's arrays."""
    arrays = load_arrays(path, data, _WANTED)
    decisions, warnings = [], _ignored(member_names(path, data))
    record = _record(path, arrays, warnings)
    joints, words = _joints(path, record, arrays, options, warnings)
    up, scale = options.up or "z", options.unit_scale or 1.0
    decisions += [
        ("layout", f"{record.layout.title}, {len(record.layout.names)} joints"),
        ("body", words),
        ("up", "as told" if options.up else "z, as AMASS has it"),
        ("units", "metres, as AMASS has it" if options.unit_scale is None else "as told, for the path of the figure"),
    ]
    motion = _motion(record, joints, up, scale)
    warnings += _doubts(motion, options)
    provenance = Provenance(
        source=path.name,
        format="amass",
        unit_scale=scale,
        up=up,
        decisions=tuple(decisions),
        warnings=tuple(warnings),
        native=record,
        rows=np.arange(motion.frames),
    )
    return Motion(
        motion.skeleton,
        motion.root_positions,
        motion.rotations,
        motion.frame_time,
        rest_rows=leading_rest_rows(motion.root_positions, motion.rotations),
        provenance=provenance,
    )


def _motion(record: Record, joints: np.ndarray, up: str, scale: float) -> Motion:
    names = record.layout.names
    parents = parents_in(names)
    order = depth_first(parents)
    place = {old: new for new, old in enumerate(order)}
    above = np.array([place.get(parents[old], -1) for old in order])
    offsets = joints - np.where(np.array(parents)[:, None] >= 0, joints[parents], 0.0)
    rotations = quaternions.exp(record.poses)
    rotations[:, 0] = quaternions.multiply(standing(up), rotations[:, 0])
    return Motion(
        Skeleton(tuple(names[old] for old in order), above, offsets[order]),
        frozen(vectors_from(up, record.trans * scale + joints[0])),
        frozen(quaternions.normalized(rotations[:, order])),
        1.0 / record.rate,
    )


def _record(path: Path, arrays: dict[str, np.ndarray], warnings: list[str]) -> Record:
    poses, trans = _poses(path, arrays), arrays["trans"].astype(np.float64)
    layout = layout_of(poses.shape[1])
    if layout is None:
        known = ", ".join(f"{3 * len(known.names)} ({known.title})" for known in LAYOUTS)
        raise FileError(path, f"a pose has {3 * poses.shape[1]} numbers, which no layout has. Known: {known}.")
    if len(poses) == 0 or trans.shape != (len(poses), 3):
        raise FileError(path, f"trans has the shape {trans.shape}; ({len(poses)}, 3) is due for {len(poses)} poses.")
    for name, array in (("poses", poses), ("trans", trans)):
        if not np.isfinite(array).all():
            frame = int(np.argwhere(~np.isfinite(array))[0][0])
            raise FileError(path, f"{name} must be finite; frame {frame} is not.")
    _check_model(arrays, layout, warnings)
    gender = _text(arrays["gender"]) if "gender" in arrays else "neutral"
    return Record(layout, frozen(poses), frozen(trans), _betas(path, arrays), gender, _rate(path, arrays, warnings))


def _poses(path: Path, arrays: dict[str, np.ndarray]) -> np.ndarray:
    """(F, n, 3) from one array, or from the parts that SMPL-X files state."""
    if "poses" in arrays:
        whole = arrays["poses"]
    else:
        parts = PARTS if {"pose_hand", "pose_jaw", "pose_eye"} <= arrays.keys() else ("root_orient", "pose_body")
        if missing := [name for name in parts if name not in arrays]:
            raise FileError(path, f"the array {missing[0]!r} is missing beside the other parts of the pose.")
        rows = {len(arrays[name]) for name in parts}
        if len(rows) != 1 or any(arrays[name].shape[1] != PARTS[name] for name in parts):
            shown = ", ".join(f"{name} {arrays[name].shape}" for name in parts)
            raise FileError(path, f"the parts of the pose do not fit together: {shown}.")
        whole = np.concatenate([arrays[name] for name in parts], axis=1)
    width = whole.shape[1] * (whole.shape[2] if whole.ndim == 3 else 1)
    if width % 3 or (whole.ndim == 3 and whole.shape[2] != 3):
        raise FileError(path, f"poses has the shape {whole.shape}; three numbers per joint are due.")
    return whole.reshape(len(whole), width // 3, 3).astype(np.float64)


def _betas(path: Path, arrays: dict[str, np.ndarray]) -> np.ndarray:
    betas = arrays.get("betas", np.zeros(0)).astype(np.float64)
    if betas.ndim == 2:  # choice: one shape per frame or a row of one; the first is the body's
        betas = betas[0] if len(betas) else np.zeros(0)
    if len(betas) > _MOST_BETAS or not np.isfinite(betas).all():
        raise FileError(path, f"betas must be at most {_MOST_BETAS} finite numbers; got {len(betas)}.")
    return frozen(betas)


def _rate(path: Path, arrays: dict[str, np.ndarray], warnings: list[str]) -> float:
    stated = next((arrays[name] for name in _RATES if name in arrays), None)
    if stated is None:
        warnings.append(f"the file states no rate (mocap_framerate); {_USUAL_RATE:g} frames/s were assumed.")
        return _USUAL_RATE
    rate = float(stated.ravel()[0]) if stated.size == 1 else float("nan")
    if not _SLOWEST <= rate <= _FASTEST:
        raise FileError(path, f"the rate must be a positive number of frames per second; got {stated.tolist()}.")
    return rate


def _check_model(arrays: dict[str, np.ndarray], layout: Layout, warnings: list[str]) -> None:
    if "surface_model_type" not in arrays:
        return
    stated = _text(arrays["surface_model_type"])
    if stated not in (layout.model, "smplx_locked_head" if layout is SMPLX else ""):
        warnings.append(f"the file says {stated!r}, but its poses are those of {layout.title}; they count.")


def _text(array: np.ndarray) -> str:
    value = array.item()
    return (value.decode("latin-1") if isinstance(value, bytes) else str(value))[:40]


def _joints(
    path: Path, record: Record, arrays: dict[str, np.ndarray], options: ReadOptions, warnings: list[str]
) -> tuple[np.ndarray, str]:
    """(n, 3) the joints in the T-pose, and where they come from."""
    names = record.layout.names
    if options.skeleton is not None:
        return joints_of(options.skeleton, names, record.betas), f"{options.skeleton.name}, as told"
    if JOINTS in arrays:
        noted = arrays[JOINTS].astype(np.float64)
        if noted.shape != (len(names), 3) or not np.isfinite(noted).all():
            raise FileError(path, f"{JOINTS} must be {len(names)} finite places; it has the shape {noted.shape}.")
        return noted, "as Supple noted in the file"
    warnings.append(
        "AMASS files hold no bone lengths; those of an average body were used, with the pelvis on the file's path. "
        "Give the body with --skeleton."
    )
    return average_joints(names), f"an average of {HEIGHT:g} m"


def _ignored(found: set[str]) -> list[str]:
    others = sorted(found - _SILENT)
    more = f" and {len(others) - 6} more" if len(others) > 6 else ""
    return [f"not part of a motion, and ignored: {', '.join(others[:6])}{more}."] if others else []


def _doubts(motion: Motion, options: ReadOptions) -> list[str]:
    """A warning where the figure lies down all the time and nobody said which way is up."""
    if options.up is not None:
        return []
    positions = posed_frames(motion, sample_frames(motion, 32))
    back = positions[:, motion.skeleton.index("neck")] - positions[:, 0]
    upright = back / np.maximum(np.linalg.norm(back, axis=1, keepdims=True), 1e-12)
    mean = upright.mean(axis=0)
    if mean[1] > _UPRIGHT or np.abs(mean[[0, 2]]).max() < 1.5 * _UPRIGHT:
        return []
    return ["AMASS is z up, which lays the figure down; other data is y up. If so, say it with --input-up y."]
