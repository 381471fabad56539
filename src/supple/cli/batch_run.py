"""A run of ``supple batch`` as a person sees it: from the first clip to the summary and the exit code."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import typer

from supple.cli import say
from supple.cli.outcomes import NOT_ALL_MET
from supple.errors import FileError, SuppleError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from supple.batch.dataset import Tally, Work
    from supple.batch.planning import Clip


def run(work: Work, pool: Callable[[], Executor], json: bool) -> None:
    """Do all clips of a tree with the executor that ``pool`` makes, tell of each, and end with a code."""
    from supple.batch.dataset import Tally, run_tree, survey
    from supple.cli.batch_progress import watching
    from supple.plots.dataset_report.causes import Causes

    total, notes = survey(work.tree)
    for trouble in notes:
        say.note(f"  note: {trouble.name}: {trouble.message}")
    if not total:
        raise FileError(work.tree.source, "there is no clip in this folder that fits.")
    tally, causes, begun = Tally(), Causes(), time.monotonic()
    executor = pool()
    try:
        with watching(total, tally, aside=json) as tell:
            for entry in run_tree(work, executor, tally):
                tell(entry)
                if entry.status == "failed":
                    causes.add(entry.clip, entry.error or "")
    except BaseException as error:
        executor.shutdown(wait=False, cancel_futures=True)
        _end(error, work)
        raise
    executor.shutdown()
    _sum_up(work, tally, causes.most_common(), time.monotonic() - begun, json)


def _end(error: BaseException, work: Work) -> None:
    """Say how to go on after a run that was stopped, and end as a wrong use where it was one."""
    from supple.batch.running import UsageError

    if isinstance(error, UsageError):
        raise typer.BadParameter(str(error)) from None
    if not isinstance(error, SuppleError):
        say.note(f"stopped; what is done is in {work.tree.target}, and the same command with --resume goes on.")


def _sum_up(work: Work, tally: Tally, causes: list[Any], seconds: float, json: bool) -> None:
    from supple.batch.manifest import NAME as MANIFEST
    from supple.cli.batch_progress import WORDS, summary_lines

    manifest = work.tree.target / MANIFEST
    for line in summary_lines(tally, causes, seconds):
        say.note(line)
    say.note(f"wrote {manifest}")
    if json:
        told = [{"words": c.words, "count": c.count, "examples": c.examples} for c in causes]
        counts = {"clips": tally.all.total()} | dict.fromkeys(WORDS, 0) | {str(s): n for s, n in tally.all.items()}
        facts = {**counts, "done_before": tally.before.total(), "seconds": seconds, "causes": told}
        say.emit_json({"manifest": str(manifest), **facts})
    if tally.all["failed"]:
        raise typer.Exit(1)
    if tally.all["not_met"]:
        raise typer.Exit(NOT_ALL_MET)


def show(work: Work, json: bool) -> None:
    """What a run would do."""
    from supple.batch.planning import Trouble, plan

    clips: list[Clip] = []
    for item in plan(work.tree):
        if isinstance(item, Trouble):
            say.note(f"  note: {item.name}: {item.message}")
            continue
        clips.append(item)
        if not json:
            typer.echo(item.name if item.target is None else f"{item.name} -> {item.target}")
    if json:
        say.emit_json({"clips": [{"clip": c.name, "output": c.target and str(c.target)} for c in clips]})
    say.note(f"{len(clips)} clips; nothing was done")
