"""Free limbs bend smoothly from plant to plant."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.planted import moved_targets, waving_figure
from support.tolerances import ALGEBRA

from supple.core.pose import world_pose
from supple.kernels.cleanup import easing
from supple.kernels.cleanup.hinge import hinge_of
from supple.solvers.cleanup.easing import eased
from supple.solvers.cleanup.limbs import limb_rows
from supple.solvers.cleanup.targets import Targets

FRAMES = 60


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_a_system_of_five_diagonals_is_solved(count):
    rng = np.random.default_rng(count)
    half = np.triu(np.tril(rng.normal(size=(count, count))), -2) + 3.0 * np.eye(count)
    whole = half @ half.T
    whole = np.triu(np.tril(whole, 2), -2) + 9.0 * np.eye(count)
    band = np.array([[whole[i + k, i] if i + k < count else 0.0 for k in range(3)] for i in range(count)])
    b = rng.normal(size=count)
    wanted = np.linalg.solve(whole, b)
    easing.solve_five(band, b)
    assert_allclose(b, wanted, **ALGEBRA)


@pytest.mark.parametrize(("start", "stop"), [(10, 20), (0, 8), (22, 30), (0, 30), (12, 13)])
def test_a_gap_is_the_least_of_its_squares(start, stop):
    rng, frames, pull = np.random.default_rng(start), 30, 0.2
    more, own, counter = rng.normal(size=frames), rng.normal(size=frames), rng.uniform(size=frames)
    before = more.copy()
    room = np.zeros((frames, 3)), np.zeros(frames)
    easing.smooth_gap(start, stop, pull, counter, own, more, *room)
    bend = np.diff(np.eye(frames), 2, axis=0)
    rows = np.concatenate([bend, pull * np.eye(frames)[start:stop]])
    right = np.concatenate([-counter[1:-1] * (bend @ own), pull * before[start:stop]])
    free = np.arange(frames)[start:stop]
    held = np.delete(np.arange(frames), free)
    wanted, *_ = np.linalg.lstsq(rows[:, free], right - rows[:, held] @ before[held], rcond=None)
    assert_allclose(more[start:stop], wanted, atol=1e-8)
    assert_allclose(more[held], before[held], rtol=0.0, atol=0.0)


def bends_of(motion, limbs):
    """(F, L) of the motion."""
    pose, rows = world_pose(motion), limb_rows(limbs)
    out = np.zeros((motion.frames, len(limbs)))
    for k, limb in enumerate(limbs):
        axes = np.array([_turned(q, rows.axes[k]) for q in pose.rotations[:, limb.middle]])
        for f in range(motion.frames):
            hip, knee, ankle = (pose.positions[f, j] for j in (limb.base, limb.middle, limb.end))
            out[f, k] = hinge_of(tuple(knee - hip), tuple(ankle - knee), tuple(axes[f]))[2]
    return out


def _turned(q, v):
    axis = q[1:]
    return v + 2.0 * np.cross(axis, np.cross(axis, v) + q[0] * v)


def test_limbs_on_their_way_change_their_bends_smoothly():
    """A plant that begins at once bends the limb at once; on the way there the change has begun."""
    motion, limbs = waving_figure(FRAMES)
    wanted = moved_targets(motion, limbs, far=0.02)
    planted = np.zeros(wanted.active.shape, bool)
    planted[30:40] = True
    own = world_pose(motion).positions[:, [limb.end for limb in limbs]]
    positions = np.where(planted[..., None], wanted.positions, own)
    firm = np.where(planted, 1.0, 0.0)
    targets = Targets(np.ones(planted.shape, bool), positions, wanted.rotations, firm)
    bends = eased(world_pose(motion), limb_rows(limbs), targets, planted, np.zeros((FRAMES, 3)), motion.fps)
    assert np.isnan(bends[30:40]).all()
    more = (bends - bends_of(motion, limbs))[:30]
    assert (np.abs(more[29]) > 1e-3).any()
    assert (np.abs(more[0]) < 0.05 * np.abs(more[29]).max()).all()


def test_without_limbs_on_their_way_there_is_nothing_to_ease():
    motion, limbs = waving_figure(6)
    targets = moved_targets(motion, limbs, far=0.02)
    assert eased(world_pose(motion), limb_rows(limbs), targets, targets.active, np.zeros((6, 3)), motion.fps) is None
