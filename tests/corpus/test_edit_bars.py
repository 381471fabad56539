"""Edits keep to the bars: the walker in every run, captured clips in the long one (see ``benchmarks/quality.py``)."""

from importlib.util import find_spec

import pytest
from support.shared import needs_data

from benchmarks.bars.cases import LIST, THIRTY, WALKER, case
from benchmarks.quality import verdict_of

WALKED = [number for number, (clip, _) in enumerate(LIST) if clip == WALKER]
CAPTURED = [number for number in range(len(LIST)) if number not in WALKED]
pytestmark = pytest.mark.skipif(find_spec("supple.solvers.prioritized") is None, reason="no prioritized solver yet")


def _name(number):
    clip, want = LIST[number]
    return f"{clip} {want.name}"


STRICT = {"slip_mm", "hinge_rad", "drag_mm", "twice"}  # bars that every case keeps
SHORT = {  # what the walker does not keep yet; the table of docs/coverage.md has the numbers
    "walker pull forward and up": {"limit_rad"},
    "walker pull sideways": {"limit_rad"},
    "walker pull forward and down": {"jump", "added", "limit_rad"},
    "walker pull up": {"jump", "added", "outside", "limit_rad"},
}
LIMIT_RAD = 0.01  # smoothing over time takes that much, half a degree, at most


@pytest.mark.parametrize("number", WALKED, ids=_name)
def test_the_walker_keeps_the_bars(number):
    verdict, _ = verdict_of(case(number), repeat=True, best=2)
    assert set(verdict.fails) <= SHORT.get(_name(number), set()), verdict.numbers
    assert verdict.numbers["limit_rad"].value < LIMIT_RAD


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("number", [number for number in CAPTURED if number in THIRTY], ids=_name)
def test_a_captured_clip_keeps_the_strict_bars(number):
    verdict, _ = verdict_of(case(number), repeat=True, best=0)
    kept = (
        STRICT if case(number).pull else STRICT | {"cut_rad"}
    )  # a cut moves hinge axes a little; smoothing amplifies it
    assert not kept & set(verdict.fails), verdict.numbers
    assert verdict.numbers["limit_rad"].value < LIMIT_RAD
