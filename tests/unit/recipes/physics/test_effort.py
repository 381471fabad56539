"""How much torques count, and what only counts where they do."""

from dataclasses import replace

import numpy as np
import pytest

from supple.constraints.physics import parse_physical
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.roles import ROLES
from supple.core.skeleton import Skeleton
from supple.recipes.names import motion_names
from supple.recipes.physics.bodies import body_of
from supple.recipes.physics.demands import demanded
from supple.recipes.physics.effort import efforts, hardships
from supple.recipes.physics.runs import Run
from supple.recipes.physics.setting import setting_of
from supple.recipes.physics.shortcomings import lost
from supple.recipes.walk import walking
from supple.solvers.spacetime.costs import Costs
from supple.solvers.spacetime.motion_rows import posed
from supple.solvers.spacetime.moving import moving_groups
from supple.solvers.spacetime.result import played
from supple.solvers.spacetime.scene import scene_of
from supple.solvers.spacetime.stretching import stretched

pytest.importorskip("pinocchio")
EMERGE = 'format = 1\n[contact]\nplants = "emerge"\n[ratio]\nfemur = 3\n'


def _set(motion, text):
    names = motion_names(motion, None)
    edit, physics = parse_physical(text)
    body = body_of(None, motion, names.roles)
    return setting_of(motion, body, Contacts(fps=motion.fps), names, edit, physics), names, physics


def _under_a_root(motion):
    """The same motion, carried by a root above the hips, which turn below it."""
    own = motion.skeleton
    offsets = np.concatenate([np.zeros((1, 3)), own.offsets])
    offsets[1] = 0.0
    tree = Skeleton(("Reference", *own.names), [-1, *(own.parents + 1)], offsets, end_sites=[False, *own.end_sites])
    turns = np.concatenate([quaternions.identity(motion.frames, 1), motion.rotations], axis=1)
    return Motion(tree, motion.root_positions, turns, motion.frame_time)


def test_hips_below_another_root_are_as_strong_as_the_spine():
    motion = _under_a_root(walking(1.0))
    setting, names, _ = _set(motion, EMERGE)
    figure, hips = setting.problem.figure, motion.skeleton.index(names.roles["hips"])
    assert hips == 1
    counts = efforts(figure, names.roles, setting.body).reshape(-1, 3)[figure.joints.index(hips) - 1]
    assert counts == pytest.approx(np.full(3, setting.body.strength["spine"] ** -2))


def test_every_role_has_a_strength():
    walk = walking(1.0)
    setting, _, _ = _set(walk, EMERGE)
    joint = setting.problem.figure.joints[-1]
    for role in ROLES:
        counts = efforts(setting.problem.figure, {role: walk.skeleton.names[joint]}, setting.body)
        assert (counts > 0.0).any(), role


@pytest.mark.parametrize(("mode", "forgiven"), [("passive", False), ("active", True)])
def test_a_root_that_goes_another_way_is_lost_unless_strides_are_free(mode, forgiven):
    setting, _, _ = _set(walking(1.0), f'mode = "{mode}"\n{EMERGE}')
    scene = scene_of(setting.problem)
    was = played(scene, np.zeros(scene.layout.size), setting.times)
    away = np.outer(setting.times, [0.0, 0.0, 1.0])
    assert (lost(setting, replace(was, roots=was.roots + away), was) == []) is forgiven


def test_ratios_that_count_nothing_are_not_solved_for():
    setting, names, physics = _set(walking(1.0), f'mode = "passive"\n{EMERGE}')
    run = Run(scene_of(setting.problem), np.inf)
    assert demanded(run, setting, names, physics, lambda run: True) == (run, (), 1.0)


def _extra(setting, names, text, times=1.0):
    """What the example costs more with ratios than without, in a motion that takes so many times as long."""
    figure, ratio = setting.problem.figure, parse_physical(f"format = 1\n[ratio]\n{text}")[1].ratio
    plain = scene_of(stretched(setting.problem, times))
    harder = scene_of(replace(plain.problem, hardship=hardships(figure, names.roles, ratio)))
    x = np.zeros(plain.layout.size)
    return Costs(harder).wanted(x) - Costs(plain).wanted(x), plain


def test_a_joint_that_is_harder_to_use_costs_its_torque_and_its_speed():
    """Against speeds by differences of the turns of frames."""
    setting, names, _ = _set(walking(1.0), EMERGE)
    extra, scene = _extra(setting, names, "tibia = 3")
    problem, at = scene.problem, scene.at.times
    knees = [problem.figure.joints.index(names.joint(f"{side}_knee")) for side in ("left", "right")]
    still = np.zeros(scene.layout.size)
    around = [np.clip(at + step, 0.0, at[-1]) for step in (-1e-4, 1e-4)]
    before, after = (played(scene, still, times).turns for times in around)
    turned = quaternions.multiply(quaternions.conjugate(before), after)[:, knees]
    speeds = 2.0 * np.arccos(np.minimum(np.abs(turned[..., 0]), 1.0)) / (around[1] - around[0])[:, None]
    torques = played(scene, still, at).torques[:, 6:].reshape(len(at), -1, 3)[:, [k - 1 for k in knees]]
    counts = problem.effort.reshape(-1, 3)[[k - 1 for k in knees]]
    shares = np.sum(counts * torques**2, axis=2) + (speeds / problem.weights.fastest) ** 2
    assert extra == pytest.approx(
        0.5 * problem.weights.effort * 2.0 * float(scene.share @ shares.sum(axis=1)), rel=1e-3
    )


def _speeds(setting, names, text, times=1.0):
    """Rows of what the speeds of the example cost with ratios, in a motion that takes so many times as long."""
    hard = hardships(setting.problem.figure, names.roles, parse_physical(f"format = 1\n[ratio]\n{text}")[1].ratio)
    scene = scene_of(replace(stretched(setting.problem, times), hardship=hard))
    pose = posed(scene.problem.figure, scene.at, scene.layout.motion(np.zeros(scene.layout.size)) @ scene.ways.T)
    return moving_groups(scene, pose, slopes=False), scene.share[:, None]


def test_a_slower_motion_is_easier_on_a_joint_that_is_hard_to_use():
    setting, names, _ = _set(walking(1.0), EMERGE)
    (left, right), share = _speeds(setting, names, "tibia = 3")
    slower, slower_share = _speeds(setting, names, "tibia = 3", 1.3)
    for before, after in zip((left, right), slower, strict=True):
        np.testing.assert_allclose(after.misses**2 / slower_share, before.misses**2 / share / 1.3**2, rtol=1e-9)
    assert left.misses.any()


def test_ratios_below_one_and_even_ones_cost_no_speed():
    setting, names, _ = _set(walking(1.0), EMERGE)
    assert _speeds(setting, names, "femur = 1")[0] == []
    assert _speeds(setting, names, "femur = 0.5")[0] == []
    assert _extra(setting, names, "femur = 1")[0] == 0.0
    assert _extra(setting, names, "femur = 0.5")[0] < 0.0


def test_large_ratios_are_come_to_by_and_by(monkeypatch):
    setting, names, physics = _set(walking(1.0), EMERGE.replace("femur = 3", "femur = 20"))
    seen = []
    monkeypatch.setattr(Run, "of", lambda run, problem: seen.append(problem.hardship.max()) or run)
    demanded(Run(scene_of(setting.problem), np.inf), setting, names, physics, lambda run: True)
    assert seen == pytest.approx([20.0 ** (1.0 / 3.0), 20.0 ** (2.0 / 3.0), 20.0])
