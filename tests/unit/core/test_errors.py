"""Errors say it in words, fit ordinary ``except`` clauses, and travel between processes."""

import pickle

import pytest

from supple.errors import (
    DocumentError,
    FileError,
    InvalidValueError,
    MissingExtraError,
    NotSolvedError,
    OverwriteError,
    ShapeError,
    SuppleError,
    TooLargeError,
    UnknownFormatError,
    UnknownJointError,
    UsageError,
)

ERRORS = [
    (FileError("walk.bvh", "what was found.", 12), ValueError, "walk.bvh:12: what was found."),
    (UnknownFormatError("walk.xyz", "no format."), FileError, "walk.xyz: no format."),
    (TooLargeError("walk.bvh", "too large."), MemoryError, "walk.bvh: too large."),
    (OverwriteError("out.bvh"), FileExistsError, "out.bvh: the file exists already. Use --force (overwrite=True) to"),
    (UsageError("takes: there is no such folder."), ValueError, "takes: there is no such folder."),
    (DocumentError("roles.toml: wrong"), ValueError, "roles.toml: wrong"),
    (ShapeError("shape"), ValueError, "shape"),
    (InvalidValueError("value"), ValueError, "value"),
    (UnknownJointError("ankel", ["hip", "ankle"]), KeyError, "No joint is named 'ankel' among the 2 of this skeleton."),
    (MissingExtraError("drawing", "plots"), ImportError, 'drawing needs the extra "plots". Install it with: pip'),
    (NotSolvedError("missed"), ArithmeticError, "missed"),
]


def every(root):
    return {root, *(below for kind in root.__subclasses__() for below in every(kind))}


@pytest.mark.parametrize(("error", "parent", "words"), ERRORS, ids=lambda e: type(e).__name__)
def test_an_error_reads_well_and_survives_a_pickle(error, parent, words):
    again = pickle.loads(pickle.dumps(error))
    for one in (error, again):
        assert isinstance(one, SuppleError)
        assert isinstance(one, parent)
        assert str(one).startswith(words)
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_no_error_is_left_out_here():
    ours = {kind for kind in every(SuppleError) if kind.__module__ == "supple.errors"} - {SuppleError}
    assert {type(error) for error, _, _ in ERRORS} == ours
