"""Keep linear algebra from spreading small problems over all cores."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Hold BLAS to one thread inside a solver.

    The matrices of one pose or one limb are small: waking other threads costs more than it gives, and frames,
    limbs or clips are run side by side instead. Kernels call no BLAS at all.
    """
    with _libraries("scipy.linalg" in sys.modules).limit(limits=1, user_api="blas"):
        yield


@lru_cache
def _libraries(with_scipy: bool) -> Any:
    """The libraries that are loaded, looked up again once SciPy has brought its own; a look takes milliseconds."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
