"""Feet that sink into the ground, or hover over it."""

from __future__ import annotations

from functools import cache

import numpy as np

from supple.recipes.measures.feet import Stance, contact_point, foot_of
from supple.recipes.measures.scene import Scene, point_path

_NOTHING = float("nan")


def penetration_mm(scene: Scene) -> tuple[float, float]:
    """How deep heels, balls and toes are below the ground: at worst, and on average over all their frames [mm]."""
    paths = [scene.path(point) for points in scene.feet().values() for point in points.values()]
    if scene.ground is None or not paths:
        return _NOTHING, _NOTHING
    depths = np.maximum(0.0, -scene.above_ground(np.stack(paths)))
    return 1e3 * float(depths.max()), 1e3 * float(depths.mean())


def float_mm_mean(scene: Scene) -> float:
    """How high planted points of feet are above where they would touch the ground, on average [mm].

    Joints inside a foot are above the ground when the foot stands on it; that much, measured where the foot is lowest
    in the clip, is taken off.
    """
    stances = {foot: Stance.of(scene, points.values()) for foot, points in scene.feet().items()}
    thickness = cache(lambda foot, point: stances[foot].thickness(scene, point))
    heights = []
    for contact in scene.contacts.contacts:
        foot = foot_of(scene, contact)
        if contact.reference is None and contact.joint is not None and foot in stances:
            point = contact_point(scene.motion, contact)
            path = point_path(scene.pose, point, slice(max(contact.start, scene.first), contact.stop))
            heights.append(np.maximum(0.0, scene.above_ground(path) - thickness(foot, point)))
    planted = np.concatenate(heights) if heights else np.zeros(0)
    return 1e3 * float(planted.mean()) if planted.size else _NOTHING
