"""However odd a file is, a person gets a few words about it."""

from supple.io.quoting import quoted
from supple.io.warning_list import MOST, WarningList, bounded


def test_beyond_the_first_few_warnings_are_counted():
    found = WarningList()
    for k in range(MOST + 7):
        found.append(f"warning {k}")
    assert found.words() == (*(f"warning {k}" for k in range(MOST)), "and 7 more warnings.")


def test_few_warnings_stay_as_they_are():
    found = WarningList()
    found.append("one")
    assert found.words() == bounded(["one", "one"]) == ("one",)


def test_a_long_list_is_cut_but_not_one_that_was_cut_before():
    assert bounded(map(str, range(100)))[-2:] == (str(2 * MOST - 1), f"and {100 - 2 * MOST} more warnings.")
    found = WarningList()
    for k in range(1000):
        found.append(str(k))
    assert bounded(found.words())[-1] == f"and {1000 - MOST} more warnings."


def test_text_of_a_file_is_quoted_in_part():
    assert quoted("short") == "'short'"
    assert len(quoted("x" * 1_000_000)) == 82
