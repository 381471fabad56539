"""Forward kinematics and Jacobians against pymotion and Pinocchio, one thread each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.measure import CLIP, Row, best_seconds
from supple.core import quaternions
from supple.core.dofs import dof_layout
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton

POINTS = 5


def clip() -> tuple[Motion, str]:
    """The clip that the claim names, or a random one of its size where the file is absent."""
    if CLIP.exists():
        from supple.io.registry import read

        motion = read(CLIP)
        assert isinstance(motion, Motion)
        return motion, CLIP.name
    return random_clip(2752, 31), "random clip"


def random_clip(frames: int, joints: int, seed: int = 0) -> Motion:
    """Ball joints in a tree, turned at random."""
    rng = np.random.default_rng(seed)
    parents, branch = [-1], [0]
    for j in range(1, joints):
        branch = branch[: rng.integers(1, len(branch) + 1)] if rng.random() < 0.3 else branch
        parents.append(branch[-1])
        branch = [*branch, j]
    skeleton = Skeleton(tuple(f"j{j}" for j in range(joints)), np.array(parents), rng.uniform(-0.5, 0.5, (joints, 3)))
    rotations = quaternions.normalized(rng.normal(size=(frames, joints, 4)))
    return Motion(skeleton, rng.normal(size=(frames, 3)), rotations, 1.0 / 120.0)


def pose_clip(motion: Motion) -> Callable[[], object]:
    """Our kernel, into arrays that are there already."""
    from supple.kernels import fk

    skeleton = motion.skeleton
    places, turned = np.zeros((*motion.rotations.shape[:2], 3)), np.zeros(motion.rotations.shape)
    pose = (motion.root_positions, motion.rotations, skeleton.offsets, skeleton.parents, places, turned)
    return lambda: fk.pose_clip(*pose)


def pymotion_fk(motion: Motion) -> Callable[[], object]:
    """pymotion's forward kinematics, which must find the same places."""
    from pymotion.ops.skeleton import fk

    skeleton = motion.skeleton
    parents = np.array([0, *skeleton.parents[1:]])  # pymotion's root is its own parent
    clip = (motion.rotations.copy(), motion.root_positions.copy(), skeleton.offsets.copy(), parents)
    assert np.abs(fk(*clip)[0] - world_pose(motion).positions).max() < 1e-6, "pymotion poses another figure"
    return lambda: fk(*clip)


def pinocchio_loop(motion: Motion, function: str) -> Callable[[], None]:
    """A loop of the named Pinocchio function over all frames; end sites are left out, which favours Pinocchio."""
    import pinocchio as pin

    skeleton = motion.skeleton
    model, numbers = pin.Model(), {}
    for j in np.flatnonzero(~skeleton.end_sites):
        parent = skeleton.parents[j]
        kind = pin.JointModelFreeFlyer() if parent < 0 else pin.JointModelSpherical()
        place = pin.SE3.Identity() if parent < 0 else pin.SE3(np.eye(3), skeleton.offsets[j])
        numbers[j] = model.addJoint(numbers.get(parent, 0), kind, place, skeleton.names[j])
    turns = motion.rotations[:, ~skeleton.end_sites][..., [1, 2, 3, 0]].reshape(motion.frames, -1)
    rows = list(np.concatenate([motion.root_positions, turns], axis=1))
    data, call = model.createData(), getattr(pin, function)

    def loop() -> None:
        for q in rows:
            call(model, data, q)

    return loop


def jacobian_loop(motion: Motion) -> Callable[[], None]:
    """Pose, axes and the position Jacobian of a few points, frame after frame in compiled code."""
    from supple.kernels import fk, jacobians
    from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, dense

    @dense(MATRIX, CUBE, MATRIX, INTS, INTS, INTS, MATRIX, INTS, MATRIX, *[OUT_MATRIX] * 5)
    def every_frame(
        root, rotations, offsets, parents, start, kind, axes, joints, local, positions, turned, world, points, out
    ):
        for f in range(rotations.shape[0]):
            fk.pose_frame(root[f], rotations[f], offsets, parents, positions, turned)
            jacobians.world_axes(turned, parents, start, kind, axes, world)
            jacobians.world_points(joints, local, positions, turned, points)
            jacobians.position_jacobian(points, joints, parents, start, kind, world, positions, out)

    skeleton, layout = motion.skeleton, dof_layout(motion.skeleton)
    count, columns = len(skeleton), len(layout)
    joints = np.linspace(count // 2, count - 1, POINTS).astype(np.int64)
    local = np.full((POINTS, 3), 0.1)
    work = [np.zeros(s) for s in ((count, 3), (count, 4), (columns, 3), (POINTS, 3), (3 * POINTS, columns))]
    arguments = (motion.root_positions, motion.rotations, skeleton.offsets, skeleton.parents)
    return lambda: every_frame(*arguments, layout.start, layout.kind, layout.axes, joints, local, *work)


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    motion, name = clip()
    times = best_seconds(
        {
            "ours": pose_clip(motion),
            "pymotion": pymotion_fk(motion),
            "pinocchio": pinocchio_loop(motion, "forwardKinematics"),
        },
        rounds=8,
    )
    ours, theirs, pinocchio = times["ours"], times["pymotion"], times["pinocchio"]
    body = random_clip(2000, 25)
    loops = {"ours": jacobian_loop(body), "pinocchio": pinocchio_loop(body, "computeJointJacobians")}
    rows, bare = (seconds / body.frames for seconds in best_seconds(loops, rounds=8).values())
    size = f"{name}, {motion.frames} x {len(motion.skeleton)}"
    return [
        ("pymotion's forward kinematics against ours", f"{theirs / ours:.1f} x", "> 8 x",
         f"{theirs * 1e3:.1f} ms, {ours * 1e3:.2f} ms ({size})"),
        ("our forward kinematics against Pinocchio's in a loop", f"{ours / pinocchio:.2f} x", "< 1.5 x",
         f"{ours / motion.frames * 1e6:.2f} us, {pinocchio / motion.frames * 1e6:.2f} us a frame"),
        ("our pose and Jacobians of 5 points against Pinocchio's", f"{rows / bare:.2f} x", "< 2 x",
         f"{rows * 1e6:.2f} us, {bare * 1e6:.2f} us a frame of 25 ball joints"),
    ]  # fmt: skip
