"""``supple resample``, ``concat``, ``loop`` and ``smooth`` from the command line."""

import json

import pytest
from support.command_line import run

import supple
from supple.recipes.samples import sample


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clips")
    for name in ("walk", "kick"):
        supple.write(sample(name), folder / f"{name}.bvh")
    return folder


def test_pieces_of_a_file_put_together_are_the_file(capsys, folder, tmp_path):
    walk, parts = folder / "walk.bvh", [tmp_path / "a.bvh", tmp_path / "b.bvh"]
    assert run(capsys, "trim", walk, "-o", parts[0], "--to", "100f")[0] == 0
    assert run(capsys, "trim", walk, "-o", parts[1], "--from", "100f")[0] == 0
    code, out, _ = run(capsys, "concat", *parts, "-o", tmp_path / "whole.bvh", "--json")
    assert code == 0
    assert json.loads(out)["inputs"] == [str(p) for p in parts]
    texts = (path.read_text().replace("-0.000000", "0.000000") for path in (tmp_path / "whole.bvh", walk))
    assert next(texts) == next(texts)


def test_clips_of_different_figures_are_refused_and_nothing_is_written(capsys, folder, tmp_path):
    other = tmp_path / "tall.bvh"
    supple.write(supple.walking(height=1.9), other)
    code, _, err = run(capsys, "concat", folder / "walk.bvh", other, "-o", tmp_path / "whole.bvh")
    assert code == 1
    assert "tall.bvh" in err
    assert "mm" in err
    assert not (tmp_path / "whole.bvh").exists()


def test_a_loop_is_told_with_its_numbers(capsys, folder, tmp_path):
    out = tmp_path / "cycle.bvh"
    code, said, err = run(capsys, "loop", folder / "walk.bvh", "-o", out, "--json")
    facts = json.loads(said)["clips"][0]
    assert code == 0
    assert facts["gap"]["mm"] < 1.0
    assert facts["gap"]["deg"] < 1.0
    assert facts["cycle"][1] - facts["cycle"][0] == facts["frames"] == supple.read(out).frames
    assert "degrees apart" in err


def test_a_loop_that_does_not_exist_is_refused_and_nothing_is_written(capsys, tmp_path):
    supple.write(sample("golf"), tmp_path / "golf.bvh")
    code, _, err = run(capsys, "loop", tmp_path / "golf.bvh", "-o", tmp_path / "out.bvh")
    assert code == 1
    assert "mm apart" in err
    assert not (tmp_path / "out.bvh").exists()


@pytest.mark.parametrize("hz", ["0", "-2", "90", "nan"])
def test_a_cut_off_that_cannot_be_is_refused(capsys, folder, tmp_path, hz):
    code, _, err = run(capsys, "smooth", folder / "walk.bvh", "-o", tmp_path / "out.bvh", "--hz", hz)
    assert code == 1
    assert "Hz" in err
    assert not (tmp_path / "out.bvh").exists()


@pytest.mark.parametrize("rate", ["0", "-30", "1/0", "soon"])
def test_a_rate_that_cannot_be_is_refused_and_nothing_is_written(capsys, folder, tmp_path, rate):
    code, _, err = run(capsys, "resample", folder / "walk.bvh", "-o", tmp_path / "out.bvh", "--fps", rate)
    assert code == 1
    assert "frame rate" in err
    assert not (tmp_path / "out.bvh").exists()


def test_the_rate_of_film_is_exact_and_said(capsys, folder, tmp_path):
    out = tmp_path / "film.bvh"
    code, _, err = run(capsys, "resample", folder / "walk.bvh", "-o", out, "--fps", "23.976")
    assert code == 0
    assert "24000/1001" in err
    assert supple.read(out).frame_time == pytest.approx(1001 / 24000, rel=1e-12)


@pytest.mark.parametrize(
    ("words", "said"),
    [(["loop", "--cycle", "9:x"], "--cycle takes A:B"), (["concat", "--align", "up"], "'up' is not one of 'both'")],
)
def test_a_slip_in_an_option_names_the_option(capsys, folder, tmp_path, words, said):
    verb, *others = words
    code, _, err = run(capsys, verb, folder / "walk.bvh", "-o", tmp_path / "out.bvh", *others)
    assert code == 2
    assert said in " ".join(err.replace("│", " ").split())
    assert not (tmp_path / "out.bvh").exists()


@pytest.mark.parametrize(
    ("words", "closes"),
    [
        (["-o", "cycle.bvh"], False),
        (["-o", "cycle.glb"], True),
        (["-o", "cycle.x3d"], True),
        (["-o", "cycle.glb", "--no-closing"], False),
        (["-o", "cycle.bvh", "--closing-frame"], True),
        (["-o", "many", "--format", "gltf"], True),
        (["-o", "many"], False),
        (["--dry-run"], False),
    ],
)
def test_a_loop_ends_with_its_first_frame_where_players_of_its_format_want_it(capsys, folder, tmp_path, words, closes):
    asked = [str(tmp_path / word) if word.startswith(("cycle", "many")) else word for word in words]
    code, out, err = run(capsys, "loop", folder / "walk.bvh", "--cycle", "50:115", "--no-feet", "--json", *asked)
    assert code == 0, err
    (told,) = json.loads(out)["clips"]
    assert told["frames"] == 65 + closes
    assert ("--no-closing leaves it out" in err) == (closes and "--closing-frame" not in words)
    for path in told["written"][:1]:
        motion = supple.read(path)
        jump = abs(motion.rotations[-1] - motion.rotations[0]).max()
        assert (jump < 1e-5) == closes
