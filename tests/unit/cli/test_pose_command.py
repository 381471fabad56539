"""``supple pose`` and ``supple print pose``."""

import json

import numpy as np
import pytest
from support import fake_solver

import supple
from supple.cli import main
from supple.constraints.document import parse_edit

EDIT = """format = 1
[[constraint]]
name = "reach"
kind = "position"
effector = "left_wrist"
goals = [ { offset = [0, 0.05, 0] } ]
"""


@pytest.fixture
def walk(tmp_path):
    path = tmp_path / "walk.bvh"
    supple.write(supple.walking(seconds=0.5), path)
    (tmp_path / "reach.toml").write_text(EDIT)
    return path


def run(capsys, walk, *more):
    code = main(["pose", str(walk), str(walk.with_name("reach.toml")), "-o", str(walk.with_name("out.bvh")), *more])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(("more", "frame"), [((), None), (("--frame", "7"), 7)])
def test_one_frame_is_written(capsys, monkeypatch, walk, more, frame):
    fake_solver.install(monkeypatch, fake_solver.raising(0.1))
    code, said, notes = run(capsys, walk, *more)
    posture, clip = supple.read(walk.with_name("out.bvh")), supple.read(walk)
    start = clip.skeleton.offsets[0] if frame is None else clip.root_positions[frame]
    assert (code, posture.frames) == (0, 1)
    np.testing.assert_allclose(posture.root_positions[0], start + (0.0, 0.1, 0.0), atol=1e-6)
    assert "reach" in said
    assert "wrote" in notes


def test_the_method_reaches_its_solver(capsys, monkeypatch, walk):
    asked = []

    def solve(motion, edit, names, method):
        asked.append(method)
        return fake_solver.raising(0.0, worst=3.0, status="stalled")(motion, edit, names)

    fake_solver.install(monkeypatch, solve, "posture")
    code, said, _ = run(capsys, walk, "--method", "transpose", "--json")
    assert (code, asked) == (3, ["transpose"])
    assert json.loads(said)["status"] == "stalled"
    assert run(capsys, walk, "--method", "magic", "--force")[0] == 2


def test_a_skeleton_without_motion_has_postures(capsys, monkeypatch, walk):
    fake_solver.install(monkeypatch, fake_solver.raising(0.0))
    supple.write(supple.read(walk), walk.with_name("walk.amc"))
    assert run(capsys, walk.with_suffix(".asf"))[0] == 0
    assert supple.read(walk.with_name("out.bvh")).frames == 1


def test_what_makes_no_posture_is_refused(capsys, monkeypatch, walk):
    fake_solver.install(monkeypatch, None)
    edit = walk.with_name("reach.toml")
    assert "no frame 999" in run(capsys, walk, "--frame", "999")[2]
    edit.write_text(EDIT.replace("left_wrist", "LeftHnd"))
    code, said, notes = run(capsys, walk)
    assert (code, said) == (1, "")
    assert "Did you mean LeftHand" in notes
    events = "{ heel_strike = 0.1, toe_strike = 0.2, heel_off = 0.3, toe_off = 0.4 }"
    edit.write_text(f'format = 1\n[[constraint]]\nkind = "footplant"\nfoot = "left"\nevents = {events}\n')
    code, _, notes = run(capsys, walk)
    assert (code, notes.count("\n")) == (1, 1)
    assert "a footplant is about a path in time; a posture has none" in notes
    assert not walk.with_name("out.bvh").exists()


def test_wishes_that_collide_in_a_posture_are_told(capsys, monkeypatch, walk):
    fake_solver.install(monkeypatch, fake_solver.raising(0.0))
    walk.with_name("reach.toml").write_text(EDIT + EDIT.removeprefix("format = 1\n"))
    assert "asks for the same effector" in run(capsys, walk)[2]


def test_print_pose_gives_a_document_that_is_taken_with_every_example(capsys, monkeypatch, walk):
    fake_solver.install(monkeypatch, fake_solver.raising(0.0))
    assert main(["print", "pose"]) == 0
    text = capsys.readouterr().out
    assert parse_edit(text).constraints == ()
    lines = text.splitlines()
    full = "\n".join(line[1:] if line.startswith("#") and not line.startswith("# ") else line for line in lines)
    walk.with_name("reach.toml").write_text(full)
    code, _, notes = run(capsys, walk)
    assert (code, len(parse_edit(full).constraints)) == (0, 5), notes
    assert "warning" not in notes


@pytest.mark.parametrize("method", ["transpose", "hinges"])
def test_the_older_methods_reach_what_is_near(capsys, walk, method):
    code, said, _ = run(capsys, walk, "--method", method, "--frame", "3", "--json")
    (reach,) = json.loads(said)["constraints"]
    assert (code, reach["name"]) == (0, "reach")
    assert reach["worst_mm"] < 0.1
    before, after = (supple.world_pose(supple.read(walk.with_name(n))).positions for n in ("walk.bvh", "out.bvh"))
    hand = supple.read(walk).skeleton.index("LeftHand")
    np.testing.assert_allclose(after[0, hand] - before[3, hand], [0.0, 0.05, 0.0], atol=1e-4)  # in the file, read again
