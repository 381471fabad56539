"""``supple body``, ``dynamics`` and ``physical``: examples of their help, JSON, pictures, and what is refused."""

import json
import os
import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

import supple
from supple.cli import main
from supple.cli.app import app
from supple.recipes.walk import walking

pytest.importorskip("pinocchio")
EXAMPLES = {
    command.name: re.findall(r"`supple ([^`]+)`", command.epilog)
    for command in app.registered_commands
    if command.name in ("body", "dynamics", "physical", "compare")
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    supple.write(walking(0.9), Path("walk.bvh"))
    supple.write(supple.smooth(walking(0.9), hz=4.0).motion, Path("plausible.bvh"))
    Path("load.toml").write_text('format = 1\n[[mass]]\njoint = "chest"\nkg = 8.0\n')
    Path("twice.json").write_text(_standing_in_two_places())
    Path("taken.mot").mkdir()
    Path("person.toml").write_text("format = 1\n[person]\nmass_kg = 70.0\n")
    return tmp_path


def _standing_in_two_places():
    stood = {"point": "left_ball", "joint": "LeftToeBase", "start": 0, "stop": 20}
    places = [{**stood, "position_m": [x, 0.0, 0.0]} for x in (0.0, 0.5)]
    return json.dumps({"format": 1, "fps": 60, "contacts": places})


@pytest.mark.parametrize("verb", ["body", "dynamics", "compare"])
def test_the_examples_run(verb, folder, capsys):
    assert len(EXAMPLES[verb]) >= 2
    for example in EXAMPLES[verb]:
        assert main(shlex.split(example)) == 0, f"supple {example}: {capsys.readouterr().err}"


def _masses(words, capsys):
    assert main([*words, "--json"]) == 0
    return {name: s["mass_kg"] for name, s in json.loads(capsys.readouterr().out)["segments"].items()}


def test_a_tape_goes_over_the_segments_of_the_document_that_it_is_written_into(folder, capsys):
    written = _masses(["body", "--actor", "C", "-o", "c.toml"], capsys)
    assert _masses(["body", "--measure", "c.toml"], capsys) == pytest.approx(written, abs=1e-3)
    text = Path("c.toml").read_text()
    Path("c.toml").write_text(text.replace("circumference_m = [0.35, 0.22]", "circumference_m = [0.45, 0.22]"))
    assert _masses(["body", "--measure", "c.toml"], capsys)["shank"] > 1.2 * written["shank"]


def test_the_forces_of_a_walk_carry_its_weight(folder, capsys):
    assert main(["body", "--height", "1.75", "--mass", "80", "-o", "body.toml"]) == 0
    capsys.readouterr()
    assert main(["dynamics", "walk.bvh", "--body", "body.toml", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["mass_kg"] == pytest.approx(80.0)
    assert "low-pass at 6 Hz" in told["smoothing"]
    assert told["ground_reaction_mean_n"] == pytest.approx(80.0 * 9.80665, rel=0.1)
    assert told["root_residual_pct_bw"] < 30.0
    assert any(torque["torque_max_nm"] > 20.0 for torque in told["joints"].values())


def test_what_physical_tells_is_measured_on_its_file(folder, capsys):
    first, second = EXAMPLES["physical"]
    assert main(shlex.split(f"{first} --force")) == 0
    assert Path("forces.mot").is_file()
    capsys.readouterr()
    assert main(shlex.split(f"{second} --forces out.mot --body-out b.toml")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "met"
    assert told["root_residual_pct_bw"]["after"] < 1.0
    assert told["root_moment_pct_bwh"]["after"] < 1.0
    assert told["slide_mm_max"] < 2.0
    assert told["friction_violation_pct"] < 1.0
    page = Path("loaded.html").read_text()
    assert all(f"<h2>{title}</h2>" in page for title in ("Ground reaction", "Contacts", "What is unexplained"))
    assert "nan" not in page[page.index("<section>") : page.index("<script")].lower()
    assert {"fit", "optimisation"} == set(told["pose_change_deg_rms"])
    assert {"iterations", "seconds"} <= set(told)
    plates = supple.read_forces("out.mot")
    pressed = sum(plate.forces[:, 1] for plate in plates)
    assert pressed.mean() == pytest.approx(told["mass_kg"] * 9.80665, rel=0.2)
    assert main(["dynamics", "loaded.bvh", "--body", "b.toml", "--forces", "out.mot", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["force_plates"]["vertical_rms_pct_bw"] < 25.0


def test_what_is_not_met_ends_with_three_and_writes_no_nan(folder, capsys):
    Path("float.json").write_text('{"format": 1, "fps": 60, "contacts": []}')
    words = ["physical", "walk.bvh", "-o", "out.bvh", "--contacts", "float.json", "--time-limit", "2", "--json"]
    assert main(words) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["status"] != "met"
    assert any("touches the ground" in note for note in told["notes"])
    assert "nan" not in Path("out.bvh").read_text().lower()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["body", "--actor", "E"], 1, "no actor 'E'"),
        (["body", "--mass", "-3"], 1, "mass must lie between"),
        (["body", "--actor", "A", "--from", "walk.bvh"], 2, "one of"),
        (["body", "--from", "walk.bvh", "-o", "walk.bvh", "--force"], 2, "name the same file"),
        (["body", "-o", "no/b.toml"], 1, "there is no folder"),
        (["body", "--measure", "person.toml"], 1, "not measured: foot, shank"),
        (["dynamics", "walk.bvh", "--cutoff", "900"], 1, "cut-off"),
        (["dynamics", "walk.bvh", "--plot", "x.gif"], 1, ".png"),
        (["dynamics", "walk.bvh", "--forces", "walk.bvh"], 1, "force plate"),
        (["physical", "walk.bvh"], 2, "-o OUT"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--forces", "x.txt"], 1, ".mot"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--time-limit", "0"], 1, "time limit"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--body-out", "walk.bvh", "--force"], 2, "name the same file"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--forces", "f.mot", "--body-out", "f.mot"], 2, "the same"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--forces", "no/f.mot"], 1, "there is no folder"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--report", "no/f.html"], 1, "there is no folder"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--checkpoint", "load.toml"], 1, "no checkpoint"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--checkpoint", "no/c.npz"], 1, "there is no folder no"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--checkpoint", "."], 1, "this is a folder"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--forces", "taken.mot", "--force"], 1, "this is a folder"),
        (["dynamics", "walk.bvh", "--forces-start", "0.5"], 2, "--forces FILE"),
        (["physical", "walk.bvh", "-o", "x.bvh", "--contacts", "twice.json"], 1, "one place at a time"),
        (["dynamics", "walk.bvh", "--contacts", "twice.json"], 1, "one place at a time"),
    ],
)
def test_what_makes_no_sense_is_refused(words, code, says, folder, capsys):
    assert main(words) == code
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("option", ["-o", "--checkpoint"])
def test_a_link_into_a_folder_that_cannot_be_written_is_refused_before_the_work(option, folder, capsys, monkeypatch):
    """Files are written where a link leads."""
    suffix, locked = ".bvh" if option == "-o" else ".npz", folder / "locked"
    locked.mkdir()
    Path(f"to_locked{suffix}").symlink_to(locked / f"x{suffix}")
    Path(f"to_none{suffix}").symlink_to(folder / "none" / f"x{suffix}")
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != locked and allowed(path, mode))  # also for root
    monkeypatch.setattr("supple.recipes.physics.physical.physical", lambda *a, **k: pytest.fail("before the work"))
    words = ["physical", "walk.bvh", "--force", *(["-o", "out.bvh"] if option != "-o" else [])]
    assert main([*words, option, f"to_locked{suffix}"]) == 1
    assert f"nothing may be written in the folder {locked}" in capsys.readouterr().err
    assert main([*words, option, f"to_none{suffix}"]) == 1
    assert f"there is no folder {folder / 'none'}" in capsys.readouterr().err


def test_the_first_interrupt_only_asks(capsys):
    from supple.cli.interrupts import asked_to_stop

    with asked_to_stop() as stop:
        assert not stop()
        signal.raise_signal(signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert "best so far" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_the_library_the_extra_is_named(folder, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pinocchio", None)
    assert main(["dynamics", "walk.bvh"]) == 1
    assert 'extra "dynamics"' in capsys.readouterr().err


def test_clips_of_few_frames_per_second_are_smoothed_by_less(folder, capsys):
    supple.write(supple.resample(walking(2.0), fps=10.0).motion, Path("slow.bvh"))
    assert main(["dynamics", "slow.bvh", "--json"]) == 0
    assert "low-pass at 2.5 Hz" in json.loads(capsys.readouterr().out)["smoothing"]
    assert main(["compare", "slow.bvh", "slow.bvh", "--json"]) == 0
    assert main(["dynamics", "slow.bvh", "--cutoff", "6"]) == 1
    assert "between 0.005 Hz and half of the frame rate, 5 Hz; got 6 Hz. Give" in capsys.readouterr().err
