"""The page on gait: its commands run in their order, and its options exist."""

import re
import shlex
from pathlib import Path

from supple.cli import main

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "gait.md").read_text()
COMMANDS = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)


def test_commands_of_the_page_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert {line.split()[0] for line in COMMANDS} >= {"gait", "individualise", "injure"}
    for line in COMMANDS:
        command, _, file = line.partition(" > ")
        capsys.readouterr()
        assert main(shlex.split(command)) == 0, line
        if file:
            Path(file.strip()).write_text(capsys.readouterr().out)


def test_options_of_the_page_are_known(capsys):
    known = ""
    for verb in ("gait", "individualise", "injure"):
        assert main([verb, "--help"]) == 0
        known += capsys.readouterr().out
    named = set(re.findall(r"`(--[a-z-]+)", PAGE))
    assert {option for option in named if option not in known} == set()
