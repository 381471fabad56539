"""The recipe of a run: several steps in a row, each a verb with its options, on all clips or on some."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from supple.core.documents import check_name, check_words, converted, known_table
from supple.errors import DocumentError, FileError

CLIP = "{clip}"  # in options: the path of a clip without its suffix, for documents that each clip has its own of
STARTING_POINT = """\
format = 1

[[step]]
verb = "floor"                     # any verb that `supple batch` knows

[[step]]
verb = "clean"
options = "--stretch 2"            # as on the command line of the verb

[[step]]
verb = "mirror"
only = ["left/*"]                  # for clips of these paths alone

[[step]]
verb = "metrics"
"""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verb with its options, and the clips that it is for (all, where no pattern is given)."""

    verb: str
    options: str = ""
    only: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The verb and its options, as a command line has them."""
        return (self.verb, *shlex.split(self.options))

    def words_for(self, name: str) -> tuple[str, ...]:
        """The same for the clip of this path, which takes the place of ``{clip}``, without its suffix."""
        bare = name.rpartition(".")[0] if "." in name.rpartition("/")[2] else name
        return tuple(word.replace(CLIP, bare) for word in self.words)

    def is_for(self, name: str) -> bool:
        """Whether a clip of this path goes through the step."""
        return not self.only or any(fnmatchcase(name, pattern) for pattern in self.only)


def read_recipe(path: Path, verbs: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a recipe document in TOML, checked."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise FileError(path, f"the recipe cannot be read: {reason}.") from None
    return parsed(text, str(path), verbs)


def parsed(text: str, source: str, verbs: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a recipe's text; ``verbs`` are those that may stand in it."""
    data = known_table(text, source, "toml", ("format", "step"))
    given = data.get("step", [])
    if not isinstance(given, list) or not given:
        raise DocumentError(f"{source}: there is no [[step]]. Write one for each verb, with verb = and options =.")
    steps = []
    for k, table in enumerate(given):
        place = f"step[{k}]"
        check_words(table, Step, place, source)
        step: Step = converted(table, Step, place, source)
        check_name(step.verb, verbs, f"{place}.verb", "verb", source)
        try:
            shlex.split(step.options)
        except ValueError as error:
            raise DocumentError(f"{source}: {place}.options = {step.options!r}: {error}.") from None
        steps.append(step)
    return tuple(steps)
