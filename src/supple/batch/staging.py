"""Where workers write before outputs get their names: on the same disk, so that each appears whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

from supple.batch.running import NotWrittenError

_NAME = ".supple-batch"
_SLASH = r"[/\\]+"


@contextmanager
def staging(folder: Path) -> Iterator[Path]:
    """A folder for one clip, which is gone afterwards."""
    try:
        (folder / _NAME).mkdir(parents=True, exist_ok=True)
        own = tempfile.mkdtemp(dir=folder / _NAME)
    except OSError as error:
        raise NotWrittenError(f"{folder}: nothing can be written here: {error.strerror or error}.") from None
    try:
        yield Path(own)
    finally:
        shutil.rmtree(own, ignore_errors=True)


def without_staging(text: str, folder: Path) -> str:
    """Words, or JSON, about a clip without the folder aside, which has another name in every run."""
    here = re.escape(str(folder / _NAME)).replace(re.escape(os.sep), _SLASH)
    return re.sub(rf"{here}{_SLASH}\w+{_SLASH}(?:\d+{_SLASH})?", "", text)


def put_in_place(made: Sequence[Path], folder: Path) -> dict[Path, int]:
    """Give all files of these folders their place in another; returns them with their sizes."""
    written = {}
    try:
        _make(folder)
        for path in (file for place in made for file in sorted(place.iterdir())):
            written[folder / path.name] = path.stat().st_size
            os.replace(path, folder / path.name)
    except OSError as error:
        raise NotWrittenError(f"{folder}: the output cannot be put there: {error.strerror or error}.") from None
    return written


def _make(folder: Path) -> None:
    """Make a folder and those that it is in, one after another: Python's own way calls itself for each of them."""
    missing = takewhile(lambda path: not path.is_dir(), (folder, *folder.parents))
    for path in reversed([*missing]):
        path.mkdir(exist_ok=True)


def sweep(folder: Path) -> None:
    """Remove what workers that were killed left behind."""
    shutil.rmtree(folder / _NAME, ignore_errors=True)
