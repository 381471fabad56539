"""The commands as a person uses them: output, exit codes, nothing damaged."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from support.command_line import run
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core import quaternions
from supple.core.freedom import about
from supple.core.skeleton import Skeleton
from supple.io import registry
from supple.io.formats import Format

VERBS = ("info", "convert", "check", "edit", "pose", "lint", "formats", "print", "sample", "demo", "warmup")


@pytest.fixture
def clip(tmp_path):
    path = tmp_path / "clip.bvh"
    supple.write(smooth_motion(human_skeleton(), 30), path)
    return path


def test_info_as_json_has_what_machines_need(capsys, clip):
    code, out, _ = run(capsys, "info", clip, "--json")
    facts = json.loads(out)
    assert code == 0
    assert facts["format"] == "bvh"
    assert (facts["joints"], facts["end_sites"], facts["frames"]) == (21, 5, 30)
    assert facts["frame_time"] == pytest.approx(1 / 60)
    assert facts["fps"] == pytest.approx(60)
    assert facts["duration"] == pytest.approx(0.5)
    assert facts["unit_scale"] == pytest.approx(0.01)
    assert facts["up"] == "y"
    assert facts["height_m"] == pytest.approx(1.70, abs=0.1)
    assert facts["roles"]["left_knee"] == "LeftLeg"
    assert facts["rest_rows"] == 0
    assert facts["warnings"] == []
    assert {j["name"] for j in facts["tree"]} == set(human_skeleton().names)


def test_info_for_people_shows_the_tree_and_the_reasons(capsys, clip):
    code, out, _ = run(capsys, "info", clip)
    assert code == 0
    assert "21 joints and 5 end sites" in out
    assert "\n    LeftUpLeg " in out
    assert "Zrotation" in out
    assert "units:" in out


def test_info_full_tells_how_far_joints_go(capsys, clip):
    code, out, _ = run(capsys, "info", clip, "--full", "--json")
    travel = {t["name"]: t for t in json.loads(out)["travel"]}
    assert code == 0
    assert travel["Hips"]["travelled_m"] == pytest.approx(0.2 * 2 * np.pi, rel=0.05)


def test_convert_goes_there_and_back(capsys, clip, tmp_path):
    assert run(capsys, "convert", clip, tmp_path / "a.glb")[0] == 0
    assert run(capsys, "convert", tmp_path / "a.glb", tmp_path / "b.bvh")[0] == 0
    before, after = supple.read(clip), supple.read(tmp_path / "b.bvh")
    np.testing.assert_allclose(supple.world_pose(after).positions, supple.world_pose(before).positions, atol=1e-5)


def test_convert_takes_frames_rate_units_and_axis(capsys, clip, tmp_path):
    target = tmp_path / "part.bvh"
    code, out, _ = run(
        capsys, "convert", clip, target, "--frames", "10:22", "--fps", "30", "--units", "m", "--up", "z", "--json"
    )
    assert code == 0
    assert json.loads(out)["frames"] == 6
    part = supple.read(target)
    assert part.fps == pytest.approx(30)
    assert (part.provenance.unit_scale, part.provenance.up) == (1.0, "z")
    whole = supple.read(clip)
    np.testing.assert_allclose(part.root_positions[0], whole.root_positions[10], atol=1e-6)


def test_an_existing_file_is_safe_without_force(capsys, clip, tmp_path):
    target = tmp_path / "mine.glb"
    target.write_text("mine")
    code, _, err = run(capsys, "convert", clip, target)
    assert code == 1
    assert "--force" in err
    assert target.read_text() == "mine"
    assert run(capsys, "convert", clip, target, "--force")[0] == 0
    assert target.read_bytes()[:4] == b"glTF"


def test_a_dry_run_writes_nothing(capsys, clip, tmp_path):
    code, _, err = run(capsys, "convert", clip, tmp_path / "a.glb", "--dry-run")
    assert code == 0
    assert "would write" in err
    assert not (tmp_path / "a.glb").exists()


def test_check_reports_every_file_and_fails_if_one_does(capsys, clip, tmp_path):
    bad = tmp_path / "bad.bvh"
    bad.write_text("HIERARCHY\nROOT a\n{\nOFFSET 0 x 0\n")
    code, out, _ = run(capsys, "check", clip, bad, tmp_path / "none.bvh")
    assert code == 1
    lines = out.splitlines()
    assert lines[0].startswith("ok ")
    assert "bad.bvh:4" in lines[1]
    assert "no such file" in lines[2]
    assert run(capsys, "check", clip)[0] == 0


def test_errors_are_one_line_and_exit_codes_tell_them_apart(capsys, tmp_path):
    code, out, err = run(capsys, "info", tmp_path / "none.bvh")
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert run(capsys, "info")[0] == 2
    assert run(capsys, "fly")[0] == 2
    assert run(capsys, "--version")[0] == 0


@pytest.mark.parametrize(
    "wrong", [["--units", "parsec"], ["--units", "-1"], ["--up", "w"], ["--frames", "a:b"], ["--frames", ""]]
)
def test_a_wrong_option_is_a_usage_error_before_any_work(capsys, tmp_path, wrong):
    code, _, err = run(capsys, "convert", tmp_path / "none.bvh", tmp_path / "x.bvh", *wrong)
    assert code == 2
    assert wrong[1] in err
    assert "no such file" not in err


@pytest.mark.parametrize(("span", "frames"), [("3:5", 2), (":4", 4), ("28:", 2), (":", 30), ("7", 1)])
def test_spans_of_frames(capsys, clip, tmp_path, span, frames):
    code, out, _ = run(capsys, "convert", clip, tmp_path / "x.bvh", "--frames", span, "--json")
    assert (code, json.loads(out)["frames"]) == (0, frames)


@pytest.mark.parametrize("wrong", [["--frames", "20:99"], ["--fps", "1e9"]])
def test_what_a_clip_cannot_give_is_refused_and_nothing_is_written(capsys, clip, tmp_path, wrong):
    code, _, err = run(capsys, "convert", clip, tmp_path / "x.bvh", *wrong)
    assert (code, err.count("\n")) == (1, 1)
    assert not (tmp_path / "x.bvh").exists()


def test_convert_puts_a_mesh_on_the_figure(capsys, clip, tmp_path):
    (tmp_path / "body.obj").write_text("v 0 0.9 0\nv 0.1 1.2 0\nv -0.1 1.2 0\nf 1 2 3\n")
    code, _, _ = run(capsys, "convert", clip, tmp_path / "body.glb", "--mesh", tmp_path / "body.obj", "--json")
    plain, _, _ = run(capsys, "convert", clip, tmp_path / "plain.glb", "--json")
    assert (code, plain) == (0, 0)
    assert (tmp_path / "body.glb").stat().st_size < (tmp_path / "plain.glb").stat().st_size  # three vertices, no body
    code, _, err = run(capsys, "convert", clip, tmp_path / "b.glb", "--mesh", tmp_path / "body.obj", "--skinning", "x")
    assert code == 1
    assert "'smooth' or 'simple'" in err
    code, _, err = run(capsys, "convert", clip, tmp_path / "b.bvh", "--mesh", tmp_path / "body.obj")
    assert code == 1
    assert "holds no skin" in err


def test_markers_are_not_converted_and_the_message_says_so(capsys, tmp_path):
    table = tmp_path / "m.csv"
    table.write_text("time,a_x,a_y,a_z\n0,1,2,3\n0.01,1,2,3\n")
    code, _, err = run(capsys, "convert", table, tmp_path / "x.bvh")
    assert code == 1
    assert "markers, not a skeleton's motion" in err
    assert run(capsys, "info", table, "--roles", table)[0] == 1


def test_check_outlives_a_bug_in_a_reader(capsys, clip, tmp_path, monkeypatch):
    """Not even a bug of ours may hide what the other files are like."""

    def broken(path, options):
        raise ZeroDivisionError("oh\nno")

    fake = Format(name="fake", title="Fake", suffixes=(".fake",), read=broken)
    known = registry.formats()
    monkeypatch.setattr(registry, "formats", lambda: (fake, *known))
    code, out, _ = run(capsys, "check", tmp_path / "a.fake", clip)
    assert code == 1
    bad, good = out.splitlines()
    assert "a bug in Supple" in bad
    assert "a.fake" in bad
    assert good.startswith("ok")


def test_a_demo_folder_that_cannot_be_made_is_an_error_in_words(capsys, tmp_path):
    (tmp_path / "taken").write_text("")
    code, _, err = run(capsys, "demo", "--out", tmp_path / "taken")
    assert (code, err.count("\n")) == (1, 1)
    assert "the folder cannot be made" in err


def test_print_gives_a_document_that_is_taken(capsys, clip, tmp_path):
    code, out, _ = run(capsys, "print", "roles")
    assert code == 0
    assert "format = 1" in out
    assert run(capsys, "print", "poem")[0] == 2
    roles = tmp_path / "roles.toml"
    roles.write_text('format = 1\n[roles]\nleft_wrist = "LeftForeArm"\n')
    code, out, _ = run(capsys, "info", clip, "--roles", roles, "--json")
    assert json.loads(out)["roles"]["left_wrist"] == "LeftForeArm"


def test_formats_are_listed(capsys):
    code, out, _ = run(capsys, "formats", "--json")
    assert code == 0
    assert {".bvh", ".amc", ".glb", ".x3d", ".npz"} <= {s for f in json.loads(out) if f["write"] for s in f["suffixes"]}


@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        ["edit", "--help"],
        ["pose", "--help"],
        ["info", "{clip}"],
        ["convert", "{clip}", "{folder}/x.glb"],
        ["formats"],
    ],
)
def test_light_commands_load_no_compiler(command, clip, tmp_path):
    argv = [a.format(clip=clip, folder=tmp_path) for a in command]
    heavy = "'numba', 'scipy', 'plotly', 'matplotlib', 'ezc3d', 'pinocchio'"
    script = (
        f"import sys; from supple.cli import main; code = main({argv!r}); "
        f"loaded = [m for m in ({heavy}) if m in sys.modules]; assert not loaded, loaded; sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_help_loads_not_even_numpy():
    script = "import sys; from supple.cli import main; main(['--help']); assert 'numpy' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode == 0


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_examples(capsys, verb):
    code, out, _ = run(capsys, verb, "--help")
    assert code == 0
    assert f"supple {verb}" in out
    assert "Examples" in out


def test_a_folder_is_answered_in_words(capsys, tmp_path):
    code, out, _ = run(capsys, "check", tmp_path)
    assert code == 1
    assert "this is a folder" in out


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--fps", "0", 1),
        ("--fps", "nan", 1),
        ("--up", "Z", 0),
        ("--up", "w", 2),
        ("--units", "furlong", 2),
        ("--frames", "5:5", 2),
    ],
)
def test_options_are_checked_before_anything_is_done(capsys, clip, tmp_path, option, value, code):
    assert run(capsys, "convert", clip, tmp_path / "out.bvh", option, value)[0] == code
    assert (tmp_path / "out.bvh").exists() == (code == 0)


def test_frames_outside_the_clip_name_the_file_and_its_range(capsys, clip, tmp_path):
    code, _, err = run(capsys, "convert", clip, tmp_path / "out.bvh", "--frames", "5:1000")
    assert code == 1
    assert "clip.bvh" in err
    assert "0:30" in err


def test_broken_limits_carry_the_files_word_for_the_axis(capsys, tmp_path):
    knee = about(np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, 0.1]]))
    figure = human_skeleton()
    freedoms = [
        knee if name == "LeftLeg" else freedom for name, freedom in zip(figure.names, figure.freedoms, strict=True)
    ]
    swing = quaternions.about_axis("x", np.linspace(0.0, 0.3, 9))
    rotations = quaternions.identity(9, len(figure))
    rotations[:, figure.index("LeftLeg")] = swing
    limited = Skeleton(figure.names, figure.parents, figure.offsets, figure.end_sites, freedoms=tuple(freedoms))
    supple.write(supple.Motion(limited, np.zeros((9, 3)), rotations, 1 / 30), tmp_path / "knee.npz")
    facts = json.loads(run(capsys, "info", tmp_path / "knee.npz", "--json")[1])
    (broken,) = facts["broken_limits"]
    assert (broken["joint"], broken["axis"], broken["channel"]) == ("LeftLeg", 0, "axis 1")
    assert broken["worst_deg"] == pytest.approx(np.degrees(0.2))


def test_names_that_the_terminal_cannot_show_are_escaped(tmp_path):
    path = tmp_path / "n.bvh"
    path.write_text("HIERARCHY\nROOT H\u00fcfte\u65e5\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 1\n"
                    "Frame Time: 0.1\n0\n", encoding="utf-8")  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "supple", "info", str(path)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert done.returncode == 0, done.stderr
    assert b"H\xfcfte\\u65e5" in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full, which only Linux has")
def test_a_full_disk_behind_stdout_is_one_line(clip):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "supple", "info", str(clip)], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("words", "code"), [(["info", "CLIP"], 0), (["check", "CLIP", "none.bvh"], 1), (["--help"], 0)]
)
def test_a_reader_that_leaves_does_not_change_how_a_command_ends(clip, words, code, unbuffered):
    """Nobody reads from the first byte on; whether that shows at once or at the end is a matter of buffers."""
    end, pipe = os.pipe()
    os.close(end)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "supple", *(str(clip) if word == "CLIP" else word for word in words)],
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    finally:
        os.close(pipe)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "cannot be written" not in done.stderr
    assert "Broken" not in done.stderr
