"""Slow twins of the kernels: plain loops and 4 x 4 matrices, written from the textbook and not from the kernels."""

import numpy as np
from scipy.linalg import expm


def cross_matrix(v):
    x, y, z = v
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def matrix_about(axis, angle):
    """The rotation about a unit axis, by the matrix exponential."""
    return expm(angle * cross_matrix(axis))


def matrix_of(q):
    """The rotation matrix of a quaternion, as the linear map v -> q v q*."""
    w, x, y, z = q
    left = np.array([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]])
    right = np.array([[w, x, y, z], [-x, w, -z, y], [-y, z, w, -x], [-z, -y, x, w]])
    return (left @ right)[1:, 1:]


def transforms(root, rotations, offsets, parents):
    """(J, 4, 4) joint-to-world transforms of one frame; ``rotations`` are (J, 3, 3) matrices."""
    world = []
    for j, parent in enumerate(parents):
        local = np.eye(4)
        local[:3, :3] = rotations[j]
        local[:3, 3] = root if parent < 0 else offsets[j]
        world.append(local if parent < 0 else world[parent] @ local)
    return np.array(world)


def ancestors(parents, joint):
    """The joint itself and all above it."""
    chain = []
    while joint >= 0:
        chain.append(joint)
        joint = int(parents[joint])
    return chain


def centre_of_mass(world, masses, centres):
    """The weighted mean of the segments' centres; ``world`` is (J, 4, 4)."""
    total = np.zeros(3)
    for transform, mass, centre in zip(world, masses, centres, strict=True):
        total += mass * (transform @ [*centre, 1.0])[:3]
    return total / sum(masses)


def position_columns(world, parents, dofs, joint, point):
    """(3, D) of a world point; ``dofs`` lists (joint, kind, axis): "slide" in the world, "turn" in the joint."""
    above, out = ancestors(parents, joint), np.zeros((3, len(dofs)))
    for d, (owner, kind, axis) in enumerate(dofs):
        if owner not in above:
            continue
        if kind == "slide":
            out[:, d] = axis
        else:
            out[:, d] = np.cross(world[owner][:3, :3] @ axis, point - world[owner][:3, 3])
    return out


def left_jacobian(v, terms=60):
    """The exponential map's left Jacobian by its power series: sum of [v]^n / (n + 1)!."""
    total, term = np.zeros((3, 3)), np.eye(3)
    for n in range(terms):
        total += term / (n + 1.0)
        term = term @ cross_matrix(v) / (n + 1.0)
    return total
