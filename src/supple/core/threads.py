"""Keep linear algebra from spreading small problems over all cores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Hold BLAS to one thread inside a solver.

    The matrices of one pose or one limb are small: waking other threads costs more than it gives, and frames,
    limbs or clips are run side by side instead. Kernels call no BLAS at all.
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1, user_api="blas"):
        yield
