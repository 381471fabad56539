"""Options of a wrong kind are refused with words by every public function, and never fail somewhere inside."""

from __future__ import annotations

import inspect
from fractions import Fraction

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core.option_types import checked
from supple.errors import InvalidValueError, SuppleError

HOMES = ("recipes.", "plots.")
FUNCTIONS = sorted(name for name, home in supple._HOME.items() if name.islower() and home.startswith(HOMES))
NOT_ASKED = {"edit.progress", "detect.rule"}  # a function to call, and rules that only programs make
OPTIONS = [
    f"{name}.{option.name}"
    for name in FUNCTIONS
    for option in inspect.signature(getattr(supple, name)).parameters.values()
    if option.default is not option.empty and f"{name}.{option.name}" not in NOT_ASKED
]


class Strange:
    """Nothing that any option takes."""


@pytest.fixture(scope="module")
def motion():
    return smooth_motion(human_skeleton(), 40)


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_of_a_wrong_kind_is_refused_with_words(option, motion):
    name, word = option.split(".")
    function = getattr(supple, name)
    needed = {
        p.name: [motion, motion] if p.name == "clips" else motion
        for p in inspect.signature(function).parameters.values()
        if p.default is p.empty
    }
    plain = {"ground": "flat", "names": "unreal", "fps": 30, "path": "line", "body": 1.1, "weight": 0.5, "hz": 6.0,
             "preset": "limp", "height": 1.2}  # fmt: skip
    needed |= {key: value for key, value in plain.items() if key in needed}
    with pytest.raises(SuppleError) as error:
        function(**needed, **{word: Strange()})
    assert "Strange" in str(error.value)


SETTINGS = [
    (supple.CleanSettings, {"stretch": "x"}, "stretch of CleanSettings takes a number or None; got 'x' [(]str[)]"),
    (supple.CleanSettings, {"swivel": None}, "swivel"),
    (supple.FitSettings, {"levels": 2.5}, "levels of FitSettings takes a whole number; got 2.5"),
    (supple.FitSettings, {"exact": "no"}, "exact"),
    (supple.ReadOptions, {"unit_scale": "cm"}, "unit_scale"),
    (supple.ReadOptions, {"figure": "first"}, "figure"),
    (supple.WriteOptions, {"up": 1}, "up of WriteOptions"),
]


@pytest.mark.parametrize(("kind", "given", "said"), SETTINGS, ids=lambda value: str(value)[:30])
def test_settings_of_a_wrong_kind_are_refused_with_words(kind, given, said):
    with pytest.raises(InvalidValueError, match=said):
        kind(**given)


def test_numbers_of_numpy_are_numbers(motion):
    part = supple.trim(motion, np.int64(3), np.int32(9)).motion
    assert part.frames == 6
    assert supple.floor(motion, height=np.float32(0.5), keep_tilt=np.bool_(True)).motion.frames == motion.frames
    with pytest.raises(InvalidValueError, match="factor of scale_units takes a number; got Fraction"):
        supple.scale_units(motion, factor=Fraction(1, 2))


@pytest.mark.parametrize(("start", "said"), [("x", "'x' [(]str[)]"), (1.5, "1.5"), (True, "True"), (None, "None")])
def test_the_message_names_the_option_what_it_takes_and_what_was_found(motion, start, said):
    with pytest.raises(InvalidValueError, match=f"start of trim takes a whole number; got {said}"):
        supple.trim(motion, start)


def test_a_checked_function_looks_like_the_one_it_is_made_of():
    def plain(value: int = 1) -> int:
        """Words."""
        return value

    made = checked(plain)
    assert (made.__name__, made.__doc__, inspect.signature(made)) == ("plain", "Words.", inspect.signature(plain))
