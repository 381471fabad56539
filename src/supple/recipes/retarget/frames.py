"""Frames that mean the same on every figure, in the frames of its joints.

If a joint of one figure and its counterpart on another are turned so that these frames agree in the world, the bones
point the same way, and palms, soles, kneecaps and the face look the same way, however the two files are drawn at rest.
Bones of limbs have frames of their own; hands and feet too; trunk, neck, head and collar bones have the frame of the
body where it stands, so that they turn alike from there; fingers and toes that of their hand or foot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.roles import SIDES
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.limb_frames import LIMBS, LimbFrames, frame_along, limb_frames
from supple.recipes.retarget.reference import frames_of

_SEGMENTS = {parts[k]: (kind, name) for kind, parts in LIMBS.items() for k, name in enumerate(("upper", "lower"))}
_LEVEL_ROLES = ("neck", "head")
_BONE = 0.02  # of the figure's height: a shorter bone of the back points nowhere


class BodyFrames(NamedTuple):
    """What was found on a figure."""

    own: Mapping[int, np.ndarray]  # joint -> (4,)
    limbs: Mapping[str, LimbFrames]


def body_frames(figure: Figure, joints: Iterable[int], *, fingers: bool = True, by_bones: bool = False) -> BodyFrames:
    """The frame of each of ``joints``.

    ``fingers``: hands point to their fingertips, else on from the forearm. ``by_bones``: joints of the back have frames
    along their bones, which is all that is known where a figure never stands at rest.
    """
    limbs = limb_frames(figure)
    parts = {figure.joints[role]: frame for role, frame in _parts(figure, limbs, fingers).items()}
    if by_bones:
        parts = {**_back(figure), **parts}
    hung = _hung(figure, parts)
    found = {j: parts[j] if j in parts else _by_base(figure, j, hung.get(j), parts) for j in joints}
    return BodyFrames(found, limbs)


def _parts(figure: Figure, limbs: Mapping[str, LimbFrames], fingers: bool) -> dict[str, np.ndarray]:
    """Frames of limbs, hands and feet, by role."""
    found: dict[str, np.ndarray | None] = {}
    for side in SIDES:
        for part, (kind, segment) in _SEGMENTS.items():
            limb = limbs.get(f"{side}_{kind}")
            found[f"{side}_{part}"] = None if limb is None else getattr(limb, segment)
        if f"{side}_wrist" in figure.joints:
            found[f"{side}_wrist"] = _hand(figure, side, limbs.get(f"{side}_arm"), fingers)
        if side in figure.soles:
            found[f"{side}_ankle"], found[f"{side}_ball"] = figure.soles[side].ankle, figure.soles[side].ball
    return {role: frame for role, frame in found.items() if frame is not None and role in figure.joints}


def _hand(figure: Figure, side: str, arm: LimbFrames | None, fingers: bool) -> np.ndarray | None:
    """z along the hand, x as on the forearm when the wrist is straight and the palm looks down or inward."""
    wrist, elbow = figure.joints[f"{side}_wrist"], figure.joints.get(f"{side}_elbow")
    tip = figure.joints.get(f"{side}_fingertips") if fingers else None
    places, turned = figure.arms.positions, figure.arms.rotations
    ends = (wrist, tip) if tip is not None else (elbow, wrist)
    if ends[0] is None or ends[1] is None or elbow is None:
        return None
    way = places[:, ends[1]] - places[:, ends[0]]
    back = quaternions.conjugate(turned[:, wrist])
    if figure.arms.real:
        axis = np.cross(way, figure.arms.body.forward)
    elif arm is None or arm.flexes is None:
        return None
    else:
        axis = quaternions.rotate(turned[:, elbow], arm.flexes)
    bone, across = quaternions.rotate(back, way).mean(axis=0), quaternions.rotate(back, axis).mean(axis=0)
    return frame_along(bone, across) if np.linalg.norm(bone) > 0.0 else None


def _back(figure: Figure) -> dict[int, np.ndarray]:
    """Frames of the joints from the hips up to the neck: y along the bone, x to the left."""
    reference, line, found = figure.reference, back_of(figure.skeleton.parents, figure.joints), {}
    for k, joint in enumerate(line[:-1]):
        ways = (reference.positions[:, above] - reference.positions[:, joint] for above in line[k + 1 :])
        way = next((w for w in ways if np.linalg.norm(w, axis=1).min() > _BONE * figure.height), None)
        if way is not None:
            back = quaternions.conjugate(reference.rotations[:, joint])
            y, x = (quaternions.rotate(back, v).mean(axis=0) for v in (way, reference.body.left))
            y = y / np.linalg.norm(y)
            x = x - (x @ y) * y
            x = x / np.linalg.norm(x)
            found[joint] = frames_of(x, y, np.cross(x, y))
    return found


def back_of(parents: np.ndarray, joints: Mapping[str, int]) -> list[int]:
    """The joints from the hips up to the head, the neck or the chest; empty where those hang elsewhere."""
    top = next((joints[role] for role in ("head", "neck", "chest") if role in joints), None)
    return [] if top is None else line_down(parents, joints["hips"], top)


def line_down(parents: np.ndarray, top: int, joint: int) -> list[int]:
    """From ``top`` down the tree to ``joint``, both included; empty where that does not hang below."""
    line = [joint]
    while line[-1] > top:
        line.append(int(parents[line[-1]]))
    return line[::-1] if line[-1] == top else []


def _hung(figure: Figure, parts: Mapping[int, np.ndarray]) -> dict[int, int]:
    """joint -> the hand or foot that it is a part of."""
    stops, found = figure.skeleton.subtree_stops(), dict[int, int]()
    for side in SIDES:
        for part in ("wrist", "ankle"):
            base = figure.joints.get(f"{side}_{part}")
            if base is not None and base in parts:
                found |= dict.fromkeys(range(base + 1, int(stops[base])), base)
    return found


def _by_base(figure: Figure, joint: int, base: int | None, parts: Mapping[int, np.ndarray]) -> np.ndarray:
    """The frame of a hand, a foot or the body, as this joint sees it in the reference."""
    reference = figure.stance(joint)
    if base is not None:
        frames = quaternions.multiply(reference.rotations[:, base], parts[base])
    elif not reference.real and figure.roles.role_of(figure.skeleton.names[joint]) in _LEVEL_ROLES:
        frames = reference.level  # choice: on the mean over a clip a head is held level, however the back leans
    else:
        frames = reference.frames
    return quaternions.mean(quaternions.multiply(quaternions.conjugate(reference.rotations[:, joint]), frames))
