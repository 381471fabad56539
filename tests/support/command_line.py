"""A command line, as a person types it: its code, and what it says on both streams."""

import io
import sys

from supple.cli import main


def run(capsys, *argv):
    """Exit code, standard output and standard error of ``supple`` with these words."""
    code = main([str(word) for word in argv])
    return (code, *capsys.readouterr())


def give_input(monkeypatch, data: bytes) -> None:
    """What the next command finds in its standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
