"""The command line: ``supple VERB ...``."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 ok, 1 error, 2 usage, 3 solved but not all met."""
    try:
        from supple.cli.app import run

        return run(argv)
    except KeyboardInterrupt:  # while the parts are still being loaded
        return 130
