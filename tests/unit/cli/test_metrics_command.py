"""``supple metrics``: a table for people, JSON for programs."""

import json
from dataclasses import replace

import pytest

from supple.cli import main
from supple.io.documents.contacts import write_contacts
from supple.io.registry import read, write
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("metrics")
    walk = true_walk(2.0)
    write(walk.motion, folder / "walk.bvh")
    shifted = walk.motion.with_root_positions(walk.motion.root_positions + (0.0, -0.01, 0.0))
    write(shifted, folder / "sunk.bvh")
    write_contacts(folder / "contacts.json", known_contacts(walk))
    return folder


def run(folder, *words):
    return main(["metrics", *(str(folder / w) if w.endswith((".bvh", ".json")) else w for w in words)])


def test_json_has_every_key_that_is_promised(folder, capsys):
    code = run(folder, "sunk.bvh", "--contacts", "contacts.json", "--against", "walk.bvh", "--json")
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    keys = {"slide_mm_max", "slide_mm_mean", "planted_pct", "penetration_mm_max", "float_mm_mean", "stretch_pct_max",
            "jerk", "knee_acceleration_max", "contacts"}  # fmt: skip
    assert keys <= found.keys()
    assert set(found["planted_pct"]) == {"left", "right"}
    assert found["penetration_mm_max"] == pytest.approx(10.0, abs=0.01)
    assert found["change"]["mm_max"] == pytest.approx(10.0, abs=0.01)


def test_the_table_is_for_people(folder, capsys):
    assert run(folder, "sunk.bvh", "--contacts", "contacts.json", "--floor", "flat:height=-0.01") == 0
    out = capsys.readouterr().out
    assert "worst slide of planted points [mm]" in out
    assert "change" not in out
    depth = next(line for line in out.splitlines() if line.startswith("deepest penetration"))
    assert float(depth.split()[-1]) < 0.01


def test_a_leap_of_the_body_is_told_with_its_frame_and_contacts_that_are_found_anew_are_named(folder, capsys):
    motion = read(folder / "walk.bvh")
    roots = motion.root_positions.copy()
    roots[50:, 2] += 0.05
    write(motion.with_root_positions(roots), folder / "leaping.bvh", overwrite=True)
    assert run(folder, "leaping.bvh", "--against", "walk.bvh") == 0
    told = capsys.readouterr()
    (leap,) = (line for line in told.out.splitlines() if "leap of body" in line)
    assert 40.0 < float(leap.split()[-3]) < 60.0
    assert leap.split()[-2:] in (["at", "49"], ["at", "50"])
    assert "--contacts" in told.err
    assert run(folder, "leaping.bvh", "--against", "walk.bvh", "--contacts", "contacts.json") == 0
    assert "--contacts" not in capsys.readouterr().err


def test_an_original_of_another_length_or_rate_is_told(folder, capsys):
    motion = read(folder / "walk.bvh")
    write(motion.with_frames(0, 50), folder / "short.bvh", overwrite=True)
    write(replace(motion, frame_time=2.0 * motion.frame_time), folder / "slow.bvh", overwrite=True)
    for original, told in (("short.bvh", "the original 50 at 60"), ("slow.bvh", f"{motion.frames} at 30")):
        for more in ((), ("--json",)):
            assert run(folder, "walk.bvh", "--contacts", "contacts.json", "--against", original, *more) == 0
            assert told in capsys.readouterr().err
    assert run(folder, "walk.bvh", "--contacts", "contacts.json", "--against", "sunk.bvh") == 0
    assert "the original" not in capsys.readouterr().err


def test_a_floor_that_is_a_wall_is_refused_as_by_clean(folder, capsys):
    found = json.loads((folder / "contacts.json").read_text())
    for normal in ([1, 0, 0], [0, -1, 0]):
        (folder / "wall.json").write_text(json.dumps({**found, "floor": {**found["floor"], "normal": normal}}))
        assert run(folder, "walk.bvh", "--contacts", "wall.json") == 1
        assert "floor.normal" in capsys.readouterr().err
        words = [str(folder / "walk.bvh"), "-o", str(folder / "out.bvh"), "--contacts", str(folder / "wall.json")]
        assert main(["clean", *words]) == 1
        assert "floor.normal" in capsys.readouterr().err


def test_contacts_of_another_clip_are_refused(folder, capsys):
    text = (folder / "contacts.json").read_text().replace('"LeftFoot"', '"LeftFot"')
    (folder / "wrong.json").write_text(text)
    assert run(folder, "walk.bvh", "--contacts", "wrong.json") == 1
    assert "Did you mean 'LeftFoot'" in capsys.readouterr().err
    assert run(folder, "walk.bvh", "--contacts", "contacts.json", "--floor", "stares") == 1
    assert "floor 'stares'" in capsys.readouterr().err
