"""``supple check``: can every one of these files be read?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from supple.cli import options, say
from supple.errors import SuppleError

NAME = "check"
EXAMPLES = """Examples:

`supple check takes/*.bvh`

`supple check capture.c3d walk.amc --json`
"""


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Motion or capture files.")],
    json: options.Json = False,
) -> None:
    """Read files and say of each whether it is sound. Exit code 1 if one cannot be read."""
    results = []
    for path in files:
        results.append(_checked(path))
        if not json:
            typer.echo(_line(results[-1]))
    failed = sum(not r["ok"] for r in results)
    if json:
        say.emit_json({"files": results, "failed": failed})
    elif len(results) > 1:
        say.note(f"{len(results) - failed} of {len(results)} files can be read")
    if failed:
        raise typer.Exit(1)


def _checked(path: Path) -> dict[str, Any]:
    from supple.core.motion import Motion
    from supple.core.streams import Stream
    from supple.io.registry import read, stream

    try:
        content = stream(path) or read(path)
    except MemoryError as error:  # not the file's own fault
        return {"file": str(path), "ok": False, "error": str(error), "too_large": True}
    except SuppleError as error:
        return {"file": str(path), "ok": False, "error": str(error)}
    except Exception as error:  # one bad file never stops the others, not even by a bug of ours
        words = f"{path}: a bug in Supple, please report it with this file: {type(error).__name__}: {error}"
        return {"file": str(path), "ok": False, "error": " ".join(words.split())}
    what = (
        f"{content.skeleton.joint_count} joints"
        if isinstance(content, Motion | Stream)
        else f"{len(content.labels)} labels"
    )
    return {"file": str(path), "ok": True, "what": f"{what}, {len(content)} frame{'s' * (len(content) != 1)}",
            "warnings": list(content.provenance.warnings)}  # fmt: skip


def _line(result: dict[str, Any]) -> str:
    if not result["ok"]:
        return f"FAIL  {result['error']}"
    warnings = result["warnings"]
    more = f"  ({len(warnings)} warning{'s' * (len(warnings) > 1)}: {warnings[0]})" if warnings else ""
    return f"ok    {result['file']}: {result['what']}{more}"
