"""Arrays that somebody outside compiled code holds, so that nobody inside it has to count who looks at them."""

from __future__ import annotations

from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from supple.kernels.jit import DISABLED, types


@intrinsic
def _lent(typing, given):
    """The compiler's part of ``lent``: each array without the note of its owner."""
    if not _of_arrays(given):
        raise TypingError(f"only arrays, and tuples of them, can be lent; got {given}")

    def generate(context, builder, signature, arguments):
        return _without_owner(context, builder, given, arguments[0])

    return given(given), generate


def _of_arrays(kind):
    return all(map(_of_arrays, kind.types)) if isinstance(kind, types.BaseTuple) else isinstance(kind, types.Array)


def _without_owner(context, builder, kind, value):
    if isinstance(kind, types.BaseTuple):
        items = zip(kind.types, cgutils.unpack_tuple(builder, value), strict=True)
        return cgutils.pack_struct(builder, [_without_owner(context, builder, *item) for item in items])
    view = context.make_array(kind)(context, builder, value)
    view.meminfo = cgutils.get_null_value(view.meminfo.type)
    view.parent = cgutils.get_null_value(view.parent.type)
    return view._getvalue()


def _same(given):
    return given


# lent(given): an array, or tuples of arrays, as they are. To take one of many arrays out of a tuple is to count it, at
# the price of two locked additions; laying out one frame takes a hundred. What is lent must not be returned or kept: it
# is only there as long as the caller holds the array.
lent = _same if DISABLED else _lent
