"""Where the joints of a rigid-body model are, how points on them move, and how loads turn with them."""

from __future__ import annotations

from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, array_out, dense

_OUT4 = array_out(4)


@dense(INTS, CUBE, MATRIX, MATRIX, CUBE, OUT_CUBE, _OUT4)
def place(parents, fixed_turns, fixed_places, roots, turns, places, rotations):
    """Place the joints of a model whose first one travels and whose others are balls, at all samples.

    ``parents`` (N,) and where each joint sits in its parent's frame; ``turns`` (S, N - 2, 4) of the joints from 2 on.
    """
    for s in range(len(roots)):
        for j in range(2, len(parents)):
            w, x, y, z = turns[s, j - 2, 0], turns[s, j - 2, 1], turns[s, j - 2, 2], turns[s, j - 2, 3]
            own = (
                (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
                (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
                (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
            )
            if j == 2:
                for i in range(3):
                    places[s, j, i] = roots[s, i]
                    for k in range(3):
                        rotations[s, j, i, k] = own[i][k]
                continue
            above, up = rotations[s, parents[j]], places[s, parents[j]]
            for i in range(3):
                total = up[i]
                for k in range(3):
                    total += above[i, k] * fixed_places[j, k]
                places[s, j, i] = total
                a = (
                    above[i, 0] * fixed_turns[j, 0, 0]
                    + above[i, 1] * fixed_turns[j, 1, 0]
                    + above[i, 2] * fixed_turns[j, 2, 0]
                )
                b = (
                    above[i, 0] * fixed_turns[j, 0, 1]
                    + above[i, 1] * fixed_turns[j, 1, 1]
                    + above[i, 2] * fixed_turns[j, 2, 1]
                )
                c = (
                    above[i, 0] * fixed_turns[j, 0, 2]
                    + above[i, 1] * fixed_turns[j, 1, 2]
                    + above[i, 2] * fixed_turns[j, 2, 2]
                )
                for k in range(3):
                    rotations[s, j, i, k] = a * own[0][k] + b * own[1][k] + c * own[2][k]


@dense(CUBE, INTS, MATRIX, INTS, OUT_CUBE)
def move(jacobians, samples, at, moved_by, out):
    """How velocities move a point that is ``at`` (m, 3) in some samples (m, 3, nv), for those that move it at all."""
    for n in range(len(samples)):
        own = jacobians[samples[n]]
        out[n] = 0.0
        for c in moved_by:
            out[n, 0, c] = own[0, c] + own[4, c] * at[n, 2] - own[5, c] * at[n, 1]
            out[n, 1, c] = own[1, c] + own[5, c] * at[n, 0] - own[3, c] * at[n, 2]
            out[n, 2, c] = own[2, c] + own[3, c] * at[n, 1] - own[4, c] * at[n, 0]


@dense(CUBE, CUBE, MATRIX, INTS, OUT_CUBE)
def turn_load(jacobians, moved, forces, moved_by, by_q):
    """Forces (S, 3) keep their direction in the world while the joint that carries them turns: change ``by_q``.

    ``moved`` (S, 3, nv) is how velocities move the point that they act on.
    """
    rows = by_q.shape[1]
    for s in range(len(forces)):
        f = forces[s]
        for c in moved_by:
            x, y, z = jacobians[s, 3, c], jacobians[s, 4, c], jacobians[s, 5, c]
            a, b, d = f[1] * z - f[2] * y, f[2] * x - f[0] * z, f[0] * y - f[1] * x
            for r in moved_by:
                if r < rows:
                    by_q[s, r, c] -= moved[s, 0, r] * a + moved[s, 1, r] * b + moved[s, 2, r] * d
