"""``supple retarget`` and ``supple map``: examples of their help, JSON, and what is refused."""

import json
import re
import shlex
from pathlib import Path

import pytest
from support import refigured

import supple
from supple.cli import main
from supple.cli.app import app
from supple.recipes.samples import sample

EXAMPLES = {
    command.name: re.findall(r"`supple ([^`]+)`", command.epilog)
    for command in app.registered_commands
    if command.name in ("retarget", "map")
}


BODY = "format = 1\n[scale]\nall = 1.1\nlegs = 1.2\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    walk = sample("walk")
    hero = refigured.scaled(refigured.with_arms_at(walk, 40.0), 1.2)
    for name, motion in (("walk.bvh", walk), ("hero.bvh", hero), ("hero.glb", hero)):
        supple.write(motion, tmp_path / name)
    return tmp_path


@pytest.mark.slow
def test_the_examples_run(folder, capsys):
    supple.write(sample("walk"), folder / "take.bvh")
    assert main(["map", "take.bvh", "hero.bvh", "-o", "map.toml"]) == 0
    supple.write_contacts("contacts.json", supple.detect(supple.read("walk.bvh")))
    Path("body.toml").write_text(BODY)
    for example in (*EXAMPLES["retarget"], *EXAMPLES["map"]):
        words = shlex.split(example.replace("take.amc", "take.bvh").partition(" > ")[0])
        assert main(words) == 0, f"supple {example}: {capsys.readouterr().err}"
    assert all(len(examples) >= 2 for examples in EXAMPLES.values())


def test_json_has_what_was_promised_and_the_written_file_keeps_it(folder, capsys):
    assert main(["retarget", "walk.bvh", "--to", "hero.bvh", "-o", "out.bvh", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "met"
    assert told["slide_mm_max"] < 1.0
    assert told["penetration_mm_max"] < 1.0
    assert told["limb_direction_deg_median"] < 1.0
    assert {"left_shoulder", "right_knee", "left_ankle"} <= told["limb_direction_deg"].keys()
    assert told["scale"] == pytest.approx(1.2, rel=0.02)
    back, hero = supple.read("out.bvh"), supple.read("hero.bvh")
    assert back.skeleton.names == hero.skeleton.names
    assert back.frames == supple.read("walk.bvh").frames
    assert supple.metrics(back).slide_mm_max < 5.0  # by contacts that are found anew


def test_a_printed_map_can_be_used(folder, capsys):
    assert main(["map", "walk.bvh", "hero.bvh"]) == 0
    Path("map.toml").write_text(capsys.readouterr().out)
    assert main(["retarget", "walk.bvh", "--to", "hero.bvh", "-o", "out.bvh", "--map", "map.toml"]) == 0
    assert Path("out.bvh").is_file()


def test_a_map_with_a_wrong_name_writes_nothing(folder, capsys):
    Path("map.toml").write_text('format = 1\n[joints]\nHips = "Hops"\n')
    assert main(["retarget", "walk.bvh", "--to", "hero.bvh", "-o", "out.bvh", "--map", "map.toml"]) == 1
    assert "'Hops'" in capsys.readouterr().err
    assert not Path("out.bvh").exists()


def test_a_file_that_exists_is_not_replaced(folder, capsys):
    assert main(["retarget", "walk.bvh", "--to", "hero.bvh", "-o", "hero.glb"]) == 1
    assert "hero.glb" in capsys.readouterr().err


def test_where_to_write_must_be_said(folder):
    assert main(["retarget", "walk.bvh", "--to", "hero.bvh"]) == 2
    assert main(["retarget", "walk.bvh", "--to", "hero.bvh", "--dry-run"]) == 0


def test_the_unit_of_the_character_is_said_apart_from_that_of_the_motion(folder, capsys):
    hero = supple.read("hero.bvh")
    supple.write(refigured.scaled(hero, 100.0), "large.glb")  # centimetres, in a format that is in metres
    words = ["retarget", "walk.bvh", "--to", "large.glb", "--dry-run", "--json"]
    assert main(words) in (0, 3)
    said = capsys.readouterr()
    assert json.loads(said.out)["scale"] > 50.0
    assert "--character-units" in said.err
    assert "--input-units" not in said.err
    assert main([*words, "--character-units", "cm"]) == 0
    assert json.loads(capsys.readouterr().out)["scale"] == pytest.approx(1.2, rel=0.02)
    assert main(["map", "walk.bvh", "large.glb", "--character-units", "cm"]) == 0
    assert main([*words, "--character-units", "furlong"]) == 2


def test_a_body_document_is_a_character_too(folder, capsys):
    Path("body.toml").write_text(BODY)
    assert main(["retarget", "walk.bvh", "--to", "body.toml", "-o", "out.bvh", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["scale"] == pytest.approx(1.32, rel=0.01)
    assert told["slide_mm_max"] < 1.0
    walk, out = supple.read("walk.bvh").skeleton, supple.read("out.bvh").skeleton
    knee = walk.index("LeftLeg")
    lengths = [float(sum(s.offsets[knee] ** 2) ** 0.5) for s in (walk, out)]
    assert lengths[1] / lengths[0] == pytest.approx(1.32, rel=1e-3)
    assert main(["retarget", "walk.bvh", "--to", "nowhere.toml", "--dry-run"]) == 1
    assert "nowhere.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [("retarget", "walk.bvh", "--to", "lone.amc", "-o", "out.bvh"), ("map", "walk.bvh", "lone.amc")]
)
def test_errors_about_the_character_name_its_own_options(folder, capsys, words):
    supple.write(sample("walk"), folder / "lone.amc")
    (folder / "lone.asf").unlink()
    assert main(list(words)) == 1
    said = capsys.readouterr().err
    assert "--character-skeleton" in said
    assert " --skeleton" not in said


def test_python_takes_a_body_document_as_the_command_does(folder, capsys):
    Path("body.toml").write_text(BODY)
    assert main(["retarget", "walk.bvh", "--to", "body.toml", "-o", "out.bvh", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    done = supple.retarget(supple.read("walk.bvh"), "body.toml")
    assert done.report.scale == pytest.approx(told["scale"])
    assert done.report.scale > 1.05
    with pytest.raises(supple.SuppleError, match=r"supple\.read.*'hero\.bvh'"):
        supple.retarget(supple.read("walk.bvh"), "hero.bvh")
