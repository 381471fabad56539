"""Captures that no skeleton should be made of: refused with what was found and what to do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from supple.errors import InvalidValueError
from supple.solvers.markers.actor import Actor
from supple.solvers.markers.average import Tagged, average_actor
from supple.solvers.markers.segments import SIDES, split
from supple.solvers.markers.tagging import Tagging

_LEG = ("femur", "tibia", "foot")
_LEAST_PELVIS = 3  # markers, seen together
_SIZE = (0.4, 3.2)  # [m] extent of the markers of a person, lying or with raised arms
_LONG, _ODD = 0.5, 0.25  # parts by which a bone may differ from the average person's
_HOPELESS = 60.0  # [mm] rms
_KNOWN = 0.4  # part of the labels that has to be known
_COMPUTED = re.compile(
    r"(Angles?|Force|Moment|Power|GRF|CentreOfMass|CoM)\w*$|^\*\d+$|^(C_|V_)|[HKA]JC$", re.IGNORECASE
)
_FRAMES = 50  # that are looked at


def check_tagging(tagging: Tagging, labels: Sequence[str]) -> None:
    """Refuse captures whose labels mean nothing."""
    real = [label for label in labels if not _COMPUTED.search(label) and label not in tagging.axes]
    if len(tagging.markers) >= max(6, _KNOWN * len(real)):
        return
    strange = [label for label in real if label not in tagging.labels]
    shown = ", ".join(repr(label) for label in strange[:6]) + (", ..." if len(strange) > 6 else "")
    raise InvalidValueError(
        f"{len(tagging.markers)} of {len(real)} labels are known, which is too few for a body; not known: "
        f"{shown}. Label the markers, or "
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


def check_size(points: np.ndarray) -> None:
    """Refuse dolls and towers."""
    sample = _sampled(points)
    extents = []
    for frame in sample:
        some = frame[np.isfinite(frame).all(axis=1)]
        if len(some) >= 4:
            extents.append(float(np.ptp(some, axis=0).max()))
    size = float(np.median(extents)) if extents else 1.0
    if not _SIZE[0] <= size <= _SIZE[1]:
        guess = "millimetres" if size > _SIZE[1] else "metres"
        raise InvalidValueError(
            f"the body would be {size:.3g} m long, and no person is. Is the unit wrong? Say it with --input-units "
            f"({'mm' if size > _SIZE[1] else 'm'} if the numbers are {guess})."
        )


def check_handedness(tagged: Sequence[Tagged], points: np.ndarray) -> None:
    """Refuse mirrored captures: what the labels call left has to be on the left of where the body faces."""
    average = average_actor(tagged)
    from supple.solvers.markers.posing import at_rest, marker_points

    model = marker_points(average, at_rest(average, 1))[0]
    core = np.array([split(m.segment)[1] in ("pelvis", "thorax", "head", "femur", "tibia", "foot") for m in tagged])
    plain = 0
    for frame in _sampled(points):
        use = core & np.isfinite(frame).all(axis=1)
        if use.sum() >= 6:
            plain += 1 if _fit(model[use], frame[use]) <= _fit(model[use] * [-1.0, 1.0, 1.0], frame[use]) else -1
    if plain < 0:
        raise InvalidValueError(
            "this body is mirrored: what the labels call left is on the right of where it faces. Either the "
            "lab's axes are "
            "left-handed, or left and right labels are exchanged. Correct the labels, or say --mirrored for "
            "left-handed axes."
        )


def _fit(model: np.ndarray, frame: np.ndarray) -> float:
    """What is left when a shape is laid onto another by turn, shift and size, without mirroring."""
    a, b = model - model.mean(axis=0), frame - frame.mean(axis=0)
    u, s, v = np.linalg.svd(a.T @ b)
    s[-1] *= np.sign(np.linalg.det(u @ v)) or 1.0
    return float((b**2).sum() - s.sum() ** 2 / (a**2).sum())


def check_fit(rms_mm: float) -> None:
    """Refuse a skeleton that its own markers do not fit."""
    if rms_mm > _HOPELESS:
        raise InvalidValueError(
            f"no human skeleton fits these markers: they miss it by {rms_mm:.0f} mm rms. Are labels exchanged, or "
            "markers on other "
            f"segments than their labels say, or is this another actor? Correct the labels, or give a --template."
        )


def check_actor(actor: Actor) -> list[str]:
    """Refuse a skeleton that no person has; notes about one that is only odd."""
    from supple.solvers.markers.segments import KINDS, REFERENCE_STATURE, SEGMENTS, joint_name

    notes = []
    for segment in SEGMENTS[1:]:
        name = joint_name(segment)
        if name not in actor.skeleton:
            continue
        usual = float(np.linalg.norm(KINDS[split(segment)[1]].offset)) * actor.stature / REFERENCE_STATURE
        length = float(np.linalg.norm(actor.skeleton.offsets[actor.skeleton.index(name)]))
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


def _sampled(points: np.ndarray) -> np.ndarray:
    return points[:: max(1, len(points) // _FRAMES)]
