"""The page on walking: its commands and its Python run in their order, its document is one, its pictures are there."""

import re
import shlex
from pathlib import Path

from supple.cli import main
from supple.io.documents.style import parse_style

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "walking.md").read_text()
(STYLE,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)


def test_commands_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("limp.toml").write_text(STYLE)
    lines = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
    assert len(lines) >= 5
    for line in lines:
        assert main(shlex.split(line)) == 0, line
    assert Path("true.json").is_file()


def test_python_of_the_page_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
        exec(compile(block, "walking.md", "exec"), names)
    assert capsys.readouterr().out.rstrip().endswith("(100, 3) (100, 26, 4)")


def test_the_style_of_the_page_is_the_limp():
    style = parse_style(STYLE, "walking.md")
    assert (style.left.length, style.left.height, style.left.speed, style.weights.left_knee) == (0.5, 0.5, 1.3, 0.1)


def test_pictures_and_options_of_the_page_are_there(capsys):
    pictures = re.findall(r"\((pictures/[a-z_]+\.png)\)", PAGE)
    assert len(pictures) == 4
    assert all((DOCS / picture).is_file() for picture in pictures)
    known = ""
    for verb in ("walk", "injure"):
        assert main([verb, "--help"]) == 0
        known += capsys.readouterr().out
    assert {option for option in re.findall(r"`(--[a-z-]+)", PAGE) if option not in known} == set()
