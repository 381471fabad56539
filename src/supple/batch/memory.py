"""How much memory a worker may take, so that one clip that is too large fails by itself and not with the machine."""

from __future__ import annotations

import contextlib
from pathlib import Path

from supple.core.machine import memory_bytes

_SHARE = 0.75  # of the machine is for workers; the rest is for the driver, and for the disk's cache
_LEAST_MB = 512  # no clip of a few minutes needs more
_LEAST = {".bvh": 2}  # sizes of the file, however it is written: its text, its numbers and its poses; usually 3.5
_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")
_FILES = ("memory.max", "memory.limit_in_bytes")  # of Linux as it is, and as it was


def share_mb(jobs: int) -> int | None:
    """What each of so many workers may take of this machine, or of the container; None where nobody can tell."""
    total = min(filter(None, (memory_bytes(), _group())), default=None)
    return None if total is None else max(_LEAST_MB, int(_SHARE * total / jobs) >> 20)


def bound(megabytes: int) -> None:
    """Let this process take so much more than it has now; more is a MemoryError. Linux alone can do that.

    What counts is memory of its own: neither files that it has mapped, nor what it shares, nor what it only reserves.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        limit = _loaded() + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def refuse_too_large(clip: Path) -> None:
    """Raise a MemoryError at once for a clip that surely does not fit, instead of after minutes of reading."""
    left = _left()
    if left is None or clip.suffix.lower() not in _LEAST:
        return
    try:
        size = clip.stat().st_size
    except OSError:  # which reading it tells in words
        return
    if (least := size * _LEAST[clip.suffix.lower()]) > left:
        raise MemoryError(f"{clip}: {size >> 20} MB of text take at least {least >> 20} MB")


def _left() -> int | None:
    """What this process may still take [bytes]; None where it has no bound."""
    try:
        import resource

        limit = resource.getrlimit(resource.RLIMIT_DATA)[0]
        return None if limit == resource.RLIM_INFINITY else max(0, limit - _loaded())
    except (ImportError, ValueError, OSError):
        return None


def _loaded() -> int:
    """What this process has of its own by now [bytes], as the bound counts it."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) << 10
    raise OSError("the system does not say what a process has")


def _group() -> int | None:
    """The tightest bound of the groups of processes that this one is in; containers have such."""
    try:
        groups = [line.split(":", 2) for line in _OWN_GROUPS.read_text().splitlines()]
    except OSError:
        return None
    found = []
    for _, kinds, own in groups:
        if not kinds or "memory" in kinds.split(","):
            top = _GROUPS if not kinds else _GROUPS / "memory"
            inner = (top / own.strip("/"), *(top / own.strip("/")).parents)
            found += [_limit(place / _FILES[bool(kinds)]) for place in inner if top in (place, *place.parents)]
    return min(filter(None, found), default=None)


def _limit(file: Path) -> int | None:
    try:
        return int(file.read_text())
    except (OSError, ValueError):  # "max" is no bound
        return None
