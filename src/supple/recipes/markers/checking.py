"""Captures that no skeleton should be made of: refused with what was found and what to do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from supple.core.markers import Markers
from supple.errors import InvalidValueError
from supple.recipes.markers.report import MarkerReport
from supple.solvers.markers.actor import Actor
from supple.solvers.markers.average import Tagged
from supple.solvers.markers.posing import at_rest, marker_points
from supple.solvers.markers.segments import (
    KINDS,
    SEGMENTS,
    SIDES,
    joint_name,
    mirrored,
    parent_of,
    split,
)
from supple.solvers.markers.solving import Solved
from supple.solvers.markers.starting import first_pose, segment_markers
from supple.solvers.markers.tagging import Tagging

_LEG = ("femur", "tibia", "foot")
_CORE = ("pelvis", "thorax", "head", *(f"{side}_{part}" for side in SIDES for part in _LEG))
_LEAST_PELVIS = 3  # markers, seen together
_SIZE = (0.4, 3.2)  # [m] extent of the markers of a person, lying or with raised arms
_LONG, _ODD = 0.5, 0.25  # parts by which a bone may differ from the average person's
_STATURE = (0.95, 2.15)  # [m] of people who walk by themselves; others are told
_HOPELESS = 60.0  # [mm] rms, times the body's size
_KNOWN = 0.4  # part of the labels that has to be known
_COMPUTED = re.compile(
    r"(Angles?|Force|Moment|Power|GRF|CentreOfMass|CoM)\w*$|^\*\d+$|^(C_|V_)|[HKA]JC$", re.IGNORECASE
)
_FRAMES = 50  # that are looked at


def check_capture(capture: Markers) -> None:
    """Refuse a capture that holds nothing."""
    if not len(capture) or not capture.labels:
        raise InvalidValueError(
            f"this capture has {len(capture)} frames of {len(capture.labels)} markers: there is nothing to solve."
        )


def check_rest(tagged: Sequence[Tagged], still: np.ndarray, points: np.ndarray) -> None:
    """Refuse a capture at rest, (F, M, 3), that has other markers than the capture, (G, M, 3)."""
    there, used = (np.isfinite(some).all(axis=2).any(axis=0) for some in (still, points))
    both = int((there & used).sum())
    if 2 * both < int(used.sum()):
        missing = [marker.label for marker, a, b in zip(tagged, there, used, strict=True) if b and not a]
        raise InvalidValueError(
            f"the capture at rest has {both} of the {int(used.sum())} markers of this capture; it lacks "
            f"{', '.join(missing[:6])}{', ...' if len(missing) > 6 else ''}. Give one of the same person, with the "
            "same labels."
        )


def check_seen(solved: Solved) -> None:
    """Refuse poses of which nothing is known."""
    if solved.guessed[:, 0].all():
        seen = np.isfinite(solved.targets).all(axis=2).any(axis=0)
        labels = [label for label, there in zip(solved.actor.labels, seen, strict=True) if there]
        raise InvalidValueError(
            f"{len(labels)} of the actor's {len(solved.actor.labels)} markers are seen ({', '.join(labels[:6])}"
            f"{', ...' if len(labels) > 6 else ''}), and in no frame do they tell where the pelvis is. Choose other "
            "frames, or another actor."
        )


def check_tagging(tagging: Tagging, labels: Sequence[str]) -> None:
    """Refuse captures whose labels mean nothing."""
    real = [label for label in labels if not _COMPUTED.search(label) and label not in tagging.axes]
    if len(tagging.markers) >= max(6, _KNOWN * len(real)):
        return
    asked = real or labels  # what has no name but a number counts where nothing has a name
    strange = [label for label in asked if label not in tagging.labels]
    shown = ", ".join(repr(label) for label in strange[:6]) + (", ..." if len(strange) > 6 else "")
    raise InvalidValueError(
        f"{len(tagging.markers)} of {len(asked)} labels are known, which is too few for a body"
        f"{f'; not known: {shown}' if shown else ''}. Label the markers, or "
        f"say which segment each is on with --template FILE; --guess proposes one."
    )


def check_body(tagged: Sequence[Tagged], points: np.ndarray) -> None:
    """Refuse what is no whole human body: ``points`` (F, M, 3)."""
    seen = np.isfinite(points).all(axis=2)
    if not seen.any():
        raise InvalidValueError("no marker is seen in any of these frames. Choose other frames with --frames.")
    present = [marker for m, marker in enumerate(tagged) if seen[:, m].any()]
    counts = Counter(marker.segment for marker in present)
    found = ", ".join(f"{segment} ({count})" for segment, count in counts.items())
    pelvis = np.array([marker.segment == "pelvis" for marker in tagged])
    together = int(seen[:, pelvis].sum(axis=1).max(initial=0)) if pelvis.any() else 0
    if together < _LEAST_PELVIS:
        raise InvalidValueError(
            f"a body needs at least {_LEAST_PELVIS} markers on the pelvis that are seen in one frame; found "
            f"{together}. Markers "
            f"are on: {found}. If this is no whole person (one leg, a chair, a tool) it cannot become a skeleton; "
            "if it is, name "
            f"the pelvis' markers (LASI, RASI, LPSI, RPSI, SACR) or give a --template."
        )
    legs = {side: sum(counts[f"{side}_{part}"] for part in _LEG) for side in SIDES}
    if min(legs.values()) == 0 and max(legs.values()) > 0:
        bare = min(legs, key=lambda side: legs[side])
        raise InvalidValueError(
            f"one leg has {max(legs.values())} markers and the {bare} leg none. Label its markers, or leave the "
            "other leg out with a "
            f'--template (LABEL = "") to solve the rest of the body.'
        )
    if max(legs.values()) == 0 and not counts["thorax"]:
        raise InvalidValueError(
            f"there are markers on the pelvis, but none on the legs or the trunk. Markers are on: {found}."
        )


def check_size(points: np.ndarray, least: float = _SIZE[0]) -> None:
    """Refuse dolls (of a whole body) and towers."""
    sample = _sampled(points)
    extents = []
    for frame in sample:
        some = frame[np.isfinite(frame).all(axis=1)]
        if len(some) >= 4:
            extents.append(float(np.ptp(some, axis=0).max()))
    size = float(np.median(extents)) if extents else 1.0
    if not least <= size <= _SIZE[1]:
        guess = "millimetres" if size > _SIZE[1] else "metres"
        raise InvalidValueError(
            f"the body would be {size:.3g} m long, and no person is. Is the unit wrong? Say it with --input-units "
            f"({'mm' if size > _SIZE[1] else 'm'} if the numbers are {guess})."
        )


def check_handedness(actor: Actor, points: np.ndarray) -> None:
    """Refuse mirrored captures: what the labels call left has to be on the left of where the body faces."""
    model = marker_points(actor, at_rest(actor, 1))[0]
    core = segment_markers(actor, _CORE)
    plain = 0
    for frame in _sampled(points):
        use = core & np.isfinite(frame).all(axis=1)
        if use.sum() >= 6:
            plain += 1 if _fit(model[use], frame[use]) <= _fit(model[use] * [-1.0, 1.0, 1.0], frame[use]) else -1
    if plain < 0 and _fits_better_mirrored(actor, points):
        raise InvalidValueError(
            "this body is mirrored: what the labels call left is on the right of where it faces. Either the "
            "lab's axes are left-handed, or left and right labels are exchanged. Correct the labels, or say "
            "--mirrored for left-handed axes; for right-handed ones leave it out."
        )


def _fits_better_mirrored(actor: Actor, points: np.ndarray) -> bool:
    """Whether a body that bends, as dancers do, fits the mirrored points better in most of a few frames."""
    whole = np.argsort(-np.isfinite(points).all(axis=2).sum(axis=1), kind="stable")
    some = points[np.sort(whole[: max(1, len(whole) // 2)])[:: max(1, len(whole) // 10)]]
    better = [first_pose(actor, frame * [-1.0, 1.0, 1.0])[1] < first_pose(actor, frame)[1] for frame in some]
    return 2 * sum(better) > len(better)


def _fit(model: np.ndarray, frame: np.ndarray) -> float:
    """What is left when a shape is laid onto another by turn, shift and size, without mirroring."""
    a, b = model - model.mean(axis=0), frame - frame.mean(axis=0)
    u, s, v = np.linalg.svd(a.T @ b)
    s[-1] *= np.sign(np.linalg.det(u @ v)) or 1.0
    return float((b**2).sum() - s.sum() ** 2 / (a**2).sum())


def check_fit(report: MarkerReport) -> None:
    """Refuse a skeleton that its own markers do not fit."""
    if report.marker_rms_mm > report.size * _HOPELESS:
        worst = sorted(report.markers, key=lambda marker: -np.nan_to_num(marker.rms_mm))[:4]
        named = ", ".join(f"{marker.label} {marker.rms_mm:.0f} mm" for marker in worst)
        pairs = {tuple(sorted((s.label, s.exchanged_with))) for s in report.suspects if s.exchanged_with}
        fit = "".join(f" {a} and {b} would fit if they were exchanged." for a, b in sorted(pairs))
        raise InvalidValueError(
            f"no human skeleton fits these markers: they miss it by {report.marker_rms_mm:.0f} mm rms; worst are "
            f"{named}.{fit} Are labels exchanged, or markers on other segments than their labels say, or is this "
            "another actor? Correct the labels, or give a --template."
        )


def check_actor(actor: Actor) -> list[str]:
    """Refuse a skeleton that no person has; notes about one that is only odd."""
    notes = []
    if not _STATURE[0] <= actor.stature <= _STATURE[1]:
        notes.append(
            f"this person would be about {actor.stature:.2f} m tall. Is the unit right? Say it (--input-units)."
        )
    for segment in SEGMENTS[1:]:
        name = joint_name(segment)
        if name not in actor.skeleton:
            continue
        usual, length = _lengths(actor, segment)
        off = abs(length / usual - 1.0)
        words = (
            f"the bone to {name} is {1e3 * length:.0f} mm, of an average person of this stature {1e3 * usual:.0f} mm"
        )
        if off > _LONG and usual > 0.15:
            raise InvalidValueError(
                f"no human skeleton fits these markers: {words}. Are labels exchanged, is a marker on another "
                "segment than its label "
                f"says, or are some frames of another subject? Correct the labels, or give a --template."
            )
        if off > _ODD and usual > 0.15:
            notes.append(f"{words}. Check the markers around it.")
    return notes


def _lengths(actor: Actor, segment: str) -> tuple[float, float]:
    """How long a bone is on an average person, and on this one [m].

    What the thorax carries is measured from the pelvis: backs bend all along, so that the one joint that stands for
    them is found anywhere between the two.
    """
    usual, own = np.zeros(3), np.zeros(3)
    for part in (segment, "thorax") if parent_of(segment) == "thorax" else (segment,):
        usual += mirrored(KINDS[split(part)[1]].offset, split(part)[0])
        own += actor.skeleton.offsets[actor.skeleton.index(joint_name(part))]
    return float(np.linalg.norm(usual)) * actor.size, float(np.linalg.norm(own))


def _sampled(points: np.ndarray) -> np.ndarray:
    return points[:: max(1, len(points) // _FRAMES)]
