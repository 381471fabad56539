"""The one place that configures numba.

``kernel`` and ``dense`` compile a function, with declared argument types when it is called from
Python. Compiled code is cached for the user, not in the package folder (which may be read-only), under a hash of
all kernel sources: numba does not notice that a callee in another file was edited, so any edit
starts a new cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from functools import cache
from pathlib import Path

import numba
from numba import njit, types

_COMMON = {"nogil": True, "error_model": "numpy"}
_STRICT = False  # NaN and the order of sums matter: readers, markers, detection
_FREE = {"reassoc", "contract"}  # dot products and bases: twice as fast, NaN still honoured
_STALE_DAYS = 30


def kernel(*signature):
    """Compile with IEEE arithmetic. With types: called from Python; without: a part of other kernels."""
    return _compiled(signature, _STRICT)


def dense(*signature):
    """Compile with sums that may be reordered and fused; for long dot products."""
    return _compiled(signature, _FREE)


def _compiled(signature, fastmath):
    def decorate(function):
        previous = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder())  # read when the cache is attached, so other packages keep theirs
        try:
            wanted = [types.void(*signature)] if signature and not _returns(signature) else list(signature)
            wrap = (
                njit(wanted, cache=True, fastmath=fastmath, **_COMMON)
                if wanted
                else njit(cache=True, fastmath=fastmath, **_COMMON)
            )
            return wrap(function)
        finally:
            numba.config.CACHE_DIR = previous

    return decorate


def _returns(signature):
    return len(signature) == 1 and isinstance(signature[0], numba.core.typing.Signature)


def array_in(ndim, dtype=types.float64):
    """The type of an input array: C-ordered; read-only and writable arrays share one compilation."""
    return types.Array(dtype, ndim, "C", readonly=True)


def array_out(ndim, dtype=types.float64):
    """The type of an array that the kernel writes."""
    return types.Array(dtype, ndim, "C")


VECTOR, MATRIX, CUBE = array_in(1), array_in(2), array_in(3)
INTS = array_in(1, types.int64)
OUT_VECTOR, OUT_MATRIX, OUT_CUBE = array_out(1), array_out(2), array_out(3)


@cache
def cache_folder() -> Path:
    """Where this version of the kernels keeps its compiled code; made if missing."""
    folder = _user_cache() / f"kernels-{sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _sweep(folder)
    except OSError:
        import tempfile

        folder = Path(tempfile.gettempdir()) / f"supple-{os.getuid() if hasattr(os, 'getuid') else 0}" / folder.name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache
def sources_hash() -> str:
    """A name for exactly this code on exactly this compiler."""
    digest = hashlib.sha256(f"{sys.version}|{numba.__version__}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if given := os.environ.get("SUPPLE_CACHE_DIR"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "supple"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "supple"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "supple"


def _sweep(current: Path) -> None:
    """Remove the caches of kernels that nobody has used for a month."""
    limit = time.time() - _STALE_DAYS * 86400
    for folder in current.parent.glob("kernels-*"):
        if folder != current and folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)
