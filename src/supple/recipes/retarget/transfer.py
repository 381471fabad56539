"""The turns of one figure's joints on another figure."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core import quaternions
from supple.core.angles import perpendicular, product_of, solve
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.frames import BodyFrames
from supple.recipes.retarget.limb_frames import BONES, LIMBS
from supple.recipes.retarget.matching import Match
from supple.recipes.retarget.turns import about, aimed, angle_about, frames_along

_BENT = (0.1, 0.35)  # sine of a knee's bend, from which on the bend tells its axis: not yet, and in full


def transferred(source: Figure, target: Figure, match: Match, ours: BodyFrames, theirs: BodyFrames) -> np.ndarray:
    """(F, J, 4) local rotations of the target's joints; ``ours`` are its frames, ``theirs`` the source's."""
    wanted = _wanted(source, target, match, theirs)
    _keep_hinges(target, wanted, ours)
    goals = {j: quaternions.multiply(frames, quaternions.conjugate(ours.own[j])) for j, frames in wanted.items()}
    return _posed(target.skeleton, target.local(), goals, source.motion.frames)


def _wanted(source: Figure, target: Figure, match: Match, theirs: BodyFrames) -> dict[int, np.ndarray]:
    """(F, 4) how the frame of each matched joint is turned in the world."""
    turned = source.pose.rotations
    led = list(theirs.own)
    turns = quaternions.multiply(turned[:, led], np.stack([theirs.own[s] for s in led]))
    seen = {s: turns[:, k] for k, s in enumerate(led)}
    wanted = {t: seen[s] for t, s in match.pairs.items()}
    for t, between in match.spread.items():
        share = np.full(len(turned), between.share)
        wanted[t] = quaternions.slerp(seen[between.low], seen[between.high], share)
    ways = {
        j: way
        for role, j in target.joints.items()
        if j in match.pairs and (way := bone_of(source, role, match.pairs[j]))
    }
    if ways:
        aims = aimed(np.stack([wanted[j] for j in ways]), np.stack([_along(source, way) for way in ways.values()]))
        wanted |= dict(zip(ways, aims, strict=True))
    return wanted


def bone_of(source: Figure, role: str, joint: int) -> tuple[int, int] | None:
    """Where the bone of a limb begins and ends, if ``joint`` plays the role on the source, too."""
    side, _, part = role.partition("_")
    end = f"{side}_{BONES[part]}" if part in BONES and side in SIDES else ""
    return (joint, source.joints[end]) if source.joints.get(role) == joint and end in source.joints else None


def _along(source: Figure, bone: tuple[int, int]) -> np.ndarray:
    """(F, 3) where a bone points in each frame; joints between, and bones that stretch, may turn it."""
    start, end = bone
    return np.asarray(source.pose.positions[:, end] - source.pose.positions[:, start])


def _keep_hinges(target: Figure, wanted: dict[int, np.ndarray], ours: BodyFrames) -> None:
    """Turn upper bones about themselves so that hinges, which cannot turn otherwise, lead the lower bones right."""
    for name in ours.limbs:
        side, kind = name.split("_")
        upper, middle = (target.joints[f"{side}_{part}"] for part in LIMBS[kind][:2])
        if target.skeleton.freedoms[middle].kind in ("ball", "fixed") or not {upper, middle} <= wanted.keys():
            continue
        bone, lower = (quaternions.rotate(wanted[j], np.array([0.0, 0.0, 1.0])) for j in (upper, middle))
        axis, bend = quaternions.rotate(wanted[upper], np.array([1.0, 0.0, 0.0])), np.cross(bone, lower)
        share = np.clip((np.linalg.norm(bend, axis=1) - _BENT[0]) / (_BENT[1] - _BENT[0]), 0.0, 1.0)
        angle = angle_about(bone, axis, bend)
        angle = np.where(np.abs(angle) > 0.5 * np.pi, angle - np.sign(angle) * np.pi, angle)  # bent backwards
        wanted[upper] = quaternions.multiply(about(bone, share**2 * (3.0 - 2.0 * share) * angle), wanted[upper])
        wanted[middle] = frames_along(lower, quaternions.rotate(wanted[upper], np.array([1.0, 0.0, 0.0])))


def _posed(skeleton: Skeleton, local: np.ndarray, goals: Mapping[int, np.ndarray], frames: int) -> np.ndarray:
    """(F, J, 4) local rotations; joints without a goal keep their pose, those that cannot turn freely do what they can.

    What a joint cannot do is left to the next one below it.
    """
    rotations, world = np.zeros((frames, len(skeleton), 4)), np.zeros((frames, len(skeleton), 4))
    meant: dict[int, np.ndarray] = {}
    for j in range(len(skeleton)):
        parent = int(skeleton.parents[j])
        free = skeleton.freedoms[j].kind == "ball"
        goal = goals.get(j)
        if goal is None and (parent < 0 or skeleton.end_sites[j] or parent not in meant):
            rotations[:, j] = skeleton.rest_rotations[j] if skeleton.end_sites[j] else local[j]
            world[:, j] = rotations[:, j] if parent < 0 else quaternions.multiply(world[:, parent], rotations[:, j])
            continue
        if goal is None:
            goal = quaternions.multiply(meant[parent], local[j])
        turn = goal if parent < 0 else quaternions.multiply(quaternions.conjugate(world[:, parent]), goal)
        rotations[:, j] = turn if free else _allowed(skeleton, j, turn)
        world[:, j] = goal if free else quaternions.multiply(world[:, parent], rotations[:, j])
        if not free:
            meant[j] = goal
    return rotations


def _allowed(skeleton: Skeleton, joint: int, turn: np.ndarray) -> np.ndarray:
    """(F, 4) the nearest turns that a joint with fewer axes can do."""
    axes, rest = skeleton.freedoms[joint].axes, skeleton.rest_rotations[joint]
    if not len(axes) or not perpendicular(axes):
        return np.broadcast_to(rest, turn.shape) if skeleton.freedoms[joint].kind == "fixed" else turn
    found = solve(axes, quaternions.multiply(quaternions.conjugate(rest), turn)).angles[..., 0, :]
    return quaternions.multiply(rest, product_of(axes, found))
