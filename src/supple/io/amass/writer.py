"""A motion as an AMASS file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.axes import vectors_to
from supple.core.motion import Motion
from supple.core.pose import posed_frames
from supple.core.skeleton import Skeleton
from supple.io.amass.average import average_joints
from supple.io.amass.layouts import HANDS, LAYOUTS, PARTS, SMPLH, SMPLX, Layout, parents_in
from supple.io.amass.mapping import Fitted, fitted
from supple.io.amass.reader import JOINTS
from supple.io.amass.record import Record, standing
from supple.io.npz_packing import packed
from supple.io.options import Encoded, WriteOptions

_SAME = 1e-9  # of a unit quaternion, or [m]: a pose this close to the file's is the file's
_USUAL_BETAS = 16
_NOTICED = 1e-3  # [m]


def encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    """The bytes of an npz with AMASS's arrays, which :func:`numpy.load` opens without pickle."""
    native = motion.provenance.native
    record = native if isinstance(native, Record) else None
    layout = _own_layout(motion.skeleton, record)
    body = _as_read(motion.skeleton, layout) if layout is not None else fitted(motion, SMPLH, path)
    layout = layout or SMPLH
    up = options.up or (motion.provenance.up if record else "z")
    scale = options.unit_scale or (motion.provenance.unit_scale if record else 1.0)
    pelvis = _path(motion, body.sources[0])
    poses, trans = _poses(motion, body, layout, up), vectors_to(up, pelvis) - body.joints[0]
    notes = _notes(motion, body, layout, poses, up, scale)
    trans = trans / scale
    if record is not None and record.layout == layout and motion.provenance.rows is not None:
        _give_back(record, motion.provenance.rows, poses, trans, (up, scale) == _world(motion))
    arrays = _arrays(layout, poses, trans, record, motion.frame_time)
    if not _is_average(body, layout):
        arrays[JOINTS] = body.joints
    return Encoded(files={path: packed(arrays)}, notes=tuple(notes))


def _is_average(body: Fitted, layout: Layout) -> bool:
    """Whether the bones say no more than that nobody knew them."""
    return bool(np.abs(body.joints - average_joints(layout.names)).max() <= _SAME)


def _world(motion: Motion) -> tuple[str, float]:
    return motion.provenance.up, motion.provenance.unit_scale


def _own_layout(skeleton: Skeleton, record: Record | None) -> Layout | None:
    """The layout whose joints a skeleton has by name, with no rest rotations: such a one is SMPL's."""
    if not np.allclose(np.abs(skeleton.rest_rotations[:, 0]), 1.0, rtol=0.0, atol=1e-12):
        return None
    fitting = [layout for layout in LAYOUTS if all(name in skeleton for name in layout.names)]
    if record is not None and record.layout in fitting:
        return record.layout
    return fitting[0] if fitting else None


def _as_read(skeleton: Skeleton, layout: Layout) -> Fitted:
    """A skeleton that is SMPL's already."""
    places = skeleton.offsets.copy()
    for j in range(1, len(skeleton)):
        places[j] += places[skeleton.parents[j]]
    sources = tuple(skeleton.index(name) for name in layout.names)
    return Fitted(sources, quaternions.identity(len(sources)), places[list(sources)], frozenset(layout.names))


def _poses(motion: Motion, body: Fitted, layout: Layout, up: str) -> np.ndarray:
    """(F, n, 3) rotation vectors: how each joint is turned from the T-pose, seen from the joint above it."""
    world = _in_world(motion)[:, list(body.sources)]
    turned = quaternions.multiply(world, quaternions.conjugate(body.turned))
    parents = np.array(parents_in(layout.names)[1:])
    local = turned.copy()
    local[:, 0] = quaternions.multiply(quaternions.conjugate(standing(up)), turned[:, 0])
    local[:, 1:] = quaternions.multiply(quaternions.conjugate(turned[:, parents]), turned[:, 1:])
    return quaternions.log(np.where(local[..., :1] < 0.0, -local, local))


def _path(motion: Motion, joint: int) -> np.ndarray:
    """(F, 3) where a joint is in the world."""
    return motion.root_positions if joint == 0 else posed_frames(motion, slice(None))[:, joint]


