"""What changed between two motions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from supple.core.contacts import Contact, Contacts
from supple.core.listing import listed
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.pose import world_pose
from supple.core.quaternions import conjugate, multiply
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.recipes.compare import angles_deg, matched_joints, turns_from_rest
from supple.recipes.everyday.clip import check_motion
from supple.recipes.everyday.differences import Difference
from supple.recipes.everyday.rates import same_rate
from supple.recipes.everyday.resample import resample
from supple.recipes.roles import motion_roles


@checked
def diff(
    first: Motion,
    second: Motion,
    *,
    contacts: tuple[Contacts, Contacts] | None = None,
    tolerance_mm: float = 1e-3,
    tolerance_deg: float = 1e-3,
) -> Difference:
    """What is another in the second motion: places of joints in the world, and turns of joints seen from their parents.

    Joints are matched by name, or by role where no names are shared. Turns are those from the rest pose in world axes,
    so that formats with other joint frames compare as equal; the turn of a joint is its own, not that of what carries
    it. A second motion of another rate is resampled to the first one's.
    """
    for motion in (first, second):
        check_motion(motion, "compared")
    if not (tolerance_mm >= 0.0 and tolerance_deg >= 0.0):  # true for NaN too
        raise InvalidValueError(f"tolerances cannot be negative; got {tolerance_mm} mm and {tolerance_deg} deg.")
    at, notes = _matched(first, second)
    facts = [*_clip_facts(first, second), *_figure_facts(first.skeleton, second.skeleton, at, tolerance_mm)]
    if not same_rate(first.frame_time, second.frame_time):
        second = resample(second, first.fps).motion
        notes.append("the second motion was resampled to the rate of the first.")
    start_a, start_b = (0, 0) if first.rest_rows == second.rest_rows else map(first_moving_frame, (first, second))
    frames = min(first.frames - start_a, second.frames - start_b)
    mm, deg = _apart(first.with_frames(start_a, start_a + frames), second.with_frames(start_b, start_b + frames), at)
    if contacts is not None:
        facts += _contact_facts(*contacts, tolerance_mm)
    return Difference(
        joints=tuple(first.skeleton.names[j] for j in at[0]),
        mm=mm,
        deg=deg,
        first_frame=start_a,
        frame_time=first.frame_time,
        tolerance_mm=tolerance_mm,
        tolerance_deg=tolerance_deg,
        facts=tuple(facts),
        notes=tuple(notes),
    )


def _matched(first: Motion, second: Motion) -> tuple[tuple[list[int], list[int]], list[str]]:
    a, b = first.skeleton, second.skeleton
    if any(name in b for name in a.names):
        return matched_joints(a, b), []
    one, other = motion_roles(first), motion_roles(second)
    shared = [role for role in one if role in other]
    if not shared:
        raise InvalidValueError(
            f"the motions cannot be compared: they share neither names of joints ({a.names[0]!r}, ... and "
            f"{b.names[0]!r}, ...) nor roles."
        )
    at = [a.index(one[role]) for role in shared], [b.index(other[role]) for role in shared]
    return at, [f"no names are shared: {len(shared)} joints were matched by their roles."]


def _apart(first: Motion, second: Motion, at: tuple[list[int], list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """(n, J) distances [mm] and own turns [deg] between two clips of as many frames."""
    (places_a, turns_a), (places_b, turns_b) = (_pose(m, joints) for m, joints in zip((first, second), at, strict=True))
    mm = np.linalg.norm(places_a - places_b, axis=2) * 1e3
    deg = angles_deg(turns_a, turns_b)
    deg[:, first.skeleton.end_sites[at[0]] | second.skeleton.end_sites[at[1]]] = 0.0
    return mm, deg


def _pose(motion: Motion, joints: list[int]) -> tuple[np.ndarray, np.ndarray]:
    pose = world_pose(motion)
    turns = turns_from_rest(pose.rotations, motion.skeleton)
    own = turns.copy()
    own[:, 1:] = multiply(conjugate(turns[:, motion.skeleton.parents[1:]]), turns[:, 1:])
    return pose.positions[:, joints], own[:, joints]


def _clip_facts(first: Motion, second: Motion) -> list[str]:
    facts = []
    if first.frame_time != second.frame_time:
        facts.append(f"frame rate: {first.fps:.6g} and {second.fps:.6g} per second.")
    if first.frames != second.frames:
        facts.append(f"frames: {first.frames} and {second.frames}.")
    if first.rest_rows != second.rest_rows:
        facts.append(f"rest rows: {first.rest_rows} and {second.rest_rows}; moving frames were compared.")
    return facts


def _figure_facts(a: Skeleton, b: Skeleton, at: tuple[list[int], list[int]], tolerance_mm: float) -> list[str]:
    facts = []
    for what, skeleton, joints in (("first", a, at[0]), ("second", b, at[1])):
        known = set(joints)
        if only := [name for j, name in enumerate(skeleton.names) if j not in known]:
            facts.append(f"{len(only)} joints only in the {what}: {listed(only)}.")
    lengths = [np.linalg.norm(s.offsets[joints], axis=1) * 1e3 for s, joints in ((a, at[0]), (b, at[1]))]
    hung = np.array([j > 0 and k > 0 for j, k in zip(*at, strict=True)], dtype=bool)
    other = np.abs(lengths[0] - lengths[1]) * hung
    if other.max() > tolerance_mm:
        worst = int(np.argmax(other))
        count = int((other > tolerance_mm).sum())
        facts.append(f"{count} bones have other lengths, at most by {other[worst]:.3g} mm ({a.names[at[0][worst]]}).")
    return facts


def _contact_facts(first: Contacts, second: Contacts, tolerance_mm: float) -> list[str]:
    """Contacts are the same when their point, joint and frames are; their places may differ."""
    one, other = (_by_span(contacts.contacts) for contacts in (first, second))
    facts = []
    for what, mine, theirs in (("first", one, other), ("second", other, one)):
        if only := [key for key in mine if key not in theirs]:
            words = [f"{point} {start}:{stop}" for point, start, stop, _ in only]
            facts.append(f"{len(only)} contacts only in the {what}: {listed(words)}.")
    shared = [key for key in one if key in other]
    apart = [float(np.linalg.norm(np.subtract(one[k].position_m, other[k].position_m))) * 1e3 for k in shared]
    if moved := [mm for mm in apart if mm > tolerance_mm]:
        facts.append(f"{len(moved)} contacts have other places, at most by {max(moved):.3g} mm.")
    if first.events != second.events:
        facts.append("the gait events differ.")
    return facts


def _by_span(contacts: Sequence[Contact]) -> dict[tuple[str, int, int, int], Contact]:
    """Contacts by point and frames; the number tells those apart that share both."""
    seen: Counter[tuple[str, int, int]] = Counter()
    found = {}
    for contact in contacts:
        key = (contact.point, contact.start, contact.stop)
        found[(*key, seen[key])] = contact
        seen[key] += 1
    return found
