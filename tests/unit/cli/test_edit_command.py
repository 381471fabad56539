"""``supple edit``: what is written, said, and returned to the shell."""

import io
import json
import sys

import msgspec
import numpy as np
import pytest
from support import fake_solver
from support.command_line import run

import supple
from supple.cli import main
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts

EDIT = """format = 1
[[constraint]]
name = "wave [bold]"
kind = "position"
effector = "left_wrist"
priority = 2
goals = [ { offset = [0, 0.05, 0], when = [0.2, 0.4, 0.6, 0.8] } ]
[[constraint]]
kind = "look_at"
effector = "head"
goals = [ { at = [0, 1.6, 9] } ]
"""


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    path = tmp_path_factory.mktemp("edit") / "walk.bvh"
    supple.write(supple.walking(seconds=1.0), path)
    return path


@pytest.fixture
def edit(tmp_path):
    path = tmp_path / "edit.toml"
    path.write_text(EDIT)
    return path


@pytest.fixture
def solver(monkeypatch):
    fake_solver.install(monkeypatch, fake_solver.raising(0.1))


@pytest.fixture
def blocked(monkeypatch):
    known = {"worst": 31.25, "rms": 12.5, "status": "infeasible", "blocked_by": ("feet", "joint limits")}
    fake_solver.install(monkeypatch, fake_solver.raising(0.1, **known))


def test_the_solved_motion_is_written_and_told(capsys, solver, walk, edit, tmp_path):
    out = tmp_path / "out.bvh"
    code, said, notes = run(capsys, "edit", walk, edit, "-o", out)
    assert code == 0
    raised = supple.read(out).root_positions - supple.read(walk).root_positions
    np.testing.assert_allclose(raised, np.broadcast_to([0.0, 0.1, 0.0], raised.shape), atol=1e-6)
    header, *rows = [line for line in said.splitlines() if line.strip(" ─")]
    assert header.split() == ["constraint", "priority", "worst", "rms", "at", "frame", "status", "blocked", "by"]
    assert rows[0].split() == ["wave", "[bold]", "2", "0.01", "mm", "0.01", "mm", "7", "(0.12", "s)", "met"]
    assert rows[1].split()[:5] == ["look_at", "1", "1", "0.01", "deg"]
    assert "met in 0.125 s, 42 iterations" in notes
    assert "note: a word" in notes
    assert f"wrote {out}" in notes


def test_json_is_what_machines_were_promised(capsys, blocked, walk, edit, tmp_path):
    code, said, notes = run(capsys, "edit", walk, edit, "-o", tmp_path / "out.npz", "--json")
    facts = json.loads(said)
    assert code == 3
    assert list(facts) == ["status", "seconds", "iterations", "constraints", "notes"]
    assert (facts["status"], facts["seconds"], facts["iterations"]) == ("infeasible", 0.125, 42)
    wave, look = facts["constraints"]
    assert wave == {
        "name": "wave [bold]",
        "priority": 2,
        "status": "infeasible",
        "worst_mm": 31.25,
        "rms_mm": 12.5,
        "worst_frame": 7,
        "blocked_by": ["feet", "joint limits"],
    }
    assert {"worst_deg", "rms_deg"} <= set(look)
    assert "wrote" in notes


def test_a_wish_that_had_nothing_to_meet_has_no_worst_frame(capsys, monkeypatch, walk, edit):
    fake_solver.install(monkeypatch, fake_solver.raising(0.0, worst=0.0, rms=0.0, worst_frame=-1))
    code, said, _ = run(capsys, "edit", walk, edit, "--dry-run", "--json")
    assert (code, json.loads(said)["constraints"][0]["worst_frame"]) == (0, None)


def test_what_is_not_all_met_is_written_all_the_same(capsys, blocked, walk, edit, tmp_path):
    code, said, _ = run(capsys, "edit", walk, edit, "-o", tmp_path / "out.bvh")
    assert code == 3
    assert "31.25 mm" in said
    assert "feet, joint limits" in said
    assert (tmp_path / "out.bvh").exists()


