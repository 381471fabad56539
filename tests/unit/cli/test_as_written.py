"""Feet are measured on the file as it is read again, where a format does not keep all that was done."""

import json
from functools import cache

import pytest
from support.shared import DATA, needs_data

import supple
from supple.cli import main

pytestmark = needs_data
WALK = DATA / "acclaim" / "02" / "02_01.amc"
KICK = DATA / "acclaim" / "02" / "02_02.amc"
KEPT_MM = 0.06

COMMANDS = {
    "clean": ("clean", str(WALK)),
    "retarget": ("retarget", str(WALK), "--to", str(WALK)),
    "scale": ("scale", str(WALK), "1.1"),
    "terrain": ("terrain", str(WALK), "ramp:deg=8"),
    "path": ("path", str(WALK), "arc:radius=3"),
    "transition": ("transition", str(WALK), str(KICK)),
}


def _run(name, out, capsys):
    code = main([*COMMANDS[name], "-o", str(out), "--json"])
    told = capsys.readouterr()
    return code, json.loads(told.out), told.err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_that_lets_feet_slide_is_told_and_is_not_met(name, tmp_path, capsys):
    code, facts, said = _run(name, tmp_path / "out.amc", capsys)
    assert code == 3
    assert facts["status"] == "stalled"
    slide = facts["after"]["slide_mm_max"] if name == "clean" else facts["slide_mm_max"]
    assert slide > 1.0
    assert f"slide by {slide:.2f} mm instead of" in facts["not_kept"][0]
    assert "not kept:" in said


def test_people_are_told_the_same_status_as_programs(tmp_path, capsys):
    assert main([*COMMANDS["clean"], "-o", str(tmp_path / "out.amc")]) == 3
    said = capsys.readouterr().err
    assert "stalled: " in said
    assert "met: " not in said


@pytest.mark.parametrize("name", ["retarget", "scale", "transition"])
def test_a_file_that_keeps_all_is_met(name, tmp_path, capsys):
    code, facts, said = _run(name, tmp_path / "out.bvh", capsys)
    assert (code, facts["status"], facts["not_kept"]) == (0, "met", [])
    assert facts["slide_mm_max"] < KEPT_MM
    assert "does not keep" not in said


@cache
def _known():
    return supple.detect(supple.read(WALK))


def test_the_slide_that_is_told_is_that_of_the_file(tmp_path, capsys):
    """Measured from outside, by the contacts that were given."""
    contacts = tmp_path / "contacts.json"
    supple.write_contacts(contacts, _known())
    out = tmp_path / "out.amc"
    main([*COMMANDS["clean"], "--contacts", str(contacts), "-o", str(out), "--json"])
    facts = json.loads(capsys.readouterr().out)
    measured = supple.metrics(supple.read(out), contacts, supple.read(WALK))
    assert facts["after"]["slide_mm_max"] == pytest.approx(measured.slide_mm_max, abs=1e-6)
