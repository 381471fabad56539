"""``supple transition`` and ``supple blend`` from the command line."""

import json
import re
import shlex

import pytest
from support.command_line import run

import supple
from supple.cli import blend, transition
from supple.recipes.samples import sample


@pytest.fixture
def folder(tmp_path, monkeypatch):
    supple.write(sample("walk"), tmp_path / "walk.bvh")
    supple.write(sample("kick"), tmp_path / "kick.bvh")
    supple.write(supple.walking(speed=1.7), tmp_path / "hurry.bvh")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("verb", [transition, blend], ids=["transition", "blend"])
def test_the_examples_of_the_help_run(verb, folder, capsys):
    examples = re.findall(r"`supple ([^`]+)`", verb.EXAMPLES)
    assert len(examples) >= 2
    for example in examples:
        code, _, err = run(capsys, *shlex.split(example))
        assert code == 0, err


def test_a_transition_is_told_with_its_numbers_and_stands_when_read_again(folder, capsys):
    code, out, err = run(capsys, *["transition", "walk.bvh", "hurry.bvh", "-o", "made.bvh", "--json"])
    facts = json.loads(out)
    assert code == 0
    assert facts["status"] == "met"
    assert facts["inputs"] == ["walk.bvh", "hurry.bvh"]
    assert facts["slide_after_mm"] < 0.5 < facts["slide_before_mm"]
    (seam,) = facts["seams"]
    again = supple.read("made.bvh")
    assert again.frames == facts["frames"]
    assert 0 < seam["start"] < seam["stop"] < again.frames
    assert "planted feet slid" in err
    assert not (folder / "made.contacts.json").exists()


def test_contacts_that_are_given_are_kept_in_step_and_written(folder, capsys):
    for name in ("walk", "hurry"):
        supple.write_contacts(f"{name}.contacts.json", supple.detect(supple.read(f"{name}.bvh")))
    code, _, err = run(capsys, *["transition", "walk.bvh", "hurry.bvh", "-o", "made.bvh", "--contacts", "."])
    assert code == 0, err
    made, contacts = supple.read("made.bvh"), supple.read_contacts("made.contacts.json")
    assert supple.metrics(made, contacts).slide_mm_max < 0.5


def test_a_dry_run_writes_nothing_and_a_file_that_exists_is_kept(folder, capsys):
    code, _, _ = run(capsys, *["transition", "walk.bvh", "hurry.bvh", "-o", "made.bvh", "--dry-run"])
    assert code == 0
    assert not (folder / "made.bvh").exists()
    (folder / "made.bvh").write_text("mine")
    code, _, err = run(capsys, *["blend", "walk.bvh", "hurry.bvh", "--weight", "0.5", "-o", "made.bvh"])
    assert code == 1
    assert "made.bvh" in err
    assert (folder / "made.bvh").read_text() == "mine"


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("transition walk.bvh -o made.bvh", 1, "two clips"),
        ("transition walk.bvh hurry.bvh -o made.bvh --at noon", 2, "2.5:0.8"),
        ("transition walk.bvh hurry.bvh -o made.bvh --at 1:2:3", 2, "2.5:0.8"),
        ("transition walk.bvh hurry.bvh -o made.bvh --at 0.01:2", 1, "between"),
        ("transition walk.bvh hurry.bvh -o made.bvh --align up", 2, "auto, none"),
        ("transition walk.bvh hurry.bvh -o made.bvh --duration 0", 1, "some seconds"),
        ("transition walk.bvh hurry.bvh -o made.bvh --duration 30", 1, "too short"),
        ("blend walk.bvh hurry.bvh -o made.bvh", 2, "weight"),
        ("blend walk.bvh hurry.bvh -o made.bvh --weight 2", 2, "weight"),
        ("blend walk.bvh --weight 0.5 -o made.bvh", 2, "two clips"),
        ("blend walk.bvh hurry.bvh kick.bvh --weight 0.5 -o made.bvh", 2, "two clips"),
    ],
)
def test_wrong_use_is_told_and_nothing_is_written(folder, capsys, line, code, says):
    got, _, err = run(capsys, *shlex.split(line))
    assert got == code
    assert says in re.sub(r"\x1b\[[0-9;]*m", "", err)
    assert not (folder / "made.bvh").exists()


def test_all_of_one_clip_is_written_as_it_was(folder, capsys):
    code, _, _ = run(capsys, *["blend", "walk.bvh", "hurry.bvh", "--weight", "0", "-o", "made.bvh"])
    assert code == 0
    texts = [(folder / name).read_text().replace("-0.000000", "0.000000") for name in ("made.bvh", "walk.bvh")]
    assert texts[0] == texts[1]
