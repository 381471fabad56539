"""From plants to the poses that end effectors have to take."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.contacts import Contacts, Target
from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.core.quaternions import normalized, rotate
from supple.errors import InvalidValueError, UnknownJointError
from supple.solvers.cleanup.bench import Bench
from supple.solvers.cleanup.carriers import Carriers
from supple.solvers.cleanup.far_plants import beyond
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import Windows
from supple.solvers.cleanup.working import Posed

_ROUNDS = 12  # of turning a foot out of a ground that is not level


def take_given(
    bench: Bench,
    motion: Motion,
    pose: Posed | WorldPose,
    contacts: Contacts,
    limbs: Sequence[Limb],
    first: int,
    carriers: Carriers | None = None,
) -> tuple[str, ...]:
    """Put poses that a person gave into the bench as whole ones; without orientations those of the motion are kept.

    ``motion`` and its ``pose`` are the clip without its ``first`` rows at rest, which the document counts. Poses are
    given in the world; the bench has them as the ``carriers`` do. Returns what was left alone, in words.
    """
    from supple.kernels.cleanup.aims import WHOLE

    left = []
    for number, target in enumerate(contacts.targets):
        limb, span = _limb_of(motion, target, number, limbs), _span_of(motion, target, number, first)
        places, turns = np.array(target.positions_m), bench.turns[span, limb]
        own = _turns_of(target, number) if target.wxyz else None
        if beyond(places, span, pose, limbs[limb]) > 0.0:
            left.append(f"targets[{number}] of {target.joint!r} is out of reach: left alone.")
            continue
        if carriers is not None:
            places, own = carriers.seen(span, limb, places, own)
        if (bench.ids[span, limb] >= 0).any() or (bench.states[span, limb] == WHOLE).any():
            raise InvalidValueError(
                f"targets[{number}] gives poses of {target.joint!r} in frames {target.start}:{span.stop + first}, "
                f"where a contact or another target holds {limbs[limb].name} too. Give one of the two."
            )
        bench.states[span, limb] = WHOLE
        bench.positions[span, limb] = places
        bench.rotations[span, limb] = turns if own is None else own
    return tuple(left)


def aim_whole(bench: Bench, figure: Figure, rows: tuple[int, int], *, flat: bool = False) -> None:
    """Poses of the frames ``rows`` with two planted tips, ``flat`` on the sole or with the motion's own roll."""
    from supple.kernels.cleanup import aims

    aims.aim_whole(
        *rows, int(flat), bench.ids, bench.places, bench.ends, bench.turns, figure.tips, figure.soles,
        bench.states, bench.changes, bench.positions, bench.rotations,
    )  # fmt: skip


def aim_single(bench: Bench, figure: Figure, rows: tuple[int, int], bounds: tuple[int, int], windows: Windows) -> None:
    """Poses of the frames ``rows`` with one planted tip, from the whole ones around inside ``bounds``."""
    from supple.kernels.cleanup import aims

    aims.aim_single(
        *rows, *bounds, windows.target, windows.calm, bench.ids, bench.places, bench.ends, bench.turns, figure.tips,
        bench.states, bench.changes, bench.positions, bench.rotations,
    )  # fmt: skip


def roll(
    bench: Bench,
    figure: Figure,
    positions: np.ndarray,
    rows: tuple[int, int],
    bounds: tuple[int, int],
    windows: Windows,
) -> None:
    """Roll the feet of the frames ``rows`` about the one tip that stands; ``positions`` (N, J, 3) are the motion's [m].

    Toes without a joint would be rolled into the ground.
    """
    from supple.kernels.cleanup.rolling import roll_single

    rolling = figure.feet & ~figure.jointless_toes
    roll_single(
        *rows, *bounds, windows.target, bench.ids, figure.tips, rolling, figure.joints, positions, bench.states,
        bench.since, bench.stood, bench.positions, bench.rotations,
    )  # fmt: skip


def keep_above(bench: Bench, figure: Figure, rows: tuple[int, int], ground: Ground) -> None:
    """Turn feet that stand on one tip about it where another point of theirs would be in the ground."""
    from supple.kernels.cleanup.aims import SINGLE
    from supple.kernels.cleanup.ground import turn_off_ground

    here = slice(*rows)
    if not (bench.states[here] == SINGLE).any():
        return
    for _ in range(_ROUNDS):
        heights = _heights(bench, figure, here, ground)
        turned = turn_off_ground(
            bench.ids[here], bench.places[here], figure.points, figure.soles, bench.states[here],
            heights, bench.positions[here], bench.rotations[here],
        )  # fmt: skip
        if turned == 0 or ground.is_flat:
            return


def _heights(bench: Bench, figure: Figure, here: slice, ground: Ground) -> np.ndarray:
    """(n, L, 3) of the ground below the points of the targets [m]."""
    if ground.is_flat:
        return np.full((here.stop - here.start, *figure.points.shape[:2]), ground.levels[0])
    places = bench.positions[here][:, :, None] + rotate(bench.rotations[here][:, :, None], figure.points)
    return ground.heights(places[..., 0], places[..., 2])


def _limb_of(motion: Motion, target: Target, number: int, limbs: Sequence[Limb]) -> int:
    if target.joint not in motion.skeleton:
        raise InvalidValueError(f"targets[{number}]: {UnknownJointError(target.joint, motion.skeleton.names)}")
    joint, ends = motion.skeleton.index(target.joint), [limb.end for limb in limbs]
    if joint not in ends:
        known = ", ".join(repr(motion.skeleton.names[end]) for end in ends) or "none"
        raise InvalidValueError(f"targets[{number}]: {target.joint!r} is not the end of a limb; those are {known}.")
    return ends.index(joint)


def _span_of(motion: Motion, target: Target, number: int, first: int) -> slice:
    start, stop = target.start - first, target.start - first + len(target.positions_m)
    if not 0 <= start < stop <= motion.frames:
        raise InvalidValueError(
            f"targets[{number}]: frames {target.start}:{stop + first} of {target.joint!r} are not inside the clip, "
            f"whose moving frames are {first}:{motion.frames + first}."
        )
    if not np.isfinite(target.positions_m).all():
        raise InvalidValueError(f"targets[{number}]: positions_m of {target.joint!r} must be finite.")
    return slice(start, stop)


def _turns_of(target: Target, number: int) -> np.ndarray:
    turns = np.array(target.wxyz)
    if len(turns) != len(target.positions_m):
        raise InvalidValueError(
            f"targets[{number}]: {len(target.positions_m)} positions_m and {len(turns)} wxyz; give as many, or no wxyz."
        )
    length = np.linalg.norm(turns, axis=1)
    if not (np.isfinite(turns).all() and (np.abs(length - 1.0) < 1e-3).all()):
        raise InvalidValueError(f"targets[{number}]: wxyz of {target.joint!r} must be unit quaternions.")
    return normalized(turns)
