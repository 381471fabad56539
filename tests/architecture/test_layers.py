"""Imports go down the layers only; files stay small."""

import ast
import re
from pathlib import Path

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


def wrong_imports(path: Path) -> set[str]:
    """What a file imports from its own layer or from one above; the whole package may import anything."""
    own = own_package(path)
    return {p for p in imported_packages(path) - {own} if RANK[p] >= RANK[own]} if own != "__init__" else set()


def test_imports_go_down():
    wrong = {str(path.relative_to(ROOT)): sorted(found) for path in FILES if (found := wrong_imports(path))}
    assert not wrong, f"files may not import these, which are not below their layers: {wrong}"


def test_only_the_command_line_sees_the_whole_package():
    """``import supple`` would hide which layer is used."""
    whole = [p for p in FILES if re.search(r"^\s*import supple$", p.read_text(), re.MULTILINE)]
    assert {own_package(p) for p in whole} <= {"cli"}


def test_a_file_holds_one_idea():
    lines = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in FILES}
    long = {path: count for path, count in lines.items() if count > 400}
    assert not long, f"files of more than 400 lines hold more than one idea: {long}"


def test_a_new_package_has_a_layer():
    packages = {own_package(p) for p in FILES}
    assert packages <= set(RANK)
