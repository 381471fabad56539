"""What a person sees of a run: a line for each clip, a bar with rate and time left, and a summary."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from supple.cli import say

if TYPE_CHECKING:
    from supple.batch.dataset import Tally
    from supple.batch.manifest import Entry
    from supple.plots.dataset_report.causes import Cause

WORDS = {"ok": "ok", "not_met": "not met", "failed": "failed"}
_COLOURS = {"ok": "green", "not_met": "yellow", "failed": "red"}
_SHOWN = 5  # kinds of failures that are told


@contextmanager
def watching(total: int, tally: Tally, *, aside: bool) -> Iterator[Callable[[Entry], None]]:
    """What is to be called with each clip that is done; lines go to stdout, with ``aside`` to stderr."""
    if not sys.stderr.isatty():
        yield lambda entry: typer.echo(line_of(entry), err=aside)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Clips a second."""

        def render(self, task: Any) -> Text:
            return Text(f"{task.speed:.1f} clips/s" if task.speed else "")

    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def tell(entry: Entry) -> None:
            if aside or sys.stdout.isatty():
                bar.console.print(Text(line_of(entry), style=_COLOURS[entry.status]), soft_wrap=True)
            else:
                typer.echo(line_of(entry))
            bar.update(task, completed=tally.all.total(), description=_counts(tally))

        yield tell


def line_of(entry: Entry) -> str:
    """A clip in one line."""
    if entry.status == "failed":
        error = entry.error or ""
        said = error if entry.clip in error else f"{entry.clip}: {error}"
        return f"{WORDS[entry.status]:8} {say.one_line(said)}"
    return f"{WORDS[entry.status]:8} {say.one_line(entry.clip)}  {entry.seconds:.2f} s{_measured(entry.metrics)}"


def summary_lines(tally: Tally, causes: Mapping[str, Sequence[Cause]], seconds: float) -> Iterator[str]:
    """How a run went as a whole."""
    done = tally.now.total()
    rate = f", {done / seconds:.1f} a second" if seconds > 0.5 and done else ""
    yield f"{_counts(tally)} of {tally.all.total()}; {done} done now in {seconds:.1f} s{rate}"
    for status, kinds in causes.items():
        told = f"{WORDS[status]}: "
        for cause in kinds[:_SHOWN]:
            yield f"  {cause.count} x {told}{say.one_line(cause.said)}  (in {say.one_line(cause.examples[0])})"
        if len(kinds) > _SHOWN:
            yield f"  and {len(kinds) - _SHOWN} other causes"
    if before := tally.before["failed"] + tally.before["not_met"]:
        yield f"  and {before} that failed or are not met since an earlier run: supple report tells of all"


def _counts(tally: Tally) -> str:
    return ", ".join(f"{tally.all[status]} {WORDS[status]}" for status in tally.all) or "no clips"


def _measured(metrics: dict[str, Any]) -> str:
    """The measure that most people look for, where there is one, or what was strange about the file."""
    before, after = (metrics.get(when) or {} for when in ("before", "after"))
    if "slide_mm_max" in before and "slide_mm_max" in after:
        return f"  slides {before['slide_mm_max']:.1f} -> {after['slide_mm_max']:.1f} mm"
    if isinstance(metrics.get("slide_mm_max"), float):
        return f"  slides {metrics['slide_mm_max']:.1f} mm"
    warned = metrics.get("warnings")
    return f"  warning: {say.one_line(str(warned[0]))}" if isinstance(warned, list) and warned else ""
