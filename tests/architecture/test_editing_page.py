"""The guide to editing: its commands run in their order, its documents are documents."""

import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from supple.cli import main
from supple.constraints.document import parse_edit

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "editing.md").read_text()
COMMANDS = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
DOCUMENTS = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
_PICTURED_AS = {
    "walk_sneak_walk": "transition_sneak",
    "procedural_limp": "walking_limps",
    "three_bodies": "walking_bodies",
    "actor_map": "gait_mapped",  # which shows the same by a fit
}
SLOW = ("steps.toml", "stairs_with_tray.toml", "catwalk.toml", "footplants.toml")


def _run(lines, folder, monkeypatch):
    monkeypatch.chdir(folder)
    shutil.copytree(ROOT / "examples", "examples")
    for line in lines:
        assert main(shlex.split(line)) in (0, 3), line


def test_commands_of_the_guide_run(tmp_path, monkeypatch):
    _run([line for line in COMMANDS if not any(name in line for name in SLOW)], tmp_path, monkeypatch)


@pytest.mark.slow
def test_long_commands_of_the_guide_run(tmp_path, monkeypatch):
    _run([line for line in COMMANDS if "walk.bvh" in line], tmp_path, monkeypatch)


@pytest.mark.parametrize("text", DOCUMENTS)
def test_documents_of_the_guide_are_valid(text):
    whole = text if "format" in text else f"format = 1\n{text}"
    assert tomllib.loads(whole)
    parse_edit(whole, "editing.md", "toml")


def test_every_example_has_its_picture():
    """Documents on the pages about edits; scripts, each of which has a page of its own kind, on any page."""
    pages = {page.stem: _shown(page) for page in (ROOT / "docs").glob("*.md")}
    examples, scripts = ({path.stem for path in (ROOT / "examples").glob(f"*.{kind}")} for kind in ("toml", "py"))
    assert (pages["editing"] | pages["hierarchical"]) - scripts == examples
    assert {_PICTURED_AS.get(name, name) for name in scripts} <= set().union(*pages.values())


def _shown(page):
    return set(re.findall(r"\(pictures/(\w+)\.png\)", page.read_text()))
