"""Where the last line about each clip is in a manifest: sixteen bytes a clip, however long the lines are."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from supple.batch.manifest import Entry, entry_at, read_entries


class Index:
    """Lines of a manifest by the name of their clip."""

    def __init__(self, path: Path) -> None:
        self._path = path
        keys, places = array("Q"), array("Q")
        for place, entry in read_entries(path):
            keys.append(_key(entry.clip))
            places.append(place)
        key, place_of = np.array(keys, np.uint64), np.array(places, np.uint64)
        order = np.argsort(key, kind="stable")  # among lines of one clip the last stays last
        self._keys, self._places = key[order], place_of[order]

    def entry(self, clip: str) -> Entry | None:
        """The last line about a clip."""
        row = self._row(clip)
        found = None if row is None else entry_at(self._path, int(self._places[row]))
        return found if found is not None and found.clip == clip else None

    def places(self, clips: Iterable[str]) -> Iterator[int]:
        """Where the last line of every clip begins: of these in their order, then of all others in the file's."""
        left = np.ones(len(self._keys), bool)
        left[:-1] = self._keys[1:] != self._keys[:-1]  # only the last line of each counts
        for clip in clips:
            row = self._row(clip)
            if row is not None and left[row]:
                left[row] = False
                yield int(self._places[row])
        yield from map(int, np.sort(self._places[left]))

    def _row(self, clip: str) -> int | None:
        row = int(np.searchsorted(self._keys, np.uint64(_key(clip)), side="right")) - 1
        return row if row >= 0 and int(self._keys[row]) == _key(clip) else None


def _key(clip: str) -> int:
    return int.from_bytes(hashlib.blake2b(clip.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
