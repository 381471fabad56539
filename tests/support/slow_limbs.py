"""The limbs and the root of the cleanup once more: one frame at a time, in plain NumPy, by other formulas."""

import itertools

import numpy as np
from scipy.spatial.transform import Rotation

DAMPING_FROM = np.radians(135.0)


def turn(q):
    """A quaternion (w, x, y, z) as SciPy's rotation."""
    return Rotation.from_quat(np.roll(q, -1))


def quat(rotation):
    """SciPy's rotation as (w, x, y, z)."""
    return np.roll(rotation.as_quat(), 1)


def least_turn(a, b):
    """The smallest rotation from one direction to another, about their normal."""
    normal = np.cross(a, b)
    if not np.linalg.norm(normal) > 0.0:
        return Rotation.identity()
    return Rotation.from_rotvec(normal / np.linalg.norm(normal) * np.arctan2(np.linalg.norm(normal), a @ b))


def damping(x):
    """What is left of a change of the knee's inner angle."""
    t = (x - DAMPING_FROM) / (np.pi - DAMPING_FROM)
    return 1.0 if t < 0.0 else (2.0 * t**3 - 3.0 * t**2 + 1.0 if t < 1.0 else 0.0)


def damped(start, stop, count=4001):
    """The inner angle after a damped change, by Simpson's rule."""
    x = np.linspace(start, stop, count)
    f = np.array([damping(v) for v in x])
    return start + (stop - start) / (3 * (count - 1)) * (f[0] + f[-1] + 4 * f[1:-1:2].sum() + 2 * f[2:-1:2].sum())


def inner_angle(upper, lower, axis):
    """The knee's angle from 0 to 2 pi, straight at pi, in the plane of the hinge."""
    flat_u, flat_l = upper - (upper @ axis) * axis, lower - (lower @ axis) * axis
    return np.pi - np.arctan2(axis @ np.cross(flat_u, flat_l), flat_u @ flat_l)


def angle_for(upper, lower, axis, distance):
    """The inner angle at which hip and ankle are a distance apart, or the nearest there is."""
    hip, ankle = -upper @ axis, lower @ axis
    a, b = np.linalg.norm(upper + hip * axis), np.linalg.norm(lower - ankle * axis)
    cosine = (upper @ upper + lower @ lower - 2.0 * hip * ankle - distance**2) / (2.0 * a * b)
    return np.arccos(np.clip(cosine, -1.0, 1.0))


def bent(lower, axis, by):
    """The lower bone with a smaller inner angle."""
    return Rotation.from_rotvec(axis * by).apply(lower)


def slow_limb(pose, parents, limb, place, goal, moved, stretch, share=0.5):
    """Local rotations of base, middle and end (3, 4), and the scale. ``pose`` is (positions, rotations) of a frame."""
    positions, rotations = pose[0] + moved, [turn(q) for q in pose[1]]
    hip, knee, ankle = positions[[limb.base, limb.middle, limb.end]]
    axis = rotations[limb.middle].apply(limb.axis.copy())
    upper, lower, line = knee - hip, ankle - knee, place - hip
    distance, now = np.linalg.norm(line), inner_angle(upper, lower, axis)
    wanted, scale = angle_for(upper, lower, axis, distance), 1.0
    if stretch:
        soft = damped(now, wanted)
        scale = distance / np.linalg.norm(upper + bent(lower, axis, now - soft))
        if abs(scale - 1.0) <= stretch:
            wanted = soft
        else:
            scale = np.clip(scale, 1.0 - stretch, 1.0 + stretch)
            wanted = angle_for(upper, lower, axis, distance / scale)
    flexed = Rotation.from_rotvec(axis * (now - wanted))
    swing = least_turn(upper + flexed.apply(lower), line)
    missing = turn(goal) * (swing * flexed * rotations[limb.end]).inv()
    w, *v = quat(missing)
    about = 2.0 * np.arctan2(np.sign(w) * (v @ line) / distance, abs(w))
    swing = Rotation.from_rotvec(share * about * line / distance) * swing
    base = rotations[parents[limb.base]].inv() * swing * rotations[limb.base]
    middle = rotations[parents[limb.middle]].inv() * flexed * rotations[limb.middle]
    end = (swing * flexed * rotations[parents[limb.end]]).inv() * turn(goal)
    return np.array([quat(base), quat(middle), quat(end)]), scale


def slow_nearest(centres, radii):
    """The point of an intersection of balls nearest to the origin, by SciPy's solver from several starts; or None."""
    from scipy.optimize import minimize

    rows = [
        {"type": "ineq", "fun": lambda x, c=c, r=r: r * r - (x - c) @ (x - c), "jac": lambda x, c=c: -2.0 * (x - c)}
        for c, r in zip(centres, radii, strict=True)
    ]
    best = None
    for start in itertools.chain([np.zeros(3), centres.mean(axis=0)], centres):
        found = minimize(
            lambda x: x @ x, start, jac=lambda x: 2.0 * x, constraints=rows, method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 300},
        )  # fmt: skip
        inside = (np.linalg.norm(found.x - centres, axis=1) <= radii + 1e-6).all()
        if inside and (best is None or found.x @ found.x < best @ best):
            best = found.x
    return best
