"""Motions by what they hold: the same bytes have the same key, so that nothing is kept twice or confused."""

from __future__ import annotations

import hashlib
import re
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from supple.core.motion import Motion
from supple.errors import DocumentError, InvalidValueError
from supple.io.registry import encode, format_of, read
from supple.io.source import load_bytes
from supple.session.captures import read_figure
from supple.session.disk import write_durably
from supple.session.document import MotionRef

_KEY = re.compile(r"[0-9a-f]{64}\.(npz|bvh|glb)")
_WHOLE = (".bvh", ".glb")  # files that are all of their motion: kept as they are, and so is their layout
_HELD = 8  # motions that stay in memory though they are on the disk


class Motions:
    """Keeps motions in memory, and in a folder once they are part of something that must not be lost."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._lock = threading.RLock()
        self._bytes: dict[str, bytes] = {}  # of those that are not on the disk
        self._motions: OrderedDict[str, Motion] = OrderedDict()

    def put(self, motion: Motion, name: str = "") -> MotionRef:
        """Keep a motion; it is referred to by what this returns."""
        (data,) = encode(motion, Path("motion.npz")).files.values()
        return self._put(bytes(data), ".npz", motion, name or motion.provenance.source or "motion")

    def put_file(self, path: Path) -> MotionRef:
        """Read a file, and keep it as it is where it is all that there is of the motion."""
        motion = read_figure(path)
        suffix = path.suffix.lower()
        if suffix not in _WHOLE or format_of(path).suffixes[0] not in _WHOLE:
            return self.put(motion, path.name)
        return self._put(load_bytes(path), suffix, motion, path.name)

    def put_bytes(self, key: str, data: bytes) -> None:
        """Keep bytes that came with a project, if they are what their key says."""
        check_key(key)
        if digest(data) != key.partition(".")[0]:
            raise DocumentError(f"the motion {key[:12]} is not what it was when it was saved. Is the file damaged?")
        with self._lock:
            if not self._on_disk(key):
                self._bytes[key] = data

    def get(self, ref: MotionRef) -> Motion:
        """The motion of a reference."""
        with self._lock:
            if ref.key not in self._motions:
                self._motions[ref.key] = self._read(ref)
            self._motions.move_to_end(ref.key)
            self._let_go()
            motion = self._motions[ref.key]
        if (motion.frames, motion.skeleton.names) != (ref.frames, ref.joints):
            raise DocumentError(f"{ref.source}: the motion is not the one that the project is about.")
        return motion

    def data(self, key: str) -> bytes:
        """The bytes of a motion, as a project keeps them."""
        with self._lock:
            if key in self._bytes:
                return self._bytes[key]
        if not self._on_disk(key):
            raise DocumentError(f"the motion {check_key(key)[:12]} is missing.")
        return load_bytes(self._path(key))

    def secure(self, keys: Iterable[str]) -> None:
        """Put motions on the disk; :class:`OSError` where that refuses."""
        if self.folder is None:
            return
        for key in keys:
            if self._on_disk(key):
                continue
            self.folder.mkdir(parents=True, exist_ok=True)
            write_durably(self._path(key), self.data(key))
            with self._lock:
                self._bytes.pop(key, None)

    def move_to(self, folder: Path | None) -> None:
        """Keep motions elsewhere from now on; those of the old folder are in memory until they are secured again."""
        with self._lock:
            old = self.folder
            if old is not None and old.is_dir():
                self._bytes |= {path.name: load_bytes(path) for path in old.iterdir() if _KEY.fullmatch(path.name)}
            self.folder = folder

    def _put(self, data: bytes, suffix: str, motion: Motion, name: str) -> MotionRef:
        key = digest(data) + suffix
        with self._lock:
            if not self._on_disk(key):
                self._bytes[key] = data
            self._motions[key] = motion
            self._let_go()
        return MotionRef(
            key=key, source=name[:200], frames=motion.frames, frame_time=motion.frame_time,
            joints=motion.skeleton.names, rest_rows=motion.rest_rows,
        )  # fmt: skip

    def _let_go(self) -> None:
        while len(self._motions) > _HELD:
            self._motions.popitem(last=False)

    def _path(self, key: str) -> Path:
        if self.folder is None:
            raise InvalidValueError("there is no folder for motions.")
        return self.folder / check_key(key)

    def _on_disk(self, key: str) -> bool:
        return self.folder is not None and self._path(key).is_file()

    def _read(self, ref: MotionRef) -> Motion:
        if self._on_disk(ref.key):
            found = read(self._path(ref.key))
        else:
            with tempfile.TemporaryDirectory(prefix="supple-") as folder:
                path = Path(folder) / check_key(ref.key)
                path.write_bytes(self.data(ref.key))
                found = read(path)
        if not isinstance(found, Motion):
            raise DocumentError(f"{ref.source}: what is kept of it is no motion.")
        return replace(found, provenance=replace(found.provenance, source=ref.source))


def digest(data: bytes) -> str:
    """What tells bytes from others."""
    return hashlib.sha256(data).hexdigest()


def check_key(key: str) -> str:
    """A key as this module makes them; anything else could be the name of another file."""
    if not _KEY.fullmatch(key):
        raise DocumentError(f"{key[:80]!r} is no key of a motion. Is the file damaged?")
    return key
