"""Tables inside a flat array."""

from __future__ import annotations

from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from supple.kernels.jit import DISABLED, types


@intrinsic
def _shaped(typing, flat, start, shape):
    """The compiler's part of ``shaped``: an address and a shape, and nobody counts who holds them.

    So the flat array has to come from outside the compiled code, where somebody holds it until that is done.
    """
    if flat.ndim != 1 or flat.layout != "C":
        return None
    out = flat.copy(ndim=len(shape))

    def generate(context, builder, signature, arguments):
        given = context.make_array(signature.args[0])(context, builder, arguments[0])
        sizes = cgutils.unpack_tuple(builder, arguments[2])
        item = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(flat.dtype)))
        strides = [item]
        for size in sizes[:0:-1]:
            strides.insert(0, builder.mul(strides[0], size))
        view, data = context.make_array(out)(context, builder), builder.gep(given.data, [arguments[1]])
        populate_array(view, data=data, shape=sizes, strides=strides, itemsize=item, meminfo=None)
        return view._getvalue()

    return out(flat, types.intp, types.UniTuple(types.intp, len(shape))), generate


def _reshaped(flat, start, shape):
    size = 1
    for length in shape:
        size *= length
    return flat[start : start + size].reshape(shape)


# shaped(flat, start, shape): a part of a flat array as a table. ``reshape`` asks a library each time whether that can
# be done without a copy, which takes 50 ns; a step of a pose looks at as many tables.
shaped = _reshaped if DISABLED else _shaped
