"""What ``supple clean`` writes and tells: files, a table of before and after, and what could not be met."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from supple.cli import as_written, clips, outcomes, say

if TYPE_CHECKING:
    from supple.cli.outcomes import Outputs
    from supple.recipes.clean import Cleaned
    from supple.recipes.metrics import Metrics
    from supple.solvers.result import Status

_LISTED = 5  # contacts that are not met and are told one by one


def finish(cleaned: Cleaned, to: Outputs) -> None:
    """Write all files or none, tell what was before and is after, and end with the code that says so.

    What is after is measured on the file as it will be read again: a format may not keep all that was done.
    """
    from supple.io.output import write_files
    from supple.io.registry import encode

    encoded = None if to.out is None else encode(cleaned.motion, to.out)
    written = as_written.read_back(cleaned.motion, encoded, to.out)
    before, after = cleaned.before(), cleaned.after(written)
    lost = as_written.lost_by(cleaned, written, after, to.out)
    files = {} if encoded is None or to.stream else dict(encoded.files)
    if to.report is not None:
        from supple.plots.clean_report import clean_report

        files[to.report] = clean_report(cleaned, before, after).encode()
    if not to.dry_run:
        write_files(files, overwrite=to.force)
        if encoded is not None and to.stream:
            clips.write_clip(encoded, clips.STREAM, force=to.force)
    status = as_written.status_of(cleaned.report.status, lost)
    if to.json:
        say.emit_json({**facts(cleaned, before, after), "status": status, "not_kept": lost})
    else:
        _show(cleaned, status, before, after, aside=to.stream)
    outcomes.tell((*cleaned.contacts.notes, *cleaned.report.notes), encoded, files, to)
    as_written.tell(lost)
    if status != "met":
        raise typer.Exit(outcomes.NOT_ALL_MET)


def facts(cleaned: Cleaned, before: Metrics, after: Metrics) -> dict[str, object]:
    """How a cleanup went, for machines; a number that stands twice is the same in both places."""
    report = cleaned.report
    return {
        **outcomes.facts(report),
        "notes": [*cleaned.contacts.notes, *report.notes],
        "flaws": list(report.flaws),
        "stretch_pct_max": after.stretch_pct_max,
        "stretch_pct_mean": after.stretch_pct_mean,
        "root_mm_max": report.root_mm_max,
        "before": before.as_table(),
        "after": after.as_table(),
    }


def _show(cleaned: Cleaned, status: Status, before: Metrics, after: Metrics, *, aside: bool) -> None:
    """A table of before and after, and the status; ``aside`` where the motion itself goes to standard output."""
    from supple.recipes.metric_rows import short_rows

    typer.echo(f"{'':42} {'before':>12} {'after':>12}", err=aside)
    for name, (was, now) in short_rows(before, after):
        typer.echo(f"{name:42} {was:>12} {now:>12}", err=aside)
    report = cleaned.report
    missed = sorted((c for c in report.constraints if not c.met), key=lambda c: -c.worst)
    for c in missed[:_LISTED]:
        say.note(f"  not met: {c.name} misses by {c.worst:.2f} mm at frame {c.worst_frame}")
    if len(missed) > _LISTED:
        say.note(f"  and {len(missed) - _LISTED} more")
    met = len(report.constraints) - len(missed)
    held = f"{met} of {len(report.constraints)} contacts" if report.constraints else "there is no contact to hold"
    say.note(f"{status}: {held}, in {report.seconds:.2g} s")
