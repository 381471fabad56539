"""Where words go: data to stdout, everything for people to stderr."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import typer


def emit_json(value: Any) -> None:
    """One JSON document on stdout. NaN and infinity, which JSON does not know, become null."""
    typer.echo(json.dumps(_finite(value), indent=2, ensure_ascii=False))


def note(text: str) -> None:
    """A line for the person at the terminal."""
    typer.echo(text, err=True)


def one_line(text: str) -> str:
    """Words of others, such as names of files, in which nothing breaks the line or speaks to the terminal."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def reader_warnings(warnings: Sequence[str]) -> None:
    """What a reader wondered about, such as a file that is cut off."""
    for line in warnings:
        note(f"  warning: {line}")


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not abs(value) < float("inf"):
        return None
    return value
