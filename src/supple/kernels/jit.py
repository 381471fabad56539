"""The one place that configures numba.

``kernel`` and ``dense`` compile a function. With argument types it is compiled when its module is
imported and can be called from Python: ``@kernel(MATRIX, OUT_VECTOR)``; a result is declared by
``returns``. Without types it is a part of other kernels, compiled into each of them.

With ``NUMBA_DISABLE_JIT=1`` all kernels run as plain Python, for debugging and coverage.
"""

from __future__ import annotations

import numba
from numba import njit, types
from numba.core.caching import NullCache
from numba.core.errors import NumbaError

from supple.kernels.cache import cache_folder, discard

_COMMON = {"cache": True, "nogil": True, "error_model": "numpy"}
_STRICT = False  # NaN and the order of sums matter: readers, markers, detection
_FREE = {"reassoc", "contract"}  # dot products and bases: twice as fast, NaN still honoured
_dispatchers: list = []  # all that were made, so that a cache that fails can be taken from them


def kernel(*arguments, returns=types.void):
    """Compile with IEEE arithmetic."""
    return _compiler(arguments, returns, _STRICT)


def dense(*arguments, returns=types.void):
    """Compile with sums that may be reordered and fused; for long dot products."""
    return _compiler(arguments, returns, _FREE)


def _compiler(arguments, returns, fastmath):
    def compiled(function):
        dispatcher = _cached(function, fastmath)
        if dispatcher is function:  # numba hands the function back when it is disabled
            return function
        _dispatchers.append(dispatcher)
        if arguments:
            _compile(dispatcher, returns(*arguments))
            dispatcher.disable_compile()  # another type, such as a strided array, is a TypeError
        return dispatcher

    return compiled


def _compile(dispatcher, signature):
    """Compile, or load what was compiled before.

    A cache that is damaged is thrown away; one that cannot be written is done without.
    """
    for attempt in range(3):
        try:
            return dispatcher.compile(signature)
        except NumbaError:  # the code is wrong, not the cache
            raise
        except Exception:  # half a file can raise anything when it is unpickled
            if attempt == 2:
                raise
            discard() if attempt == 0 else _do_without_cache()


def _do_without_cache():
    for dispatcher in _dispatchers:
        dispatcher._cache = NullCache()


def _cached(function, fastmath):
    """The dispatcher, attached to our cache; other packages keep theirs."""
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())  # read once, when the cache is attached
    try:
        return njit(fastmath=fastmath, **_COMMON)(function)
    finally:
        numba.config.CACHE_DIR = previous


def array_in(ndim, dtype=types.float64):
    """The type of an input array: C-ordered; read-only and writable arrays share one compilation."""
    return types.Array(dtype, ndim, "C", readonly=True)


def array_out(ndim, dtype=types.float64):
    """The type of an array that the kernel writes."""
    return types.Array(dtype, ndim, "C")


INT = types.int64
VECTOR, MATRIX, CUBE = array_in(1), array_in(2), array_in(3)
INTS = array_in(1, types.int64)
OUT_VECTOR, OUT_MATRIX, OUT_CUBE = array_out(1), array_out(2), array_out(3)
