"""Geometric constraints of single displacements as the thesis writes them: matrices, decompositions and plain loops."""

import numpy as np

from supple.core.quaternions import to_matrix


def placed(position, rotation):
    """The 4 x 4 matrix of a pose."""
    w = np.eye(4)
    w[:3, :3], w[:3, 3] = to_matrix(rotation), position
    return w


def local_displacement(before, after):
    return np.linalg.inv(before) @ after


def global_displacement(before, after):
    """The form that the thesis rejects."""
    return after @ np.linalg.inv(before)


def fixed_points(displacement, zeroed):
    """Singular values of R - 1, the least-norm solution with ``zeroed`` of them taken as 0, its residual, V."""
    a, t = displacement[:3, :3] - np.eye(3), displacement[:3, 3]
    u, sigma, vt = np.linalg.svd(a)
    inverse = [0.0 if k >= 3 - zeroed else 1.0 / sigma[k] for k in range(3)]
    place = -vt.T @ np.diag(inverse) @ u.T @ t
    flat = np.diag([0.0 if k >= 3 - zeroed else sigma[k] for k in range(3)])
    return sigma, place, float(np.linalg.norm(u @ flat @ vt @ place + t)), vt.T


def residuals(pose, joint, form, zeroed):
    """(n,) residuals of all displacements of a joint, with the local or the global form."""
    poses = [placed(pose.positions[f, joint], pose.rotations[f, joint]) for f in range(len(pose.positions))]
    return np.array([fixed_points(form(poses[f], poses[f + 1]), zeroed)[2] for f in range(len(poses) - 1)])


def least_median(values):
    """The largest value that is no outlier, by the thesis's four steps."""
    best, centre = np.inf, values[0]
    for candidate in values:
        median = np.median([(candidate - other) ** 2 for other in values])
        if median < best:
            best, centre = median, candidate
    deviation = 1.4826 * (1.0 + 5.0 / max(1, len(values) - 1)) * np.sqrt(best)
    return max(value for value in values if abs(value - centre) <= 2.5 * deviation)


def best_fixed(positions, rotations):
    """The point of the joint and the place that minimise the squared distances, as one large least-squares problem."""
    rows, right = [], []
    for x, q in zip(positions, rotations, strict=True):
        rows.append(np.hstack([to_matrix(q), -np.eye(3)]))
        right.append(-x)
    solution = np.linalg.lstsq(np.vstack(rows), np.concatenate(right), rcond=None)[0]
    return solution[:3], solution[3:]
