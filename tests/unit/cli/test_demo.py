"""The first command a newcomer runs."""

import json

import pytest

from supple.cli import main


@pytest.mark.slow
def test_the_demo_writes_every_format_and_a_page(capsys, tmp_path):
    assert main(["demo", "--out", str(tmp_path / "demo"), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert {f["format"] for f in facts["formats"]} == {"bvh", "acclaim", "gltf", "hanim", "npz"}
    assert all(f["worst_mm"] < 1e-3 and f["worst_deg"] < 1e-4 for f in facts["formats"])
    made = {p.name for p in (tmp_path / "demo").iterdir()}
    walks = {f"walk.{suffix}" for suffix in ("bvh", "asf", "amc", "glb", "x3d", "npz")}
    edit = {"catwalk.toml", "catwalk.bvh", "catwalk.html"}
    clean = {"skating.bvh", "skating-contacts.json", "cleaned.bvh", "cleaned.html"}
    fits = {"hilly.bvh", "character.bvh", "retargeted.bvh"}
    assert made == walks | edit | clean | fits | {"upstairs.bvh", "index.html"}
    assert facts["edit"]["status"] == "met"
    assert facts["clean"]["status"] == "met"
    assert facts["clean"]["before"]["slide_mm_max"] > 10.0 > 0.5 > facts["clean"]["after"]["slide_mm_max"]
    for fit in ("terrain", "retarget"):
        assert facts[fit]["status"] == "met"
        assert max(facts[fit]["slide_mm_max"], facts[fit]["penetration_mm_max"]) < 0.5
    assert facts["walk"]["steps"] >= 6
    assert facts["walk"]["slide_mm_max"] < 0.5
    page = (tmp_path / "demo" / "index.html").read_text()
    for heading in ("A damaged walk, cleaned", "On hills", "On another figure", "By itself, up stairs"):
        assert heading in page
    assert main(["demo", "--out", str(tmp_path / "demo")]) == 1, "what is there is not overwritten"
