"""The one wait that a person should be told about."""

from __future__ import annotations

from supple.cli import say


def announce(*modules: str) -> None:
    """Say that the named kernels are compiled now, if they were not before."""
    from supple.kernels.cache import is_compiled

    if not is_compiled(*modules):
        say.note(
            "compiling kernels, once for this version; this takes a few seconds (supple warmup does all at once) ..."
        )
