"""Time that may stretch: the same curve, gone through more slowly, and a pace that weak legs choose."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest

from supple.constraints.physics import parse_physical
from supple.errors import DocumentError
from supple.recipes.detect import detect
from supple.recipes.names import motion_names
from supple.recipes.physics import pacing
from supple.recipes.physics.bodies import body_of
from supple.recipes.physics.effort import efforts, hardships
from supple.recipes.physics.pacing import at_pace
from supple.recipes.physics.setting import setting_of
from supple.recipes.walk import walking
from supple.solvers.spacetime.problem import Push
from supple.solvers.spacetime.result import played
from supple.solvers.spacetime.scene import scene_of
from supple.solvers.spacetime.solving import Solved
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


def test_a_push_keeps_its_impulse_in_a_slower_motion(setting):
    push = Push(1, np.zeros(3), 0.2, 0.5, np.array([100.0, 0.0, 0.0]))
    (slower,) = stretched(replace(setting.problem, pushes=(push,)), 1.5).pushes
    times = np.linspace(0.0, 2.0, 2001)
    assert slower.start == pytest.approx(1.5 * push.start)
    assert slower.share(times).sum() == pytest.approx(push.share(times).sum(), rel=1e-3)


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
    plain = efforts(figure, roles, body).reshape(-1, 3)
    strong = body_of(None, walk, roles)
    hips = figure.joints.index(walk.skeleton.index(roles["left_hip"])) - 1
    assert plain[hips] == pytest.approx(np.full(3, 1.0 / body.strength["hip"] ** 2))
    twice = type(strong)(strong.height, strong.mass, strong.segments, {k: 2.0 * v for k, v in strong.strength.items()})
    assert efforts(figure, roles, twice).reshape(-1, 3) == pytest.approx(plain / 4.0)
    ratio = parse_physical("format = 1\n[ratio]\nfemur = 3")[1].ratio
    assert hardships(figure, roles, ratio).reshape(-1, 3)[hips] == pytest.approx(np.full(3, 3.0))
    assert hardships(figure, roles, None) == pytest.approx(np.ones(figure.nv - 6))


@dataclass(frozen=True)
class Solvable:
    """A run whose solves cost nothing; the problem is only how many times as long it takes."""

    scene: SimpleNamespace
    result: Solved
    holds: tuple[float, float] = (0.0, 9.0)

    def of(self, times):
        result = replace(self.result, converged=self.holds[0] < times < self.holds[1])
        return replace(self, scene=SimpleNamespace(problem=times), result=result)


@pytest.mark.parametrize("best", [0.0, 0.04, 0.33, -0.22])
def test_the_pace_that_costs_least_is_found(monkeypatch, best):
    monkeypatch.setattr(pacing, "stretched", lambda problem, times: problem * times)
    monkeypatch.setattr(pacing, "_cost", lambda run, log: (log - best) ** 2)
    run = Solvable(SimpleNamespace(problem=1.0), Solved(np.zeros(1), (), True, "met"))
    found, times = pacing.paced(run)
    assert times == pytest.approx(np.exp(best), rel=1e-9)
    assert found.scene.problem == pytest.approx(times)


def test_a_pace_at_which_limits_hold_comes_before_a_cheaper_one(monkeypatch):
    monkeypatch.setattr(pacing, "stretched", lambda problem, times: problem * times)
    monkeypatch.setattr(pacing, "_cost", lambda run, log: log**2)
    run = Solvable(SimpleNamespace(problem=1.0), Solved(np.zeros(1), (), False, "stalled"), holds=(1.05, 9.0))
    found, times = pacing.paced(run)
    assert found.result.converged
    assert times == pytest.approx(np.exp(0.1))


def test_a_run_that_was_ended_is_not_tried_at_other_paces(monkeypatch):
    monkeypatch.setattr(pacing, "_cost", lambda run, log: 0.0)
    run = Solvable(SimpleNamespace(problem=1.0), Solved(np.zeros(1), (), False, "time"))
    assert pacing.paced(run)[1] == 1.0


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
