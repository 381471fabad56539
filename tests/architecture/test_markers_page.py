"""The page on markers: its commands and its Python run in their order, its template is one, its pictures are there."""

import re
import shlex
from pathlib import Path

from supple.cli import main
from supple.io.documents.marker_template import parse_marker_template

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "markers.md").read_text()


def test_commands_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
    assert len(lines) >= 4
    for line in lines:
        assert main(shlex.split(line)) == 0, line


def test_python_of_the_page_runs(capsys):
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
        exec(compile(block, "markers.md", "exec"), {})
    assert capsys.readouterr().out == "200 50 met\n"


def test_the_template_pictures_and_options_of_the_page_are_there(capsys):
    (template,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    assert parse_marker_template(template) == {"WAND1": "left_femur", "BALL": ""}
    pictures = re.findall(r"\((pictures/[a-z_]+\.png)\)", PAGE)
    assert all((DOCS / picture).is_file() for picture in pictures)
    assert main(["markers", "--help"]) == 0
    known = capsys.readouterr().out
    assert {option for option in re.findall(r"`(--[a-z-]+)", PAGE) if option not in known} == set()
