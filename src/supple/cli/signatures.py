"""Commands put together of parts: which parameters, and so which options, a function is shown to take."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any


def parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters of a function, with their annotations as values."""
    return list(inspect.signature(function, eval_str=True).parameters.values())


def taking(command: Callable[..., None], wanted: Iterable[inspect.Parameter]) -> Callable[..., None]:
    """A command that takes whatever it is called with, shown as one that takes these, in this order and by name."""
    named = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in wanted]
    command.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in named}
    return command
