"""Bodies exported for other programs pose as Supple does; what a program lacks is skipped."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA
from support.trees import random_motion, random_skeleton

from benchmarks.peers.body import exported
from benchmarks.peers.mjcf import mjcf
from benchmarks.peers.urdf import joint_name, urdf
from supple.core.pose import world_pose
from supple.recipes.walk import walking

MOTIONS = {
    "walker": walking(0.2),
    "balls, hinges and welds": random_motion(2, random_skeleton(5, 12, ("ball", "hinge", "fixed")), frames=3),
}
each = pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS.keys())


def expected(motion, body):
    """(F, links that Supple has too, 3) and the names of those."""
    skeleton = motion.skeleton
    names = [link.name for link in body.links if link.name in skeleton.names]
    return names, world_pose(motion).positions[:, [skeleton.names.index(name) for name in names]]


@each
def test_mujoco_poses_the_exported_body_as_supple_does(motion):
    mujoco = pytest.importorskip("mujoco")
    pytest.importorskip("mink")
    from benchmarks.peers.with_mink import configurations

    body = exported(motion)
    names, places = expected(motion, body)
    model = mujoco.MjModel.from_xml_string(mjcf(body))
    data, ids = mujoco.MjData(model), [model.body(name).id for name in names]
    for q, wanted in zip(configurations(model, body), places, strict=True):
        data.qpos = q
        mujoco.mj_kinematics(model, data)
        assert_allclose(data.xpos[ids], wanted, **ALGEBRA)


@each
def test_pinocchio_poses_the_exported_body_as_supple_does(motion):
    pin = pytest.importorskip("pinocchio")
    pytest.importorskip("pink")
    from benchmarks.peers.with_pink import configurations

    body = exported(motion)
    names, places = expected(motion, body)
    model = pin.buildModelFromXML(urdf(body), pin.JointModelFreeFlyer())
    data, ids = model.createData(), [model.getFrameId(name) for name in names]
    assert all(model.existJointName(joint_name(name)) for name in body.hinges)
    for q, wanted in zip(configurations(model, body), places, strict=True):
        pin.framesForwardKinematics(model, data, q)
        assert_allclose(np.array([data.oMf[i].translation for i in ids]), wanted, **ALGEBRA)


@pytest.mark.filterwarnings("ignore:Please update your 'hppfcl':DeprecationWarning")  # of the Pinocchio it is built on
def test_placo_poses_the_exported_walker_as_supple_does():
    pytest.importorskip("placo")
    from benchmarks.peers.reach import effector_paths, reach
    from benchmarks.peers.with_placo import Placo

    motion = MOTIONS["walker"]
    solver = Placo(reach("walker", motion))
    for frame, wanted in enumerate(effector_paths(motion)):
        solver.start(frame)
        assert_allclose(solver.places(), wanted, **ALGEBRA)
