"""``supple clean``: what it writes, tells and refuses."""

import json

import numpy as np
import pytest
from support.motions import smooth_motion
from support.shared import DATA, needs_data

from supple.cli import main
from supple.cli.clean import spelled_out
from supple.core.skeleton import Skeleton
from supple.io.documents.contacts import write_contacts
from supple.io.registry import read, write
from supple.recipes import damage
from supple.recipes.metrics import metrics
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clean")
    walk = true_walk(3.0)
    write(damage.raised(damage.drifting(walk.motion, 0.04), -0.01), folder / "walk.bvh")
    write_contacts(folder / "contacts.json", known_contacts(walk))
    return folder


def run(folder, *words):
    made = [str(folder / w) if w.endswith((".bvh", ".json", ".html")) else w for w in words]
    return main(["clean", *made, "--force"])


def test_the_written_file_stands_still(folder, capsys):
    assert run(folder, "walk.bvh", "-o", "out.bvh", "--contacts", "contacts.json") == 0
    said = capsys.readouterr()
    assert "worst slide of planted points [mm]" in said.out
    assert "met: " in said.err
    found = metrics(read(folder / "out.bvh"), folder / "contacts.json", read(folder / "walk.bvh"))
    assert found.slide_mm_max < 0.05
    assert found.penetration_mm_max < 0.05
    assert found.stretch_pct_max < 1e-6


def test_stretch_adds_position_channels_and_says_so(folder, capsys):
    assert run(folder, "walk.bvh", "-o", "longer.bvh", "--contacts", "contacts.json", "--stretch") == 0
    assert "position channels were added" in capsys.readouterr().err
    found = metrics(read(folder / "longer.bvh"), folder / "contacts.json", read(folder / "walk.bvh"))
    assert found.slide_mm_max < 0.05
    assert 0.0 < found.stretch_pct_max <= 3.0


def test_json_and_a_page(folder, capsys):
    code = run(folder, "walk.bvh", "-o", "out.bvh", "--json", "--report", "out.html", "--floor", "0", "--stretch", "2")
    facts = json.loads(capsys.readouterr().out)
    assert code == 0
    assert facts["status"] == "met"
    assert facts["before"]["slide_mm_max"] > 5.0 > facts["after"]["slide_mm_max"]
    assert facts["after"]["change"]["mm_max"] > 0.0
    assert facts["after"]["stretch_pct_max"] <= 2.0 + 1e-6
    assert "planted-heights" in (folder / "out.html").read_text()


def test_contacts_that_cannot_all_be_met_end_with_three(folder, capsys):
    document = json.loads((folder / "contacts.json").read_text())
    heel = next(c for c in document["contacts"] if c["point"] == "right_heel")
    far = dict(heel, fixed=True, position_m=[-0.1, 0.0, 5.0 + heel["position_m"][2]])
    balls = [dict(c, fixed=True) for c in document["contacts"] if c["point"] == "left_ball"]
    document["contacts"] = [far, *balls]
    (folder / "far.json").write_text(json.dumps(document))
    assert run(folder, "walk.bvh", "-o", "far.bvh", "--contacts", "far.json") == 3
    assert "not met: " in capsys.readouterr().err
    assert (folder / "far.bvh").exists()


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (lambda c: c[0].update(stop=9999), ["contacts[0]", "outside the clip"]),
        (lambda c: c[0].update(joint="LeftFot"), ["'LeftFot'", "LeftFoot"]),
        (lambda c: c.append(dict(c[0])), ["overlap"]),
    ],
)
def test_contacts_that_do_not_fit_are_named_and_nothing_is_written(folder, capsys, change, parts):
    document = json.loads((folder / "contacts.json").read_text())
    change(document["contacts"])
    (folder / "bad.json").write_text(json.dumps(document))
    assert run(folder, "walk.bvh", "-o", "none.bvh", "--contacts", "bad.json") == 1
    said = capsys.readouterr().err
    for part in parts:
        assert part in said
    assert not (folder / "none.bvh").exists()


