"""The one place that configures numba.

``kernel`` and ``dense`` compile a function. With argument types it is compiled when its module is
imported and can be called from Python: ``@kernel(MATRIX, OUT_VECTOR)``; a result is declared by
``returns``. Without types it is a part of other kernels, compiled into each of them.

``apart`` compiles a large part once, by itself. All others are copied into their callers, and into the callers of
those, and optimised there again: a chain of ten functions makes a large one at its end ten times as expensive.

With ``NUMBA_DISABLE_JIT=1`` all kernels run as plain Python, for debugging and coverage.
"""

from __future__ import annotations

from contextlib import contextmanager

import llvmlite.binding
import numba
from numba import carray as carray  # for parts that stand apart
from numba import cfunc, njit, types
from numba.core.caching import NullCache
from numba.core.errors import NumbaError

from supple.kernels.cache import discard, module_folder

_COMMON = {"cache": True, "nogil": True, "error_model": "numpy"}
_STRICT = False  # NaN and the order of sums matter: readers, markers, detection
_FREE = {"reassoc", "contract"}  # dot products and bases: twice as fast, NaN still honoured
DISABLED = getattr(numba.config, "DISABLE_JIT", 0) != 0
_parts: list = []  # those that stand apart, which must not be freed while others jump to them
_dispatchers: list = []  # all that were made, so that a cache that fails can be taken from them


def kernel(*arguments, returns=types.void):
    """Compile with IEEE arithmetic."""
    return _compiler(arguments, returns, _STRICT)


def dense(*arguments, returns=types.void):
    """Compile with sums that may be reordered and fused; for long dot products."""
    return _compiler(arguments, returns, _FREE)


def apart(symbol, *arguments, returns=types.void):
    """Compile for kernels that jump to it by its symbol; arguments are numbers and pointers to them."""
    signature = returns(*arguments)

    def compiled(function):
        if DISABLED:
            return function
        _parts.append(_compile_apart(function, signature))
        llvmlite.binding.add_symbol(symbol, _parts[-1].address)
        return types.ExternalFunction(symbol, signature)

    return compiled


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


def _compile_apart(function, signature):
    """The same for a part that stands apart."""
    for attempt in range(3):
        try:
            with _our_cache(function):
                return cfunc(signature, cache=attempt < 2, error_model="numpy")(function)
        except NumbaError:
            raise
        except Exception:
            if attempt == 2:
                raise
            discard() if attempt == 0 else _do_without_cache()


def _do_without_cache():
    for dispatcher in _dispatchers:
        dispatcher._cache = NullCache()


def _cached(function, fastmath):
    """The dispatcher, attached to our cache."""
    with _our_cache(function):
        return njit(fastmath=fastmath, **_COMMON)(function)


@contextmanager
def _our_cache(function):
    """What is made here is kept in our cache; other packages keep theirs."""
    previous = numba.config.CACHE_DIR
    module = function.__module__.removeprefix("supple.kernels.")
    numba.config.CACHE_DIR = str(module_folder(module))  # read once, when the cache is attached
    try:
        yield
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
