"""The page of small verbs: it has all of them, and its commands run in their order."""

import re
import shlex
from pathlib import Path

import supple
from supple.cli import main

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "verbs.md").read_text()
COMMANDS = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
SECTIONS = [name for title in re.findall(r"^### (.+)$", PAGE, flags=re.MULTILINE) for name in title.split(", ")]


def test_commands_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in COMMANDS:
        assert main(shlex.split(line)) == 0, line
    assert supple.diff(supple.read("metres.bvh"), supple.read("back.bvh")).rows() == ()


def test_every_small_verb_has_a_section_a_command_and_its_python():
    verbs = {
        name.replace("_", "-")
        for name, home in supple._HOME.items()
        if home.startswith("recipes.everyday.") and name.islower()
    }
    assert verbs | {"view", "render"} == set(SECTIONS)
    assert verbs <= {line.split()[0] for line in COMMANDS}
    assert {verb for verb in verbs if f"supple.{verb.replace('-', '_')}(" not in PAGE} == set()


def test_options_of_the_page_are_known(capsys):
    known = ""
    for verb in SECTIONS:
        assert main([verb, "--help"]) == 0
        known += capsys.readouterr().out
    named = set(re.findall(r"`(--[a-z-]+)", PAGE))
    assert {option for option in named if option not in known} == set()