@needs_data
def test_a_format_that_does_not_keep_it_is_told(tmp_path, capsys):
    """The feet and toes of this figure have fewer axes than a cleanup needs, and an AMC file keeps to them."""
    assert main(["clean", str(DATA / "acclaim/02/02_01.amc"), "-o", str(tmp_path / "out.amc")]) == 3
    said = capsys.readouterr().err.splitlines()
    assert "does not keep it all: read again, feet slide by" in said[-1], "the reason of the code is said last"
    assert "write .bvh" in said[-1]


def test_wrong_use(folder, capsys):
    assert run(folder, "walk.bvh") == 2
    assert run(folder, "walk.bvh", "-o", "none.bvh", "--floor", "stares") == 1
    assert run(folder, "walk.bvh", "-o", "dry.bvh", "--dry-run") == 0
    assert "would write" in capsys.readouterr().err
    assert not (folder / "dry.bvh").exists()


def test_a_page_does_not_replace_what_is_read(folder, capsys):
    for name in ("walk.bvh", "contacts.json"):
        whole = (folder / name).read_bytes()
        words = ("-o", "out.bvh", "--contacts", "contacts.json", "--report", name)
        assert run(folder, "walk.bvh", *words) == 2
        assert "a page, such as" in capsys.readouterr().err
        assert (folder / name).read_bytes() == whole


def test_stretch_takes_a_number_or_none():
    assert spelled_out(["clean", "a.bvh", "--stretch", "-o", "b.bvh"]) == [
        "clean",
        "a.bvh",
        "--stretch",
        "3",
        "-o",
        "b.bvh",
    ]
    assert spelled_out(["clean", "a.bvh", "--stretch"])[-1] == "3"
    assert spelled_out(["clean", "--stretch", "2.5", "a.bvh"]) == ["clean", "--stretch", "2.5", "a.bvh"]
    assert spelled_out(["edit", "--stretch"]) == ["edit", "--stretch"]


def test_no_stretch_at_all_is_rigid(folder):
    assert run(folder, "walk.bvh", "-o", "rigid.bvh", "--contacts", "contacts.json") == 0
    assert run(folder, "walk.bvh", "-o", "none.bvh", "--contacts", "contacts.json", "--stretch", "0") == 0
    assert (folder / "none.bvh").read_bytes() == (folder / "rigid.bvh").read_bytes()


def test_numbers_that_stand_twice_in_json_are_the_same(folder, capsys):
    assert run(folder, "walk.bvh", "-o", "long.bvh", "--contacts", "contacts.json", "--stretch", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["after"]["stretch_pct_max"] > 0.0
    assert {key: said[key] for key in said.keys() & said["after"].keys()} == {
        key: said["after"][key] for key in said.keys() & said["after"].keys()
    }
    assert said["not_kept"] == []


def test_a_figure_without_feet_is_told_in_plain_words(tmp_path, capsys):
    write(smooth_motion(Skeleton(("a", "b"), [-1, 0], np.eye(2, 3)), 30), tmp_path / "rod.bvh")
    assert main(["clean", str(tmp_path / "rod.bvh"), "-o", str(tmp_path / "out.bvh")]) == 0
    said = capsys.readouterr().err
    assert "there is no contact to hold" in said
    assert "0 of 0" not in said
    assert "no foot or hand was recognised. `supple detect --points" in said, "clean has no --points itself"


def test_a_clip_that_is_far_away_is_named_and_no_contacts_document_is(folder, capsys):
    walk = true_walk(3.0).motion
    write(walk.with_root_positions(walk.root_positions + (1e7, 0.0, 0.0)), folder / "far.bvh", overwrite=True)
    assert run(folder, "far.bvh", "-o", "near.bvh") == 1
    said = capsys.readouterr().err
    assert "far.bvh is 1e+07 m away from the origin" in said
    assert "contacts[" not in said


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"floor": {"normal": [0, -1, 0]}}, "normal"),
        ({"targets": [{"joint": "Spine", "start": 0, "positions_m": [[0, 0, 0]]}]}, "'Spine'"),
    ],
)
def test_what_only_the_solver_can_refuse_names_the_document_too(folder, change, says, capsys):
    document = json.loads((folder / "contacts.json").read_text())
    (folder / "odd.json").write_text(json.dumps({**document, **change}))
    assert run(folder, "walk.bvh", "-o", "odd.bvh", "--contacts", "odd.json") == 1
    said = capsys.readouterr().err
    assert "odd.json: " in said
    assert says in said
