"""The page about postures: its commands run where it says, and its documents are those of the examples."""

import re
import shlex
import shutil
from pathlib import Path

from supple.cli import main

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/posing.md").read_text()
SOLVED = (0, 3)  # all met; or solved, and not everything met


def test_commands_of_the_page_run(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "poses"
    shutil.copytree(ROOT / "examples/poses", folder)
    monkeypatch.chdir(folder)
    commands = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
    for line in commands:
        code = main(shlex.split(line))
        assert code in SOLVED, f"{line}: {capsys.readouterr().err}"
    named = set(re.findall(r"(\w+\.toml)", " ".join(commands)))
    assert named == {path.name for path in folder.glob("*.toml")}


def test_every_example_begins_with_its_command():
    for path in (ROOT / "examples/poses").glob("*.toml"):
        command = path.read_text().splitlines()[0].removeprefix("# ").split("    ")[0]
        assert command.strip() in PAGE.replace("$ ", ""), path.name


def test_wishes_that_the_page_shows_are_those_of_an_example():
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    example = (ROOT / "examples/poses/reach_umbrella.toml").read_text()
    for table in shown.split("\n\n"):
        assert table.strip() in example
