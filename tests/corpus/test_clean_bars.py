"""Every walking, running and dancing clip keeps its bars after a cleanup, by its own contacts and by those of others.

Measured on the written file, read again, without rest rows.
"""

import math

import pytest
from support.clean_bars import CLIPS, LEVEL_WALKS, MODES, RUNS, broken_bars, contacts_for, judged
from support.clean_shortfalls import SHORTFALLS, allowed
from support.shared import needs_data

pytestmark = [needs_data, pytest.mark.slow]


@pytest.mark.parametrize("whose", ["own", "outside"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", CLIPS)
def test_a_cleaned_clip_keeps_its_bars(name, whose, mode, tmp_path):
    found = judged(name, whose, MODES[mode], tmp_path)
    assert found.after.contacts > 0
    assert broken_bars(found, allowed(name, mode, whose)) == {}


def test_known_shortfalls_are_of_clips_that_are_judged():
    assert {(name, mode) for name, mode, _, _ in SHORTFALLS} <= {(name, mode) for name in CLIPS for mode in MODES}


@pytest.mark.parametrize("name", LEVEL_WALKS)
def test_feet_of_level_walks_are_planted_for_most_of_the_cycle(name, tmp_path):
    assert contacts_for(name, "own").floor is not None
    shares = judged(name, "own", None, tmp_path).after.cycle_planted_pct
    for foot, share in shares.items():
        assert math.isnan(share) or 55.0 <= share <= 70.0, f"{foot}: {share:.1f} %"


@pytest.mark.parametrize("name", RUNS)
def test_feet_of_runs_are_planted_for_less_than_half_of_the_cycle(name, tmp_path):
    shares = judged(name, "own", None, tmp_path).after.cycle_planted_pct
    for foot, share in shares.items():
        assert math.isnan(share) or 20.0 <= share <= 45.0, f"{foot}: {share:.1f} %"
