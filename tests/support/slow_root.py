"""The rigid root once more: dense Gauss-Newton steps with derivatives by differences."""

import numpy as np

from supple.kernels.cleanup import settle


def soft_bend(length_sq, c, p):
    """The bend of a limb, continued straight on from 0.25 rad."""
    far = c + 2.0 * p * np.cos(0.25)
    if length_sq > far:
        return 0.25 - (length_sq - far) / (2.0 * p * np.sin(0.25))
    return np.arccos(max(-1.0, (length_sq - c) / (2.0 * p)))


def slow_settle(lines, shapes, active, free, rate, size, accelerating, staying, steps):
    """The displacement (F, 3) of the root; arguments as of the kernel."""
    frames, limbs = active.shape
    d, pressing = np.zeros((frames, 3)), np.zeros((frames, limbs))

    def bends(d):
        now, before = np.zeros((frames, limbs)), np.zeros((frames, limbs))
        for f, k in zip(*np.nonzero(active), strict=True):
            c, p, own, _ = shapes[f, k]
            now[f, k] = soft_bend(np.sum((lines[f, k] - d[f]) ** 2), c, p)
            before[f, k] = soft_bend(own, c, p)
        return now, before

    def residuals(d, weight, pressing, shares=None):
        now, before = bends(d)
        more = np.where(active, now - before + shapes[..., 3], 0.0)
        out = [accelerating / size * rate**2 * np.diff(d, 2, axis=0).ravel(), (weight * d).ravel()]
        accelerations = []
        for f, k in zip(*np.nonzero(active), strict=True):
            near = [g for g in (f - 1, f + 1) if 0 <= g < frames and active[g, k]]
            accelerations.append(rate**2 * sum(more[g, k] - more[f, k] for g in near))
        shares = 1.0 / np.sqrt(1.0 + (np.array(accelerations) / settle._SUDDEN) ** 2) if shares is None else shares
        out.append(shares * accelerations)
        below = pressing - (now - np.minimum(before, 0.25))
        out.append(np.where(active, settle._KEEPING * below, 0.0)[active & (below > 0.0)])
        return np.concatenate(out), shares

    for step in range(steps):
        far = np.sum(d**2, axis=1, keepdims=True) / (settle._FAR * size) ** 2
        weight = staying / size * np.sqrt(1.0 + far)
        now, before = bends(d)
        held = np.where(active, pressing - (now - np.minimum(before, 0.25)), 0.0)
        at, shares = residuals(d, weight, pressing)
        columns = []
        for f, i in zip(*np.nonzero(np.repeat(free[:, None], 3, axis=1)), strict=True):
            ahead, behind = d.copy(), d.copy()
            ahead[f, i] += 1e-7
            behind[f, i] -= 1e-7
            columns.append(
                (residuals(ahead, weight, pressing, shares)[0] - residuals(behind, weight, pressing, shares)[0]) / 2e-7
            )
        found = np.linalg.lstsq(np.array(columns).T, -at, rcond=None)[0]
        if step >= settle._FIRST:
            pressing = np.maximum(held, 0.0)
        move = np.zeros((frames, 3))
        move[free] = found.reshape(-1, 3)
        length = np.linalg.norm(move, axis=1, keepdims=True)
        d = d + move * np.minimum(1.0, settle._STEP * size / np.where(length > 0.0, length, 1.0))
    return d
