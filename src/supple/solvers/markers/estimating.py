r"""Skeleton and placement together, from many frames: Gauss-Newton over bones, marker places and all poses at once.

The poses are eliminated frame by frame: with the Jacobians A of a frame's pose and B of the actor,

.. math:: S = \sum_k B_k^T B_k - B_k^T A_k (A_k^T A_k)^{-1} A_k^T B_k

is what the frames know of the actor whatever the poses are; it is added to what is known before (:mod:`.priors`).
Where a joint moves enough S is large and the centre is *functional*; where it does not the regression stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.solvers.markers.actor import Actor, Columns, columns_of
from supple.solvers.markers.average import Tagged
from supple.solvers.markers.posing import LOSS_SCALE, Poses, marker_points, misses, track, world
from supple.solvers.markers.priors import Rows, Unknowns, packed, prior_rows, unknowns_of, unpacked

_LEAST_NOISE = 0.0015  # [m]
_MOST_NOISE = 0.020  # [m]
_INDEPENDENT = 12.0  # skin moves with the motion, so that many frames know little more than this many
_HIDDEN = 3.0  # what skin moves is mostly hidden in the poses: misses show about a third of it
_LONGEST = 0.05  # [m] of one step of any number
_SETTLED = 2e-4  # [m] a shorter step ends the estimate
_RIDGE = 1e-7  # [m2/rad2] a pose that no marker sees


def estimate(
    actor: Actor,
    tagged: Sequence[Tagged],
    targets: np.ndarray,
    poses: Poses,
    rest: np.ndarray,
    *,
    noise: float | None = None,
    rounds: int = 8,
) -> tuple[Actor, Poses]:
    """A better actor, and the poses (K of them) that go with it, by the frames ``targets`` (K, M, 3).

    ``rest`` (M, 3) is the frame by which the pelvis is measured. Without ``noise`` [m] it is taken from the misses.
    """
    rows = prior_rows(actor, tagged, rest)
    unknowns = unknowns_of(actor)
    seen = np.isfinite(targets).all(axis=2) * 1.0
    for _ in range(rounds):
        known, push = frames_know(actor, targets, poses, unknowns, noise)
        x = packed(actor, unknowns)
        matrix = known + rows.matrix.T @ rows.matrix
        step = np.linalg.solve(matrix, push + rows.matrix.T @ (rows.value - rows.matrix @ x))
        longest = float(np.abs(step).max())
        actor = unpacked(actor, unknowns, x + step * min(1.0, _LONGEST / max(longest, 1e-12)))
        poses, _ = track(
            columns_of(actor), targets, seen, poses, np.arange(len(targets)), own_start=True, to_start=1e-9
        )
        if longest < _SETTLED:
            break
    return replace(actor, sources=_sources(actor, rows, unknowns, targets, poses, noise)), poses


def _noise(actor: Actor, poses: Poses, targets: np.ndarray) -> float:
    """The size of a typical miss along one axis [m]."""
    off = misses(actor, poses, targets)
    typical = _HIDDEN * float(np.nanmedian(off)) / 1.54  # the median length of a vector of three normal numbers
    return float(np.clip(typical, _LEAST_NOISE, _MOST_NOISE))


def frames_know(
    actor: Actor, targets: np.ndarray, poses: Poses, unknowns: Unknowns, noise: float | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """S (P, P) and its right side (P,) of all frames, in units of what frames err by."""
    sigma = _noise(actor, poses, targets) if noise is None else noise
    trust = min(1.0, _INDEPENDENT / len(targets)) / sigma**2
    known, push = normal_equations(actor, targets, poses, unknowns)
    return trust * known, trust * push


def normal_equations(
    actor: Actor, targets: np.ndarray, poses: Poses, unknowns: Unknowns
) -> tuple[np.ndarray, np.ndarray]:
    """S (P, P) and its right side (P,) of all frames."""
    columns = columns_of(actor)
    positions, turned = world(actor, poses)
    points = marker_points(actor, poses)
    missing = ~np.isfinite(targets).all(axis=2)
    residual = np.where(missing[..., None], 0.0, targets - points)
    weight = np.where(missing, 0.0, LOSS_SCALE**2 / (LOSS_SCALE**2 + (residual**2).sum(axis=2)))
    a = pose_jacobian(columns, positions, turned, points) * weight[:, :, None, None]
    b = actor_jacobian(actor, turned, unknowns) * weight[:, :, None, None]
    r = (residual * weight[..., None]).reshape(len(targets), -1)
    a, b = a.reshape(*r.shape, -1), b.reshape(*r.shape, -1)
    known, push = np.zeros((len(unknowns), len(unknowns))), np.zeros(len(unknowns))
    for k in range(len(targets)):
        inner = a[k].T @ a[k] + _RIDGE * np.eye(a.shape[2])
        across = a[k].T @ b[k]
        gone = np.linalg.solve(inner, np.column_stack([across, a[k].T @ r[k]]))
        known += b[k].T @ b[k] - across.T @ gone[:, :-1]
        push += b[k].T @ r[k] - across.T @ gone[:, -1]
    return 0.5 * (known + known.T), push


def pose_jacobian(columns: Columns, positions: np.ndarray, turned: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(K, M, 3, D): how markers move with the pose."""
    from supple.kernels.dof_kinds import PARENT, SLIDE

    parents = columns.actor.skeleton.parents
    frame = np.where(columns.kind == PARENT, parents[columns.joint], columns.joint)
    axes = quaternions.rotate(turned[:, frame], columns.axes)
    slides = columns.kind == SLIDE
    axes[:, slides] = columns.axes[slides]
    arms = points[:, :, None] - positions[:, None, columns.joint]
    moved = np.cross(axes[:, None], arms)
    moved[:, :, slides] = columns.axes[slides]
    carried = _carried(columns)
    return np.moveaxis(moved * carried[None, :, :, None], 2, 3)


