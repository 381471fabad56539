"""What commands share that fit a motion to contacts elsewhere: how it went, in words or JSON, and the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import typer

from supple.cli import as_written, outcomes, say

if TYPE_CHECKING:
    from supple.recipes.metrics import Metrics
    from supple.recipes.refit import Refitted


def finish(
    result: Refitted, to: outcomes.Outputs, more: Mapping[str, object], lines: Sequence[str] = (), *, met: bool = True
) -> None:
    """Write the file, tell how it went, and end with the code that says so.

    What planted points do is measured on the file as it will be read again: a format may not keep all that was done.
    ``more`` are further facts for machines, ``lines`` for people; ``met`` is whether what they tell is as asked.
    """
    from supple.io.output import write_files
    from supple.io.registry import encode

    encoded = None if to.out is None else encode(result.motion, to.out)
    written = as_written.read_back(result.motion, encoded, to.out)
    after = result.cleaned.after(written)
    lost = as_written.lost_by(result.cleaned, written, after, to.out)
    status = as_written.status_of(result.cleaned.report.status if met else "stalled", lost)
    if encoded is not None and not to.dry_run:
        write_files(encoded.files, overwrite=to.force)
    if to.json:
        say.emit_json({"status": status, **_facts(result, after), **more, "not_kept": lost})
    else:
        _tell(result, after, lines)
        say.note(f"{status}: {len(result.contacts.contacts)} contacts")
    for line in (*result.notes, *(encoded.notes if encoded else ())):
        say.note(f"  note: {line}")
    if encoded is not None:
        say.note(f"{'would write' if to.dry_run else 'wrote'} {' and '.join(map(str, encoded.files))}")
    as_written.tell(lost)
    if status != "met":
        raise typer.Exit(outcomes.NOT_ALL_MET)


def _facts(result: Refitted, after: Metrics) -> dict[str, object]:
    return {
        "slide_mm_max": after.slide_mm_max,
        "penetration_mm_max": after.penetration_mm_max,
        "levels": [
            {"spacing_s": level.spacing_s, "worst_mm": 1e3 * level.worst_m, "seconds": level.seconds}
            for level in result.levels
        ],
        "contacts": len(result.contacts.contacts),
        "notes": list(result.notes),
    }


def _tell(result: Refitted, after: Metrics, lines: Sequence[str]) -> None:
    for level in result.levels:
        name = f"knots every {level.spacing_s:.3g} s" if level.spacing_s else "last pass"
        typer.echo(f"{name:24} {1e3 * level.worst_m:9.2f} mm left  {1e3 * level.seconds:7.1f} ms")
    if result.contacts.contacts:
        typer.echo(f"planted points slide by {after.slide_mm_max:.2f} mm, sink by {after.penetration_mm_max:.2f} mm")
    for line in lines:
        typer.echo(line)
