"""Every walking, running and dancing clip keeps its bars after a cleanup, by its own contacts and by those of others.

Measured on the written file, read again, without rest rows.
"""

import math

import pytest
from support.clean_bars import CLIPS, LEVEL_WALKS, RUNS, contacts_for, judged
from support.shared import needs_data

pytestmark = [needs_data, pytest.mark.slow]

SLIDE_MM = {None: 0.5, 0.03: 0.1}  # rigid, with stretch
BOTH = pytest.mark.parametrize("whose", ["own", "outside"])
MODES = pytest.mark.parametrize("stretch", [None, 0.03], ids=["rigid", "stretch"])


@BOTH
@MODES
@pytest.mark.parametrize("name", CLIPS)
def test_a_cleaned_clip_keeps_its_bars(name, whose, stretch, tmp_path):
    found = judged(name, whose, stretch, tmp_path)
    after = found.after
    met = found.cleaned.report.status == "met"
    assert after.contacts > 0
    assert after.slide_mm_max <= SLIDE_MM[stretch] or not met  # what cannot be met is reported, not hidden
    assert math.isnan(after.penetration_mm_max) or after.penetration_mm_max <= 0.1
    assert after.stretch_pct_max <= 3.0 + 1e-3
    assert after.stretch_pct_mean < 1.0
    assert found.knees <= 1.1
    assert found.moved_far_from_contacts() < 1e-9
    assert found.changed_again(stretch=stretch) < 1e-6


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
