"""``supple formats``: what can be read and written."""

from __future__ import annotations

import typer

from supple.cli import options, say

NAME = "formats"
EXAMPLES = """Examples:

`supple formats`

`supple formats --json`
"""


def command(json: options.Json = False) -> None:
    """List the formats, and what writing each of them cannot keep."""
    from supple.io.registry import formats

    if json:
        say.emit_json(
            [
                {"name": f.name, "title": f.title, "suffixes": list(f.suffixes), "read": f.read is not None,
                 "write": f.encode is not None, "keeps": list(f.keeps), "drops": list(f.drops)}
                for f in formats()
            ]
        )  # fmt: skip
        return
    for f in formats():
        verbs = " and ".join(verb for verb, can in (("read", f.read), ("write", f.encode)) if can)
        typer.echo(f"{' '.join(f.suffixes):14} {f.title}: {verbs}")
        for line in f.drops:
            typer.echo(f"{'':14}   a write drops {line}")
