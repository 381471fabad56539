"""Goals that a body of bones cannot reach, from where it is held.

Between a point that is held and the effector lies a chain of stiff pieces, joined where somebody may move. Its ends are
at most as far apart as the pieces are long together, and at least as far as the longest is longer than the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, lru_cache, partial
from typing import NamedTuple

import numpy as np

from supple.constraints import model
from supple.constraints.moments import profile_frames
from supple.constraints.names import Effector
from supple.constraints.recruiting import ancestors
from supple.core.motion import first_moving_frame
from supple.core.progress import Progress
from supple.core.skeleton import Skeleton
from supple.recipes.lint.finding import Finding, finding, label
from supple.recipes.lint.moving import moving, stands
from supple.recipes.lint.places import Held, frames_to_look_at, held
from supple.recipes.lint.scene import Scene

_KEPT = 2**16  # some tens of megabytes: more than an edit of ordinary size has
_NEAR = 1e-3  # [m] what is missed by less is no trouble
_STRIDES = 10.0  # body heights that a whole figure may have to travel for a goal before somebody should look at it


class _Body:
    """What is asked of a scene again and again, each found once; as much of it as memory has room for."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.held = lru_cache(_KEPT)(self._held)
        self.span = lru_cache(_KEPT)(self._span)
        self.hung = cache(self._hung)
        self._way = cache(partial(_way, scene.motion.skeleton))

    def _held(self, number: int, frame: int) -> tuple[Held, ...]:
        """Where a constraint holds its points in a frame."""
        return tuple(held(self.scene, number, frame))

    def _hung(self, number: int, top: int) -> _Hung | None:
        """What a constraint has below the topmost joint that it recruits; None: something else moves that joint, too.

        Only what is no weaker counts. The root always moves itself. Kept points move nothing, and feet that are held
        where they stand no more than they skate.
        """
        scene, mine = self.scene, self.scene.recruits[number].recruited
        above = ancestors(scene.motion.skeleton, top).copy()
        above[top] = False
        equals = {k for k in scene.together(number) if scene.priority(k) <= scene.priority(number)}
        moved = moving(scene.edit, scene.recruits, equals, standing=True)
        if top == 0 or (moved & above).any():
            return None
        feet = (k for k in equals if stands(scene.edit.constraints[k]) and (scene.recruits[k].recruited & above).any())
        return _Hung((mine | moved).tobytes(), sum(_skated(scene, k) for k in feet))

    def _span(self, frame: int, start: Effector, end: Effector, free: bytes) -> tuple[float, float]:
        """How far apart two points of the body can be, and how near, bending at the free joints between them [m].

        A chain bends at the free joints on its way, but not where its two branches meet: turning that joint turns both.
        """
        own, positions = self._way(start.joint, end.joint, free), self.scene.pose.positions[frame]
        nodes = [self.scene.source(start, frame), *positions[own], self.scene.source(end, frame)]
        pieces = np.linalg.norm(np.diff(nodes, axis=0), axis=1).tolist()
        return sum(pieces), max(2.0 * max(pieces) - sum(pieces), 0.0)


def _way(skeleton: Skeleton, start: int, end: int, free: bytes) -> np.ndarray:
    """The free joints between two joints of the body, in their order."""
    up, down, own = ancestors(skeleton, start), ancestors(skeleton, end), np.frombuffer(free, bool)
    return np.concatenate([np.flatnonzero(up & ~down & own)[::-1], np.flatnonzero(down & ~up & own)])


class _Hung(NamedTuple):
    """A part of the body below a joint that stays where it is."""

    free: bytes  # (J,) bool: the joints that move
    give: float  # [m] by which the joint may be moved after all


class _Miss(NamedTuple):
    """By how much a goal is out of reach, and in which frame."""

    metres: float
    frame: int
    words: str


def out_of_reach(scene: Scene, told: Collection[int] = (), progress: Progress | None = None) -> Iterator[Finding]:
    """Goals that cannot be reached with the joints recruited, or not while a stronger constraint is kept.

    Of those that are ``told`` of to miss for a footplant, no plant is said to keep them away.
    """
    plants = {k for k in scene.sound if isinstance(scene.edit.constraints[k], model.Footplant)}
    body, numbers = _Body(scene), np.array(scene.sound)
    level = np.array([scene.priority(k) for k in scene.sound])
    begin, end = (np.array([scene.spans[k][i][i] for k in scene.sound]) for i in (0, -1))
    there = np.ones(len(numbers), bool)  # what is not reached itself holds nothing where it should be
    for done, i in enumerate(np.argsort(level, kind="stable").tolist()):
        pins = numbers[(level < level[i]) & there & (begin <= end[i]) & (begin[i] <= end)]  # and act in common frames
        number = int(numbers[i])
        others = [k for k in pins.tolist() if k not in plants or number not in told]
        for found in [*_unreached(body, number, others)] or _unridden(body, number):
            there[i] = False
            yield found
        if progress is not None:
            progress(done + 1, len(numbers))


