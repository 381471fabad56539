"""Options that many commands share: what a file does not say of itself, and where a result goes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from supple.cli import options, outcomes, signatures

if TYPE_CHECKING:
    from supple.io.options import ReadOptions as Given
else:
    Given = object  # the real one loads NumPy, which --help does not need


def _given(
    *,
    input_units: options.InputUnits = "auto",
    input_up: options.InputUp = "auto",
    skeleton: options.SkeletonFile = None,
    figure: options.Figure = 0,
) -> Given:
    return options.read_options(input_units, input_up, skeleton, figure)


def _of_character(
    *,
    character_units: options.CharacterUnits = "auto",
    character_up: options.CharacterUp = "auto",
    character_skeleton: options.CharacterSkeleton = None,
    character_figure: options.CharacterFigure = 0,
) -> Given:
    return options.read_options(character_units, character_up, character_skeleton, character_figure)


def _to(
    *,
    out: outcomes.Out = None,
    json: options.Json = False,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> outcomes.Outputs:
    return outcomes.outputs(out, None, force=force, dry_run=dry_run, json=json)


_MADE: dict[str, Callable[..., object]] = {"given": _given, "of_character": _of_character, "to": _to}


def reads(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose ``given: Given`` is made of these options, which take its place on the command line.

    ``of_character: Given``, in commands with a second file, is made in the same way of the options for that, and
    ``to: Outputs`` of those that say where the result goes.
    """
    makers = {p.name: _MADE[p.name] for p in signatures.parameters(command) if p.name in _MADE and not _is_option(p)}

    @functools.wraps(command)
    def reading(**values: Any) -> None:
        made = {
            name: make(**{option: values.pop(option) for option in inspect.signature(make).parameters})
            for name, make in makers.items()
        }
        command(**values, **made)

    own = [p for p in signatures.parameters(command) if p.name not in makers]
    return signatures.taking(reading, [*own, *(p for make in makers.values() for p in signatures.parameters(make))])


def _is_option(parameter: inspect.Parameter) -> bool:
    """Whether a command itself has an option of this name, as ``rename --to``."""
    return hasattr(parameter.annotation, "__metadata__")
