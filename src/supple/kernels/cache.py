"""Where compiled kernels are kept, and whether they are there already; does not load the compiler.

The cache belongs to the user, not to the package folder (which may be read-only). Its name carries a
hash of all kernel sources: numba does not notice that a callee in another file was edited, so any
edit starts a new folder. Compiled code is loaded by unpickling, so a folder that somebody else can
write is never used.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from functools import cache
from importlib import metadata
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
_STALE_DAYS = 30
_COMPLETE = "complete"  # the file that says: everything of this hash was compiled
_HARMLESS = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT"}  # settings that do not change the code


@cache
def sources_hash() -> str:
    """A name for exactly this code, at this place, for this compiler, its settings and this processor."""
    settings = sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in _HARMLESS)
    versions = [metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    digest = hashlib.sha256(repr((sys.version, versions, settings, str(SOURCES), _processor())).encode())
    for path in sorted(SOURCES.rglob("*.py")):
        digest.update(path.relative_to(SOURCES).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Where this version of the kernels keeps its compiled code; made if missing.

    The user's cache folder; where that cannot be written, one under the folder for temporary files
    that only this user can enter; and if somebody else sits there, a fresh one for this process.
    """
    for folder in _candidates():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            folder.mkdir(exist_ok=True, mode=0o700)
            if not _is_private(folder) or (folder.parent == _temporary() and not _is_private(folder.parent)):
                continue
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        _keep_fresh(folder)
        return folder
    return Path(tempfile.mkdtemp(prefix="supple-kernels-"))


def is_compiled(*modules: str) -> bool:
    """Whether the named kernel modules (all of them, when none is named) were compiled before.

    ``is_compiled("fk")`` is what a command asks that only poses clips.
    """
    if _is_disabled():
        return True
    folder = cache_folder()
    if (folder / _COMPLETE).exists():
        return True
    return bool(modules) and all(any(folder.glob(f"*/{name}.*.nbi")) for name in modules)


def mark_complete() -> None:
    """Write down that everything of this hash is compiled."""
    if not _is_disabled():
        with contextlib.suppress(OSError):  # a full disk: then the next start compiles again
            (cache_folder() / _COMPLETE).touch()


def discard() -> None:
    """Throw compiled code away that cannot be loaded, as after a crash or on a full disk; it is made again."""
    for entry in cache_folder().iterdir():
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)


def _is_disabled() -> bool:
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _candidates() -> list[Path]:
    name = f"kernels-{sources_hash()}"
    if given := os.environ.get("SUPPLE_CACHE_DIR"):
        return [Path(given) / name, _temporary() / name]
    return [_user_cache() / name, _temporary() / name]


def _user_cache() -> Path:
    home = Path(os.path.expanduser("~"))  # unlike Path.home() it never fails
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "supple"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "supple"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "supple"


def _temporary() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"supple-{user}"


def _is_private(folder: Path) -> bool:
    """Whether the folder is a real one, ours, and nobody else can write in it."""
    if not hasattr(os, "getuid"):
        return True  # Windows gives each user a profile of their own
    state = folder.lstat()
    others_write = bool(state.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
    return stat.S_ISDIR(state.st_mode) and state.st_uid == os.getuid() and not others_write


def _keep_fresh(current: Path) -> None:
    """Note that this cache is in use, and remove those that nobody has used for a month."""
    limit = time.time() - _STALE_DAYS * 86400
    try:
        os.utime(current)
        stale = [f for f in current.parent.glob("kernels-*") if f != current and f.stat().st_mtime < limit]
    except OSError:  # another process is sweeping too
        return
    for folder in stale:
        shutil.rmtree(folder, ignore_errors=True)


def _processor() -> str:
    """What the machine can do; a home folder may be shared by machines that differ."""
    try:
        with open("/proc/cpuinfo") as lines:
            wanted = [line for _, line in zip(range(40), lines, strict=False) if line.startswith(("flags", "Features"))]
    except OSError:
        wanted = []
    return "".join(wanted) or f"{os.environ.get('PROCESSOR_IDENTIFIER', '')}{sys.platform}"
