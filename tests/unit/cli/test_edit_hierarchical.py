"""``supple edit --solver hierarchical``: its options, what it refuses, what it says."""

import json

import numpy as np
import pytest

import supple
from supple.cli import main

EDIT = """format = 1
[[constraint]]
name = "reach"
kind = "position"
effector = "left_wrist"
priority = 2
goals = [ { offset = [0, 0.15, 0.1], when = [1.0, 1.0, 1.0, 1.0] } ]
[[constraint]]
name = "foot"
kind = "preserve"
effector = "right_ankle"
"""
SHAPE = """format = 1
[[constraint]]
name = "wave"
kind = "shape"
effector = "left_wrist"
span = [0.5, 1.5]
points = [ { offset = [0, 0.1, 0], hold = [1.0, 1.0] } ]
"""


BALANCE = 'format = 1\n[[constraint]]\nname = "up"\nkind = "balance"\n'


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    path = tmp_path_factory.mktemp("fit") / "walk.bvh"
    supple.write(supple.walking(seconds=2.0), path)
    return path


@pytest.fixture
def run(capsys, tmp_path, walk):
    def command(text, *options):
        document = tmp_path / "edit.toml"
        document.write_text(text)
        argv = ["edit", walk, document, "-o", tmp_path / "out.bvh", "--force", "--solver", "hierarchical", *options]
        code = main([str(word) for word in argv])
        return (code, *capsys.readouterr())

    return command


def test_the_fitted_motion_is_written_and_told(run, walk, tmp_path):
    code, said, notes = run(EDIT)
    assert code == 0
    before, after = (supple.world_pose(supple.read(path)).positions for path in (walk, tmp_path / "out.bvh"))
    hand = supple.read(walk).skeleton.index("LeftHand")
    np.testing.assert_allclose((after - before)[60, hand], (0.0, 0.15, 0.1), atol=1e-5)
    assert "reach" in said
    assert "met" in said
    assert "note: missed by 180.3 mm before; knots every 0.5 s" in notes
    assert "Priorities are penalties here" in notes


def test_json_is_that_of_the_other_solver(run):
    code, said, _ = run(EDIT, "--json")
    facts = json.loads(said)
    assert code == 0
    assert facts["status"] == "met"
    assert [c["name"] for c in facts["constraints"]] == ["reach", "foot"]
    assert all(c["worst_mm"] < 0.01 for c in facts["constraints"])


def test_options_say_how_far_and_how_fine(run, walk, tmp_path):
    source, counts = supple.read(walk), []
    for spacing in ("0.05", "0.2"):
        assert run(EDIT, "--spacing", spacing, "--levels", "2")[0] == 0
        counts.append(int((supple.read(tmp_path / "out.bvh").rotations != source.rotations).any(axis=(1, 2)).sum()))
    assert counts[0] < 0.6 * counts[1] < source.frames
    notes = run(EDIT, "--levels", "1", "--tolerance", "500")[2]
    assert notes.count("knots every") == 1


def test_what_cannot_be_met_is_written_with_code_3(run, tmp_path):
    code, said, _ = run(EDIT.replace("0.15, 0.1", "3.0, 0.1"))
    assert code == 3
    assert "infeasible" in said
    assert (tmp_path / "out.bvh").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SHAPE, "the hierarchical solver does not serve shape constraints"),
        (BALANCE, "up: the hierarchical solver does not serve balance"),
    ],
    ids=["shape", "balance"],
)
def test_kinds_that_it_does_not_serve_are_refused(run, tmp_path, text, words):
    code, _, notes = run(text)
    assert code == 1
    assert words in notes
    assert not (tmp_path / "out.bvh").exists()


def test_lint_still_ends_the_command(run, tmp_path):
    code, _, notes = run(EDIT.replace("left_wrist", "left_wrsit"))
    assert code == 1
    assert "left_wrist" in notes
    assert not (tmp_path / "out.bvh").exists()


def test_options_belong_to_their_solver(capsys, walk, tmp_path):
    document = tmp_path / "edit.toml"
    document.write_text(EDIT)
    for option in ("--spacing", "--levels", "--tolerance"):
        code = main(["edit", str(walk), str(document), "-o", str(tmp_path / "out.bvh"), option, "1"])
        assert code == 2
        assert "belong to --solver hierarchical" in " ".join(capsys.readouterr().err.replace("│", " ").split())


@pytest.mark.parametrize(
    "options", [("--spacing", "0"), ("--spacing", "nan"), ("--levels", "0"), ("--levels", "13"), ("--tolerance", "-1")]
)
def test_numbers_that_make_no_sense_are_wrong_use(run, options):
    code, _, notes = run(EDIT, *options)
    assert code == 2
    assert "Traceback" not in notes
    assert options[0] in notes  # by its own name and in its own unit
    assert "_m" not in notes


def test_a_report_page_is_made(run, tmp_path):
    assert run(EDIT, "--report", tmp_path / "page.html")[0] == 0
    assert "reach" in (tmp_path / "page.html").read_text()


def test_knots_that_are_wider_than_the_clip_are_refused(run, tmp_path):
    code, _, notes = run(EDIT, "--spacing", "1e6")
    assert code == 1
    assert "the spacing of knots is 1e+06 s, and the clip lasts" in notes
    assert not (tmp_path / "out.bvh").exists()
