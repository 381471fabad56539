"""MuJoCo's model of a figure, built from skeleton and body alone, as an independent judge of forces."""

import mujoco
import numpy as np

from supple.core import quaternions
from supple.core.motion import first_moving_frame


class MujocoTwin:
    """The same free joints as ``figure``; velocities: root's in the world, turns in each joint's own frame."""

    def __init__(self, figure, motion):
        self.figure, skeleton = figure, figure.skeleton
        spec = mujoco.MjSpec()
        spec.option.gravity = [0.0, -9.80665, 0.0]
        spec.compiler.balanceinertia = False
        bodies = []
        first = motion.rotations[first_moving_frame(motion)]
        for j, name in enumerate(skeleton.names):
            parent = spec.worldbody if j == 0 else bodies[skeleton.parents[j]]
            fixed = j not in figure.joints
            body = parent.add_body(
                name=name, pos=np.zeros(3) if j == 0 else skeleton.offsets[j],
                quat=first[j] if fixed else [1.0, 0.0, 0.0, 0.0],
            )  # fmt: skip
            if j == 0:
                body.add_freejoint()
            elif not fixed:
                body.add_joint(type=mujoco.mjtJoint.mjJNT_BALL)
            if figure.inertias.masses[j] > 0.0:
                own = figure.inertias.inertias[j]
                body.mass, body.ipos = figure.inertias.masses[j], figure.inertias.centres[j]
                body.fullinertia = [own[0, 0], own[1, 1], own[2, 2], own[0, 1], own[0, 2], own[1, 2]]
                body.explicitinertial = True
            elif not fixed:  # MuJoCo refuses moving bodies that weigh nothing
                body.mass, body.inertia, body.explicitinertial = 1e-12, 3 * [1e-12], True
            bodies.append(body)
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)

    def torques(self, root, turns, v, a, pushes=()):
        """Needed generalised forces; ``pushes`` are (joint, place in the world, force in the world)."""
        data = self.data
        data.qpos[:3], data.qpos[3:] = root, turns.reshape(-1)
        data.qvel[:], data.qacc[:] = v, a
        mujoco.mj_inverse(self.model, data)
        needed = data.qfrc_inverse.copy()
        for joint, place, force in pushes:
            jacobian = np.zeros((3, self.model.nv))
            mujoco.mj_jac(self.model, data, jacobian, None, np.asarray(place, dtype=float), 1 + joint)
            needed -= jacobian.T @ force
        return needed

    def place(self, joint, point):
        """Where a point of a skeleton's joint is, in the state of the last call."""
        turned = self.data.xquat[1 + joint]
        return self.data.xpos[1 + joint] + quaternions.rotate(turned, np.asarray(point, dtype=float))


def central_states(motion, joints, first):
    """Places, turns, velocities and accelerations at the inner frames by central differences alone."""
    h = motion.frame_time
    p = motion.root_positions[first:]
    q = quaternions.continuous(motion.rotations[first:, list(joints)])
    step = quaternions.log(quaternions.multiply(quaternions.conjugate(q[:-1]), q[1:])) / h  # mean angular velocities
    ahead, behind = step[1:], step[:-1]
    v = np.concatenate([(p[2:] - p[:-2]) / (2.0 * h), (0.5 * (ahead + behind)).reshape(len(p) - 2, -1)], axis=1)
    a = np.concatenate(
        [(p[2:] - 2.0 * p[1:-1] + p[:-2]) / h**2, ((ahead - behind) / h).reshape(len(p) - 2, -1)], axis=1
    )
    return p[1:-1], q[1:-1], v, a
