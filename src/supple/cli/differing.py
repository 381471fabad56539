"""What ``supple diff`` shows a person: the joints of one comparison, or a line for each of many."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from supple.cli import clips, say

if TYPE_CHECKING:
    from supple.recipes.everyday.differences import Difference

TITLES = f"{'compared':40} {'worst mm':>10} {'rms mm':>10} {'worst deg':>10}   most changed"
_ROWS = 20  # joints that the table shows
_SPANS = 6


def show(found: Difference, other: Path, *, many: bool, every: bool) -> None:
    """One comparison, by its joints, or as a line among many."""
    for line in found.notes:
        say.note(f"  note: {clips.shown(other)}: {line}" if many else f"  note: {line}")
    if many:
        _show_line(found, other)
    else:
        _show_joints(found, len(found.joints) if every else _ROWS)


def _show_line(found: Difference, other: Path) -> None:
    name = clips.shown(other)
    name = name if len(name) <= 40 else f"...{name[-37:]}"
    if found.is_empty:
        typer.echo(f"{name:40} no difference")
        return
    table, rows = found.as_table(), found.rows()
    numbers = f"{table['worst_mm']:>10.3f} {table['rms_mm']:>10.3f} {table['worst_deg']:>10.3f}"
    typer.echo(f"{name:40} {numbers}   {rows[0].joint if rows else '-'}")
    for line in found.facts:
        typer.echo(f"  {line}")


def _show_joints(found: Difference, count: int) -> None:
    if found.is_empty:
        typer.echo("no difference")
        return
    for line in found.facts:
        typer.echo(line)
    rows, root = found.rows(), found.root()
    if not rows:
        typer.echo("no difference in the poses that were compared")
        return
    typer.echo(
        f"{'joint':28} {'worst mm':>10} {'rms mm':>10} {'frame':>7} {'worst deg':>10} {'rms deg':>10} {'frame':>7}"
    )
    for row in rows[:count]:
        place = f"{row.worst_mm:>10.3f} {row.rms_mm:>10.3f} {row.worst_frame:>7}"
        typer.echo(f"{row.joint[:28]:28} {place} {row.worst_deg:>10.3f} {row.rms_deg:>10.3f} {row.worst_deg_frame:>7}")
    if len(rows) > count:
        typer.echo(f"and {len(rows) - count} more joints (--all)")
    typer.echo(f"way of the figure ({root.joint}): {root.worst_mm:.3f} mm at worst, {root.rms_mm:.3f} mm rms")
    spans = [f"{start}:{stop} ({(stop - start) * found.frame_time:.2f} s)" for start, stop in found.spans()]
    more = f" and {len(spans) - _SPANS} more" if len(spans) > _SPANS else ""
    typer.echo(f"frames that differ: {', '.join(spans[:_SPANS])}{more}")