def _carried(columns: Columns) -> np.ndarray:
    """(M, D) bool: which degree of freedom moves which marker."""
    out = np.zeros((len(columns.marker_dof), len(columns)), bool)
    for m, d in enumerate(columns.marker_dof):
        while d >= 0:
            out[m, d] = True
            d = columns.above[d]
    return out


def actor_jacobian(actor: Actor, turned: np.ndarray, unknowns: Unknowns) -> np.ndarray:
    """(K, M, 3, P): how markers move with bones and places."""
    matrices = quaternions.to_matrix(turned)
    parents = actor.skeleton.parents
    out = np.zeros((len(turned), len(actor.labels), 3, len(unknowns)))
    for m, joint in enumerate(actor.joints):
        own = unknowns.of_marker(m)
        out[:, m, :, own : own + 3] = matrices[:, joint]
        j = int(joint)
        while parents[j] >= 0:
            column = unknowns.of_joint(j)
            if column is not None:
                out[:, m, :, column : column + 3] = matrices[:, parents[j]]
            j = int(parents[j])
    return out


def _sources(
    actor: Actor, rows: Rows, unknowns: Unknowns, targets: np.ndarray, poses: Poses, noise: float | None
) -> tuple[tuple[str, str], ...]:
    """How each joint's centre was found: by the motion where it knows more than what was known before."""
    sigma = _noise(actor, poses, targets) if noise is None else noise
    known, _ = frames_know(actor, targets, poses, unknowns, sigma)
    one, _ = normal_equations(actor, targets[:1], Poses(poses.roots[:1], poses.rotations[:1]), unknowns)
    prior = rows.matrix.T @ rows.matrix
    after = np.linalg.inv(known + prior)
    before = np.linalg.inv(one / sigma**2 + prior)
    out = []
    for joint in unknowns.joints:
        c = unknowns.of_joint(int(joint))
        assert c is not None
        new, old = (float(np.sqrt(np.trace(v[c : c + 3, c : c + 3]))) for v in (after, before))
        how = "functional" if new < 0.6 * old else "regression"
        out.append((actor.skeleton.names[int(joint)], f"{how}, give or take {1e3 * new:.0f} mm"))
    return tuple(out)
