"""Where people stumble when they first edit: the message says what to do."""

import signal
from contextlib import nullcontext

import pytest

import supple
from supple.cli import editing, main
from supple.core.progress import Enough

RAISE = """format = 1
[[constraint]]
kind = "position"
effector = "left_wrist"
goals = [ { offset = [0, 0.05, 0], when = [0.1, 0.2, 0.3, 0.4] } ]
"""


@pytest.fixture
def folder(tmp_path):
    supple.write(supple.walking(seconds=0.5), tmp_path / "walk.bvh")
    supple.write(supple.walking(seconds=0.5).with_frames(3, 4), tmp_path / "still.npz")
    (tmp_path / "raise.toml").write_text(RAISE)
    (tmp_path / "markers.csv").write_text("time,a_x,a_y,a_z\n0,1,2,3\n0.01,1,2,3\n")
    return tmp_path


def notes(capsys, folder, *words):
    code = main([*words[:1], *(str(folder / w) for w in words[1:]), "-o", str(folder / "out.bvh")])
    return code, capsys.readouterr().err


@pytest.mark.parametrize("verb", ["edit", "pose"])
def test_files_in_the_wrong_order(capsys, folder, verb):
    code, said = notes(capsys, folder, verb, "raise.toml", "walk.bvh")
    assert (code, said.count("\n")) == (1, 1)
    assert "walk.bvh: this is the name of a motion, not of an edit document. The order is MOTION, then EDIT." in said


def test_markers_cannot_be_bent(capsys, folder):
    code, said = notes(capsys, folder, "edit", "markers.csv", "raise.toml")
    assert code == 1
    assert "this holds markers, not a skeleton's motion" in said
    assert "Give a BVH, AMC, FBX, glTF, X3D or npz file" in said


def test_a_document_without_wishes_is_told(capsys, folder):
    main(["print", "edit"])
    (folder / "fresh.toml").write_text(capsys.readouterr().out)
    code, said = notes(capsys, folder, "edit", "walk.bvh", "fresh.toml")
    assert code == 0
    assert "no [[constraint]], so nothing was changed" in said


def test_a_file_without_frames_has_nothing_to_edit(capsys, folder):
    head, _, _ = (folder / "walk.bvh").read_text().partition("MOTION")
    (folder / "none.bvh").write_text(f"{head}MOTION\nFrames: 0\nFrame Time: 0.01\n")
    code, said = notes(capsys, folder, "edit", "none.bvh", "raise.toml")
    assert code == 1
    assert "none.bvh: this has no frames, only a figure at rest; `supple pose` bends that one." in said
    assert not (folder / "out.bvh").exists()


def test_times_on_a_clip_of_one_frame(capsys, folder):
    code, said = notes(capsys, folder, "edit", "still.npz", "raise.toml")
    assert code == 1
    assert "outside the clip" in said
    assert "leave the times out, or use `supple pose`" in said


@pytest.mark.parametrize("start", [(), ("--frame", "20")])
def test_the_first_posture_of_a_new_user_comes_near(capsys, folder, start):
    """Every example of ``supple print pose``, from the rest pose and from a step."""
    main(["print", "pose"])
    lines = capsys.readouterr().out.splitlines()
    examples = [line[1:] if line.startswith("#") and not line.startswith("# ") else line for line in lines]
    (folder / "pose.toml").write_text("\n".join(examples))
    figure, document, out = (str(folder / name) for name in ("walk.bvh", "pose.toml", "out.bvh"))
    main(["pose", figure, document, "-o", out, *start])
    reach = next(line for line in capsys.readouterr().out.splitlines() if "reach" in line)
    assert float(reach.split()[2]) < 3.0  # [mm]


def test_ctrl_c_asks_a_solver_for_the_best_so_far(capsys):
    with editing.solving(stops=True) as tell:
        tell(1, 3)
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(Enough):
            tell(2, 3)
    assert "best so far" in capsys.readouterr().err
    with editing.solving(stops=False), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_an_edit_that_is_stopped_is_written_with_a_note(capsys, folder, monkeypatch):
    """As if Ctrl-C was pressed before the first word of the solver, which comes after 64 frames."""
    monkeypatch.setattr("supple.cli.interrupts.asked_to_stop", lambda: nullcontext(lambda: True))
    supple.write(supple.walking(seconds=2.0), folder / "long.bvh")
    (folder / "long.toml").write_text(RAISE.replace("0.3, 0.4]", "1.8, 1.9]"))
    code, said = notes(capsys, folder, "edit", "long.bvh", "long.toml")
    assert code == 3
    assert "\nstalled in" in f"\n{said}"
    assert said.count("stopped before its end") == 1
    assert (folder / "out.bvh").exists()
