"""The wait for the compiler: announced, counted, and only where something is missing."""

import subprocess
import sys

import pytest

import supple
from supple.cli import compiling
from supple.core import machine
from supple.kernels import cache, warmup

LOADED = """
import importlib, sys
import supple
if sys.argv[1].endswith(".bvh"):
    clip = supple.read(sys.argv[1])
    supple.edit(clip, supple.Position(effector="left_wrist", goals=(supple.PlaceGoal(offset=(0.0, 9.0, 0.0)),)))
else:
    for name in sys.argv[1:]:
        importlib.import_module(f"supple.kernels.{name}")
print(*sorted(name for name in sys.modules if name.startswith("supple.kernels.")))
"""


def loaded(*given):
    """The kernels that are loaded after an edit of a file, or after the import of modules."""
    done = subprocess.run([sys.executable, "-c", LOADED, *given], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_what_is_announced_for_editing_is_all_that_editing_loads(tmp_path):
    supple.write(supple.walking(seconds=0.1), tmp_path / "walk.bvh")
    needed = loaded(str(tmp_path / "walk.bvh"))
    assert {f"supple.kernels.{name}" for name in compiling.EDITING} <= needed
    assert needed <= loaded(*compiling.EDITING)


@pytest.fixture
def compiled(monkeypatch):
    """The modules that are compiled, by this process alone."""
    names = []
    monkeypatch.setattr(warmup, "_compile", names.append)
    monkeypatch.setattr(machine, "cores", lambda: 1)
    return names


def test_a_long_wait_is_counted(monkeypatch, capsys, compiled):
    monkeypatch.setattr(cache, "is_compiled", lambda *names: names == ("fk",))
    compiling.announce(*compiling.EDITING)
    said = capsys.readouterr().err
    missing = [name for name in compiling.EDITING if name != "fk"]
    assert compiled == missing
    assert "once for this version" in said
    assert "minutes" in said
    for number, name in enumerate(missing, start=1):
        assert f"  {number} of {len(missing)}: {name}\n" in said


def test_a_short_wait_is_one_line(monkeypatch, capsys, compiled):
    monkeypatch.setattr(cache, "is_compiled", lambda *names: False)
    compiling.announce("fk")
    assert "a few seconds" in capsys.readouterr().err
    assert compiled == []


def test_nothing_is_said_when_all_is_there(monkeypatch, capsys, compiled):
    monkeypatch.setattr(cache, "is_compiled", lambda *names: True)
    compiling.announce(*compiling.EDITING)
    assert capsys.readouterr().err == ""
