"""``supple terrain``, ``path`` and ``scale``: the examples of their help, JSON, and what is refused."""

import json
import re
import shlex
from pathlib import Path

import pytest

import supple
from supple.cli import main
from supple.cli.app import app
from supple.io.documents import STARTING_POINTS
from supple.recipes.samples import sample

VERBS = ("terrain", "path", "scale")
EXAMPLES = {
    command.name: re.findall(r"`supple ([^`]+)`", command.epilog)
    for command in app.registered_commands
    if command.name in VERBS
}
DOCUMENTS = {
    "doorways.toml": STARTING_POINTS["limits"],
    "garden.toml": STARTING_POINTS["path"],
    "long_legs.toml": "format = 1\n[scale]\nlegs = 1.2\n",
    "morph.toml": "format = 1\n[[scale.key]]\nat = 0.5\n[[scale.key]]\nat = 2.0\nlegs = 1.2\n",
}
ASKED = {"terrain": "waves:height=0.1,length=2", "path": "arc:radius=3", "scale": "1.2"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    supple.write(sample("walk"), tmp_path / "walk.bvh")
    for name, text in DOCUMENTS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("verb", VERBS)
def test_the_examples_run_and_write(folder, verb, capsys):
    assert len(EXAMPLES[verb]) >= 2
    for example in EXAMPLES[verb]:
        words = shlex.split(example)
        assert main(words) == 0, f"supple {example}: {capsys.readouterr().err}"
        assert Path(words[words.index("-o") + 1]).is_file()


@pytest.mark.parametrize("verb", VERBS)
def test_json_tells_slide_penetration_and_levels_and_the_file_is_as_good(folder, verb, capsys):
    assert main([verb, "walk.bvh", ASKED[verb], "-o", "out.bvh", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "met"
    assert told["slide_mm_max"] < 0.1
    assert told["penetration_mm_max"] < 0.1
    assert [level["worst_mm"] for level in told["levels"]][-1] < 0.1
    assert supple.read("out.bvh").frames == supple.read("walk.bvh").frames


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_is_replaced_without_force_and_nothing_written_by_a_dry_run(folder, verb, capsys):
    before = Path("walk.bvh").read_bytes()
    assert main([verb, "walk.bvh", ASKED[verb], "-o", "walk.bvh"]) == 1
    assert "walk.bvh" in capsys.readouterr().err
    assert Path("walk.bvh").read_bytes() == before
    assert main([verb, "walk.bvh", ASKED[verb], "-o", "new.bvh", "--dry-run"]) == 0
    assert "would write new.bvh" in capsys.readouterr().err
    assert not Path("new.bvh").exists()
    assert main([verb, "walk.bvh", ASKED[verb], "--dry-run"]) == 0
    assert main([verb, "walk.bvh", ASKED[verb]]) == 2
    assert main([verb, "walk.bvh", ASKED[verb], "-o", "walk.bvh", "--force"]) == 0
    assert Path("walk.bvh").read_bytes() != before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["terrain", "walk.bvh", "hills"], "this is no shape of ground"),
        (["terrain", "walk.bvh", "flat", "--limits", "morph.toml"], "scale"),
        (["terrain", "walk.bvh", "pit.csv"], "finite"),
        (["path", "walk.bvh", "spiral"], "this is no path"),
        (["path", "walk.bvh", "arc:radius=0.1"], "cannot follow a radius"),
        (["scale", "walk.bvh", "garden.toml"], "points_m"),
        (["scale", "walk.bvh", "nan"], "scale.all"),
        (["scale", "nothing.bvh", "1.2"], "nothing.bvh"),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(folder, words, says, capsys):
    Path("pit.csv").write_text("x,z,height\n0,0,0\n0,1,nan\n1,0,0\n1,1,0\n")
    assert main([*words, "-o", "out.bvh"]) == 1
    said = capsys.readouterr().err.strip()
    assert says in said
    assert said.startswith("supple: ")
    assert not Path("out.bvh").exists()


def test_a_door_that_is_too_low_is_written_and_told(folder, capsys):
    Path("low.toml").write_text("format = 1\n[[limit]]\nx_m = [-9, 9]\nz_m = [2, 2.4]\nmax_height_m = 0.3\n")
    assert main(["terrain", "walk.bvh", "flat", "-o", "crawl.bvh", "--limits", "low.toml", "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["status"] != "met"
    assert told["over_limits_mm"] > 1.0
    assert Path("crawl.bvh").is_file()


def test_an_unknown_length_is_wrong_use(folder, capsys):
    assert main(["path", "walk.bvh", "line", "-o", "out.bvh", "--length", "half"]) == 2
    assert "neither keep nor stretch" in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize(("verb", "code", "words"), [("terrain", 0, "wrote out.bvh"), ("scale", 1, "got -1.0")])
@pytest.mark.parametrize("before", [(), ("--json",)])
def test_a_number_below_zero_is_an_argument(folder, capsys, verb, code, words, before):
    assert main([verb, "walk.bvh", "-o", "out.bvh", *before, "-1"]) == code
    assert words in capsys.readouterr().err


def test_an_option_that_does_not_exist_is_still_told(folder, capsys):
    assert main(["terrain", "walk.bvh", "-x", "-o", "out.bvh"]) == 2
    assert "-x" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["line:length=0.01", "line:length=1000"])
def test_strides_that_no_figure_can_make_are_refused(folder, capsys, path):
    assert main(["path", "walk.bvh", path, "--length", "stretch", "-o", "out.bvh"]) == 1
    assert "times as long, where 0.1 to 3 times make sense" in capsys.readouterr().err
    assert not Path("out.bvh").exists()
