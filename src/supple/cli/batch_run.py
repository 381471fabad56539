"""A run of ``supple batch`` as a person sees it: from the first clip to the summary and the exit code."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from supple.cli import say
from supple.cli.batch_verbs import CAPTURES
from supple.cli.outcomes import NOT_ALL_MET
from supple.errors import SuppleError, UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from supple.batch.dataset import Tally, Work
    from supple.batch.manifest import Entry
    from supple.batch.planning import Clip
    from supple.plots.dataset_report.causes import Cause


def run(work: Work, pool: Callable[[], Executor], json: bool) -> None:
    """Do all clips of a tree with the executor that ``pool`` makes, tell of each, and end with a code."""
    from supple.batch.dataset import Tally, run_tree, survey
    from supple.batch.planning import NO_FILE, OTHER_KIND
    from supple.cli.batch_progress import watching
    from supple.io.output import make_folder
    from supple.plots.dataset_report.causes import Causes

    _refuse_empty(work)
    executor = _started(pool, work)  # which loads what workers need while the folder is looked through
    tally, begun = Tally(), time.monotonic()
    causes = {"failed": Causes(), "not_met": Causes()}
    try:
        total, notes = survey(work.tree)
        for trouble in notes:
            if trouble.cause != OTHER_KIND:  # which are summed up
                say.note(f"  note: {say.one_line(trouble.name)}: {say.one_line(trouble.message)}")
        make_folder(work.tree.target)
        with watching(total, tally, aside=json) as tell:
            for entry in run_tree(work, executor, tally):
                tell(entry)
                for reason in _reasons(entry):
                    causes[entry.status].add(entry.clip, reason)
    except BaseException as error:
        executor.shutdown(wait=False, cancel_futures=True)
        _end(error, work, begun=bool(tally.all))
        raise
    executor.shutdown()
    kinds = {why: c.most_common() for why, c in causes.items()}
    left_out = {cause: [note.name for note in notes if note.cause == cause] for cause in (NO_FILE, OTHER_KIND)}
    _sum_up(work, tally, kinds, left_out, time.monotonic() - begun, json)


def _started(pool: Callable[[], Executor], work: Work) -> Executor:
    try:
        return pool()
    except BaseException as error:
        _end(error, work, begun=False)
        raise


def _reasons(entry: Entry) -> list[str]:
    """Why a clip failed, or not everything is met in it; each kind once."""
    from supple.plots.dataset_report.causes import reasons_by_kind, reasons_in

    if entry.status == "failed":
        return [entry.error or ""]
    return reasons_by_kind(entry.clip, reasons_in(entry.metrics)) if entry.status == "not_met" else []


def _refuse_empty(work: Work) -> None:
    """Before anything is started; where there are clips, the first of them ends the search."""
    from supple.batch.planning import OTHER_KIND, Trouble, plan

    others = []
    for item in plan(work.tree):
        if not (isinstance(item, Trouble) and item.harmless):
            return
        if item.cause == OTHER_KIND:
            others.append(item.name)
    said = ["there is no clip in this folder that fits.", *_other_kinds(others, work.run.run)]
    raise UsageError(f"{work.tree.source}: {' '.join(said)}")


def _end(error: BaseException, work: Work, *, begun: bool) -> None:
    """Say how to go on after a run that was stopped."""
    if not isinstance(error, SuppleError) and not begun:
        say.note("stopped before any clip was done.")
    elif not isinstance(error, SuppleError):
        say.note(f"stopped; what is done is in {work.tree.target}, and the same command with --resume goes on.")


def _sum_up(
    work: Work, tally: Tally, causes: dict[str, list[Cause]], left_out: dict[str, list[str]], seconds: float, json: bool
) -> None:
    from supple.batch.manifest import NAME as MANIFEST
    from supple.cli.batch_progress import WORDS, summary_lines

    manifest = work.tree.target / MANIFEST
    for line in summary_lines(tally, causes, seconds):
        say.note(line)
    no_files, others = left_out.values()
    if no_files:
        say.note(f"  {len(no_files)} left out, no files but pipes or devices  (such as {say.one_line(no_files[0])})")
    for line in _other_kinds(others, work.run.run):
        say.note(f"  {line}")
    say.note(f"wrote {manifest}")
    if json:
        told = {why: [asdict(cause) for cause in kinds] for why, kinds in causes.items()}
        counts = {"clips": tally.all.total()} | dict.fromkeys(WORDS, 0) | {str(s): n for s, n in tally.all.items()}
        facts = {**counts, "done_before": tally.before.total(), "seconds": seconds, "causes": told["failed"]}
        say.emit_json(
            {"manifest": str(manifest), **facts, "not_met_because": told["not_met"], "left_out": [*no_files, *others]}
        )
    if tally.all["failed"]:
        raise typer.Exit(1)
    if tally.all["not_met"]:
        raise typer.Exit(NOT_ALL_MET)


def _other_kinds(names: list[str], verb: str) -> list[str]:
    """In one line, which files are left out because the verb is not for them, and what is; nothing where none are."""
    if not names:
        return []
    kinds = Counter(name.lower()[name.rindex(".") :] for name in names)
    counted = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    captures = [kind for kind in kinds if kind in CAPTURES]
    hint = " supple batch markers makes motions of captures." if captures else ""
    return [f"{counted} left out: {verb} does not take such files (as {say.one_line(names[0])}).{hint}"]


def show(work: Work, json: bool) -> None:
    """What a run would do."""
    from supple.batch.names import text_of
    from supple.batch.planning import Trouble, plan

    clips: list[Clip] = []
    for item in plan(work.tree):
        if isinstance(item, Trouble):
            say.note(f"  note: {say.one_line(item.name)}: {say.one_line(item.message)}")
            continue
        clips.append(item)
        if not json:
            typer.echo(say.one_line(item.name if item.target is None else f"{item.name} -> {text_of(item.target)}"))
    if json:
        say.emit_json({"clips": [{"clip": c.name, "output": c.target and text_of(c.target)} for c in clips]})
    say.note(f"{len(clips)} clips; nothing was done")
