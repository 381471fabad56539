"""Strength that is taken away by and by, from the unrestricted motion down to what a document leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from supple.constraints.names import Names
from supple.dynamics.figure import Figure
from supple.recipes.physics.runs import Run
from supple.solvers.spacetime.problem import Limit

_STEP = 0.1  # by which strength is taken away at a time
_OVER = 0.03  # of a joint's largest torque, by which a limit counts as kept
_HOPELESS = 0.25  # of a joint's largest torque, beyond which a limit is not kept by any solve that goes on
_LEAST = 0.1  # of a joint's largest torque: no direction is limited to less


class Limited(NamedTuple):
    """A joint whose torques are limited."""

    name: str
    number: int  # of the model's joint
    axes: np.ndarray  # (k, 3) that its muscles turn it about
    lowest: np.ndarray  # (k,) torques of the unrestricted motion, either way about each axis [Nm]
    highest: np.ndarray
    share: float
    reached: float = 0.0  # the share that it was weakened to: more than ``share`` where nobody could move like that

    def limit(self, share: float) -> Limit:
        """What is left of it."""
        return Limit(self.number, self.axes, share * self.lowest, share * self.highest)


def weakened(
    run: Run, names: Names, strength: Mapping[str, float], unrestricted: Run, holds: Callable[[Run], bool]
) -> tuple[Run, tuple[Limited, ...]]:
    """Limit the torques of joints, each to a share of the largest that they have in an unrestricted run.

    Effort is told by the share of its strength that a joint uses, so that a weaker one makes more of it.

    choice: muscles pull one way, so that each way about each axis has its own largest torque; a hinge has muscles about
    its axis only, and bones and ligaments carry the rest.

    Limits of each stage are inside those of the one before: what is too weak stays too weak, and going on would only
    tear the body. Where a stage is far beyond its limits, or nothing ``holds`` it together any more, the one before it
    is what there is. (What is a little beyond is a solve that was ended by its last round: the next stage goes on from
    there.)
    """
    wishes = _wishes(unrestricted, names, strength)
    lowest = min(wish.share for wish in wishes)
    stages = np.linspace(1.0, lowest, 1 + max(1, int(np.ceil((1.0 - lowest) / _STEP - 1e-9))))[1:]
    hardship = run.scene.problem.hardship
    reached = [1.0] * len(wishes)
    for stage in stages:
        shares = [max(wish.share, float(stage)) for wish in wishes]
        limits = tuple(wish.limit(share) for wish, share in zip(wishes, shares, strict=True))
        harder = None if hardship is None else _harder(run.scene.problem.figure, hardship, wishes, shares)
        tried = run.of(replace(run.scene.problem, limits=limits, hardship=harder))
        if tried.result.stopped == "stalled" and (_hopeless(tried, limits) or not holds(tried)):
            run = replace(run, result=replace(run.result, history=tried.result.history))
            break
        run, reached = tried, shares
    return run, tuple(wish._replace(reached=share) for wish, share in zip(wishes, reached, strict=True))


def strained(run: Run, wishes: Sequence[Limited], start: float = 0.0) -> tuple[str, ...]:
    """Which limits a run does not keep, and when; ``start`` [s] is where the run begins in its clip."""
    if not wishes:
        return ()
    torques, notes = run.torques(), []
    for wish in wishes:
        limit = wish.limit(wish.share)
        beyond = _beyond(run, torques, limit)
        over, at = float(beyond.max()), run.scene.at.times[int(beyond.argmax())] + start
        if over > _OVER * limit.size:
            early = f"; weakened to {wish.reached:.0%}, below which limits fail" if wish.reached > wish.share else ""
            notes.append(
                f"strength.{wish.name}: {over:.1f} Nm more are needed at {at:.2f} s than the {limit.size:.1f} Nm "
                f"allowed{early}."
            )
    return tuple(notes)


def _hopeless(run: Run, limits: Iterable[Limit]) -> bool:
    torques = run.torques()
    return any(float(_beyond(run, torques, limit).max()) > _HOPELESS * limit.size for limit in limits)


def _beyond(run: Run, torques: np.ndarray, limit: Limit) -> np.ndarray:
    """(S,) how far the torques of a joint are beyond its limit [Nm]."""
    return np.abs(limit.beyond(_own(run.scene.problem.figure, torques, limit.number))).max(axis=1)


def _wishes(run: Run, names: Names, strength: Mapping[str, float]) -> list[Limited]:
    figure, torques, wishes = run.scene.problem.figure, run.torques(), []
    for name, share in strength.items():
        joint = names.joint(name)
        number = figure.carriers[joint].number
        axes = figure.axes[joint][None] if joint in figure.axes else np.eye(3)
        own = _own(figure, torques, number) @ axes.T
        least = _LEAST * float(np.abs(own).max())
        low, high = np.minimum(own.min(axis=0), -least), np.maximum(own.max(axis=0), least)
        wishes.append(Limited(name, number, axes, low, high, share))
    return wishes


def _harder(figure: Figure, hardship: np.ndarray, wishes: list[Limited], shares: list[float]) -> np.ndarray:
    """(nv - 6,) how many times effort counts for joints that have so much of their strength left."""
    counts = hardship.copy()
    for wish, share in zip(wishes, shares, strict=True):
        start = figure.model.joints[wish.number].idx_v - 6
        counts[start : start + 3] /= share**2
    return counts


def _own(figure: Figure, torques: np.ndarray, number: int) -> np.ndarray:
    start = figure.model.joints[number].idx_v
    return torques[:, start : start + 3]
