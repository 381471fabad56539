"""What a person wants to know of markers that became a motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from supple.core.runs import runs_of
from supple.recipes.markers.strays import Stray
from supple.recipes.markers.suspects import Suspect
from supple.solvers.markers.outliers import reinstated
from supple.solvers.markers.segments import REFERENCE_STATURE
from supple.solvers.markers.solving import Solved
from supple.solvers.markers.swaps import Swap

_POOR = 25.0  # [mm] rms, from which a solve is not good; times the body's size


@dataclass(frozen=True, slots=True)
class MarkerOutcome:
    """How one marker fared."""

    label: str
    joint: str  # the joint that carries it
    rms_mm: float  # over the frames in which it is seen, dropped ones too; NaN when never seen
    worst_mm: float
    worst_frame: int  # -1 when never seen
    seen_pct: float
    dropped: int  # samples
    reinstated: int  # how often it came back after it had been dropped
    gaps: tuple[tuple[int, int], ...]  # frames [start, stop) without it


@dataclass(frozen=True, slots=True)
class Guess:
    """A joint that rests on too little data in the frames [start, stop)."""

    joint: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerReport:
    """How a solve of markers went; frames are those of the capture."""

    marker_set: str
    marker_rms_mm: float  # over all visible markers, dropped ones included
    marker_worst_mm: float
    worst_marker: str
    worst_frame: int
    frames: int
    first_frame: int  # of the capture
    rest_frame: int  # -1 where the actor was given
    stature_m: float  # about
    dropped_pct: float  # of the samples that are seen
    guessed_frames: int
    seconds: float  # with the actor
    solve_seconds: float  # without it
    markers: tuple[MarkerOutcome, ...]
    guesses: tuple[Guess, ...]
    swaps: tuple[Swap, ...]
    suspects: tuple[Suspect, ...] = ()  # markers whose labels may be wrong
    strays: tuple[Stray, ...] = ()  # frames in which the skeleton is not where a marker is
    ignored: tuple[str, ...] = ()  # labels that were not used
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> Literal["met", "stalled"]:
        """``stalled`` where the skeleton does not fit its markers well, cannot be right, or is never told a joint."""
        wrong = bool(self.strays or self.never_told) or any(suspect.grave for suspect in self.suspects)
        return "met" if self.marker_rms_mm <= self.size * _POOR and not wrong else "stalled"

    @property
    def never_told(self) -> tuple[str, ...]:
        """Joints that are guessed in every frame."""
        whole = self.first_frame, self.first_frame + self.frames
        return tuple(guess.joint for guess in self.guesses if (guess.start, guess.stop) == whole)

    @property
    def size(self) -> float:
        """How large the person is, as :attr:`Actor.size`: limits in millimetres are for a size of 1."""
        return self.stature_m / REFERENCE_STATURE


def outcomes(solved: Solved, first_frame: int = 0) -> tuple[MarkerOutcome, ...]:
    """How every marker fared."""
    off = 1e3 * solved.off
    back = reinstated(solved.dropped)
    out = []
    for m, label in enumerate(solved.actor.labels):
        seen = np.isfinite(off[:, m])
        some = off[seen, m]
        out.append(
            MarkerOutcome(
                label=label,
                joint=solved.actor.skeleton.names[int(solved.actor.joints[m])],
                rms_mm=float(np.sqrt(np.mean(some**2))) if len(some) else float("nan"),
                worst_mm=float(some.max(initial=0.0)) if len(some) else float("nan"),
                worst_frame=first_frame + int(np.flatnonzero(seen)[np.argmax(some)]) if len(some) else -1,
                seen_pct=100.0 * float(seen.mean()),
                dropped=int(solved.dropped[:, m].sum()),
                reinstated=int(back[m]),
                gaps=tuple((first_frame + a, first_frame + b) for a, b in (() if seen.all() else runs_of(~seen))),
            )
        )
    return tuple(out)


def guesses(solved: Solved, first_frame: int = 0) -> tuple[Guess, ...]:
    """Where joints rest on too little data."""
    names = solved.actor.skeleton.names
    return tuple(
        Guess(names[j], first_frame + a, first_frame + b)
        for j in np.flatnonzero(solved.guessed.any(axis=0))
        for a, b in runs_of(solved.guessed[:, j])
    )
