"""Wishes that a program made: NumPy's values mean what plain ones do, and wrong types are named with their place."""

import numpy as np
import pytest

from supple.constraints import model
from supple.constraints.typed import as_typed
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.edit import edit
from supple.recipes.walk import walking

WALK = walking(seconds=1.0, fps=30.0)


def wish(**goal):
    return model.Position(effector="Head", goals=(model.PlaceGoal(**goal),))


def typed(*constraints, **more):
    return as_typed(model.Edit(constraints=constraints, **more))


@pytest.mark.parametrize(
    "offset", [np.array([0, 0.25, 0]), [0, 0.25, 0], (np.float32(0), np.float64(0.25), np.int64(0))]
)
def test_arrays_and_lists_are_the_numbers_in_them(offset):
    made = model.Position(
        effector="Head",
        priority=np.int64(2),
        goals=[model.PlaceGoal(offset=offset, when=np.array([0.1, 0.2, 0.3, 0.4]))],
    )
    plain = model.PlaceGoal(offset=(0.0, 0.25, 0.0), when=(0.1, 0.2, 0.3, 0.4))
    assert typed(made).constraints == (model.Position(effector="Head", priority=2, goals=(plain,)),)


def test_an_array_that_changed_between_two_calls_counts_as_it_is_now():
    offset = np.array([0.0, 0.1, 0.0])
    constraint = wish(offset=offset)
    assert typed(constraint) == typed(wish(offset=(0.0, 0.1, 0.0)))
    offset[1] = 0.2
    assert typed(constraint) == typed(wish(offset=(0.0, 0.2, 0.0)))


def test_what_cannot_change_stays_the_same_value():
    constraint = wish(offset=(0.0, 0.1, 0.0))
    assert typed(constraint).constraints[0] is typed(constraint).constraints[0]


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        (wish(offset=(0.0, 0.1)), r"constraint\[1\].goals\[0\].offset = \(0.0, 0.1\): expected array of length 3"),
        (wish(offset=np.zeros((2, 3))), r"constraint\[1\].goals\[0\].offset = \[\[0.0, 0.0, 0.0\], "),
        (model.Position(effector=3), r"constraint\[1\].effector = 3: expected str, got int"),
        (model.Position(effector="Head", priority="1"), r"constraint\[1\].priority = '1'"),
        (model.Position(effector="Head", goals=model.PlaceGoal(offset=(0, 0, 0))), r"constraint\[1\].goals"),
        (wish(offset=lambda: 0), r"constraint\[1\].goals\[0\].offset"),
    ],
    ids=["short", "two rows", "a number for a name", "a word for a number", "one goal", "a function"],
)  # fmt: skip
def test_a_wrong_type_is_named_with_its_place(constraint, said):
    with pytest.raises(DocumentError, match=said):
        edit(WALK, [model.Preserve(effector="Hips"), constraint])


def test_a_wrong_type_beside_the_constraints_is_named_too():
    for more, said in (
        ({"masses": (model.CarriedMass(joint="Head", kg="3"),)}, r"mass\[0\].kg"),
        ({"joints": {"Head": model.JointSetting(weight="1")}}, "joints.Head.weight"),
        ({"settings": model.Settings(passes=2.5)}, "settings.passes"),
    ):
        with pytest.raises(DocumentError, match=said):
            typed(**more)


def test_a_solver_that_there_is_not_is_refused():
    with pytest.raises(InvalidValueError, match="no solver 'fast'. Known: prioritized, hierarchical"):
        edit(WALK, [], solver="fast")
