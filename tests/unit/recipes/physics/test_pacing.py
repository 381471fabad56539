"""Time that may stretch: the same curve, gone through more slowly, and a pace that weak legs choose."""

import numpy as np
import pytest

from supple.constraints.physics import parse_physical
from supple.errors import DocumentError
from supple.recipes.detect import detect
from supple.recipes.names import motion_names
from supple.recipes.physics.bodies import body_of
from supple.recipes.physics.effort import efforts
from supple.recipes.physics.pacing import at_pace
from supple.recipes.physics.setting import setting_of
from supple.recipes.walk import walking
from supple.solvers.spacetime.result import played
from supple.solvers.spacetime.scene import scene_of
from supple.solvers.spacetime.stretching import stretched

pytest.importorskip("pinocchio")


@pytest.fixture(scope="module")
def setting():
    walk = walking(1.0)
    names = motion_names(walk, None)
    edit, physics = parse_physical("format = 1")
    return setting_of(walk, body_of(None, walk, names.roles), detect(walk, roles=names), names, edit, physics)


def test_a_stretched_problem_is_the_same_motion_more_slowly(setting):
    """Also with a displacement, and with contacts that begin and end at the same moments of the motion."""
    times, by = np.linspace(0.0, 0.9, 7), 1.25
    own, slower = (scene_of(p) for p in (setting.problem, stretched(setting.problem, by)))
    x = 0.01 * np.random.default_rng(0).normal(size=own.layout.size)
    now, then = played(own, x, times), played(slower, x, by * times)
    assert slower.layout.hats == own.layout.hats
    assert np.allclose(now.roots, then.roots, atol=1e-12)
    assert np.allclose(now.turns, then.turns, atol=1e-12)
    assert np.allclose(now.forces, then.forces, atol=1e-9)


def test_a_slower_motion_has_more_frames_of_the_same_rate(setting):
    slower = at_pace(setting, 1.5)
    moving = setting.motion.frames - setting.first
    assert slower.motion.frame_time == setting.motion.frame_time
    assert slower.motion.frames - slower.first == int(1.5 * (moving - 1)) + 1
    assert np.allclose(slower.motion.root_positions[::3], setting.motion.root_positions[: slower.motion.frames : 2])


def test_effort_is_told_by_the_share_of_strength(setting):
    """A body twice as strong makes a quarter of the effort; a bone that counts three times makes three times of it."""
    figure, body, walk = setting.problem.figure, setting.body, setting.motion
    roles = motion_names(walk, None).roles
    plain = efforts(figure, roles, body, None).reshape(-1, 3)
    strong = body_of(None, walk, roles)
    hips = figure.joints.index(walk.skeleton.index(roles["left_hip"])) - 1
    assert plain[hips] == pytest.approx(np.full(3, 1.0 / body.strength["hip"] ** 2))
    twice = type(strong)(strong.height, strong.mass, strong.segments, {k: 2.0 * v for k, v in strong.strength.items()})
    assert efforts(figure, roles, twice, None).reshape(-1, 3) == pytest.approx(plain / 4.0)
    ratio = parse_physical("format = 1\n[ratio]\nfemur = 3")[1].ratio
    assert efforts(figure, roles, body, ratio).reshape(-1, 3)[hips] == pytest.approx(3.0 * plain[hips])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[time]\nstretch = 3", "stretch"),
        ("[time]\nslow = true", "slow"),
        ("[time]\nstretch = true\n[window]\nstart = 0.5", "contradict"),
    ],
)
def test_a_wish_for_time_that_makes_no_sense_is_refused(text, says):
    with pytest.raises(DocumentError, match=says):
        parse_physical(f"format = 1\n{text}", "edit.toml")
