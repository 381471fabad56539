"""The options by which every command that reads a file is told what the file does not say."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from supple.cli import options

if TYPE_CHECKING:
    from supple.io.options import ReadOptions as Given
else:
    Given = object  # the real one loads NumPy, which --help does not need

_PARAMETER = "given"


def _given(
    *,
    input_units: options.InputUnits = "auto",
    input_up: options.InputUp = "auto",
    skeleton: options.SkeletonFile = None,
    figure: options.Figure = 0,
) -> Given:
    return options.read_options(input_units, input_up, skeleton, figure)


def reads(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose parameter ``given: Given`` is made of these options, which take its place on the command line."""
    shared = tuple(inspect.signature(_given).parameters)

    @functools.wraps(command)
    def reading(**values: Any) -> None:
        given = _given(**{name: values.pop(name) for name in shared})
        command(**values, **{_PARAMETER: given})

    own = [p for p in inspect.signature(command, eval_str=True).parameters.values() if p.name != _PARAMETER]
    parameters = [*own, *inspect.signature(_given, eval_str=True).parameters.values()]
    reading.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
    )
    reading.__annotations__ = {p.name: p.annotation for p in parameters}
    return reading
