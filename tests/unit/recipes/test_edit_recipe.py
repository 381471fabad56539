"""``supple.edit``: every form of wishes, and what reaches the solver."""

import numpy as np
import pytest
from support import fake_solver

import supple
from supple.constraints.names import Names
from supple.constraints.writing import dump_edit
from supple.errors import DocumentError, FileError, InvalidValueError
from supple.recipes.names import motion_names
from supple.solvers.result import Report, Result

WAVE = supple.Position(effector="left_wrist", goals=(supple.PlaceGoal(offset=(0.0, 0.2, 0.0)),))
HOLD = supple.Preserve(effector="right_ankle", priority=1)


@pytest.fixture(scope="module")
def walk():
    return supple.walking(seconds=0.5)


@pytest.fixture
def asked(monkeypatch):
    """What the solver was given, call by call."""
    calls = []

    def solve(motion, edit, names, progress=None, **_):
        calls.append((motion, edit, names, progress))
        return Result(motion, Report(seconds=1.0, iterations=1))

    fake_solver.install(monkeypatch, solve)
    return calls


def test_all_forms_of_wishes_are_one(walk, asked, tmp_path):
    whole = supple.Edit(constraints=(WAVE,))
    path = tmp_path / "wave.toml"
    path.write_text(dump_edit(whole))
    for wishes in (whole, WAVE, [WAVE], (WAVE,), path, str(path)):
        supple.edit(walk, wishes)
    assert [edit for _, edit, _, _ in asked] == [whole] * 6


def test_the_answer_is_the_solvers(walk, monkeypatch):
    fake_solver.install(monkeypatch, fake_solver.raising(0.1, worst=31.0, status="infeasible"))
    result = supple.edit(walk, [HOLD, WAVE])
    np.testing.assert_allclose(result.motion.root_positions - walk.root_positions, [[0.0, 0.1, 0.0]] * walk.frames)
    assert result.report.status == "infeasible"
    assert [c.worst for c in result.report.constraints] == [31.0, 31.0]


@pytest.mark.parametrize("nothing", [supple.Edit(), (), []])
def test_without_wishes_the_motion_itself_comes_back(walk, asked, nothing):
    result = supple.edit(walk, nothing)
    assert result.motion is walk
    assert (result.report.status, result.report.constraints, asked) == ("met", (), [])


def test_settings_go_over_those_of_the_edit(walk, asked):
    own = supple.Edit(constraints=(WAVE,), settings=supple.Settings(passes=3))
    supple.edit(walk, own)
    supple.edit(walk, own, settings=supple.Settings(max_iterations=7))
    assert [edit.settings for _, edit, _, _ in asked] == [own.settings, supple.Settings(max_iterations=7)]


def test_roles_are_a_document_or_names(walk, asked, tmp_path):
    roles = tmp_path / "roles.toml"
    roles.write_text('format = 1\n[roles]\nleft_wrist = "LeftForeArm"\n')
    names = motion_names(walk)
    supple.edit(walk, WAVE)
    supple.edit(walk, WAVE, roles=roles)
    supple.edit(walk, WAVE, roles=names)
    found, said, same = (names for _, _, names, _ in asked)
    assert isinstance(found, Names)
    assert (found.roles["left_wrist"], said.roles["left_wrist"]) == ("LeftHand", "LeftForeArm")
    assert same is names


def test_progress_is_told_and_what_it_raises_ends_the_solve(walk, monkeypatch):
    fake_solver.install(monkeypatch, fake_solver.raising(0.0))
    seen = []
    supple.edit(walk, WAVE, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 2), (1, 2), (2, 2)]

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        supple.edit(walk, WAVE, progress=stop)


def test_what_is_no_wish_is_refused(walk, asked, tmp_path):
    with pytest.raises(InvalidValueError, match="int is no constraint. Give Position, "):
        supple.edit(walk, [WAVE, 3])
    with pytest.raises(InvalidValueError, match="only a motion can be edited; got Skeleton"):
        supple.edit(walk.skeleton, WAVE)
    with pytest.raises(DocumentError, match=r"constraint\[0\].priority = 0"):
        supple.edit(walk, supple.Preserve(effector="Hips", priority=0))
    with pytest.raises(FileError, match="no such file"):
        supple.edit(walk, tmp_path / "none.toml")
    assert asked == []
