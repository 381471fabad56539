"""``supple detect``: a table for people, the document for programs, an edit for ``supple edit``."""

import json

import pytest

from supple.cli import main
from supple.io.documents.contacts import read_contacts
from supple.io.registry import write
from supple.recipes.edit_document import read_edit
from supple.recipes.walk import walking


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    path = tmp_path_factory.mktemp("detect") / "walk.bvh"
    write(walking(2.0), path)
    return path


def test_people_get_a_table_and_a_count_of_steps(clip, capsys):
    assert main(["detect", str(clip)]) == 0
    said = capsys.readouterr().out
    assert "left_heel" in said
    assert "floor at" in said
    assert "steps of the left foot" in said


def test_the_document_on_disk_is_the_one_on_stdout(clip, tmp_path, capsys):
    out, edit = tmp_path / "contacts.json", tmp_path / "keep.toml"
    assert main(["detect", str(clip), "-o", str(out), "--edit", str(edit), "--json"]) == 0
    printed = capsys.readouterr().out
    assert out.read_text() == printed
    assert json.loads(printed)["format"] == 1
    assert read_contacts(out).contacts
    assert any(c.__struct_config__.tag == "footplant" for c in read_edit(edit).constraints)


def test_chosen_points_and_a_reference(clip, capsys):
    words = ["--points", "left_wrist, head", "--reference", "hips", "--json"]
    assert main(["detect", str(clip), *words]) == 0
    assert {c["reference"] for c in json.loads(capsys.readouterr().out)["contacts"]} <= {"Hips"}


def test_templates_show_what_to_look_for(clip, tmp_path, capsys):
    shown = tmp_path / "shown.toml"
    shown.write_text('format = 1\n[[template]]\njoint = "LeftFoot"\nkind = "space"\nstart = "67f"\nend = "76f"\n')
    assert main(["detect", str(clip), "--templates", str(shown), "--json"]) == 0
    assert {g["joint"] for g in json.loads(capsys.readouterr().out)["geometric"]} == {"LeftFoot"}


def test_what_an_edit_can_not_say_is_said(clip, tmp_path, capsys):
    shown, edit = tmp_path / "shown.toml", tmp_path / "keep.toml"
    shown.write_text('format = 1\n[[template]]\njoint = "LeftFoot"\nkind = "line"\nstart = "67f"\nend = "76f"\n')
    assert main(["detect", str(clip), "--templates", str(shown), "--edit", str(edit), "--json"]) == 0
    said = capsys.readouterr()
    kinds = [g["kind"] for g in json.loads(said.out)["geometric"]]
    assert "line" in kinds
    assert f"leaves out {kinds.count('line')} of geometric kind 'line'" in said.err


def test_files_are_not_replaced_without_force(clip, tmp_path, capsys):
    out = tmp_path / "contacts.json"
    out.write_text("mine")
    assert main(["detect", str(clip), "-o", str(out)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert out.read_text() == "mine"
    assert main(["detect", str(clip), "-o", str(out), "--force"]) == 0
    assert read_contacts(out).contacts


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--points", "left_hel"], 1, "Did you mean left_heel"),
        (["--points", " , "], 2, "needs names"),
        (["--floor", "stars:rise=1"], 1, "stairs"),
        (["--reference", "nobody"], 1, "nobody"),
        (["--reference", "hips", "--floor", "flat"], 1, "Give a floor or a reference, not both"),
        (["--templates", "nowhere.toml"], 1, "nowhere.toml"),
        (["-o", "same.json", "--edit", "same.json"], 2, "same file"),
        (["-o", "nowhere/contacts.json"], 1, "there is no folder nowhere"),
    ],
)
def test_wrong_words_are_named(clip, words, code, said, capsys):
    assert main(["detect", str(clip), *words]) == code
    assert said in capsys.readouterr().err


def test_the_motion_itself_is_never_replaced(clip, capsys):
    whole = clip.read_bytes()
    for option in ("-o", "--edit"):
        assert main(["detect", str(clip), option, str(clip), "--force"]) == 2
        assert "name the same file" in capsys.readouterr().err
    assert clip.read_bytes() == whole


def test_a_dash_is_standard_output(clip, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["detect", str(clip), "-o", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["contacts"]
    assert not list(tmp_path.iterdir())


def test_tables_of_signals_have_no_contacts(tmp_path, capsys):
    path = tmp_path / "forces.mot"
    path.write_text("x\nnRows=2\nnColumns=2\nendheader\ntime\ta\n0\t1\n1\t2\n")
    assert main(["detect", str(path)]) == 1
    assert "holds signals" in capsys.readouterr().err


def test_templates_that_are_all_commented_out_are_told(clip, tmp_path, capsys):
    assert main(["print", "templates"]) == 0
    (tmp_path / "shown.toml").write_text(capsys.readouterr().out)
    assert main(["detect", str(clip), "--templates", str(tmp_path / "shown.toml")]) == 0
    assert "shown.toml has no [[template]], so it shows nothing" in capsys.readouterr().err


def test_all_forms_of_a_floor_are_told(clip, capsys):
    assert main(["detect", str(clip), "--floor", "abc"]) == 1
    said = capsys.readouterr().err
    for form in ("'abc'", "0.12", "flat", "stairs:rise", "ramp:deg", "waves:height", ".csv", ".npz", ".obj"):
        assert form in said
