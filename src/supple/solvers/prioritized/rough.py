"""How much a motion jumps: second differences of places, which is what a viewer sees as a pop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import source_goals
from supple.core.pose import WorldPose
from supple.core.quaternions import rotate
from supple.kernels.task_kinds import POINT

ALLOWED = 1.4  # times what is allowed: a jump that nobody takes for one
_SHARP = 0.9  # share of the allowed jump above which a joint's roughness counts more in the next try
_USUAL = 4.0  # times the median jump of a joint
_FLOOR = 1e-6  # of the height: less than a file's digits
# choice: what is added may jump as the goals do, and beside what the source does there; on a closer look (see
# ``closer.py``) only beside what the source does in jerks.
_SEEN = 1e-4  # of the height: less than this nobody sees
_ABOUT = 3  # frames on either side in which the source's own jumps hide one that is added
_TURNED = 2.0  # a jump of the source that is turned back to front is twice itself away from where it was


def bends(paths: np.ndarray, frames: np.ndarray, first: int) -> np.ndarray:
    """(n + 2, ...) second differences of paths (F, ..., 3) about every frame of a run (n,), and one beside each end.

    They are 0 where they would need a frame before ``first`` or after the last: an end is free.
    """
    out, (start, stop, at) = np.zeros((len(frames) + 2, *paths.shape[1:])), _inner(frames, first, len(paths))
    if stop > start:
        inner = paths[start - 1 : stop - 1] - 2.0 * paths[start:stop] + paths[start + 1 : stop + 1]
        out[at : at + stop - start] = inner
    return out


def jumps_of(paths: np.ndarray, frames: np.ndarray, first: int) -> np.ndarray:
    """(n + 2, J) the lengths of those of paths (F, J, 3)."""
    from supple.kernels.jumps import jump_lengths

    out, (start, stop, at) = np.zeros((len(frames) + 2, paths.shape[1])), _inner(frames, first, len(paths))
    if stop > start:
        jump_lengths(np.ascontiguousarray(paths), start, stop, out[at : at + stop - start])
    return out


def _inner(frames: np.ndarray, first: int, count: int) -> tuple[int, int, int]:
    """First and stop of the frames about a run (n,), without gaps, that have both neighbours.

    The third number is which of the n + 2 frames about the run the first is.
    """
    start, stop = max(int(frames[0]) - 1, first + 1), min(int(frames[-1]) + 2, count - 1)
    return start, stop, start - int(frames[0]) + 1


def jerk_weights(source: np.ndarray, frames: np.ndarray, first: int) -> np.ndarray:
    """(n + 2, J) how much each second difference of a run counts: less where the source itself jumps.

    What is turned by an edit is turned with its glitches; to smooth those would bend the body around them.
    """
    jumps = jumps_of(source, frames, first)
    usual = np.maximum(np.median(jumps, axis=0), _FLOOR * max(float(jumps.max(initial=0.0)), _FLOOR))
    out, (start, stop, at) = 1.0 / (1.0 + (jumps / (_USUAL * usual)) ** 2), _inner(frames, first, len(source))
    out[:at], out[at + max(stop - start, 0) :] = 0.0, 0.0
    return np.asarray(out)


@dataclass(frozen=True, slots=True, eq=False)
class Allowed:
    """How far joints may jump about the frames of a run (n,), and beside it."""

    source: np.ndarray  # (F, J, 3) where joints are in the source [m]
    first: int  # frames before it are no part of the motion
    run: np.ndarray  # (n,)
    whole: np.ndarray  # (J,) [m]: a joint jumps as much as its largest jump in the source, and that of the goals
    goals: np.ndarray  # (n + 2,) [m]: the largest jump of a goal
    added: np.ndarray  # (n + 2, J) [m]: what is added to the source jumps as the goals do, and as the source does there
    seen: float  # [m]: less than this nobody sees

    def shares(self, places: np.ndarray, frames: np.ndarray) -> np.ndarray:
        """(m + 2, J) jumps of joints at ``places`` (F, J, 3) as shares of what is allowed, about some frames (m,)."""
        from supple.kernels.jumps import jump_shares

        out, (start, stop, at) = np.zeros((len(frames) + 2, places.shape[1])), _inner(frames, self.first, len(places))
        if stop > start:
            added = self.added[self.part(frames)][at : at + stop - start]
            jump_shares(places, self.source, start, self.whole, added, out[at : at + stop - start])
        return out

    def part(self, frames: np.ndarray) -> slice:
        """Where consecutive frames (m,) of the run, and their neighbours, lie in its n + 2."""
        return slice(int(frames[0] - self.run[0]), int(frames[-1] - self.run[0]) + 3)


def allowed_jumps(
    source: np.ndarray, asked: np.ndarray, run: np.ndarray, first: int, size: float, *, close: bool = False
) -> Allowed:
    """What is allowed in a run (n,), from places (F, J, 3) and how far goals are from the source, ``asked`` (F, K, 3).

    Only the run and its neighbours are looked at, so that a cut gives the same answer. ``close``: what is added does
    not hide behind what the source does smoothly, only behind its jitter.
    """
    each = jumps_of(asked, run, first).max(axis=1, initial=0.0)
    goals = float(each.max(initial=0.0))
    own = jumps_of(source, run, first)
    added = goals + _TURNED * _largest_about(own) + _SEEN * size
    if close:
        near = goals + _TURNED * _largest_about(np.linalg.norm(_jitter(source, run, first), axis=-1))
        added = np.minimum(added, np.maximum(near, _SEEN * size))
    return Allowed(source, first, run, own.max(axis=0, initial=0.0) + goals + _FLOOR * size, each, added, _SEEN * size)


def _jitter(source: np.ndarray, run: np.ndarray, first: int) -> np.ndarray:
    """(n + 2, J, 3) second differences less the mean of those beside them; 0 where one of these is beyond an end."""
    bent, out = bends(source, run, first), np.zeros((len(run) + 2, *source.shape[1:]))
    start, stop, at = _inner(run, first, len(source))
    inner = slice(at + 1, at + stop - start - 1)
    if stop - start > 2:
        out[inner] = bent[inner] - 0.5 * (bent[at : at + stop - start - 2] + bent[at + 2 : at + stop - start])
    return out


def _largest_about(jumps: np.ndarray) -> np.ndarray:
    """(n, J) the largest of jumps (n, J) within a few frames."""
    from supple.kernels.jumps import largest_about

    out = np.zeros(jumps.shape)
    largest_about(jumps, _ABOUT, out)
    return out


def usual_jumps(allowed: Allowed, reach: int) -> tuple[np.ndarray, np.ndarray]:
    """How far places jump about the frames of a run in the source, and goals: (n + 2, J) and (n + 2, 1) [m].

    The largest within ``reach`` frames; a joint that rests there may jump as it does at other times, but not as far as
    in the one wildest moment of a clip.
    """
    from supple.kernels.jumps import largest_about

    own, goals = jumps_of(allowed.source, allowed.run, allowed.first), allowed.goals[:, None]
    near, asked = np.zeros(own.shape), np.zeros(goals.shape)
    largest_about(own, reach, near)
    largest_about(goals, reach, asked)
    return np.minimum(np.maximum(near, _USUAL * np.median(own, axis=0)), own.max(axis=0, initial=0.0)), asked


def sharper(shares: np.ndarray) -> np.ndarray:
    """How much more roughness counts in the next try, by the shares of what is allowed."""
    return np.asarray(np.clip(shares / _SHARP, 1.0, 2.0) ** 2)


def asked_displacement(plan: Plan, source: WorldPose) -> np.ndarray:
    """(F, K, 3) from where the source has a point to where it is wanted; 0 for tasks that are about no point.

    In ramps the source is where a point would be without its task: what other tasks do to it is not what is asked.
    """
    goals = source_goals(plan, source)
    out = goals.goal[..., :3] - _points(source, plan.joint, plan.point)
    if len(plan.support_joint):
        riding = plan.share[..., None] * _points(source, plan.support_joint, plan.support_point)
        for k in np.flatnonzero(np.diff(plan.support_start)):
            out[:, k] += riding[:, plan.support_start[k] : plan.support_start[k + 1]].sum(axis=1)
    out[(plan.activity <= 0.0) | (plan.kind != POINT)] = 0.0
    return out


def held_on(asked: np.ndarray, active: np.ndarray, which: np.ndarray) -> np.ndarray:
    """What is asked (F, K, 3) with some tasks (K,) asking what they last or first do where they are not ``active``.

    Points of a foot that stands take turns; that each comes and goes is no jump that the foot is asked to make.
    """
    out, frames = asked.copy(), np.arange(len(asked))
    for k in np.flatnonzero(which & active.any(axis=0)):
        on = np.flatnonzero(active[:, k])
        at = np.clip(np.searchsorted(on, frames, side="right") - 1, 0, None)
        out[:, k] = asked[on[at], k]
    return out


def _points(pose: WorldPose, joints: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(F, n, 3) where points (n, 3) or (F, n, 3) in the frames of joints (n,) are in the world."""
    places = pose.positions[:, joints]
    return np.asarray(places + rotate(pose.rotations[:, joints], points)) if points.any() else places