def _unreached(body: _Body, number: int, pins: list[int]) -> Iterator[Finding]:
    scene = body.scene
    wishes = [(frame, wish) for frame in frames_to_look_at(scene, number) for wish in body.held(number, frame)]
    misses = (m for f, w in wishes if (m := _from_body(body, number, f, w)))
    own = max(misses, default=None)
    if own is not None:
        yield _finding(scene, number, own, "Recruit joints further up, or move the goal.")
    misses = (m for f, w in wishes if (m := _far_travel(body, number, f, w)))
    if miss := max(misses, default=None):
        when = f"frame {miss.frame} ({miss.frame * scene.motion.frame_time:.3g} s)"
        message = f"the whole figure would have to travel {miss.metres:.3g} m for it in {when}."
        yield finding(
            scene.edit, number, "warning", "reach", "", message, "Is the goal in metres, and in the right place?"
        )
    free = scene.moved(number).tobytes()
    each = ([m for f, w in wishes if (m := _from_stronger(body, stronger, f, w, free))] for stronger in pins)
    least = 0.0 if own is None else own.metres  # what misses less for another reason is no further trouble
    if against := [worst for misses in each if misses and (worst := max(misses)).metres > least]:
        others = len(against) - 1
        more = f"; {others} more keep{'s' * (others == 1)} it away" if others else ""
        miss = max(against)
        fix = "Move the goal, or change which of the two is stronger."
        yield _finding(scene, number, miss._replace(words=miss.words + more), fix)


def _unridden(body: _Body, number: int) -> Iterator[Finding]:
    """Places on the body that a point never comes to, however the joints between the two turn."""
    scene, wish = body.scene, body.scene.edit.constraints[number]
    if not isinstance(wish, model.Position) or len(wish.axes) < 3:
        return
    for goal in wish.goals:
        first, last = profile_frames(goal.when, scene.motion)[1:3]
        frame = max(int(np.ceil(first)), first_moving_frame(scene.motion))
        if goal.relative_to is None or goal.at is None or frame > last:
            continue
        ridden = Effector(scene.names.joint(goal.relative_to), goal.at)
        nearest = body.span(frame, ridden, scene.effectors[number][0], scene.moved(number).tobytes())[1]
        if nearest > _NEAR:
            words = f"the place rides with {goal.relative_to}, and no turn of the joints between brings them together"
            yield _finding(scene, number, _Miss(nearest, frame, words), "Move the goal, or recruit joints between.")


def _finding(scene: Scene, number: int, miss: _Miss, fix: str) -> Finding:
    when = f"frame {miss.frame} ({miss.frame * scene.motion.frame_time:.3g} s)"
    message = f"out of reach by {1000.0 * miss.metres:.0f} mm in {when}: {miss.words}."
    return finding(scene.edit, number, "warning", "reach", "", message, fix)


def _from_body(body: _Body, number: int, frame: int, wish: Held) -> _Miss | None:
    """A miss seen from the topmost recruited joint, while all above it stays where it is."""
    scene = body.scene
    chain = np.flatnonzero(scene.recruits[number].recruited & ancestors(scene.motion.skeleton, wish.effector.joint))
    if not len(chain) or (hung := body.hung(number, int(chain[0]))) is None:
        return None
    top = Effector(int(chain[0]))
    miss = _beyond(body, frame, wish, Held(top, scene.source(top, frame), "xyz"), hung.free)
    if miss is None or miss[0] <= hung.give + _NEAR:
        return None
    name = scene.motion.skeleton.names[top.joint]
    return _Miss(miss[0] - hung.give, frame, f"{miss[1]} from {name}, the topmost joint recruited")


def _far_travel(body: _Body, number: int, frame: int, wish: Held) -> _Miss | None:
    """How far the root has to go for a goal that the body does not reach from where it is, if that is very far."""
    scene = body.scene
    mine = scene.recruits[number].recruited
    if not mine[0]:
        return None
    root = Effector(0)
    miss = _beyond(body, frame, wish, Held(root, scene.source(root, frame), "xyz"), mine.tobytes())
    height = float(np.ptp(scene.pose.positions[frame, :, 1]))
    return _Miss(miss[0], frame, "") if miss is not None and miss[0] > _STRIDES * height else None


def _skated(scene: Scene, number: int) -> float:
    """How far a foot that is held where it stands gets from where it came down [m]."""
    c = scene.edit.constraints[number]
    if not isinstance(c, model.Footplant):
        return 0.0
    e, foot = c.known_events, scene.names.foot(c.foot)
    return max(scene.travel(foot.heel, e.heel_strike, e.heel_off), scene.travel(foot.ball, e.toe_strike, e.toe_off))


def _from_stronger(body: _Body, stronger: int, frame: int, wish: Held, free: bytes) -> _Miss | None:
    """A miss seen from where a stronger constraint holds its own point."""
    scene, misses = body.scene, []
    for pin in body.held(stronger, frame):
        if pin.effector != wish.effector and (miss := _beyond(body, frame, wish, pin, free)):
            name = scene.motion.skeleton.names[pin.effector.joint]
            words = f"{miss[1]} from {name}, where the stronger {label(scene.edit, stronger)} holds it"
            misses.append(_Miss(miss[0], frame, words))
    return max(misses, default=None)


def _beyond(body: _Body, frame: int, wish: Held, pin: Held, free: bytes) -> tuple[float, str] | None:
    """How far a wish is outside what the chain from a pin allows [m], in words."""
    farthest, nearest = body.span(frame, pin.effector, wish.effector, free)
    axes = ["xyz".index(axis) for axis in wish.axes if axis in pin.axes]
    apart = float(np.linalg.norm((wish.place - pin.place)[axes]))
    if apart > farthest + _NEAR:
        return apart - farthest, f"the goal is {apart:.3f} m away, but {farthest:.3f} m can be reached"
    if len(axes) == 3 and apart < nearest - _NEAR:
        return nearest - apart, f"the goal is {apart:.3f} m away, but {nearest:.3f} m is the nearest possible"
    return None
