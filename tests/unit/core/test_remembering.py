"""Results are kept for the very values they were made of, and no others."""

import pytest

from supple.core.remembering import by_identity


def counted(most):
    calls = []

    @by_identity(most)
    def doubled(values):
        calls.append(values)
        if not values:
            raise ValueError("nothing")
        return values * 2

    return doubled, calls


def test_the_same_value_is_worked_on_once_and_an_equal_one_again():
    doubled, calls = counted(2)
    one, equal = [1], [1]
    assert doubled(one) is doubled(one)
    assert doubled(equal) == doubled(one)
    assert len(calls) == 2


def test_the_oldest_result_is_forgotten():
    doubled, calls = counted(2)
    values = [[1], [2], [3]]
    for value in (*values, values[2], values[1], values[0]):
        assert doubled(value) == value * 2
    assert [v[0] for v in calls] == [1, 2, 3, 1]


def test_what_is_raised_is_not_kept():
    doubled, calls = counted(2)
    empty = []
    for _ in range(2):
        with pytest.raises(ValueError, match="nothing"):
            doubled(empty)
    assert len(calls) == 2
