"""``supple lint`` and ``supple print edit``."""

import io
import json
import sys

import pytest

import supple
from supple.cli import main
from supple.constraints.document import parse_edit
from supple.constraints.model import Edit

GOOD = """format = 1
[[constraint]]
kind = "position"
effector = "left_wrist"
goals = [ { offset = [0, 0.05, 0], when = [0.2, 0.4, 0.6, 0.8] } ]
"""


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    path = tmp_path_factory.mktemp("lint") / "walk.bvh"
    supple.write(supple.walking(seconds=1.0), path)
    return path


def lint(capsys, clip, text, *more):
    edit = clip.with_name("edit.toml")
    edit.write_text(text)
    code = main(["lint", str(clip), str(edit), *more])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_nothing_found(capsys, clip):
    code, out, err = lint(capsys, clip, GOOD)
    assert (code, out) == (0, "")
    assert "nothing found" in err


def test_warnings_end_with_3(capsys, clip):
    code, out, err = lint(capsys, clip, GOOD + 'recruit = "LeftHand"\n')
    assert code == 3
    assert out.startswith("warning  constraint[0]: out of reach by")
    assert "0 errors, 1 warning" in err


def test_errors_end_with_1(capsys, clip):
    code, out, _ = lint(capsys, clip, GOOD.replace("left_wrist", "LeftHnd") + 'name = "wave"\n')
    assert code == 1
    assert "error    constraint[0].effector (wave): there is no joint or role 'LeftHnd'" in out
    assert "Did you mean LeftHand" in out


def test_a_document_that_cannot_be_read_ends_with_1(capsys, clip):
    code, out, err = lint(capsys, clip, GOOD.replace("goals", "gaols"))
    assert (code, out) == (1, "")
    assert "constraint[0].gaols: there is no key 'gaols'. Did you mean goals" in err


def test_json_has_every_finding(capsys, clip):
    code, out, _ = lint(capsys, clip, GOOD + 'recruit = "LeftHand"\n', "--json")
    said = json.loads(out)
    assert code == 3
    assert (said["errors"], said["warnings"]) == (0, 1)
    (only,) = said["findings"]
    assert set(only) == {"severity", "topic", "place", "constraint", "name", "message", "fix", "remedy"}
    assert (only["topic"], only["constraint"]) == ("reach", 0)


def test_roles_are_taken(capsys, clip):
    roles = clip.with_name("roles.toml")
    roles.write_text('format = 1\n[roles]\nleft_wrist = ""\n')
    code, out, _ = lint(capsys, clip, GOOD, "--roles", str(roles))
    assert code == 1
    assert "this figure has no left_wrist" in out


def test_markers_have_no_joints_to_edit(capsys, tmp_path):
    (tmp_path / "m.trc").write_text("PathFileType\t4\t(X/Y/Z)\tm.trc\n")
    (tmp_path / "e.toml").write_text(GOOD)
    assert main(["lint", str(tmp_path / "m.trc"), str(tmp_path / "e.toml")]) == 1
    assert "m.trc" in capsys.readouterr().err


def test_print_edit_gives_a_document_that_is_taken(capsys, clip):
    assert main(["print", "edit"]) == 0
    text = capsys.readouterr().out
    assert parse_edit(text) == Edit()
    assert lint(capsys, clip, text)[0] == 0


def test_help_says_what_the_codes_mean(capsys):
    assert main(["lint", "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "0: nothing found; 3: warnings only; 1: errors" in words


def test_the_document_comes_through_standard_input(capsys, monkeypatch, clip):
    monkeypatch.setattr(sys, "stdin", io.StringIO(GOOD))
    assert main(["lint", str(clip), "-"]) == 0
    assert "nothing found" in capsys.readouterr().err


def test_of_many_findings_the_rest_is_counted(capsys, clip):
    many = "format = 1\n" + 30 * GOOD.removeprefix("format = 1\n")
    code, out, err = lint(capsys, clip, many)
    assert code == 3
    assert sum(line.startswith("warning") for line in out.splitlines()) == 100
    assert out.splitlines()[-1] == "and 335 more warnings about collision: --json has all of them."
    assert "0 errors, 435 warnings" in err
    code, out, _ = lint(capsys, clip, many, "--json")
    assert len(json.loads(out)["findings"]) == 435
