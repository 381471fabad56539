"""``supple report``: a page about a whole data set."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from supple.cli import options, say
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.batch.manifest import Entry, Run
    from supple.plots.dataset_report.rows import Row

NAME = "report"
EXAMPLES = """Examples:

`supple report cleaned -o report.html`

`supple report measured/manifest.jsonl -o measured.html --force --json`
"""


def command(
    manifest: Annotated[
        Path, typer.Argument(metavar="MANIFEST|DIR", help="The output folder of `supple batch`, or its manifest.")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE.html", help="Where the page goes.")],
    json: options.Json = False,
    force: options.Force = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Look and tell, write nothing.")] = False,
) -> None:
    """Make a page about all clips of a run: what failed and why, how measures are spread, the worst clips first.

    The page is one file that opens without a network; clips can be sorted and filtered, and links lead to their files.
    """
    from supple.io.output import refuse_overwrite, write_files
    from supple.plots.dataset_report.report import dataset_report

    options.check_page("-o", out)
    if not force:
        refuse_overwrite([out])
    path = _found(manifest)
    run, rows = _rows(path, out)
    counts = {status: sum(row.status == status for row in rows) for status in ("ok", "not_met", "failed")}
    page = dataset_report(Path(run.input).name or run.input, _lead(run, counts), rows, _footer(run))
    if not dry_run:
        write_files({out: page.encode()}, overwrite=force)
    if json:
        say.emit_json({"manifest": str(path), "clips": len(rows), **counts, "bytes": len(page.encode())})
    say.note(f"{'would write' if dry_run else 'wrote'} {out}: {len(rows)} clips, {len(page) / 1e6:.2g} MB")


def _found(given: Path) -> Path:
    from supple.batch.manifest import NAME as MANIFEST

    path = given / MANIFEST if given.is_dir() else given
    if not path.is_file():
        hint = f"Make one with: supple batch metrics {given} OUT_DIR" if given.is_dir() else "Give an output folder."
        raise FileError(path, f"there is no manifest here. {hint}")
    return path


def _rows(path: Path, out: Path) -> tuple[Run, list[Row]]:
    """Every clip of a manifest; of one that stands there twice, the last line."""
    from supple.batch.manifest import read_entries, read_run

    run = read_run(path)
    if run is None:
        raise FileError(path, "the manifest is empty. Run `supple batch` first.")
    last = {entry.clip: _row(entry, run, path, out) for _, entry in read_entries(path)}
    return run, list(last.values())


def _row(entry: Entry, run: Run, manifest: Path, out: Path) -> Row:
    from supple.batch.names import path_of
    from supple.plots.dataset_report.rows import Row, facts_in

    written = next(iter(entry.written), None)
    return Row(
        clip=entry.clip,
        status=entry.status,
        seconds=entry.seconds,
        error=entry.error or "",
        sha256=entry.input.sha256 if entry.input else "",
        source=_link(path_of(run.input) / path_of(entry.clip), out),
        output="" if written is None else _link(manifest.parent / path_of(written), out),
        **facts_in(entry.metrics),
    )


def _link(target: Path, page: Path) -> str:
    """How the page finds a file: from its own place, so that both can move together."""
    try:
        return quote(os.fsencode(Path(os.path.relpath(target.resolve(), page.resolve().parent)).as_posix()))
    except ValueError:  # another disk of Windows
        return target.resolve().as_uri()


def _lead(run: Run, counts: dict[str, int]) -> str:
    words = [f"{count:,} {status.replace('_', ' ')}" for status, count in counts.items() if count]
    total = sum(counts.values())
    return f"<strong>{total:,} clip{'s' * (total != 1)}</strong>: {', '.join(words) or 'none'}."


def _footer(run: Run) -> str:
    steps = "; ".join(f"<code>supple {escape(' '.join(step))}</code>" for step in run.steps)
    return f"Made of the manifest of {steps} on <code>{escape(run.input)}</code>."
