"""The rigid root once more: dense Gauss-Newton steps in NumPy, with derivatives by differences of a linear model."""

import numpy as np

from supple.kernels.cleanup import bends as bending
from supple.kernels.cleanup import root_system, settle


def soft_bend(length_sq, c, p):
    """The bend of a limb, continued straight on from 0.25 rad, and its derivative by the squared length."""
    far = c + 2.0 * p * np.cos(0.25)
    bend = np.arccos(np.clip((length_sq - c) / (2.0 * p), -1.0, 1.0))
    slope = -1.0 / (2.0 * p * np.sin(np.maximum(bend, 0.25)))
    return np.where(length_sq > far, 0.25 + slope * (length_sq - far), bend), slope


def smoothed(values, active, share):
    """Values (F, L) under a filter that runs forward and then backward, in each span by itself."""
    out = values.copy()
    for way in (1, -1):
        rows, on = out[::way], active[::way]
        for f in range(1, len(rows)):
            both = on[f] & on[f - 1]
            rows[f] = np.where(both, (1.0 - share) * rows[f] + share * rows[f - 1], rows[f])
    return out


def accelerations_of(more, active, swings, rate):
    """Of every active bend, one after the other."""
    found = []
    for f, k in zip(*np.nonzero(active), strict=True):
        near = [g for g in (f - 1, f + 1) if 0 <= g < len(more) and active[g, k]]
        found.append(rate**2 * sum(more[g, k] - more[f, k] for g in near) + swings[f, k])
    return np.array(found)


def residuals(d, more, room, active, swings, weight, pressing, rate, root_weight, shares):
    """All that is to be small, one after the other; ``room`` above the bounds."""
    accelerations = accelerations_of(more, active, swings, rate)
    if shares is None:
        shares = 1.0 / np.sqrt(1.0 + (accelerations / root_system._SUDDEN) ** 2)
    below = (root_system._KEEPING * (pressing[0] - room))[pressing[1]]
    rows = [root_weight * rate**2 * np.diff(d, 2, axis=0).ravel(), (weight * d).ravel(), shares * accelerations, below]
    return np.concatenate(rows), shares


def slow_settle(lines, shapes, active, free, rate, size, accelerating, staying, steps):
    """The displacement (F, 3) of the root; arguments as of the kernel."""
    d, pressing = np.zeros((len(active), 3)), np.zeros(active.shape)
    c, p, own, over, bends, needs = np.moveaxis(shapes, -1, 0)
    swings = np.zeros(active.shape)
    swings[1:-1] = bending._CALMING * needs[1:-1] * rate**2 * np.diff(bends, 2, axis=0)
    before, _ = soft_bend(own, c, p)

    def bent(d):
        """How much more limbs bend, the room above their bounds, and how both change."""
        lengths = lines - d[:, None]
        now, slope = soft_bend(np.sum(lengths**2, axis=2), c, p)
        calm = smoothed(1.0 / slope, active, np.exp(-1.0 / (settle._CALM * rate)))
        slopes = np.where(active[..., None], -2.0 * lengths / calm[..., None], 0.0)
        return np.where(active, now - before + over, 0.0), now - np.minimum(before, 0.25), slopes

    for step in range(steps):
        more, room, slopes = bent(d)
        if step > settle._FIRST:
            pressing = np.where(active, np.maximum(0.0, pressing - room), 0.0)
        far = np.sum(d**2, axis=1, keepdims=True) / (root_system._FAR * size) ** 2
        weight, held = staying / size * np.sqrt(1.0 + far), active & (pressing - room > 0.0)
        asked = (active, swings, weight, (pressing, held), rate, accelerating / size)
        at, shares = residuals(d, more, room, *asked, None)
        columns = []
        for f, i in zip(*np.nonzero(np.repeat(free[:, None], 3, axis=1)), strict=True):
            moved, by = d.copy(), np.zeros(active.shape)
            moved[f, i] += 1.0
            by[f] = slopes[f, :, i]
            columns.append(residuals(moved, more + by, room + by, *asked, shares)[0] - at)
        move = np.zeros(d.shape)
        move[free] = np.linalg.lstsq(np.array(columns).T, -at, rcond=None)[0].reshape(-1, 3)
        length = np.linalg.norm(move, axis=1, keepdims=True)
        longest = settle._STEP * size / max(1, step - 1)
        move *= np.minimum(1.0, longest / np.where(length > 0.0, length, 1.0))
        d = d + (1.0 if step < settle._WHOLE else settle._SHARE) * move
    return d
