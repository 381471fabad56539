"""The first hour: its commands run in their order, say what the page shows, and end with a clean loop."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np

import supple
from supple.cli import main, view
from supple.plots.viewer.server import ViewServer

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "first_hour.md").read_text()
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE, flags=re.DOTALL)
NUMBER = re.compile(r"-?\d[\d.]*")


def steps() -> list[tuple[str, list[str]]]:
    """Every command of the page, with the lines that it is shown to say."""
    parts = [part.split("\n") for block in BLOCKS for part in block.split("$ supple ")[1:]]
    return [(line, [said for said in shown if said.strip(" .")]) for line, *shown in parts]


def plain(text: str) -> str:
    """Words without their numbers and spaces: digits may differ between machines, words may not."""
    return "".join(NUMBER.sub("#", text).split())


def run(line: str) -> int:
    """One command in this process, which is faster; a pipe in a shell."""
    if "|" not in line:
        return main(shlex.split(line))
    command = f"supple {line}".replace("supple ", f"{shlex.quote(sys.executable)} -m supple ")
    return subprocess.run(command, shell=True, check=False).returncode


def test_every_command_says_what_the_page_shows_and_the_loop_is_clean(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(view, "open_page", lambda url: None)
    monkeypatch.setattr(ViewServer, "run", lambda self: self.server_close())  # it would serve for ever
    assert len(steps()) > 30
    for line, shown in steps():
        assert run(line) == 0, line
        said = plain("".join(capfd.readouterr()))
        assert [text for text in shown if plain(text) not in said] == [], line
    assert_closed(tmp_path)
    assert_standing(tmp_path)


def assert_closed(hour: Path) -> None:
    """The loop: within 1 mm and 1 degree after a round, in all of its files, walking ahead from the origin."""
    for name in ("game.bvh", "game.glb", "game-mirrored.bvh", "unreal.bvh"):
        motion = supple.read(hour / name)
        places = supple.world_pose(motion).positions
        assert np.linalg.norm(places[-1] - places[0], axis=1).max() < 1e-3
        cosines = np.abs(np.sum(motion.rotations[-1] * motion.rotations[0], axis=1))
        assert np.degrees(2.0 * np.arccos(np.minimum(cosines, 1.0))).max() < 1.0
        step = np.linalg.norm(np.diff(places, axis=0), axis=2).max(axis=1)
        assert max(step[0], step[-1]) < 1.5 * np.median(step)  # no pop at the seam
    with_travel = supple.read(hour / "ahead.bvh").root_positions
    np.testing.assert_allclose(with_travel[0, [0, 2]], 0.0, atol=1e-6)
    assert abs(with_travel[-1, 0]) < 1e-3 < 1.0 < with_travel[-1, 2]


def assert_standing(hour: Path) -> None:
    """Feet stand: on the ground of the loop with its travel, and on the belt of the one in place."""
    for name in ("ahead", "game", "game-mirrored"):
        motion, contacts = supple.read(hour / f"{name}.bvh"), supple.read_contacts(hour / f"{name}.contacts.json")
        assert supple.metrics(motion, contacts).slide_mm_max < 0.5
    ahead, belt = supple.read(hour / "ahead.bvh"), supple.read_contacts(hour / "game.contacts.json").belt_m_s
    seconds = (ahead.frames - 1) * ahead.frame_time
    np.testing.assert_allclose(np.linalg.norm(belt), ahead.root_positions[-1, 2] / seconds, rtol=1e-3)


def test_pictures_of_the_page_are_there_and_small():
    pictures = re.findall(r"\]\((pictures/[^)]+)\)", PAGE)
    assert len(pictures) >= 4
    for name in pictures:
        assert 1_000 < (ROOT / "docs" / name).stat().st_size < 150_000
