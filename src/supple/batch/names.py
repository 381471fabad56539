"""Names of files as text that can be written down, also where their bytes are no text; and back."""

from __future__ import annotations

import re
from pathlib import Path

_BYTE = re.compile(r"\\x([89a-f][0-9a-f])")
_LONE = 0xDC00  # where Python puts bytes that are no text


def text_of(path: Path) -> str:
    """A path with slashes; bytes that are no text stand as ``\\xff``."""
    return text(path.as_posix())


def path_of(text: str) -> Path:
    """The path of such a text.

    choice: a name that has the four characters ``\\xff`` themselves is taken for a byte, too: its clip is done again.
    """
    return Path(_BYTE.sub(lambda found: chr(_LONE + int(found[1], 16)), text))


def text_only(value: object) -> object:
    """Words, and lists and tables of them, in which everything is text."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {text_only(key): text_only(item) for key, item in value.items()}
    return [text_only(item) for item in value] if isinstance(value, list | tuple) else value


def text(words: str) -> str:
    """Words in which bytes that are no text stand as they do in paths."""
    try:
        return words.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # half a character, which JSON may spell
        return words.encode("utf-8", "backslashreplace").decode("utf-8")
