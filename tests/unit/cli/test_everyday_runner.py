"""What all small verbs share, shown on ``supple trim``: many inputs, streams, contacts in step, nothing lost."""

import json

import numpy as np
import pytest
from support.command_line import give_input, run
from support.motions import human_skeleton, smooth_motion

import supple
from supple.cli import main
from supple.core.contacts import Contact, Contacts, Floor, GaitEvents, Step
from supple.recipes.everyday.contact_spans import cut


@pytest.fixture
def clip(tmp_path):
    path = tmp_path / "clip.bvh"
    supple.write(smooth_motion(human_skeleton(), 30), path)
    return path


def test_many_clips_go_to_a_folder_and_a_bad_one_does_not_stop_the_others(capsys, clip, tmp_path):
    bad = tmp_path / "bad.bvh"
    bad.write_text("no motion")
    code, out, err = run(capsys, "trim", bad, clip, "-o", tmp_path / "out", "--frames", "3:20", "--json")
    told = json.loads(out)["clips"]
    assert code == 1
    assert "bad.bvh" in told[0]["error"]
    assert "bad.bvh" in err
    assert told[1]["frames"] == 17
    assert supple.read(tmp_path / "out" / "clip.bvh").frames == 17
    assert not (tmp_path / "out" / "bad.bvh").exists()


def test_a_clip_goes_through_standard_input_and_output(capfdbinary, clip, monkeypatch):
    give_input(monkeypatch, clip.read_bytes())
    assert main(["trim", "-", "-o", "-", "--from", "5f", "--to", "9f"]) == 0
    out = capfdbinary.readouterr().out
    assert out.startswith(b"HIERARCHY")
    assert b"Frames: 4" in out


def test_an_error_in_standard_input_names_it(capsys, monkeypatch):
    give_input(monkeypatch, b"nothing")
    code, _, err = run(capsys, "trim", "-", "--dry-run")
    assert code == 1
    assert "standard input" in err
    assert "/tmp" not in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["{clip}"], "-o OUT"),
        (["{clip}", "-o", "-", "--json"], "standard output"),
        (["-", "-", "-o", "out"], "once"),
        (["{clip}", "{clip}", "-o", "out"], "two inputs"),
        (["{clip}", "{clip}", "-o", "-"], "one clip"),
        (["{clip}", "--dry-run", "--from", "soon"], "moment"),
    ],
)
def test_wrong_uses_are_told(capsys, clip, words, said):
    code, _, err = run(capsys, "trim", *(w.format(clip=clip) for w in words))
    assert code == 2
    assert said in " ".join(err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--frames", "20:90"], "0:30"),
        (["--from", "9"], "0.5 s"),
        (
            ["--from", "0.3", "--to", "0.2"],
            "nothing is left by --from 0.3 --to 0.2: that is frame 18 up to 12, of the 30",
        ),
        (["--to", "0"], "nothing is left by --to 0"),
        (["--from", "30f"], "nothing is left by --from 30f"),
    ],
)
def test_ranges_outside_the_clip_are_refused_and_nothing_is_written(capsys, clip, tmp_path, words, said):
    code, _, err = run(capsys, "trim", clip, "-o", tmp_path / "part.bvh", *words)
    assert code == 1
    assert said in err
    assert not (tmp_path / "part.bvh").exists()


def test_a_blend_that_does_not_fit_names_the_file_that_is_too_short(capsys, clip, tmp_path):
    supple.write(smooth_motion(human_skeleton(), 8), tmp_path / "short.bvh")
    for inputs, said in (((clip, tmp_path / "short.bvh"), "it has"), ((tmp_path / "short.bvh", clip), "before it has")):
        code, _, err = run(capsys, "concat", *inputs, "-o", tmp_path / "all.bvh", "--blend", "0.3")
        assert code == 1
        assert f"before clip 2 ({inputs[1].name})" in err
        assert f"{said} only 0.133 s" in err
        assert not (tmp_path / "all.bvh").exists()


def test_a_dry_run_and_an_existing_file_write_nothing(capsys, clip, tmp_path):
    assert run(capsys, "trim", clip, "-o", tmp_path / "part.bvh", "--frames", "2:4", "--dry-run")[0] == 0
    assert not (tmp_path / "part.bvh").exists()
    before = clip.read_bytes()
    assert run(capsys, "trim", clip, "-o", clip, "--frames", "2:4")[0] == 1
    assert clip.read_bytes() == before


def test_contacts_are_cut_with_the_clip_and_written_beside_it(capsys, clip, tmp_path):
    motion = supple.read(clip)
    joint = motion.skeleton.names[2]
    contact = Contact(point="p", joint=joint, offset_m=(0, 0, 0), start=4, stop=12, position_m=(0, 0, 0))
    events = GaitEvents(left=(Step(heel_strike=4, toe_off=12),))
    supple.write_contacts(tmp_path / "c.json", Contacts(fps=motion.fps, contacts=(contact,), events=events))
    out = tmp_path / "part.bvh"
    assert run(capsys, "trim", clip, "-o", out, "--frames", "6:20", "--contacts", tmp_path / "c.json")[0] == 0
    kept = supple.read_contacts(tmp_path / "part.contacts.json")
    assert [(c.start, c.stop) for c in kept.contacts] == [(0, 6)]
    assert kept.events.left == (Step(toe_off=6),)


def test_a_place_on_a_belt_is_where_the_belt_has_it_in_the_cut_span():
    belt = (0.0, 0.0, -1.2)
    contact = Contact(point="p", start=10, stop=30, position_m=(0.0, 0.0, 0.0))
    whole = Contacts(fps=60.0, floor=Floor(belt_m_s=belt), contacts=(contact,))
    part = cut(whole, 16, 40).contacts[0]
    for frame in range(16, 30):
        there = contact.place_at(frame, belt, 1 / 60)
        np.testing.assert_allclose(part.place_at(frame - 16, belt, 1 / 60), there, atol=1e-12)


def test_an_error_of_the_motion_names_its_file_among_many_and_alone(capsys, clip, tmp_path):
    other = tmp_path / "other.bvh"
    other.write_bytes(clip.read_bytes())
    for inputs in ((clip,), (clip, other)):
        code, _, err = run(capsys, "smooth", *inputs, "-o", tmp_path / "out", "--hz", "999")
        assert code == 1
        assert all(f"{path}: the cut-off" in err for path in inputs)
    assert not (tmp_path / "out").exists()


def test_a_format_is_a_suffix_and_no_path(capsys, monkeypatch):
    give_input(monkeypatch, b"")
    code, _, err = run(capsys, "trim", "-", "--dry-run", "--format", "../bvh")
    assert code == 2
    assert "suffix" in err


def test_standard_input_that_finds_no_room_says_where_there_is_none(capsys, monkeypatch, clip):
    def full(self, data):
        raise OSError(28, "No space left on device")

    give_input(monkeypatch, clip.read_bytes())
    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    code, _, err = run(capsys, "trim", "-", "--dry-run")
    assert code == 1
    assert "standard input: it cannot be kept in" in err
    assert "No space left" in err


def test_an_error_in_a_document_names_the_document_alone(capsys, clip, tmp_path):
    (tmp_path / "c.json").write_text("no JSON")
    code, _, err = run(capsys, "trim", clip, "--dry-run", "--contacts", tmp_path / "c.json")
    assert code == 1
    assert f"supple: {tmp_path / 'c.json'}: " in err
