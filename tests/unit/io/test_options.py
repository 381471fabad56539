"""What a caller says about a file is checked when it is said."""

import pytest

from supple.errors import InvalidValueError
from supple.io.options import ReadOptions, WriteOptions


@pytest.mark.parametrize("options", [ReadOptions, WriteOptions])
@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), float("inf"), 1e-320, 9.9e-7, 1.1e4, 1e20])
def test_a_unit_is_a_length_that_files_can_hold(options, scale):
    with pytest.raises(
        InvalidValueError, match=rf"from 1e-06 to 10000 metres per unit; got {scale}".replace("+", r"\+")
    ):
        options(unit_scale=scale)


@pytest.mark.parametrize("options", [ReadOptions, WriteOptions])
def test_up_is_an_axis(options):
    with pytest.raises(InvalidValueError, match=r"one of .*-z.*; got 'up'"):
        options(up="up")
