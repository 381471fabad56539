"""Every fault with a known truth: cleaned feet are nearer to where they truly are, and contacts are found."""

import pytest

from benchmarks.damage import CASES, F1, undone


@pytest.mark.parametrize("stretch", [None, 0.03], ids=["rigid", "stretch"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_cleaned_feet_are_nearer_to_the_truth(case, stretch):
    found = undone(case, stretch)
    assert found.after < found.before
    assert found.met


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_contacts_are_found_in_spite_of_the_fault(case):
    assert undone(case).f1 >= F1
