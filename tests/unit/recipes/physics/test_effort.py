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
from supple.recipes.physics.effort import efforts
from supple.recipes.physics.runs import Run
from supple.recipes.physics.setting import setting_of
from supple.recipes.physics.shortcomings import lost
from supple.recipes.walk import walking
from supple.solvers.spacetime.result import played
from supple.solvers.spacetime.scene import scene_of

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
    counts = efforts(figure, names.roles, setting.body, None).reshape(-1, 3)[figure.joints.index(hips) - 1]
    assert counts == pytest.approx(np.full(3, setting.body.strength["spine"] ** -2))


def test_every_role_has_a_strength():
    walk = walking(1.0)
    setting, _, _ = _set(walk, EMERGE)
    joint = setting.problem.figure.joints[-1]
    for role in ROLES:
        counts = efforts(setting.problem.figure, {role: walk.skeleton.names[joint]}, setting.body, None)
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
    assert demanded(run, setting, names, physics) == (run, (), 1.0)
