"""What can be opened: motions, and captures of markers, of which a skeleton is made."""

import pytest
from support.captures import capture, walker, written
from support.fresh import run_python
from support.shared import DATA, needs_data

from supple.errors import FileError
from supple.io.registry import write
from supple.recipes.walk import walking
from supple.session import captures
from supple.session.session import Session

TRC = DATA / "markers" / "gait2354" / "subject01_walk1.trc"
COLD = """
import sys
from pathlib import Path
from supple.session.scenes import Scenes
from supple.session.session import Session
session = Session.opened(Path(sys.argv[1]))
seen = Scenes(session.motions).first_look(session.document.clip(), 7)
print(len(seen.pose.positions), "left_wrist" in seen.names.roles, "numba" in sys.modules)
"""


@needs_data
def test_a_capture_of_markers_becomes_a_clip(tmp_path):
    session = Session.opened(folder=tmp_path)
    session.add_file(TRC)
    clip = session.document.clip()
    motion = session.motions.get(clip.motion)
    assert (clip.name, motion.frames) == ("subject01_walk1", clip.motion.frames)
    assert "made of the markers" in motion.provenance.warnings[0]
    session.close()


def test_markers_that_are_no_body_are_refused_in_words(tmp_path):
    path = written(
        capture(1000 * walker(labels=("one", "two", "three")), ("one", "two", "three")), tmp_path / "odd.c3d"
    )
    session = Session.opened(folder=tmp_path)
    with pytest.raises(FileError, match="no skeleton can be made"):
        session.add_file(path)
    assert session.document.clips == ()
    session.close()


def test_a_capture_that_would_take_very_long_is_refused_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(captures, "_MOST_FRAMES", 10)
    labels = ("one", "two", "three")
    path = written(capture(1000 * walker(labels=labels), labels), tmp_path / "long.c3d")
    with pytest.raises(FileError, match="too many here; use `supple markers --frames`"):
        captures.read_figure(path)


def test_a_frame_is_seen_before_the_compiler_is_loaded(tmp_path):
    write(walking(1.0, fps=30.0), tmp_path / "walk.bvh")
    assert run_python(COLD.replace("sys.argv[1]", repr(str(tmp_path / "walk.bvh")))) == "1 True False"
