"""A simple body on any skeleton: a mannequin where the roles of a person are found, rounded bones elsewhere.

Every part is rigid with one joint, so that it bends like a jointed doll. It is modelled in a pose in which the
figure stands, and then put into the rest pose, which is where glTF binds a skin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion, rest_pose
from supple.core.pose import posed_frames, sample_frames
from supple.core.roles import find_roles
from supple.io.gltf.mannequin import Stance, mannequin_parts
from supple.io.gltf.shapes import Shape, egg, tapered

_THICK, _END = 0.13, 0.09  # radii of a bone of no known role, as shares of its length


@dataclass(frozen=True, slots=True)
class Body:
    """One mesh over the rest pose, each vertex rigid with one joint."""

    vertices: np.ndarray  # (n, 3) [m]
    normals: np.ndarray  # (n, 3)
    joints: np.ndarray  # (n,)
    faces: np.ndarray  # (m, 3)


def body_of(motion: Motion, rest_positions: np.ndarray, rest_rotations: np.ndarray) -> Body:
    """The body of a motion's skeleton, around its rest pose in the world: (J, 3) and (J, 4)."""
    frames = sample_frames(motion, 16)
    positions = np.concatenate([rest_positions[None], posed_frames(motion, frames)])
    roles = find_roles(motion.skeleton, positions)
    joints = {role: motion.skeleton.index(name) for role, name in roles.items()}
    best = _most_upright(positions, joints)
    stance = Stance(motion.skeleton, positions[best], joints)
    turned = rest_rotations if best == 0 else world_rotations(motion, int(frames[best - 1]))
    covered, parts = mannequin_parts(stance)
    parts += _plain_parts(stance, covered)
    if not parts:
        parts = [(0, egg(positions[best][0], np.eye(3), np.full(3, 0.05)))]
    return _joined([_rebound(p, stance.at, turned, rest_positions, rest_rotations) for p in parts])


def world_rotations(motion: Motion, frame: int) -> np.ndarray:
    """(J, 4) joint to world in one frame."""
    turned = motion.rotations[frame].copy()
    for j in range(1, len(turned)):
        turned[j] = quaternions.multiply(turned[motion.skeleton.parents[j]], turned[j])
    return turned


def rest_world(motion: Motion) -> tuple[np.ndarray, np.ndarray]:
    """Positions (J, 3) and rotations (J, 4) of the rest pose in the world."""
    still = rest_pose(motion.skeleton)
    return posed_frames(still, slice(0, 1))[0], world_rotations(still, 0)


def _most_upright(positions: np.ndarray, joints: dict[str, int]) -> int:
    """The pose in which the legs hang straightest; the rest pose (the first) where that is nearly as good."""
    pairs = [(joints[f"{s}_hip"], joints[f"{s}_ankle"]) for s in ("left", "right") if f"{s}_ankle" in joints]
    if not pairs:
        return 0
    drops = np.zeros(len(positions))
    for hip, ankle in pairs:
        step = positions[:, hip] - positions[:, ankle]
        drops += step[:, 1] / np.maximum(np.sqrt(np.sum(step**2, axis=1)), 1e-12)
    best = int(np.argmax(drops))
    return 0 if drops[0] >= 0.97 * drops[best] else best


def _plain_parts(stance: Stance, covered: set[int]) -> list[tuple[int, Shape]]:
    """Bones that no part of the mannequin covers; a bone is named by its lower joint."""
    parents = stance.skeleton.parents.tolist()
    longest = max(stance.size, 1e-9)
    parts = []
    for j in range(1, len(parents)):
        start, end = stance.at[parents[j]], stance.at[j]
        length = float(np.sqrt((end - start) @ (end - start)))
        if j in covered or length < 1e-4 * longest:
            continue
        thick = min(_THICK * length, stance.thickest)
        parts.append((parents[j], tapered(start, end, thick, thick * _END / _THICK)))
    return parts


def _rebound(
    part: tuple[int, Shape], at: np.ndarray, turned: np.ndarray, rest_at: np.ndarray, rest_turned: np.ndarray
) -> tuple[int, Shape]:
    """A part moved with its joint from the pose it was modelled in to the rest pose."""
    joint, shape = part
    change = quaternions.multiply(rest_turned[joint], quaternions.conjugate(turned[joint]))
    return joint, Shape(rest_at[joint] + quaternions.rotate(change, shape.vertices - at[joint]), shape.faces)


def _joined(parts: list[tuple[int, Shape]]) -> Body:
    starts = np.cumsum([0] + [len(shape.vertices) for _, shape in parts])
    return Body(
        np.concatenate([shape.vertices for _, shape in parts]),
        np.concatenate([shape.normals() for _, shape in parts]),
        np.repeat([joint for joint, _ in parts], np.diff(starts)),
        np.concatenate([shape.faces + start for (_, shape), start in zip(parts, starts[:-1], strict=True)]),
    )
