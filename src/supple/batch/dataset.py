"""A run over a folder of clips: what was done before is left alone, and everything that happens is written down."""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from supple.batch.digests import Stamp, is_same
from supple.batch.index import Index
from supple.batch.locking import locked
from supple.batch.manifest import NAME, Entry, Manifest, Run, Status, read_entries, read_run, write_sorted
from supple.batch.names import path_of, text
from supple.batch.planning import SAME_OUTPUT, Clip, Tree, Trouble, plan
from supple.batch.running import Outcome, run
from supple.batch.staging import sweep
from supple.errors import FileError, OverwriteError, UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What a job tells of a clip: small, because it goes through the driver; outputs are written by the worker."""

    status: Status
    input: Stamp
    metrics: dict[str, Any] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)  # by path in the output folder, with sizes
    error: str | None = None
    cause: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A job on all clips of a tree."""

    tree: Tree
    run: Run
    job: Callable[[Clip], Made]  # must pickle
    options: Callable[[str], str]  # hash of what is done with the clip of this name
    version: str
    resume: bool = False
    retry: bool = False  # try also what failed by its own fault
    force: bool = False  # begin anew, whatever is there


@dataclass(slots=True)
class Tally:
    """How far a run is; the only thing here that changes."""

    now: Counter[Status] = field(default_factory=Counter)
    before: Counter[Status] = field(default_factory=Counter)  # done by an earlier run

    @property
    def all(self) -> Counter[Status]:
        """Every clip of the tree that was looked at."""
        return self.now + self.before


def survey(tree: Tree) -> tuple[int, list[Trouble]]:
    """How many clips and obstacles there are, and what is worth telling although nothing is lost by it."""
    count, notes = 0, []
    for item in plan(tree):
        if isinstance(item, Trouble) and item.harmless:
            notes.append(item)
        else:
            count += 1
    return count, notes


def run_tree(work: Work, executor: Executor, tally: Tally) -> Iterator[Entry]:
    """Do every clip of a tree that is not done; yields lines of the manifest after they were written."""
    path = work.tree.target / NAME
    with _opened(work, path) as (manifest, earlier):
        for entry in _handed_over(work, earlier, tally, executor):
            _forget_outputs(work.tree.target, earlier.entry(entry.clip), entry)
            manifest.append(entry)
            tally.now[entry.status] += 1
            yield entry
        names = (item.name for item in plan(work.tree))
        write_sorted(path, work.run, Index(path).places(names))


@contextmanager
def _opened(work: Work, path: Path) -> Iterator[tuple[Manifest, Index]]:
    """The manifest of the output folder, held for this run alone, and what stood in it before."""
    with locked(work.tree.target):
        _check_earlier(work, path)
        sweep(work.tree.target)
        with closing(Manifest(path)) as manifest:
            if os.path.getsize(path) == 0:
                manifest.append(work.run)
            yield manifest, Index(path)
        sweep(work.tree.target)


def _check_earlier(work: Work, path: Path) -> None:
    if not path.exists():
        return
    earlier = None if work.force else read_run(path)
    if earlier is None or next(read_entries(path), None) is None:  # a run that did nothing yet is no run
        path.unlink()
        return
    if not work.resume:
        raise UsageError(f"{path}: a run was here before. Go on with --resume, or begin anew with --force.")
    if earlier.run != work.run.run:
        raise UsageError(f"{path}: this is a run of {earlier.run}, not of {work.run.run}. Write to another folder.")


def _handed_over(work: Work, earlier: Index, tally: Tally, executor: Executor) -> Iterator[Entry]:
    """Lines for all that is not done yet, as they come; obstacles first come when the walk meets them."""
    refused: list[Entry] = []

    def to_do() -> Iterator[Clip]:
        for item in plan(work.tree):
            if isinstance(item, Trouble):
                if not item.harmless:
                    refused.append(_refusal(work, item.name, item.message, item.cause))
            elif (before := earlier.entry(item.name)) is not None and _is_done(work, item, before):
                tally.before[before.status] += 1
            elif _in_the_way(work, item, before):
                refused.append(_refusal(work, item.name, str(OverwriteError(item.target or "")), "OverwriteError"))
            else:
                yield item

    for outcome in run(work.job, to_do(), executor):
        yield from _taken(refused)
        yield _entry(work, outcome)
    yield from _taken(refused)


def _taken(entries: list[Entry]) -> Iterator[Entry]:
    while entries:
        yield entries.pop(0)


def _is_done(work: Work, clip: Clip, before: Entry) -> bool:
    """Whether the same was done before with the same file by the same version, and what it wrote is still there."""
    if before.status == "failed" and (before.again or work.retry):
        return False
    if (before.options, before.version) != (work.options(clip.name), work.version):
        return False
    there = all(_has_size(work.tree.target / path_of(name), size) for name, size in before.written.items())
    return there and before.input is not None and is_same(clip.source, before.input)


def _in_the_way(work: Work, clip: Clip, before: Entry | None) -> bool:
    """Whether the output would replace a file that is not this run's; a run that was killed may leave outputs."""
    ours = work.force or work.resume or before is not None
    return clip.target is not None and not ours and os.path.lexists(clip.target)


def _entry(work: Work, outcome: Outcome[Clip]) -> Entry:
    clip, made = outcome.path, outcome.value
    if outcome.status == "ok" and isinstance(made, Made):
        return Entry(
            clip=clip.name, input=made.input, options=work.options(clip.name), version=work.version,
            status=made.status, seconds=round(outcome.seconds, 4), written=made.written, metrics=made.metrics,
            error=_placeless(work, made.error), cause=made.cause,
        )  # fmt: skip
    _stop_if_hopeless(work, outcome)
    return _refusal(work, clip.name, _placeless(work, outcome.error) or "", outcome.cause or "")


def _placeless(work: Work, error: str | None) -> str | None:
    """An error that says the same wherever the folder is, and names the clip as the manifest does."""
    return None if error is None else text(error.replace(f"{work.tree.source}{os.sep}", ""))


def _stop_if_hopeless(work: Work, outcome: Outcome[Clip]) -> None:
    """End the run where every further clip would fail in the same way."""
    error = outcome.error or ""
    if outcome.cause == UsageError.__name__:
        raise UsageError(error)
    if any(os.strerror(code) in error for code in (errno.ENOSPC, errno.EDQUOT)):
        raise FileError(work.tree.target, f"the disk is full ({error}) Make room, then go on with --resume.")


def _refusal(work: Work, name: str, message: str, cause: str) -> Entry:
    """A line about something that is not the clip's own fault, and that is looked at again by the next run."""
    return Entry(
        clip=name, input=None, options=work.options(name), version=work.version, status="failed", seconds=0.0,
        written={}, metrics={}, error=message, cause=cause, again=True,
    )  # fmt: skip


def _forget_outputs(folder: Path, before: Entry | None, now: Entry) -> None:
    """Outputs of an earlier run that this clip does not have any more would look like its own.

    Where its output became that of another clip, it is the other's to keep.
    """
    if now.cause == SAME_OUTPUT:
        return
    for name in set(before.written if before else ()) - set(now.written):
        with suppress(OSError):
            (folder / path_of(name)).unlink()


def _has_size(path: Path, size: int) -> bool:
    try:
        return path.stat().st_size == size
    except OSError:
        return False
