"""What a person would see in a cleaned motion although its contacts are met: what jumps, and points in the ground."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.leaps import beyond, jumps_of
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.quaternions import rotate
from supple.solvers.cleanup.bench import Bench
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.floor_pass import find_tips
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.limbs import LimbRows
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.working import Posed, Working

_SEEN_DEG = 4.0  # from one frame to the next at 120 fps or more; at 30 fps, where steps are larger, twice as much
_SEEN_LEGS = 0.01  # of a leg, the same for the body: a leg of a step that is so much shorter bends by as many degrees
_FAST_TOES_DEG_S = 600.0  # choice: toes that go back by half a right angle in less than a tenth of a second snap
_DRAGGED_LEGS = 0.5  # choice: the root of a figure with true contacts moves by a tenth of a leg or so
_DEEP_MM = 0.1
_STIFF = "; this figure has no joint at the ball of the foot that could bend"


def jumps(motion: Motion, after: Posed, rows: LimbRows, limbs: Sequence[Limb], first: int) -> list[str]:
    """Middle joints whose bend jumps much more than in the motion, each with its worst frame; ``first`` is frame 0."""
    if len(after.positions) < 3:
        return []
    now = np.abs(np.diff(_bends(after, rows), 2, axis=0))
    fps, skeleton = motion.fps, motion.skeleton
    allowed = np.radians(_SEEN_DEG) * _coarser(fps)
    if not (now > allowed).any():
        return []
    was, said = np.abs(np.diff(_bends(world_pose(motion), rows), 2, axis=0)), []
    for k, limb in enumerate(limbs):
        more = beyond(now[:, k], was[:, k], fps)
        at = int(more.argmax())
        if more[at] > allowed:
            said.append(
                f"{limb.name}: {skeleton.names[limb.middle]!r} jumps by {np.degrees(now[at, k]):.1f} degrees at frame "
                f"{first + at + 1} ({np.degrees(was[at, k]):.1f} in the motion)."
            )
    return said


def leaps(motion: Motion, moved: np.ndarray, rows: LimbRows, leg: float, first: int) -> list[str]:
    """The worst frame in which the body leaps much more than in the motion; ``moved`` (F, 3) is how far it was [m]."""
    if len(moved) < 3:
        return []
    fps = motion.fps
    allowed = _SEEN_LEGS * _coarser(fps) * leg
    if jumps_of(moved).max() <= allowed:  # then it cannot leap by more than twice its own and this
        return []
    body = world_pose(motion).positions[:, rows.bases[rows.ranks == rows.ranks.min()]].mean(axis=1)
    was, now = jumps_of(body), jumps_of(body + moved)
    more = beyond(now, was, fps)
    at = int(more.argmax())
    if more[at] <= allowed:
        return []
    return [f"the body leaps by {1e3 * now[at]:.0f} mm at frame {first + at + 1} ({1e3 * was[at]:.0f} in the motion)."]


def leapt(bench: Bench, figure: Figure, limbs: Sequence[Limb], fps: float, first: int) -> list[str]:
    """Tips that stand at two places in two frames that follow each other, further apart than the motion goes."""
    ids, places = bench.ids, bench.places
    changes = (ids[1:] >= 0) & (ids[:-1] >= 0) & (ids[1:] != ids[:-1])
    said, allowed = [], _SEEN_LEGS * _coarser(fps) * figure.leg
    for f, limb, tip in np.argwhere(changes).tolist():
        apart = float(np.linalg.norm(places[f + 1, limb, tip] - places[f, limb, tip]))
        ends, turns = bench.ends[f : f + 2, limb], bench.turns[f : f + 2, limb]
        own = float(np.linalg.norm(np.diff(ends + rotate(turns, figure.tips[limb, tip]), axis=0)))
        if apart > 2.0 * own + allowed:
            name = limbs[limb].tips[tip].name if tip < len(limbs[limb].tips) else limbs[limb].name
            said.append(
                f"{name}: two contacts meet at frame {first + f + 1}, whose places are {1e3 * apart:.0f} mm apart "
                f"({1e3 * own:.0f} in the motion); it jumps there. Take one of them out, or let it end before."
            )
    return said


def snaps(motion: Motion, clip: Working, figure: Figure, first: int) -> list[str]:
    """Toes that turn much faster than in the motion, each with its worst frame."""
    said = []
    for toe in figure.toes[figure.toes >= 0].tolist():
        now = _speeds(clip.rotations[:, toe], motion.fps)
        if now.max(initial=0.0) <= _FAST_TOES_DEG_S:  # then it is not faster by as much either
            continue
        was = _speeds(motion.rotations[:, toe], motion.fps)
        more = beyond(now, was, motion.fps)
        if more.max() > _FAST_TOES_DEG_S:
            at = int(more.argmax())
            said.append(
                f"{motion.skeleton.names[toe]!r} snaps by {now[at] / motion.fps:.0f} degrees at frame {first + at + 1} "
                f"({was[at] / motion.fps:.0f} in the motion)."
            )
    return said


def _speeds(rotations: np.ndarray, fps: float) -> np.ndarray:
    """(F - 1,) how fast a joint turns from frame to frame [degrees/s]."""
    alike = np.abs(np.einsum("fk,fk->f", rotations[1:], rotations[:-1]))
    return np.asarray(np.degrees(2.0 * np.arccos(np.minimum(alike, 1.0))) * fps)


def dragged(moved: np.ndarray, leg: float, first: int) -> tuple[str, ...]:
    """A word about contacts that move the whole body far: it is what was asked, but hardly what was meant."""
    far = np.linalg.norm(moved, axis=1)
    at = int(far.argmax())
    if far[at] <= _DRAGGED_LEGS * leg:
        return ()
    return (
        f"the whole body is moved by {far[at]:.2f} m at frame {first + at} to keep what is planted there. "
        "Look at the contacts of that frame: one of them may be wrong.",
    )


def off_ground(deepest: np.ndarray, figure: Figure) -> tuple[str, ...]:
    """A word about a ground that is far below or above all feet in every frame, of depths (F, L) in the motion [m].

    Below, nothing touches it, and all seems to be well; above, legs fold up to their ends.
    """
    if not deepest.size:
        return ()
    feet = deepest[:, figure.feet] if figure.feet.any() else deepest
    for least, where in ((-feet.max(), "below"), (feet.min(), "above")):
        if least > _DRAGGED_LEGS * figure.leg:
            what = "feet" if figure.feet.any() else "hands"
            return (f"the ground is {least:.3g} m or more {where} the {what} in every frame. Is its height in metres?",)
    return ()


def sunk(
    deepest: np.ndarray, pose: Posed, figure: Figure, limbs: Sequence[Limb], ground: Ground, first: int
) -> list[str]:
    """Points that are still in the ground, each with its worst frame. Toes with a joint have been bent out of it.

    ``deepest`` (F, L) are the depths of the ``pose`` [m].
    """
    if 1e3 * deepest.max() <= _DEEP_MM:
        return []
    tips = find_tips(figure, pose)
    below = 1e3 * (ground.heights(tips[..., 0], tips[..., 2]) - tips[..., 1])
    said = []
    for k, limb in enumerate(limbs):
        for tip, point in enumerate(limb.tips[:2]):
            said += _deep(below[:, k, tip], point.name, first)
        if limb.toe is None and limb.toe_tip is not None:
            said += _deep(below[:, k, 2], f"the toes of {limb.name}", first, _STIFF)
    return said


def _coarser(fps: float) -> float:
    """How much more may jump than at 120 frames per second."""
    return float(np.clip(np.sqrt(120.0 / fps), 1.0, 2.0))


def _deep(depth: np.ndarray, name: str, first: int, why: str = "") -> list[str]:
    at = int(depth.argmax())
    if depth[at] <= _DEEP_MM:
        return []
    return [f"{name}: {depth[at]:.1f} mm in the ground at frame {first + at}{why}."]


def _bends(pose: WorldPose | Posed, rows: LimbRows) -> np.ndarray:
    """(F, L) [rad]."""
    from supple.kernels.cleanup.misses import find_bends

    bends = np.zeros((len(pose.positions), len(rows.bases)))
    find_bends(pose.positions, pose.rotations, rows.bases, rows.middles, rows.ends, rows.axes, bends)
    return bends
