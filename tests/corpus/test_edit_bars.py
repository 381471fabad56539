"""Edits keep to the bars: the walker in every run, captured clips in the long one (see ``benchmarks/quality.py``)."""

from importlib.util import find_spec

import pytest
from support.shared import needs_data

from benchmarks.bars.cases import LIST, WALKER, case
from benchmarks.quality import verdict_of

WALKED = [number for number, (clip, _) in enumerate(LIST) if clip == WALKER]
CAPTURED = [number for number in range(len(LIST)) if number not in WALKED]
pytestmark = pytest.mark.skipif(find_spec("supple.solvers.prioritized") is None, reason="no prioritized solver yet")


def _name(number):
    clip, want = LIST[number]
    return f"{clip} {want.name}"


def _check(number):
    verdict, _ = verdict_of(case(number), repeat=True, best=2)
    assert not verdict.fails, {bar: verdict.numbers[bar] for bar in verdict.fails}


@pytest.mark.parametrize("number", WALKED, ids=_name)
def test_the_walker_keeps_every_bar(number):
    _check(number)


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("number", CAPTURED, ids=_name)
def test_a_captured_clip_keeps_every_bar(number):
    _check(number)