def test_errors_of_lint_end_it_before_solving(capsys, monkeypatch, walk, edit, tmp_path):
    fake_solver.install(monkeypatch, None)  # calling it would fail
    edit.write_text(EDIT.replace('"left_wrist"', '"LeftHnd"').replace("[0.2, 0.4, 0.6, 0.8]", "[0.2, 0.4, 0.6, 99]"))
    code, said, notes = run(capsys, "edit", walk, edit, "-o", tmp_path / "out.bvh", "--json")
    assert (code, said) == (1, "")
    assert "there is no joint or role 'LeftHnd'" in notes
    assert "99 s is outside the clip" in notes
    assert "2 errors; nothing was solved" in notes
    assert not (tmp_path / "out.bvh").exists()


def test_warnings_of_lint_are_notes(capsys, solver, walk, edit, tmp_path):
    edit.write_text(EDIT.replace("[0, 0.05, 0]", "[0, 50, 0]") + 'recruit = "head"\n')
    edit.write_text(edit.read_text().replace("priority = 2", 'priority = 2\nrecruit = "LeftHand"'))
    code, _, notes = run(capsys, "edit", walk, edit, "-o", tmp_path / "out.bvh")
    assert code == 0
    assert "warning  constraint[0] (wave [bold]): out of reach by" in notes


def test_of_many_warnings_a_few_are_told_before_solving(capsys, solver, walk, edit, tmp_path):
    edit.write_text(EDIT.replace("format = 1", "") * 9)
    edit.write_text("format = 1\n" + edit.read_text())
    _, _, notes = run(capsys, "edit", walk, edit, "-o", tmp_path / "out.bvh")
    assert notes.count("warning  ") == 3
    assert "more warnings about collision: `supple lint` tells of them." in notes


@pytest.mark.parametrize(("text", "language"), [(EDIT, "toml"), ('\n{"format": 1, "constraint": []}', "json")])
def test_the_document_comes_through_standard_input(capsys, monkeypatch, solver, walk, tmp_path, text, language):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    code, _, notes = run(capsys, "edit", walk, "-", "-o", tmp_path / "out.bvh")
    assert (code, (tmp_path / "out.bvh").exists()) == (0, True), notes
    monkeypatch.setattr(sys, "stdin", io.StringIO("format = 2"))
    code, _, notes = run(capsys, "edit", walk, "-", "-o", tmp_path / "other.bvh")
    assert code == 1
    assert "standard input: format = 2" in notes


def test_an_edit_without_wishes_gives_the_file_back(capsys, walk, tmp_path):
    (tmp_path / "none.toml").write_text("format = 1\n")
    code, said, _ = run(capsys, "edit", walk, tmp_path / "none.toml", "-o", tmp_path / "out.bvh")
    assert (code, said) == (0, "")
    assert (tmp_path / "out.bvh").read_bytes() == walk.read_bytes()


def test_a_dry_run_solves_and_writes_nothing(capsys, blocked, walk, edit, tmp_path):
    before = set(tmp_path.iterdir())
    out = ("-o", tmp_path / "out.bvh", "--report", tmp_path / "page.html")
    code, said, notes = run(capsys, "edit", walk, edit, *out, "--dry-run")
    assert code == 3
    assert "31.25 mm" in said
    assert f"would write {tmp_path / 'out.bvh'} and {tmp_path / 'page.html'}" in notes
    assert set(tmp_path.iterdir()) == before
    assert run(capsys, "edit", walk, edit, "--dry-run")[0] == 3


def test_existing_files_are_safe_without_force(capsys, solver, walk, edit, tmp_path):
    for name in ("out.bvh", "page.html"):
        kept = tmp_path / name
        kept.write_text("mine")
        words = ("edit", walk, edit, "-o", tmp_path / "out.bvh", "--report", tmp_path / "page.html")
        code, _, notes = run(capsys, *words)
        assert (code, kept.read_text()) == (1, "mine")
        assert "--force" in notes
        assert sorted(p.name for p in tmp_path.iterdir()) == sorted({name, "edit.toml"})
        kept.unlink()