def _in_world(motion: Motion) -> np.ndarray:
    """(F, J, 4) joint to world."""
    world = motion.rotations.copy()
    for j in range(1, len(motion.skeleton)):
        world[:, j] = quaternions.multiply(world[:, motion.skeleton.parents[j]], world[:, j])
    return quaternions.normalized(world)


def _give_back(record: Record, rows: np.ndarray, poses: np.ndarray, trans: np.ndarray, same_world: bool) -> None:
    """The file's own numbers where they mean the same pose; a rotation vector has many."""
    known = np.flatnonzero(rows >= 0)
    theirs = record.poses[rows[known]]
    a, b = quaternions.exp(theirs), quaternions.exp(poses[known])
    same = np.minimum(np.abs(a - b).max(axis=-1), np.abs(a + b).max(axis=-1)) <= _SAME
    if not same_world:
        same[:, 0] = False
    poses[known] = np.where(same[..., None], theirs, poses[known])
    if same_world:
        near = np.abs(record.trans[rows[known]] - trans[known]).max(axis=1) <= _SAME
        trans[known] = np.where(near[:, None], record.trans[rows[known]], trans[known])


def _arrays(
    layout: Layout, poses: np.ndarray, trans: np.ndarray, record: Record | None, frame_time: float
) -> dict[str, np.ndarray]:
    flat = poses.reshape(len(poses), -1)
    rate = record.rate if record is not None and 1.0 / record.rate == frame_time else 1.0 / frame_time
    betas = record.betas if record is not None and len(record.betas) else np.zeros(_USUAL_BETAS)
    arrays = {
        "poses": flat,
        "trans": trans,
        "betas": betas,
        "gender": np.array(record.gender if record is not None else "neutral"),
        "surface_model_type": np.array(layout.model),
        "mocap_frame_rate" if layout is SMPLX else "mocap_framerate": np.array(rate),
    }
    if layout is SMPLX:
        stops = np.cumsum(list(PARTS.values()))[:-1]
        arrays |= dict(zip(PARTS, np.split(flat, stops, axis=1), strict=True))
    return arrays


def _notes(motion: Motion, body: Fitted, layout: Layout, poses: np.ndarray, up: str, scale: float) -> list[str]:
    skeleton = motion.skeleton
    notes = [f"written as {layout.title}."]
    if not _is_average(body, layout):
        notes.append(f"AMASS has no place for bone lengths; they stand in the array {JOINTS}, which only Supple reads.")
    used = set(body.sources)
    extra = [name for j, name in enumerate(skeleton.names) if j not in used and not skeleton.end_sites[j]]
    if extra:
        notes.append(f"joints that SMPL lacks were folded into others or dropped ({len(extra)}): {_listed(extra)}.")
    if lacking := [name for name in layout.names if name not in body.own and name not in HANDS]:
        notes.append(f"joints that the figure lacks do not turn: {_listed(lacking)}.")
    if motion.offsets is not None:
        notes.append("bones that stretch keep the length they have at rest.")
    if up != "z" or scale != 1.0:
        notes.append("AMASS is in metres with z up; other programs will not see the units and axes of this file.")
    off = _farthest(motion, body, layout, poses, up)
    if off > _NOTICED:
        notes.append(f"joints are up to {1000.0 * off:.0f} mm from where they were.")
    return notes


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more


def _farthest(motion: Motion, body: Fitted, layout: Layout, poses: np.ndarray, up: str) -> float:
    """How far joints that the figure has are from where the written poses put them [m], in a few frames."""
    frames = np.unique(np.linspace(0, motion.frames - 1, 50).astype(int))
    before = posed_frames(motion, frames)
    turned = quaternions.exp(poses[frames])
    turned[:, 0] = quaternions.multiply(standing(up), turned[:, 0])
    places = np.tile(before[:, body.sources[0]][:, None], (1, len(layout.names), 1))
    for j, parent in enumerate(parents_in(layout.names)):
        if parent >= 0:
            bone = np.broadcast_to(body.joints[j] - body.joints[parent], (len(frames), 3))
            places[:, j] = places[:, parent] + quaternions.rotate(turned[:, parent], bone)
            turned[:, j] = quaternions.multiply(turned[:, parent], turned[:, j])
    own = [j for j, name in enumerate(layout.names) if name in body.own]
    gaps = places[:, own] - before[:, [body.sources[j] for j in own]]
    return float(np.linalg.norm(gaps, axis=2).max())
