"""A cycle of a motion that can be played for ever."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.pose import posed_frames, sample_frames, world_pose
from supple.core.roles import REFERENCE_HEIGHT, figure_height
from supple.errors import InvalidValueError
from supple.recipes.everyday import cycles
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.closing import Gap, Stretch, closed, gap_of, stretch_of
from supple.recipes.everyday.contact_spans import cut
from supple.recipes.everyday.ground_moves import travel
from supple.recipes.everyday.travelling_contacts import with_travel
from supple.recipes.everyday.travelling_root import with_travelling_root
from supple.recipes.everyday.unrolled import Closed, placed_anew, unrolled, unrolled_contacts
from supple.recipes.names import motion_names

_NO_CYCLE = 0.2  # ends further apart than this share of what happens in between are no cycle
_AROUND_S = 1.5, 20.0  # a cleanup sees a round before and one after, at least and at most so much of them [s]
_MOST = 5_000_000  # joints times frames of a result, about an hour; more are a slip of the keyboard


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Loop(Clip):
    """A cycle, where it was found, and how well it closes."""

    start: int  # first frame of the cycle in the source
    stop: int  # the frame that looks like it
    before: Gap  # how far these two were apart
    gap: Gap  # how far they are apart after all but the last touch; the written cycle closes exactly
    travel_m: float  # over the ground in one round
    turn_deg: float


@checked
def loop(
    motion: Motion,
    start: int | None = None,
    stop: int | None = None,
    *,
    contacts: Contacts | None = None,
    shortest: float = cycles.SHORTEST_S,
    longest: float | None = None,
    repeat: int = 1,
    inplace: bool = False,
    closing_frame: bool = False,
    keep_feet: bool = True,
    roles: Path | str | Names | None = None,
) -> Loop:
    """One cycle of a motion, bent so that it goes on with its own first frame.

    Without ``start`` and ``stop`` (the frame that looks like ``start``) the best cycle between ``shortest`` and
    ``longest`` seconds is searched; where no two frames are alike enough there is none, and the error says by how
    much. Differences are spread over the cycle, and planted feet are then made to stand through the seam, by
    ``contacts`` or those found. A figure that travels goes as far in every round, straight on unless a round turns by
    more than 15 degrees; less than a tenth of its height is no travel. ``inplace`` takes the travel out evenly.
    ``repeat`` rounds are made; ``closing_frame`` adds the first frame of the next one, which some players want.
    """
    from supple.recipes.detect import detect

    _check(motion, repeat, shortest, longest)
    names = motion_names(motion, roles)
    source = with_travelling_root(motion, names.roles)
    height = _height(motion, names)
    found = detect(motion, roles=names) if contacts is None and keep_feet else contacts
    looks = cycles.looks(source, world_pose(source), travel(source, names.roles), found)
    cycle = _cycle(source, looks, (start, stop), (shortest, longest), height)
    _check_rounds(cycle.stop - cycle.start, repeat, len(motion.skeleton))
    given = stretch_of(source, cycle.start, cycle.stop, height)
    whole, kept, gap = _made(given, found, names, keep_feet)
    last = whole.motion.frames * repeat + int(closing_frame)
    result = unrolled(whole, 0, last)
    spans = None if contacts is None or kept is None else unrolled_contacts(kept, whole, 0, last)
    moved, spans, lost = _in_place(result, spans, whole) if inplace else (result, spans, ())
    return _told(Clip(moved, spans, lost), cycle, gap_of(given), gap, whole)


def _check(motion: Motion, repeat: int, shortest: float, longest: float | None) -> None:
    check_motion(motion, "looped")
    if not repeat >= 1:
        raise InvalidValueError(f"a loop is repeated once or more often; got {repeat}.")
    if not 0.0 < shortest < float("inf") or (longest is not None and not shortest <= longest < float("inf")):
        raise InvalidValueError(f"a cycle takes from a shortest to a longest time; got {shortest} and {longest} s.")


def _check_rounds(frames: int, repeat: int, joints: int) -> None:
    most = max(1, _MOST // (frames * joints))
    if repeat > most:
        raise InvalidValueError(f"{repeat} rounds of {frames} frames are too many; this figure can have {most}.")


def _height(motion: Motion, names: Names) -> float:
    return figure_height(motion.skeleton, posed_frames(motion, sample_frames(motion)), names.roles)


def _cycle(
    motion: Motion,
    found: cycles.Looks,
    chosen: tuple[int | None, int | None],
    lengths: tuple[float, float | None],
    height: float,
) -> cycles.Cycle:
    """The cycle that was chosen, or the best one."""
    if chosen != (None, None):
        return cycles.cycle_at(found, *_bounds(motion, *chosen))
    cycle = cycles.best_cycle(motion, found, height / REFERENCE_HEIGHT, *lengths)
    if cycle is None:
        span = (motion.frames - first_moving_frame(motion)) * motion.frame_time
        raise InvalidValueError(f"there is no cycle of {lengths[0]:g} s or more in a clip of {span:.3g} s.")
    if cycle.mismatch > _NO_CYCLE:
        raise InvalidValueError(
            f"this motion does not come back to itself: the frames most alike, {cycle.start} and {cycle.stop}, are "
            f"{cycle.mismatch_m * 1e3:.0f} mm apart in pose and movement, {cycle.mismatch:.0%} of what happens between "
            f"them (at most {_NO_CYCLE:.0%} can be closed). Choose a cycle by its frames to close it all the same."
        )
    return cycle


def _bounds(motion: Motion, start: int | None, stop: int | None) -> tuple[int, int]:
    first = first_moving_frame(motion)
    begin, end = first if start is None else start, motion.frames - 1 if stop is None else stop
    if not first <= begin < end - 1 or end >= motion.frames:
        raise InvalidValueError(
            f"a cycle from frame {begin} to {end} is not inside this motion, which moves from {first} to "
            f"{motion.frames - 1}: both frames, which look alike, have to be there."
        )
    return begin, end


def _made(
    given: Stretch, contacts: Contacts | None, names: Names, keep_feet: bool
) -> tuple[Closed, Contacts | None, Gap]:
    """The cycle closed, with feet that stand; its contacts; and what a cleanup left open."""
    whole = closed(given)
    kept = None if contacts is None else placed_anew(cut(contacts, given.start, given.stop), whole.motion)
    still = Gap(mm=0.0, deg=0.0)
    if keep_feet and kept is not None:
        again = _standing(whole, kept, names, given)
        whole, still = closed(again), gap_of(again)
        kept = placed_anew(kept, whole.motion)
    return whole, kept, still


def _standing(whole: Closed, contacts: Contacts, names: Names, given: Stretch) -> Stretch:
    """The cycle among the rounds around it, with planted feet that stand; its last frame is that of the next round."""
    from supple.recipes.clean import clean  # loads the compiler

    count = whole.motion.frames
    least, most = (round(seconds / whole.motion.frame_time) for seconds in _AROUND_S)
    around = min(max(count, least), most)
    bounds = -around, count + 1 + around
    cleaned = clean(unrolled(whole, *bounds), unrolled_contacts(contacts, whole, *bounds), roles=names).motion
    return replace(given, motion=cleaned, start=around, stop=around + count)


def _in_place(
    motion: Motion, contacts: Contacts | None, whole: Closed
) -> tuple[Motion, Contacts | None, tuple[str, ...]]:
    """An even travel taken out: along a line, or round the place about which a cycle turns."""
    from supple.recipes.everyday.rigid_moves import about, moved_motion

    share = np.arange(motion.frames) / whole.motion.frames
    turns = quaternions.about_axis("y", -whole.move.yaw * share)
    if whole.move.yaw == 0.0:
        shifts = -share[:, None] * whole.move.shift
    else:
        half = 0.5 * whole.move.yaw
        x, _, z = whole.move.shift
        pivot = 0.5 * np.array([x + z / np.tan(half), 0.0, z - x / np.tan(half)])
        shifts = about(np.broadcast_to(pivot, (motion.frames, 3)), turns, np.zeros(3))
    kept, notes = with_travel(contacts, turns, shifts, motion, "taken out")
    return moved_motion(motion, turns, shifts), kept, notes


def _told(clip: Clip, cycle: cycles.Cycle, before: Gap, gap: Gap, whole: Closed) -> Loop:
    way, turn = float(np.linalg.norm(whole.move.shift)), float(np.degrees(whole.move.yaw))
    seconds = whole.motion.frames * whole.motion.frame_time
    goes = (
        f"travels {way:.3f} m" + (f" and turns {turn:.0f} degrees" if turn else "") if way or turn else "stays in place"
    )
    notes = (
        f"the cycle is frames {cycle.start}:{cycle.stop} ({seconds:.3g} s) and {goes}.",
        f"its ends were {before.mm:.1f} mm and {before.deg:.1f} degrees apart; now it closes exactly{_left(gap)}.",
        *clip.notes,
    )
    facts = {
        "cycle": [cycle.start, cycle.stop],
        "before": {"mm": before.mm, "deg": before.deg},
        "gap": {"mm": gap.mm, "deg": gap.deg},
        "travel_m": way,
        "turn_deg": turn,
    }
    return Loop(
        clip.motion, clip.contacts, notes, facts=facts,
        start=cycle.start, stop=cycle.stop, before=before, gap=gap, travel_m=way, turn_deg=turn,
    )  # fmt: skip


def _left(gap: Gap) -> str:
    """What planting the feet left open, where that is worth telling."""
    told = f"{gap.mm:.2f} mm and {gap.deg:.2f} degrees"
    return "" if told == "0.00 mm and 0.00 degrees" else f" (planting the feet had left {told})"
