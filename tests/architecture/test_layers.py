"""Imports go down the layers only; files stay small."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2] / "src" / "supple"
FILES = sorted(p for p in ROOT.rglob("*.py") if p.name != "__main__.py")
RANK = {
    "errors": -1, "units": 0, "kernels": 1, "core": 2, "io": 3, "constraints": 3, "dynamics": 3, "detect": 4,
    "solvers": 4, "recipes": 5, "session": 6, "editor": 7, "batch": 7, "plots": 7, "cli": 8, "__init__": 9,
}  # fmt: skip


def own_package(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported_packages(path: Path) -> set[str]:
    """The parts of Supple that a file imports, also inside functions; names of supple/__init__ count as its own."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; write the full name"
            modules = [
                f"{node.module}.{alias.name}" if node.module == "supple" else str(node.module) for alias in node.names
            ]
        else:
            continue
        found |= {m.split(".")[1] for m in modules if m.startswith("supple.")}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_down(path):
    own = own_package(path)
    wrong = {p for p in imported_packages(path) - {own} if RANK[p] >= RANK[own]} if own != "__init__" else set()
    assert not wrong, f"{path.relative_to(ROOT)} (layer {RANK[own]}) may not import {sorted(wrong)}"


def test_only_the_command_line_sees_the_whole_package():
    """``import supple`` would hide which layer is used."""
    whole = [p for p in FILES if re.search(r"^\s*import supple$", p.read_text(), re.MULTILINE)]
    assert {own_package(p) for p in whole} <= {"cli"}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_holds_one_idea(path):
    lines = len(path.read_text().splitlines())
    assert lines <= 400, f"{path.relative_to(ROOT)} has {lines} lines; more than 400 hold more than one idea"


def test_a_new_package_has_a_layer():
    packages = {own_package(p) for p in FILES}
    assert packages <= set(RANK)
