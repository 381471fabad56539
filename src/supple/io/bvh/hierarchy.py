"""The HIERARCHY block: joints, offsets, channels. One loop and a stack, so no depth can hurt."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

from supple.errors import FileError
from supple.io.bvh.layout import AXES, MAX_LENGTH, Channel, Node, Nodes
from supple.io.bvh.naming import node_names
from supple.io.numbers import plain_float
from supple.io.source import MAX_JOINTS, MAX_NAME

_WORD = re.compile(r"[{}]|[^\s{}]+")
_NAME = re.compile(r"[ \t]*([^\n\r{]*)")
_CHANNEL = re.compile(r"([xyz])(rotation|position)", re.IGNORECASE)
_QUOTED = 40  # characters of a strange word that a message shows


@dataclass(slots=True)
class _Draft:
    """A joint while its block is being read."""

    spelling: str
    parent: int
    place: int  # in the text
    end: bool
    offset: tuple[float, float, float] | None = None
    channels: tuple[Channel, ...] = ()


@dataclass(slots=True)
class _Text:
    """The words of the hierarchy with their lines."""

    text: str
    path: Path
    place: int = 0
    begin: int = 0  # of the latest word

    def word(self) -> str:
        """The next word or brace, ``""`` at the end."""
        match = _WORD.search(self.text, self.place)
        if match is None:
            self.begin = len(self.text)
            return ""
        self.begin, self.place = match.span()
        return match.group()

    def rest_of_line(self) -> str:
        """What stands between here and the end of the line or an opening brace."""
        match = _NAME.match(self.text, self.place)
        assert match is not None  # the pattern matches nothing too
        self.place = match.end()
        return match.group(1).strip()

    def error(self, message: str, place: int | None = None) -> FileError:
        """What is wrong at the latest word, or at another place."""
        line = self.text.count("\n", 0, self.begin if place is None else place) + 1
        return FileError(self.path, message, line)

    def number(self, what: str) -> float:
        word = self.word()
        value = plain_float(word)
        if math.isnan(value):
            raise self.error(f"{what} needs a number; found {_shown(word)}.")
        return value


def parse(text: str, path: Path) -> tuple[list[Nodes], list[str]]:
    """The figures of a hierarchy block, one for each ROOT, and warnings."""
    source = _Text(text, path)
    if (first := source.word()).upper() != "HIERARCHY":
        raise source.error(f"a BVH file starts with HIERARCHY; found {_shown(first)}. Is it another format?")
    figures: list[list[_Draft]] = []
    stack: list[int] = []
    while word := source.word():
        _take(word.upper(), word, source, figures, stack)
    if stack:
        draft = figures[-1][stack[-1]]
        raise source.error(
            f"the block of {draft.spelling or 'End Site'!r} is never closed. Is the file cut off?", draft.place
        )
    if not figures:
        raise source.error("there is no ROOT joint. A BVH file needs one.")
    warnings: list[str] = []
    return [_named(drafts, source, warnings) for drafts in figures], warnings


def _take(key: str, word: str, source: _Text, figures: list[list[_Draft]], stack: list[int]) -> None:
    joint = figures[-1][stack[-1]] if stack else None
    if key == "ROOT" and joint is None:
        figures.append([])
        _open(source, figures, stack, source.rest_of_line(), end=False)
    elif key in ("JOINT", "END", "ROOT") and joint is not None and not joint.end:
        name = source.rest_of_line()
        _open(source, figures, stack, name if key != "END" else "", end=key == "END")
    elif key == "}" and stack:
        stack.pop()
    elif key == "OFFSET" and joint is not None:
        joint.offset = (_length(source), _length(source), _length(source))
    elif key == "CHANNELS" and joint is not None:
        joint.channels = _channels(source, joint)
    else:
        where = f"inside {joint.spelling or 'End Site'!r}" if joint else "outside of any joint"
        raise source.error(
            f"found {_shown(word)} {where}. Expected "
            + ("OFFSET, CHANNELS, JOINT, End Site or }." if joint else "ROOT.")
        )


def _length(source: _Text) -> float:
    value = source.number("OFFSET")
    if abs(value) > MAX_LENGTH:
        raise source.error(f"an OFFSET of {value:g} is not plausible. Is the file damaged?")
    return value


def _open(source: _Text, figures: list[list[_Draft]], stack: list[int], name: str, *, end: bool) -> None:
    if len(name) > MAX_NAME:
        raise source.error(f"a joint name of {len(name)} characters is not plausible. Is a line break missing?")
    drafts = figures[-1]
    drafts.append(_Draft(name, stack[-1] if stack else -1, source.begin, end))
    if sum(map(len, figures[:-1])) + len(drafts) > MAX_JOINTS:
        raise source.error(f"there are more than {MAX_JOINTS} joints. No figure has so many; is the file damaged?")
    stack.append(len(drafts) - 1)
    if (brace := source.word()) != "{":
        raise source.error(f"{name or 'End Site'!r} must be followed by {{; found {_shown(brace)}.")


def _channels(source: _Text, joint: _Draft) -> tuple[Channel, ...]:
    if joint.end:
        raise source.error("an End Site cannot have CHANNELS. Make it a JOINT, or remove the line.")
    count = source.number("CHANNELS")
    if count != int(count) or not 0 <= count <= 6:
        raise source.error(f"a joint has 0 to 6 channels; found {count:g}.")
    found: list[Channel] = []
    for _ in range(int(count)):
        word = source.word()
        match = _CHANNEL.fullmatch(word)
        if match is None:
            raise source.error(
                f"{joint.spelling!r} declares {count:g} channels; channel {len(found) + 1} is {_shown(word)}. "
                "Use Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation."
            )
        channel = Channel("rotation" if match[2][0] in "rR" else "position", AXES.index(match[1].lower()))
        if channel in found:
            raise source.error(f"{joint.spelling!r} has the channel {channel} twice. Each may occur once in a joint.")
        found.append(channel)
    return tuple(found)


def _named(drafts: list[_Draft], source: _Text, warnings: list[str]) -> Nodes:
    names, said = node_names(*zip(*((d.spelling, d.parent, d.end) for d in drafts), strict=True))
    warnings.extend(said)
    return tuple(_node(d, name, source) for d, name in zip(drafts, names, strict=True))


def _node(draft: _Draft, name: str, source: _Text) -> Node:
    if draft.offset is None:
        raise source.error(f"{name!r} has no OFFSET.", draft.place)
    return Node(name, draft.spelling, draft.parent, draft.offset, draft.channels, draft.end)


def _shown(word: str) -> str:
    if not word:
        return "the end of the hierarchy"
    return repr(word if len(word) <= _QUOTED else word[:_QUOTED] + "...")
