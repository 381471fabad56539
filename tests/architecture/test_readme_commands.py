"""The README's commands do what it says, on the demo's own files."""

import re
import shlex
from pathlib import Path

import pytest

from supple.cli import main
from supple.recipes.demo import run_demo

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()
COMMANDS = re.findall(r"^\$ supple ([^#\n]+)", README, flags=re.MULTILINE)
DOCUMENTS = re.findall(r"as `(\w+\.toml)`.*?```toml\n(.*?)```", README, flags=re.DOTALL)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    run_demo(folder)
    for name, text in DOCUMENTS:
        (folder / name).write_text(text)
    return folder


def test_the_readme_shows_commands():
    assert len(COMMANDS) >= 4


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_of_the_readme_run(line, demo, monkeypatch):
    monkeypatch.chdir(demo)
    words = [
        str(found) for word in shlex.split(line) for found in (sorted(Path().glob(word)) if "*" in word else [word])
    ]
    assert main(words) == 0
