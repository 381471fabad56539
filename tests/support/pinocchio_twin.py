"""The same skeleton as a Pinocchio model, whose columns come out in the order of ours."""

import numpy as np
import pinocchio as pin

from supple.core import quaternions


class PinocchioTwin:
    """A translation and a spherical joint for the root; spherical, revolute and fixed joints below.

    Pinocchio has no universal joint about any two axes: two revolutes stand for it.
    """

    def __init__(self, skeleton, masses=None, centres=None):
        self.skeleton, self.model = skeleton, pin.Model()
        self.frames, self._setters = [], []  # one frame per joint of ours; how to fill q
        self._carriers = []
        for j in range(len(skeleton)):
            self._add(j)
        if masses is not None:
            for j, (joint, place) in enumerate(self._carriers):
                inertia = pin.Inertia(float(masses[j]), np.asarray(centres[j], float), 0.01 * np.eye(3))
                self.model.appendBodyToJoint(joint, inertia, place)
        self.data = self.model.createData()

    def _add(self, j):
        skeleton, freedom = self.skeleton, self.skeleton.freedoms[j]
        parent = skeleton.parents[j]
        if parent < 0:
            joint = self.model.addJoint(0, pin.JointModelTranslation(), pin.SE3.Identity(), "travel")
            self._setters.append(lambda q, motion, f: q.__setitem__(slice(0, 3), motion.root_positions[f]))
            place = pin.SE3.Identity()
        else:
            joint, above = self._carriers[parent]
            place = above * pin.SE3(np.eye(3), skeleton.offsets[j])
        if freedom.kind == "ball":
            joint = self.model.addJoint(joint, pin.JointModelSpherical(), place, skeleton.names[j])
            self._setters.append(_Ball(self.model.joints[joint].idx_q, j))
            place = pin.SE3.Identity()
        else:
            place = place * pin.SE3(quaternions.to_matrix(skeleton.rest_rotations[j]), np.zeros(3))
            for k, axis in enumerate(freedom.axes):
                joint = self.model.addJoint(joint, pin.JointModelRevoluteUnaligned(axis), place, f"{j}.{k}")
                self._setters.append(_Hinge(self.model.joints[joint].idx_q, j, k, skeleton))
                place = pin.SE3.Identity()
        self._carriers.append((joint, place))
        frame = pin.Frame(f"frame {j}", joint, 0, place, pin.FrameType.OP_FRAME)
        self.frames.append(self.model.addFrame(frame))

    def configuration(self, motion, f):
        q = pin.neutral(self.model)
        for setter in self._setters:
            setter(q, motion, f)
        return q

    def world(self, motion, f):
        """(J, 3) positions and (J, 3, 3) rotations."""
        pin.framesForwardKinematics(self.model, self.data, self.configuration(motion, f))
        placed = [self.data.oMf[frame] for frame in self.frames]
        return np.array([p.translation for p in placed]), np.array([p.rotation for p in placed])

    def jacobians(self, motion, f, joint, offset):
        """(3, D) of a point's position and (3, D) of the joint's angular velocity, in world axes."""
        q = self.configuration(motion, f)
        pin.computeJointJacobians(self.model, self.data, q)
        pin.updateFramePlacements(self.model, self.data)
        both = pin.getFrameJacobian(self.model, self.data, self.frames[joint], pin.LOCAL_WORLD_ALIGNED)
        arm = self.data.oMf[self.frames[joint]].rotation @ np.asarray(offset)
        return both[:3] - pin.skew(arm) @ both[3:], both[3:]

    def centre_of_mass(self, motion, f):
        """(3,) and its (3, D) Jacobian."""
        q = self.configuration(motion, f)
        jacobian = pin.jacobianCenterOfMass(self.model, self.data, q).copy()
        return self.data.com[0].copy(), jacobian


class _Ball:
    def __init__(self, start, joint):
        self.start, self.joint = start, joint

    def __call__(self, q, motion, f):
        w, x, y, z = motion.rotations[f, self.joint]
        q[self.start : self.start + 4] = x, y, z, w


class _Hinge:
    """The angle of one hinge of a joint, found from the joint's quaternion."""

    def __init__(self, start, joint, number, skeleton):
        self.start, self.joint, self.number = start, joint, number
        self.axes, self.rest = skeleton.freedoms[joint].axes, skeleton.rest_rotations[joint]

    def __call__(self, q, motion, f):
        turn = quaternions.to_matrix(
            quaternions.multiply(quaternions.conjugate(self.rest), motion.rotations[f, self.joint])
        )
        axis = self.axes[self.number]
        if len(self.axes) == 2:  # perpendicular: the first carries the second axis along, and the other way round
            other = self.axes[1 - self.number]
            image = turn @ other if self.number == 0 else turn.T @ other
            sign = 1.0 if self.number == 0 else -1.0
        else:
            other = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
            image, sign = turn @ other, 1.0
        q[self.start] = sign * np.arctan2(np.cross(other, image) @ axis, other @ image)
