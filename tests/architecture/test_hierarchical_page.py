"""The page on the hierarchical solver: its commands and its Python run, its documents are documents."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

import supple
from supple.cli import main
from supple.constraints.document import parse_edit

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "hierarchical.md").read_text()


def test_commands_of_the_page_run_and_reach_as_far_as_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples", "examples")
    lines = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
    assert len(lines) >= 4
    for line in lines:
        assert main(shlex.split(line)) == 0, line
    walk = supple.world_pose(supple.read("walk.bvh")).positions
    bent = []
    for name in ("short", "middle", "long"):
        after = supple.world_pose(supple.read(f"{name}.bvh")).positions
        bent.append(int((abs(after - walk).max(axis=(1, 2)) > 0.01).sum()))
    assert bent[0] < 0.7 * bent[1] < 0.5 * bent[2]


def test_python_of_the_page_runs(capsys):
    (text,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(compile(text, "hierarchical.md", "exec"), {})
    assert capsys.readouterr().out.startswith("met\n")


@pytest.mark.parametrize("text", re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL))
def test_documents_of_the_page_are_valid_and_those_of_the_example(text):
    parse_edit(f"format = 1\n{text}", "hierarchical.md", "toml")
    assert text.strip() in (ROOT / "examples" / "bend_forward.toml").read_text()


def test_defaults_of_the_page_are_those_of_the_settings():
    for name, value in re.findall(r"`(spacing_s|levels|tolerance_m)` \(([\d.]+)\)", PAGE):
        assert getattr(supple.FitSettings(), name) == float(value)


def test_its_pictures_are_there():
    named = re.findall(r"\((pictures/\w+\.png)\)", PAGE)
    assert named == ["pictures/bend_forward.png", "pictures/rope_climb.png"]
    assert all((ROOT / "docs" / name).is_file() for name in named)
    made = (ROOT / "Makefile").read_text()
    assert "docs/draw_fitting.py" in made
    assert "docs/draw_examples.py" in made
