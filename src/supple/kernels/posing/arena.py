"""Where everything about one frame lies: three flat arrays, so that one small tuple is all that kernels hand around.

``frame = (ints, floats, flags)``. A slot is a part of one of them; ``ints`` begins with a table of where each slot
starts and how many rows and columns it has. (Tuples of seventy arrays, which this replaces, took two minutes to
compile.)
"""

from __future__ import annotations

from supple.kernels.jit import array_out, carray, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.posing.slots import SLOTS
from supple.kernels.views import shaped

INT_ARENA, FLOAT_ARENA = array_out(1, numba_types.int64), array_out(1, numba_types.float64)
FLAG_ARENA = array_out(1, numba_types.boolean)
ARENA = numba_types.Tuple((INT_ARENA, FLOAT_ARENA, FLAG_ARENA))
POINTERS = (
    numba_types.CPointer(numba_types.int64), numba_types.int64, numba_types.CPointer(numba_types.float64),
    numba_types.int64, numba_types.CPointer(numba_types.boolean), numba_types.int64,
)  # an arena for a part that stands apart: where each of its arrays is and how long  # fmt: skip
_START, _ROWS, _COLUMNS = 0, SLOTS, 2 * SLOTS


@dense()
def frame_at(ints, ints_size, floats, floats_size, flags, flags_size):
    """The arena of ``POINTERS``. Nobody owns these arrays, so that no view of them is counted, which is faster too."""
    return carray(ints, ints_size), carray(floats, floats_size), carray(flags, flags_size)


@dense()
def copy(given, out):
    """Copy a row; ``out[:] = given`` takes ten times as long to compile."""
    for i in range(out.shape[0]):
        out[i] = given[i]


@dense()
def copy_rows(given, out):
    """Copy a matrix."""
    for i in range(out.shape[0]):
        for c in range(out.shape[1]):
            out[i, c] = given[i, c]


@dense()
def copy_turns(given, out):
    """Copy quaternions, four numbers at a time."""
    for i in range(out.shape[0]):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = given[i, 0], given[i, 1], given[i, 2], given[i, 3]


@dense()
def copy_of_frame(given, f, out):
    """Copy row f of a table; a view of it would be counted, which costs more than the rest."""
    for i in range(out.shape[0]):
        out[i] = given[f, i]


@dense()
def copy_turns_of(given, f, out):
    """Copy the quaternions (J, 4) of frame f."""
    for i in range(out.shape[0]):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = given[f, i, 0], given[f, i, 1], given[f, i, 2], given[f, i, 3]


@dense()
def copy_turns_in(given, f, out):
    """Copy quaternions (J, 4) to those of frame f."""
    for i in range(given.shape[0]):
        out[f, i, 0], out[f, i, 1], out[f, i, 2], out[f, i, 3] = given[i, 0], given[i, 1], given[i, 2], given[i, 3]


@dense()
def ints(frame, slot):
    """A row of whole numbers."""
    table = frame[0]
    return shaped(table, table[_START + slot], (table[_ROWS + slot],))


@dense()
def vector(frame, slot):
    """A row of numbers."""
    table = frame[0]
    return shaped(frame[1], table[_START + slot], (table[_ROWS + slot],))


@dense()
def matrix(frame, slot):
    """Rows of numbers."""
    table = frame[0]
    return shaped(frame[1], table[_START + slot], (table[_ROWS + slot], table[_COLUMNS + slot]))


@dense()
def flags(frame, slot):
    """A row of yes and no."""
    table = frame[0]
    return shaped(frame[2], table[_START + slot], (table[_ROWS + slot],))


@dense()
def masks(frame, slot):
    """Rows of yes and no."""
    table = frame[0]
    return shaped(frame[2], table[_START + slot], (table[_ROWS + slot], table[_COLUMNS + slot]))


@dense()
def cube(frame, slot):
    """Rows of 3 by 3 numbers."""
    table = frame[0]
    return shaped(frame[1], table[_START + slot], (table[_ROWS + slot], 3, 3))
