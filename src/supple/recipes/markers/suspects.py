"""Markers that a skeleton fits, or nearly, and that are wrong all the same: labels on other places than they say.

A label that is exchanged for a while jumps and is put back; one that is wrong from the first frame to the last does
not, and an estimate makes the best of it. Three things tell: the marker misses the skeleton in most frames, it sits
where no such marker sits, or the body is likelier with its label and another one of its segment exchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from supple.solvers.markers.actor import Actor
from supple.solvers.markers.average import Tagged
from supple.solvers.markers.exchanges import likelier_exchanged
from supple.solvers.markers.outliers import median_of
from supple.solvers.markers.posing import marker_points
from supple.solvers.markers.priors import strangeness
from supple.solvers.markers.solving import Solved

# choice: in real captures that are right all markers stay below 11 mm, 3.5 spreads and no exchange is likelier
_OFF_MM = 25.0  # in half of the frames; times the body's size
_STRANGE, _WRONG = 4.0, 6.0  # spreads from the usual place, from which it is told, and from which it counts
_LIKELIER, _SURE = 2.0, 6.0  # twice the logarithm: an exchange that is 3 times as likely is told, one of 20 counts
_OFTEN = 0.05  # part of its frames in which a marker was dropped, from which it is told
_NEARER, _FITS = 0.4, 0.060  # how much nearer two markers are when exchanged, and how near [m], times the size
_APART = 0.08  # [m] markers of one segment this far apart tell how large it is
_OTHER_SHAPE = 0.05  # part by which distances on segments differ from one person to another
_FRAMES = 50  # that are looked at


@dataclass(frozen=True, slots=True)
class Suspect:
    """A marker whose label may be wrong."""

    label: str
    miss_mm: float  # in half of the frames at least
    rms_mm: float
    spreads: float  # how many spreads from its usual place; 0 where the actor was given
    limit_mm: float  # from which a marker of this body is off
    exchanged_with: str = ""  # the label with which it would fit
    gain: float = 0.0  # twice the logarithm of how much likelier the body is with these two labels exchanged

    @property
    def grave(self) -> bool:
        """Whether the skeleton cannot be trusted around it."""
        strange = self.spreads > (_STRANGE if self.rms_mm > self.limit_mm else _WRONG)
        return self.miss_mm > self.limit_mm or strange or self.gain > _SURE

    @property
    def words(self) -> str:
        """What is wrong, and what to do."""
        other = f", and would fit as {self.exchanged_with}" if self.exchanged_with else ""
        if self.miss_mm > self.limit_mm:
            what = f"is {self.miss_mm:.0f} mm off the skeleton in most frames"
        elif self.spreads > _STRANGE:
            what = f"sits {self.spreads:.0f} times the usual spread from where such a marker sits"
        else:
            what, other = f"sits where {self.exchanged_with} is likelier", ""
        return f"{self.label} {what}{other}. Is its label right? Correct it, or leave it out with a --template."


def suspects(solved: Solved, tagged: Sequence[Tagged] = ()) -> tuple[Suspect, ...]:
    """The worst first; ``tagged`` are the actor's markers where it was estimated from them."""
    actor, limit = solved.actor, solved.actor.size * _OFF_MM
    miss = 1e3 * median_of(solved.off)
    rms = 1e3 * np.sqrt(np.nan_to_num(solved.off**2).sum(axis=0) / np.maximum(np.isfinite(solved.off).sum(axis=0), 1))
    strange = strangeness(actor, tagged) if tagged else np.zeros(len(miss))
    likelier = likelier_exchanged(actor, tagged, solved.targets, solved.poses, _LIKELIER) if tagged else []
    gain = np.zeros(len(miss))
    partner: dict[int, str] = {}
    for a, b, more in reversed(likelier):  # the best of a marker stays
        gain[[a, b]] = more
        partner |= {a: actor.labels[b], b: actor.labels[a]}
    worse = np.maximum(np.maximum(miss / limit, strange / _STRANGE), gain / _SURE)
    which = np.flatnonzero((miss > limit) | (strange > _STRANGE) | (gain > 0.0))
    which = which[np.argsort(-worse[which], kind="stable")]
    partner = _exchanged(solved, which) | partner
    return tuple(
        Suspect(
            actor.labels[m],
            float(miss[m]),
            float(rms[m]),
            float(strange[m]),
            limit,
            partner.get(m, ""),
            float(gain[m]),
        )
        for m in which.tolist()
    )


