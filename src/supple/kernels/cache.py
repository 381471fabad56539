"""Where compiled kernels are kept, and whether they are there already; does not load the compiler.

The cache belongs to the user, not to the package folder (which may be read-only). In it each module of kernels has
a folder whose name carries a hash of its source and of all that it imports: numba does not notice that a callee in
another file was edited, so an edit starts new folders for just the modules that it touches. Compiled code is loaded
by unpickling, so a cache that somebody else can write is never used.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
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
_IMPORT = re.compile(r"^from supple\.kernels([.\w]*) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)
_HARMLESS = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT"}  # settings that do not change the code


@cache
def module_folder(module: str) -> Path:
    """Where the compiled code of one kernel module (``"cleanup.limb"``) is kept; made if missing."""
    folder = cache_folder() / f"{module}-{_source_hash(module)}"
    with contextlib.suppress(OSError):  # a full disk: numba then compiles without keeping anything
        folder.mkdir(exist_ok=True, mode=0o700)
        os.utime(folder)
    return folder


@cache
def cache_folder() -> Path:
    """The cache of this package, compiler and processor; made if missing.

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
    if is_disabled():
        return True
    if _complete().exists():
        return True
    return bool(modules) and all(any(module_folder(name).glob("*/*.nbi")) for name in modules)


def mark_complete() -> None:
    """Write down that all kernels, as their sources are now, are compiled."""
    if not is_disabled():
        with contextlib.suppress(OSError):  # a full disk: then the next start compiles again
            _complete().touch()


def discard() -> None:
    """Throw compiled code away that cannot be loaded, as after a crash or on a full disk; it is made again."""
    for entry in cache_folder().iterdir():
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)


def _complete() -> Path:
    """The file that says: everything was compiled from the sources as they are."""
    return cache_folder() / f"complete-{_digest(_texts())}"


def _identity() -> str:
    """A name for this place, compiler, its settings and this processor."""
    settings = sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in _HARMLESS)
    versions = [metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    facts = repr((sys.version, versions, settings, str(SOURCES), _processor()))
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


@cache
def _texts() -> dict[str, str]:
    """The source of each module of kernels by its name."""
    names = {".".join(path.relative_to(SOURCES).with_suffix("").parts): path for path in SOURCES.rglob("*.py")}
    return {name: names[name].read_text() for name in sorted(names)}


def _source_hash(module: str) -> str:
    """A name for the source of a module and of all it is compiled from; of all kernels for one that is none."""
    texts = _texts()
    needed = compiled_from(module) if module in texts else set(texts)
    return _digest({name: texts[name] for name in sorted(needed | {"jit"})})


def compiled_from(module: str) -> set[str]:
    """The kernel modules that a module is compiled from: itself and, through any number of others, what it imports."""
    needed, waiting = {module}, [module]
    while waiting:
        new = _imported(waiting.pop()) - needed
        needed |= new
        waiting += new
    return needed


@cache
def _imported(module: str) -> set[str]:
    """The kernel modules that a module imports itself."""
    found = set()
    for package, several, single in _IMPORT.findall(_texts()[module]):
        names = [name.split()[0] for name in (several or single).split(",") if name.strip()]
        found |= {package[1:], *(f"{package}.{name}"[1:] for name in names)}
    return found & set(_texts())


def _digest(texts: dict[str, str]) -> str:
    return hashlib.sha256(repr(texts).encode()).hexdigest()[:16]


def is_disabled() -> bool:
    """Whether kernels run as plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _candidates() -> list[Path]:
    name = f"kernels-{_identity()}"
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
    """Note that this cache is in use, and remove what nobody has used for a month, here and beside it."""
    limit = time.time() - _STALE_DAYS * 86400
    try:
        os.utime(current)
        old = [f for f in current.parent.glob("kernels-*") if f != current] + [
            f for f in current.iterdir() if f.is_dir()
        ]
        stale = [f for f in old if f.stat().st_mtime < limit]
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
