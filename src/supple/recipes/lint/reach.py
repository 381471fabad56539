"""Goals that a body of bones cannot reach, from where it is held.

Between a point that is held and the effector lies a chain of stiff pieces, joined where somebody may move. Its ends are
at most as far apart as the pieces are long together, and at least as far as the longest is longer than the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from supple.constraints.names import Effector
from supple.constraints.recruiting import ancestors
from supple.constraints.spans import common
from supple.recipes.lint.finding import Finding, finding, label
from supple.recipes.lint.places import Held, frames_to_look_at, held
from supple.recipes.lint.scene import Scene

_NEAR = 1e-3  # [m] what is missed by less is no trouble
_STRIDES = 10.0  # body heights that a whole figure may have to travel for a goal before somebody should look at it


class _Miss(NamedTuple):
    """By how much a goal is out of reach, and in which frame."""

    metres: float
    frame: int
    words: str


def out_of_reach(scene: Scene) -> Iterator[Finding]:
    """Goals that cannot be reached with the joints recruited, or not while a stronger constraint is kept."""
    missed: set[int] = set()  # what is not reached itself holds nothing where it should be
    for k in sorted(scene.sound, key=scene.priority):
        stronger = (s for s in scene.sound if scene.priority(s) < scene.priority(k) and s not in missed)
        pins = [s for s in stronger if scene.meet(s, k)]
        for found in _unreached(scene, k, pins):
            missed.add(k)
            yield found


def _unreached(scene: Scene, number: int, pins: list[int]) -> Iterator[Finding]:
    wishes = [(frame, wish) for frame in frames_to_look_at(scene, number) for wish in held(scene, number, frame)]
    misses = (m for f, w in wishes if (m := _from_body(scene, number, f, w)))
    if miss := max(misses, default=None):
        yield _finding(scene, number, miss, "Recruit joints further up, or move the goal.")
    misses = (m for f, w in wishes if (m := _far_travel(scene, number, f, w)))
    if miss := max(misses, default=None):
        when = f"frame {miss.frame} ({miss.frame * scene.motion.frame_time:.3g} s)"
        message = f"the whole figure would have to travel {miss.metres:.3g} m for it in {when}."
        yield finding(
            scene.edit, number, "warning", "reach", "", message, "Is the goal in metres, and in the right place?"
        )
    each = ([m for f, w in wishes if (m := _from_stronger(scene, stronger, f, w))] for stronger in pins)
    if against := [max(misses) for misses in each if misses]:
        others = len(against) - 1
        more = f"; {others} more keep{'s' * (others == 1)} it away" if others else ""
        miss = max(against)
        fix = "Move the goal, or change which of the two is stronger."
        yield _finding(scene, number, miss._replace(words=miss.words + more), fix)


def _finding(scene: Scene, number: int, miss: _Miss, fix: str) -> Finding:
    when = f"frame {miss.frame} ({miss.frame * scene.motion.frame_time:.3g} s)"
    message = f"out of reach by {1000.0 * miss.metres:.0f} mm in {when}: {miss.words}."
    return finding(scene.edit, number, "warning", "reach", "", message, fix)


def _from_body(scene: Scene, number: int, frame: int, wish: Held) -> _Miss | None:
    """A miss seen from the topmost recruited joint, while all above it stays where it is."""
    mine = scene.recruits[number].recruited
    chain = np.flatnonzero(mine & ancestors(scene.motion.skeleton, wish.effector.joint))
    if not len(chain) or _carried(scene, number, int(chain[0])):
        return None
    top = Effector(int(chain[0]))
    miss = _beyond(scene, frame, wish, Held(top, scene.source(top, frame), "xyz"), mine)
    if miss is None:
        return None
    name = scene.motion.skeleton.names[top.joint]
    return _Miss(miss[0], frame, f"{miss[1]} from {name}, the topmost joint recruited")


def _far_travel(scene: Scene, number: int, frame: int, wish: Held) -> _Miss | None:
    """How far the root has to go for a goal that the body does not reach from where it is, if that is very far."""
    mine = scene.recruits[number].recruited
    if not mine[0]:
        return None
    root = Effector(0)
    miss = _beyond(scene, frame, wish, Held(root, scene.source(root, frame), "xyz"), mine)
    height = float(np.ptp(scene.pose.positions[frame, :, 1]))
    return _Miss(miss[0], frame, "") if miss is not None and miss[0] > _STRIDES * height else None


def _carried(scene: Scene, number: int, top: int) -> bool:
    """Whether a constraint that is no weaker may move the topmost recruited joint; the root always moves itself."""
    above = ancestors(scene.motion.skeleton, top).copy()
    above[top] = False
    others = (k for k in scene.sound if scene.priority(k) <= scene.priority(number))
    others = (k for k in others if common(scene.spans[k], scene.spans[number]))
    return top == 0 or any(bool((scene.recruits[k].recruited & above).any()) for k in others)


def _from_stronger(scene: Scene, stronger: int, frame: int, wish: Held) -> _Miss | None:
    """A miss seen from where a stronger constraint holds its own point."""
    misses = []
    for pin in held(scene, stronger, frame):
        if pin.effector != wish.effector and (miss := _beyond(scene, frame, wish, pin, scene.free)):
            name = scene.motion.skeleton.names[pin.effector.joint]
            words = f"{miss[1]} from {name}, where the stronger {label(scene.edit, stronger)} holds it"
            misses.append(_Miss(miss[0], frame, words))
    return max(misses, default=None)


def _beyond(scene: Scene, frame: int, wish: Held, pin: Held, free: np.ndarray) -> tuple[float, str] | None:
    """How far a wish is outside what the chain from a pin allows [m], in words."""
    pieces = _pieces(scene, frame, pin.effector, wish.effector, free)
    farthest, nearest = sum(pieces), max(2.0 * max(pieces) - sum(pieces), 0.0)
    axes = ["xyz".index(axis) for axis in wish.axes if axis in pin.axes]
    apart = float(np.linalg.norm((wish.place - pin.place)[axes]))
    if apart > farthest + _NEAR:
        return apart - farthest, f"the goal is {apart:.3f} m away, but {farthest:.3f} m can be reached"
    if len(axes) == 3 and apart < nearest - _NEAR:
        return nearest - apart, f"the goal is {apart:.3f} m away, but {nearest:.3f} m is the nearest possible"
    return None


def _pieces(scene: Scene, frame: int, start: Effector, end: Effector, free: np.ndarray) -> list[float]:
    """Lengths of the stiff pieces between two points of the body [m].

    A chain bends at the free joints on its way, but not where its two branches meet: turning that joint turns both.
    """
    skeleton, positions = scene.motion.skeleton, scene.pose.positions[frame]
    up, down = ancestors(skeleton, start.joint), ancestors(skeleton, end.joint)
    first = np.flatnonzero(up & ~down & free)[::-1]
    second = np.flatnonzero(down & ~up & free)
    nodes = [scene.source(start, frame), *positions[first], *positions[second], scene.source(end, frame)]
    return np.linalg.norm(np.diff(nodes, axis=0), axis=1).tolist()
