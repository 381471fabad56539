"""The public names exist, are documented, and the docs are made from the code."""

import importlib.metadata
import importlib.resources
import importlib.util
import re
from pathlib import Path

import pytest

import supple
from supple.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", supple.__all__)
def test_every_public_name_is_there_and_documented(name):
    assert getattr(supple, name).__doc__


def test_type_checkers_see_the_same_names():
    text = (ROOT / "src/supple/__init__.py").read_text()
    typed = set(re.findall(r"import (\w+) as \1$", text, flags=re.MULTILINE))
    assert typed == set(supple.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'fly'"):
        supple.fly  # noqa: B018


def test_the_package_says_the_version_of_its_code():
    assert supple.__version__ == importlib.metadata.version("supple")


def test_what_the_pages_and_the_makefile_promise_is_packed():
    """Files that are no Python must lie inside the package, where the wheel takes them from."""
    parts = ("viewer.html", "viewer.css", "viewer.js", "tile.js", "clips.js", "controls.js")
    for name in ("py.typed", *(f"plots/{part}" for part in ("page.css", "player.js", "stage.js")),
                 *(f"plots/viewer/{part}" for part in parts)):  # fmt: skip
        assert importlib.resources.files("supple").joinpath(name).is_file()


def test_commands_in_the_readme_exist(capsys):
    """Every ``supple VERB --option`` in a console block is known to the command line."""
    text = (ROOT / "README.md").read_text()
    lines = re.findall(r"^\$ supple (.*?)(?:\s+#.*)?$", text, flags=re.MULTILINE)
    assert len(lines) >= 4
    for line in lines:
        verb, *words = line.split()
        assert main([verb, "--help"]) == 0
        known = capsys.readouterr().out
        assert all(word in known for word in words if word.startswith("--")), line


def test_the_page_on_formats_is_up_to_date():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs/generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    assert (ROOT / "docs/formats.md").read_text() == generate.page(), "run `make docs`"


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md")))])
def test_python_in_the_docs_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), flags=re.DOTALL):
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md")))])
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text()):
        assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"