def test_an_interrupted_solve_writes_nothing(capsys, monkeypatch, walk, edit, tmp_path):
    def stopped(motion, edit, names, progress=None, **_):
        raise KeyboardInterrupt

    fake_solver.install(monkeypatch, stopped)
    code, said, _ = run(capsys, "edit", walk, edit, "-o", tmp_path / "out.bvh", "--report", tmp_path / "page.html")
    assert code not in (0, 3)
    assert said == ""
    assert [p.name for p in tmp_path.iterdir()] == ["edit.toml"]


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ((), 2, "-o OUT"),
        (("-o", "x.bvh", "--solver", "magic"), 2, "prioritized"),
        (("-o", "x.html", "--report", "x.html"), 2, "the same file"),
        (("-o", "x.bvh", "--report", "x.pdf"), 2, "a page, such as report.html; got 'x.pdf'"),
        (("-o", "x.c3d"), 1, "can be read but not written"),
        (("-o", "none/x.bvh"), 1, "there is no folder none"),
        (("-o", "-", "--format", "amc", "--report", "x.html"), 1, "makes several files (.amc and .asf)"),
        (("-o", "x.bvh", "--report", "none/x.html"), 1, "there is no folder none"),
    ],
)
def test_what_cannot_be_written_is_refused_before_solving(capsys, monkeypatch, walk, edit, tmp_path, more, code, words):
    fake_solver.install(monkeypatch, None)
    monkeypatch.chdir(tmp_path)
    got, said, notes = run(capsys, "edit", walk, edit, *more)
    assert (got, said) == (code, "")
    assert words in " ".join(notes.replace("│", " ").split())


def test_a_person_at_a_terminal_sees_a_bar(capsys, monkeypatch, solver, walk, edit, tmp_path):
    from supple.cli.editing import progress_bar

    with progress_bar("solving") as progress:
        assert progress is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress_bar("solving") as progress:
        progress(1, 2)
    assert "solving" in capsys.readouterr().err


def test_the_page_is_written_beside(capsys, solver, walk, edit, tmp_path):
    page = tmp_path / "page.html"
    code, _, notes = run(capsys, "edit", walk, edit, "-o", tmp_path / "out.bvh", "--report", page)
    assert code == 0
    assert f"and {page}" in notes
    assert "wave [bold]" in page.read_text()


def test_contacts_are_kept_and_what_gives_way_is_told(tmp_path, capsys):
    walk = true_walk(2.0)
    supple.write(walk.motion, tmp_path / "walk.bvh")
    supple.write_contacts(tmp_path / "contacts.json", known_contacts(walk))
    (tmp_path / "edit.toml").write_text(
        'format = 1\n[[constraint]]\nkind = "position"\nname = "kick"\neffector = "left_ankle"\n'
        'goals = [{when = ["50f", "55f", "70f", "80f"], offset = [0.0, 0.05, 0.0]}]\n'
    )
    words = [str(tmp_path / "walk.bvh"), str(tmp_path / "edit.toml"), "-o", str(tmp_path / "out.bvh"), "--json"]
    assert main(["edit", *words, "--contacts", str(tmp_path / "contacts.json")]) == 0
    said = capsys.readouterr()
    assert [c["name"] for c in json.loads(said.out)["constraints"]][:2] == ["kick", "left step 1"]
    assert "'left step 2' of the contacts gives way to 'kick'" in said.err
    assert main(["edit", *words, "--contacts", str(tmp_path / "none.json"), "--force"]) == 1
    assert "none.json" in capsys.readouterr().err


def test_steps_are_detected_or_taken_from_the_contacts(capsys, monkeypatch, tmp_path):
    fake_solver.install(monkeypatch, fake_solver.raising(0.1))
    made = true_walk(4.0)
    walk, document, contacts = tmp_path / "walk.bvh", tmp_path / "edit.toml", tmp_path / "contacts.json"
    supple.write(made.motion, walk)
    document.write_text('format = 1\n[[constraint]]\nkind = "footplant"\nfoot = "left"\nevents = "detect"\n')
    args = ["edit", str(walk), str(document), "--dry-run", "--json"]
    code, out, _ = run(capsys, *args)
    assert code == 0
    assert [c["name"] for c in json.loads(out)["constraints"]] == [f"left plant, step {k}" for k in (1, 2, 3)]
    known = known_contacts(made)
    kept = tuple(c for c in known.contacts if not c.point.startswith("left"))
    supple.write_contacts(contacts, msgspec.structs.replace(known, contacts=kept))
    code, _, err = run(capsys, *args, "--contacts", str(contacts))
    assert code == 1
    assert "this foot never stands in the motion" in err
