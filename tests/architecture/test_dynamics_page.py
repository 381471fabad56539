"""The page on forces: its commands run in their order, its document is one, its pictures are there."""

import re
import shlex
from pathlib import Path

import pytest

from supple.cli import main
from supple.constraints.physics import parse_physical

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "dynamics.md").read_text()


@pytest.mark.slow
def test_commands_of_the_page_run(tmp_path, monkeypatch):
    pytest.importorskip("pinocchio")
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
    assert {line.split()[0] for line in lines} >= {"body", "dynamics", "physical", "compare"}
    for line in lines:
        assert main(shlex.split(line)) == 0, line


def test_the_documents_of_the_page_are_valid():
    texts = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    (edit, physics), (_, parts), (_, emerging) = (parse_physical(text, "dynamics.md") for text in texts)
    assert edit.masses[0].kg == 25.0
    assert physics.mode == "active"
    assert parts.keep_slides
    assert parts.window.joints is not None
    assert emerging.contact.plants == "emerge"


def test_pictures_of_the_page_are_there_and_small():
    pictures = re.findall(r"\]\((pictures/[^)]+)\)", PAGE)
    assert len(pictures) == 2
    for name in pictures:
        assert 1_000 < (ROOT / "docs" / name).stat().st_size < 250_000
