"""The channels of one clip that move one figure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from supple.errors import FileError
from supple.io.gltf.accessors import Arrays
from supple.io.gltf.curves import MODES, WIDTHS, Curve, checked_times
from supple.io.gltf.schema import Animation, Sampler
from supple.io.gltf.tree import Figure

Curves = dict[int, dict[str, Curve]]  # node -> path -> curve


@dataclass(frozen=True, slots=True)
class Choice:
    """A figure with one clip that moves it; several of them make a file of several motions."""

    figure: Figure
    animation: int | None

    def words(self, animations: Iterable[Animation]) -> str:
        """The choice as a person would name it."""
        name = repr(self.figure.name) if self.figure.name else f"the figure at node {self.figure.nodes[0]}"
        if self.animation is None:
            return f"{name} at rest"
        clip = list(animations)[self.animation].name
        return f"{name}, clip {clip!r}" if clip else f"{name}, clip {self.animation}"


def choices(figures: Iterable[Figure], animations: list[Animation]) -> list[Choice]:
    """Every figure with every clip that moves it, or at rest where none does."""
    moved = [{c.target.node for c in a.channels if c.target.path in WIDTHS} for a in animations]
    found = []
    for figure in figures:
        own = {*figure.nodes, *figure.ancestors}
        clips: list[int | None] = [k for k, nodes in enumerate(moved) if not own.isdisjoint(nodes)]
        found += [Choice(figure, clip) for clip in clips or [None]]
    return found


def curves_of(arrays: Arrays, animation: Animation, figure: Figure) -> tuple[Curves, list[str]]:
    """The curves that move a figure's nodes or what is above them, and warnings."""
    own = {*figure.nodes, *figure.ancestors} - {-1}
    found: Curves = {}
    times: dict[int, np.ndarray] = {}  # accessor -> key times, one array however many channels share it
    twice = 0
    for number, channel in enumerate(animation.channels):
        node, path = channel.target.node, channel.target.path
        if node not in own or path not in WIDTHS:
            continue
        if path in found.setdefault(node, {}):
            twice += 1
            continue
        if channel.sampler >= len(animation.samplers):
            raise FileError(
                arrays.path,
                f"channel {number} uses sampler {channel.sampler}; the clip lists {len(animation.samplers)}.",
            )
        found[node][path] = _curve(arrays, times, animation.samplers[channel.sampler], path, f"channel {number}")
    said = f"{twice} channels move what another channel moves already; the first of each was kept."
    return found, [said] if twice else []


def _curve(arrays: Arrays, known: dict[int, np.ndarray], sampler: Sampler, path: str, where: str) -> Curve:
    file = arrays.path
    if sampler.interpolation not in MODES:
        raise FileError(file, f"{where} has the interpolation {sampler.interpolation[:30]!r}; glTF has {MODES}.")
    kind = f"VEC{WIDTHS[path]}"
    if sampler.input not in known:
        stated = arrays.get(sampler.input, "SCALAR", f"the key times of {where}")[:, 0]
        known[sampler.input] = checked_times(file, stated, f"the list of key times of {where}")
    times = known[sampler.input]
    values = arrays.get(sampler.output, kind, f"the key values of {where}")
    rows = len(times) * (3 if sampler.interpolation == "CUBICSPLINE" else 1)
    if len(values) != rows:
        raise FileError(file, f"{where} has {len(times)} key times and {len(values)} values; {rows} values are needed.")
    return Curve(path, sampler.interpolation, times, values)


def key_times(curves: Curves) -> np.ndarray:
    """All distinct key times, rising (K,)."""
    distinct = {id(c.times): c.times for paths in curves.values() for c in paths.values()}
    return np.unique(np.concatenate(list(distinct.values())))
