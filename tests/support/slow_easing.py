"""Bends of limbs that stretch about the ends of their plants once more: whole plants, least squares, plain NumPy."""

import numpy as np

from supple.core.quaternions import conjugate, multiply, rotate
from support.slow_cleanup_parts import about, fade, hinge, posed, smallest_turn

_PULL, _SHARE = 2000.0, 0.3


def eased(own, more, spans, window, fps, stretch):
    """(F,) how much more a limb bends for it [rad]: ``own`` (F,) in the motion, ``more`` (F,) where it is planted."""
    out, few, frames = np.zeros(len(own)), max(1, window // 4), len(own)
    if window <= few or not stretch > 0.0:
        return out
    for k, (start, stop) in enumerate(spans):
        last, before = stop - 1, spans[k - 1][1] - 1 if k else -1
        count = min(window - few - 1, start - before - 1)
        if count > 0:
            reach = min(window + 1, start - before) if k else window + 1
            _ease_edge(out, own, more, start, -1, stop - start, few, count, reach, 0.0, fps)
        if stop < frames:
            gap = spans[k + 1][0] - last if k + 1 < len(spans) else np.inf
            gap = gap if gap <= window - few else np.inf
            count, n = int(min(window - few, frames - stop, gap - 1)), min(few, last - start)
            speed = (more[last] - more[last - n]) / max(n, 1)
            _ease_edge(out, own, more, last, 1, stop - start, few, count, min(window + 1, gap), speed, fps)
    return out


def _ease_edge(out, own, more, at, way, length, few, count, reach, speed, fps):
    """Add what the edge of one plant that ``way`` changes."""
    held = min(length, 2)
    inside = min(few, length - held)
    beyond = 2 if 0 <= at + way * (count + 1) < len(own) else 0
    steps = np.arange(1 - held - inside, count + 1 + beyond)  # frames from the edge on
    t = np.clip(steps / reach, 0.0, 1.0)
    curve = fade(t) * more[at] + steps * (1.0 - t) ** 2 * speed
    frames = at + way * steps
    planted = steps <= 0
    curve[planted] = (more + out)[frames[planted]]
    counter = _SHARE * more[at] ** 2 / (more[at] ** 2 + 1e-4) * fade(t) * ((steps > 0) & (steps <= count))
    bends = np.diff(np.eye(len(steps)), 2, axis=0)
    own_there = np.array([own[f] if 0 <= f < len(own) else 0.0 for f in frames])
    free = np.arange(held, len(steps) - beyond)
    rows = np.concatenate([bends, _PULL / fps**2 * np.eye(len(steps))[free]])
    right = np.concatenate([-counter[1:-1] * (bends @ own_there), _PULL / fps**2 * curve[free]])
    fixed = np.setdiff1d(np.arange(len(steps)), free)
    found, *_ = np.linalg.lstsq(rows[:, free], right - rows[:, fixed] @ curve[fixed], rcond=None)
    out[frames[free]] += found - curve[free]


def firmness(f, spans, window):
    """1 in plants, dying out over the window around them."""
    if any(start <= f < stop for start, stop in spans):
        return 1.0
    before = [f - stop + 1 for _, stop in spans if 0 < f - stop + 1 <= window]
    after = [start - f for start, _ in spans if 0 < start - f <= window]
    near = [min(side) for side in (before, after) if side]
    reach = min(window + 1, sum(near)) if len(near) == 2 else window + 1
    return min(1.0, sum(fade(min(1.0, k / reach)) for k in near))


def bend_limb(skeleton, limb, root, rotations, offsets, own, by, planted, firm, scale, stretch):
    """Bend one limb of a frame further, in place; returns its scale. ``own`` is its bend in the motion [rad]."""
    positions, turned = posed(skeleton, root, rotations, offsets)
    hip, knee, ankle = positions[[limb.base, limb.middle, limb.end]]
    axis = rotate(turned[limb.middle], limb.axis)
    c, p, now = hinge(knee - hip, ankle - knee, axis)
    if planted and now < 0.0:
        return scale
    by = max(by, min(0.0, min(own, 0.0) - now))  # not backward, nor more so than in the motion
    length = np.linalg.norm(ankle - hip)
    wanted = scale * (1.0 + firm * (length / np.sqrt(c + 2.0 * p * np.cos(now + by)) - 1.0))
    found = np.clip(wanted, 1.0 - stretch, 1.0 + stretch)
    if found != wanted and now >= 0.0:
        most = np.arccos(((length / (1.0 + (found / scale - 1.0) / firm)) ** 2 - c) / (2.0 * p)) - now
        by = firm * most + (1.0 - firm) * by
    flexed = about(axis, by)
    swing = smallest_turn(knee - hip + rotate(flexed, ankle - knee), ankle - hip)
    above = [turned[skeleton.parents[j]] for j in (limb.base, limb.middle, limb.end)]
    lower = multiply(swing, flexed)
    rotations[limb.base] = multiply(conjugate(above[0]), multiply(swing, turned[limb.base]))
    rotations[limb.middle] = multiply(conjugate(multiply(swing, above[1])), multiply(lower, turned[limb.middle]))
    rotations[limb.end] = multiply(conjugate(multiply(lower, above[2])), turned[limb.end])
    return found
