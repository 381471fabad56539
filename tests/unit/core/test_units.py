"""Lengths of the world outside."""

import pytest

from supple.errors import InvalidValueError
from supple.units import METRES_PER, metres_per, unit_name


@pytest.mark.parametrize(
    ("words", "metres"),
    [("m", 1.0), (" CM ", 0.01), ("Inches", 0.0254), ("millimetres", 0.001), ("meter", 1.0), ("0.07", 0.07),
     ("feet", 0.3048), ("5.6444e-2", 0.056444)],
)  # fmt: skip
def test_names_spellings_and_numbers(words, metres):
    assert metres_per(words) == metres


@pytest.mark.parametrize("words", ["parsec", "", "0", "-1", "nan", "inf", "1e999"])
def test_what_is_no_unit_is_refused_with_the_units_there_are(words):
    with pytest.raises(InvalidValueError, match="no unit of length. Use one of m, dm, cm"):
        metres_per(words)


@pytest.mark.parametrize("name", METRES_PER)
def test_a_unit_is_named_as_it_is_spelt(name):
    assert unit_name(metres_per(name)) == name


def test_an_odd_unit_is_its_number():
    assert unit_name(0.07) == "0.07 m"
