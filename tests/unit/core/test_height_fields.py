"""Grounds in words: their heights and normals."""

import numpy as np
import pytest
from support.tolerances import ALGEBRA

from supple.core.heights import parse_heights
from supple.errors import DocumentError


def test_stairs_rise_at_every_edge_along_their_heading():
    ground = parse_heights("stairs:rise=0.2,run=0.3,start=1,steps=2,heading_deg=90,height=0.1")
    x = np.array([0.0, 0.99, 1.0, 1.29, 1.3, 5.0])
    np.testing.assert_allclose(ground(x, 7.0), [0.1, 0.1, 0.3, 0.3, 0.5, 0.5], **ALGEBRA)
    np.testing.assert_allclose(ground.normal(x, 7.0), np.tile([0.0, 1.0, 0.0], (6, 1)), **ALGEBRA)
    assert not ground.is_flat


def test_the_normal_of_a_ramp_is_that_of_its_slope():
    ground = parse_heights("ramp:deg=10,length=2")
    assert ground(0.0, 1.0) == pytest.approx(np.tan(np.radians(10.0)))
    assert ground(0.0, 9.0) == pytest.approx(2.0 * np.tan(np.radians(10.0)))
    expected = [0.0, np.cos(np.radians(10.0)), -np.sin(np.radians(10.0))]
    np.testing.assert_allclose(ground.normal(0.0, 1.0), expected, **ALGEBRA)
    np.testing.assert_allclose(ground.normal(0.0, 9.0), [0.0, 1.0, 0.0], **ALGEBRA)


@pytest.mark.parametrize("text", ["flat", "0", "flat:height=0"])
def test_level_ground_is_flat(text):
    ground = parse_heights(text)
    assert ground.is_flat
    assert ground(3.0, 4.0) == 0.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stars", "stairs"),
        ("stairs:rise=0.2", "run is missing"),
        ("stairs:rise=0.2,run=0", "run must be at least 0.001 m; found 0"),
        ("stairs:rise=0.2,run=0.3,steps=1.5", "whole number"),
        ("ramp:deg=85", "between -80 and 80"),
        ("ramp:deg=8,length=-1", "length must be at least 0.001 m; found -1"),
        ("ramp:deg=steep", "needs a number"),
        ("ramp:angle=8", "no option 'angle'"),
        ("ramp:deg=3,deg=4", "deg is there twice"),
        ("stairs:rise=1e308,run=1e-308", "rise must lie below 1e\\+06; found 1e308"),
        ("stairs:rise=0.1,run=1e-308", "run must be at least 0.001 m; found 1e-308"),
        ("ramp:deg=3,height=-1e300", "height must lie below"),
        ("nan", "no height"),
        ("1e12", "no height"),
    ],
)
def test_wrong_words_are_named(text, said):
    with pytest.raises(DocumentError, match=said):
        parse_heights(text)
