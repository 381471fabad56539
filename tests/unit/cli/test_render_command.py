"""``supple render`` at the terminal."""

import json
import re
import shlex
import shutil
import sys
from io import BytesIO, TextIOWrapper

import pytest
from PIL import Image

import supple
from supple.cli import main, render

EXAMPLES = re.findall(r"`supple ([^`]+)`", render.EXAMPLES)


@pytest.fixture
def clip(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    supple.write(supple.walking(seconds=2.5), tmp_path / "walk.bvh")
    supple.write(supple.walking(seconds=2.5), tmp_path / "cleaned.bvh")
    return tmp_path / "walk.bvh"


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example, clip, capsys):
    assert len(EXAMPLES) >= 2
    words = shlex.split(example)
    if words[-1].endswith(".mp4") or ".mp4" in example:
        if not shutil.which("ffmpeg"):
            pytest.skip("needs ffmpeg")
        words += ["--frames", "0:20"]
    assert main(words) == 0, capsys.readouterr().err
    out = clip.parent / words[words.index("-o") + 1]
    files = sorted(out.iterdir()) if out.is_dir() else [out]
    assert [path.name for path in files] == (["cleaned.png", "walk.png"] if out.is_dir() else [out.name])
    assert all(path.stat().st_size > 1000 for path in files)


def test_json_and_dry_run(clip, capsys):
    assert main(["render", "walk.bvh", "-o", "a.gif", "--size", "80x60", "--fps", "10", "--dry-run", "--json"]) == 0
    out, err = capsys.readouterr()
    (fact,) = json.loads(out)["pictures"]
    assert (fact["written"], fact["size"], fact["fps"], len(fact["frames"])) == ([], [80, 60], 10.0, 25)
    assert "would write a.gif: 25 pictures at 10 fps" in err
    assert not (clip.parent / "a.gif").exists()
    assert main(["render", "walk.bvh", "-o", "a.gif", "--size", "80x60", "--fps", "10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pictures"][0]["written"] == ["a.gif"]
    with Image.open("a.gif") as film:
        assert film.n_frames == 25


def test_one_bad_input_does_not_stop_the_others(clip, capsys):
    (clip.parent / "bad.bvh").write_text("no motion")
    assert main(["render", "bad.bvh", "walk.bvh", "-o", "out", "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)["pictures"]
    assert "bad.bvh" in first["error"]
    assert second["written"] == [str((clip.parent / "out" / "walk.png").relative_to(clip.parent))]


def test_standard_input_is_read(clip, monkeypatch):
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(clip.read_bytes())))
    assert main(["render", "-", "-o", "a.png"]) == 0
    assert main(["render", "walk.bvh", "-o", "b.png"]) == 0
    assert (clip.parent / "a.png").read_bytes() == (clip.parent / "b.png").read_bytes()


def test_a_document_of_contacts_is_drawn_and_one_of_another_clip_refused(clip, capsys):
    contacts = supple.detect(supple.read(clip))
    supple.write_contacts("walk.contacts.json", contacts)
    assert main(["render", "walk.bvh", "-o", "a.png", "--frame", "60", "--contacts", "walk.contacts.json"]) == 0
    assert main(["render", "walk.bvh", "-o", "b.png", "--frame", "60"]) == 0
    assert (clip.parent / "a.png").read_bytes() != (clip.parent / "b.png").read_bytes()
    supple.write(supple.walking(seconds=0.5), "short.bvh")
    assert main(["render", "short.bvh", "-o", "c.png", "--contacts", "walk.contacts.json"]) == 1
    assert not (clip.parent / "c.png").exists()


WRONG = [
    (["-o", "x.jpg"], 1, "found '.jpg'"),
    (["-o", "x.png", "--frame", "999"], 1, "walk.bvh: frame 999 is not inside this clip's 0:150"),
    (["-o", "x.gif", "--frames", "140:190"], 1, "walk.bvh: --frames 140:190 is not inside"),
    (["-o", "x.gif", "--frames", "7"], 1, "walk.bvh: a film needs two frames"),
    (["-o", "x.png", "--overlay", "nope.bvh"], 1, "nope.bvh: there is no such file"),
    (["-o", "x.png", "--contacts", "nope.json"], 1, "nope.json: there is no such file"),
    (["-o", "walk.bvh/x.png"], 1, "walk.bvh: the folder cannot be made"),
    (["-o", "x.gif", "--frames", "9:3"], 2, ""),
    (["-o", "x.gif", "--frame", "3"], 2, ""),
    (["-o", "x.png", "--frames", "3:9"], 2, ""),
    (["-o", "x.png", "--fps", "25"], 2, ""),
    (["-o", "x.png", "--size", "big"], 2, ""),
    (["-o", "-"], 2, ""),
    ([], 2, ""),
]


@pytest.mark.parametrize(("words", "code", "said"), WRONG)
def test_wrong_use_is_said_and_nothing_written(words, code, said, clip, capsys):
    before = sorted(clip.parent.rglob("*"))
    assert main(["render", "walk.bvh", *words]) == code
    assert said in capsys.readouterr().err
    assert sorted(clip.parent.rglob("*")) == before


def test_a_picture_is_not_replaced_without_a_word(clip, capsys):
    assert main(["render", "walk.bvh", "-o", "a.png"]) == 0
    assert main(["render", "walk.bvh", "-o", "a.png"]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["render", "walk.bvh", "-o", "a.png", "--force"]) == 0
