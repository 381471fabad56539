"""Names in a sentence."""

from supple.core.listing import listed


def test_few_names_are_all_told_and_many_are_counted():
    assert listed(["a", "b"]) == "a, b"
    assert listed(["a", "b", "a", "c"], most=2) == "a, b and 1 more"
    assert listed([]) == ""
