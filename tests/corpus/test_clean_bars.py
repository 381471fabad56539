"""Every walking, running and dancing clip keeps its bars after a cleanup, by its own contacts and by those of others.

Measured on the written file, read again, without rest rows.
"""

import math

import pytest
from support.clean_bars import CLIPS, LEVEL_WALKS, MODES, RUNS, broken_bars, contacts_for, judged
from support.shared import needs_data

pytestmark = [needs_data, pytest.mark.slow]

SHORT: dict[str, set[str]] = {}  # what a clip does not keep yet


@pytest.mark.parametrize("whose", ["own", "outside"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", CLIPS)
def test_a_cleaned_clip_keeps_its_bars(name, whose, mode, tmp_path):
    found = judged(name, whose, MODES[mode], tmp_path)
    assert found.after.contacts > 0
    assert set(broken_bars(found)) <= SHORT.get(f"{name} {whose} {mode}", set())


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
