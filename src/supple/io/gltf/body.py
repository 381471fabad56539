"""A simple body on any skeleton: a mannequin where the roles of a person are found, rounded bones elsewhere.

Every part is rigid with one joint, so that it bends like a jointed doll. It is modelled in a pose in which the
figure stands, and then put into the rest pose, which is where glTF binds a skin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames, world_rotations
from supple.core.roles import SIDES, find_roles
from supple.core.skinning.skin import Bind, Skin
from supple.io.gltf.mannequin import Stance, foot_parts, mannequin_parts
from supple.io.gltf.shapes import Shape, egg, tapered

Pose = tuple[np.ndarray, np.ndarray]  # world positions (J, 3) and rotations (J, 4)

_THICK, _END = 0.13, 0.09  # radii of a bone of no known role, as shares of its length


@dataclass(frozen=True, slots=True)
class Body:
    """One mesh over the bind pose."""

    vertices: np.ndarray  # (n, 3) [m]
    normals: np.ndarray  # (n, 3)
    joints: np.ndarray  # (n, k) that carry each vertex
    weights: np.ndarray  # (n, k) one together
    faces: np.ndarray  # (m, 3)
    bind: Pose


def body_from(skin: Skin) -> Body:
    """The body that somebody gave."""
    mesh, bind = skin.mesh, (skin.bind.positions, skin.bind.rotations)
    return Body(mesh.vertices, mesh.normals(), skin.joints, skin.weights, mesh.faces, bind)


def body_of(motion: Motion, rest: Bind) -> Body:
    """A plain body of a motion's skeleton, around its rest pose."""
    rest_positions, rest_rotations = rest.positions, rest.rotations
    frames = sample_frames(motion, 40)
    positions = np.concatenate([rest_positions[None], posed_frames(motion, frames)])
    roles = find_roles(motion.skeleton, positions)
    joints = {role: motion.skeleton.index(name) for role, name in roles.items()}
    stances = [Stance(motion.skeleton, at, joints) for at in positions]
    best = _most_upright(positions, joints)
    covered, parts = mannequin_parts(stances[best])
    parts += _plain_parts(stances[best], covered)
    modelled = [(best, joint, shape) for joint, shape in parts]
    for side in SIDES if stances[best].is_person else ():
        flat = _flattest(positions, joints, side, best)
        modelled += [(flat, joint, shape) for joint, shape in foot_parts(stances[flat], side)]
    if not modelled:
        modelled = [(0, 0, egg(rest_positions[0], np.eye(3), np.full(3, 0.05)))]
    turned = {k: world_rotations(motion, int(frames[k - 1])) if k else rest_rotations for k, _, _ in modelled}
    bind = (rest_positions, rest_rotations)
    return _joined([(j, _rebound(shape, j, (positions[k], turned[k]), bind)) for k, j, shape in modelled], bind)


def _most_upright(positions: np.ndarray, joints: dict[str, int]) -> int:
    """The pose in which the legs hang straightest; the rest pose (the first) where that is nearly as good."""
    legs = [(f"{side}_hip", f"{side}_ankle") for side in SIDES]
    pairs = [(joints[hip], joints[ankle]) for hip, ankle in legs if hip in joints and ankle in joints]
    if not pairs:
        return 0
    drops = np.zeros(len(positions))
    for hip, ankle in pairs:
        step = positions[:, hip] - positions[:, ankle]
        drops += step[:, 1] / np.maximum(np.sqrt(np.sum(step**2, axis=1)), 1e-12)
    best = int(np.argmax(drops))
    return 0 if drops[0] >= 0.97 * drops[best] else best


def _flattest(positions: np.ndarray, joints: dict[str, int], side: str, best: int) -> int:
    """The pose in which a foot stands flat: lowest at ankle and ball together, under a shin that is upright."""
    ball = joints.get(f"{side}_ball", joints.get(f"{side}_toe_end"))
    if best == 0 or ball is None:
        return best
    ankle, knee = joints[f"{side}_ankle"], joints[f"{side}_knee"]
    shin = positions[:, knee] - positions[:, ankle]
    tilted = shin[:, 1] < 0.75 * np.sqrt(np.sum(shin**2, axis=1))
    height = positions[:, ankle, 1] + positions[:, ball, 1]
    height = np.where(tilted, np.inf, height)
    height[0] = np.inf  # the rest pose has a floor of its own
    return int(np.argmin(height)) if np.isfinite(height).any() else best


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
        thick = min(max(_THICK * length, stance.thinnest), stance.thickest)
        parts.append((parents[j], tapered(start, end, thick, thick * _END / _THICK)))
    return parts


def _rebound(shape: Shape, joint: int, pose: Pose, rest: Pose) -> Shape:
    """A shape moved with its joint from the pose it was modelled in to the rest pose."""
    change = quaternions.multiply(rest[1][joint], quaternions.conjugate(pose[1][joint]))
    return Shape(rest[0][joint] + quaternions.rotate(change, shape.vertices - pose[0][joint]), shape.faces)


def _joined(parts: list[tuple[int, Shape]], bind: Pose) -> Body:
    starts = np.cumsum([0] + [len(shape.vertices) for _, shape in parts])
    return Body(
        np.concatenate([shape.vertices for _, shape in parts]),
        np.concatenate([shape.normals() for _, shape in parts]),
        np.repeat([joint for joint, _ in parts], np.diff(starts))[:, None],
        np.ones((starts[-1], 1)),
        np.concatenate([shape.faces + start for (_, shape), start in zip(parts, starts[:-1], strict=True)]),
        bind,
    )
