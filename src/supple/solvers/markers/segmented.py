"""The solve in segments: the pelvis in all frames, then legs and trunk, then arms; chains side by side."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from supple.solvers.markers.actor import Columns
from supple.solvers.markers.posing import Poses, track
from supple.solvers.markers.segments import SEGMENTS, STAGES
from supple.solvers.markers.starting import segment_dofs, segment_markers

Stages = Sequence[Sequence[Sequence[str]]]
BONE_BY_BONE: Stages = tuple(((segment,),) for segment in SEGMENTS)  # what the source found to fail, for comparison


def solve_segmented(
    columns: Columns,
    targets: np.ndarray,
    weights: np.ndarray,
    poses: Poses,
    order: np.ndarray,
    *,
    stages: Stages = STAGES,
    threads: int = 1,
) -> tuple[Poses, tuple[str, ...]]:
    """Solve stage after stage, each in all frames of ``order`` before the next; also tells in which order."""
    done: list[str] = []
    with ThreadPoolExecutor(max(1, threads)) as pool:
        for stage in stages:
            chains = [chain for chain in stage if segment_dofs(columns, chain).any()]
            before = poses  # chains of one stage do not see each other

            def solve(chain: Sequence[str], start: Poses = before) -> Poses:
                markers = weights * segment_markers(columns.actor, chain)
                return track(columns, targets, markers, start, order, active=segment_dofs(columns, chain))[0]

            for chain, solved in zip(chains, pool.map(solve, chains), strict=True):
                poses = _with_chain(columns, poses, solved, chain)
                done.append("+".join(chain))
    return poses, tuple(done)


def _with_chain(columns: Columns, poses: Poses, solved: Poses, chain: Sequence[str]) -> Poses:
    """The poses with the joints of one chain as they were solved."""
    joints = np.unique(columns.joint[segment_dofs(columns, chain)])
    rotations = poses.rotations.copy()
    rotations[:, joints] = solved.rotations[:, joints]
    return Poses(solved.roots if 0 in joints else poses.roots, rotations)
