"""Jobs that workers of tests do; they live in a module, so that other processes find them."""

import os
import signal
import sys
import time
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path

from supple.batch.dataset import Made
from supple.batch.digests import stamp_of
from supple.batch.staging import put_in_place, staging
from supple.errors import FileError


class Inline(Executor):
    """Does everything at once, in this thread."""

    _max_workers = 1

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def size_of(path: Path) -> int:
    """The length of a file; a file that says "bad" is refused, one that says "bug" is a bug."""
    text = Path(path).read_text()
    if text == "bad":
        raise FileError(path, "this is bad.")
    if text == "bug":
        raise TypeError("something is None")
    return len(text)


def killed_by(path: Path) -> int:
    """Kills its worker where the file says "kill"; "once" does so the first time only."""
    text = Path(path).read_text()
    if text == "kill" or (text == "once" and _first_time(path)):
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def sleep_long(path: Path) -> int:
    """Notes its process, then sleeps for a minute."""
    Path(path).write_text(str(os.getpid()))
    time.sleep(60)
    return 0


def list_modules() -> set[str]:
    """What is imported."""
    return set(sys.modules)


def take_memory(megabytes: int) -> int:
    """As much memory as is asked for."""
    return len(bytearray(megabytes << 20))


def _first_time(path: Path) -> bool:
    mark = Path(f"{path}.mark")
    there = mark.exists()
    mark.touch()
    return not there


@dataclass(frozen=True)
class Copying:
    """Copies clips in capitals, and remembers in a file which."""

    folder: Path
    log: Path
    full: str = ""  # the name of a clip with which the disk is full

    def __call__(self, clip):
        with open(self.log, "a") as log:
            log.write(f"{clip.name}\n")
        text = clip.source.read_text()
        if clip.name == self.full:
            raise OSError(28, os.strerror(28))
        if text == "bad":
            return Made(status="failed", input=stamp_of(clip.source), error=f"{clip.source}: this is bad.", cause="Bad")
        with staging(self.folder) as aside:
            (aside / clip.target.name).write_text(text.upper())
            written = put_in_place([aside], clip.target.parent)
        return Made(
            status="not_met" if text == "almost" else "ok",
            input=stamp_of(clip.source),
            written={path.relative_to(self.folder).as_posix(): size for path, size in written.items()},
            metrics={"length": len(text)},
        )