def _exchanged(solved: Solved, which: np.ndarray) -> dict[int, str]:
    """Of these markers, those that would fit as one another."""
    if len(which) < 2:
        return {}
    posed, targets = marker_points(solved.actor, solved.poses)[:, which], solved.targets[:, which]
    apart = median_of(np.linalg.norm(targets[:, :, None] - posed[:, None], axis=3))  # from marker to place
    straight = apart.diagonal()
    found: dict[int, str] = {}
    for a in range(len(which)):
        for b in range(len(which)):
            crossed = 0.5 * (apart[a, b] + apart[b, a])
            if a != b and crossed < min(solved.actor.size * _FITS, 0.5 * _NEARER * (straight[a] + straight[b])):
                found[int(which[a])] = solved.actor.labels[which[b]]
    return found


def astray_notes(solved: Solved, told: Collection[str]) -> list[str]:
    """Notes about markers that were dropped often, though not in most frames; those ``told`` of have theirs."""
    part = solved.dropped.sum(axis=0) / np.maximum(np.isfinite(solved.off).sum(axis=0), 1)
    worst = 1e3 * np.max(np.nan_to_num(solved.off), axis=0)
    often = np.flatnonzero((part > _OFTEN) & (median_of(solved.off) <= 1e-3 * _OFF_MM * solved.actor.size))
    return [
        f"{solved.actor.labels[m]} is up to {worst[m]:.0f} mm off the skeleton and was dropped in "
        f"{100.0 * part[m]:.0f} % of its frames: the body around it rests on fewer markers there."
        for m in often[np.argsort(-part[often], kind="stable")].tolist()
        if solved.actor.labels[m] not in told
    ]


def other_shape(segments: np.ndarray, one: np.ndarray, other: np.ndarray) -> float | None:
    """How much distances on ``segments`` (M,) differ between points (F, M, 3) and (G, M, 3), as a part of them.

    None where they are too like each other to speak of another person, or too few markers are in both.
    """
    a, b = (median_of(_distances(points)) for points in (one, other))
    pairs = np.triu(segments[:, None] == segments[None], 1) & (a > _APART) & (b > _APART)
    if pairs.sum() < 3:
        return None
    ratio = b[pairs] / a[pairs] - 1.0
    return float(np.median(ratio)) if np.median(np.abs(ratio)) > _OTHER_SHAPE else None


def _distances(points: np.ndarray) -> np.ndarray:
    sample = points[:: max(1, len(points) // _FRAMES)]
    return np.asarray(np.linalg.norm(sample[:, :, None] - sample[:, None], axis=3))


def shape_note(actor: Actor, points: np.ndarray) -> list[str]:
    """A note where the markers (F, M, 3) are not those of the actor."""
    size = other_shape(actor.joints, actor.places[None], points)
    return [] if size is None else [f"{_larger(size)} than on the actor that was given. Is it another person's?"]


def rest_note(tagged: Sequence[Tagged], still: np.ndarray, points: np.ndarray) -> list[str]:
    """A note where the capture at rest is of somebody else."""
    names = sorted({marker.segment for marker in tagged})
    size = other_shape(np.array([names.index(marker.segment) for marker in tagged]), still, points)
    return [] if size is None else [f"{_larger(size)} than in the capture at rest. Is it of the same person?"]


def _larger(size: float) -> str:
    return (
        f"markers of one segment lie {100.0 * abs(size):.0f} % {'farther apart' if size > 0.0 else 'closer together'}"
    )
