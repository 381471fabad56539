"""What every solver gives back: a motion, and how it went. Missing a target is an answer, not an exception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from supple.constraints.model import Edit
from supple.core.motion import Motion
from supple.errors import NotSolvedError

Status = Literal["met", "stalled", "infeasible"]
_GRAVITY: tuple[Status, ...] = ("met", "stalled", "infeasible")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one constraint fared, over the frames in which it is fully active."""

    name: str
    priority: int
    unit: Literal["mm", "deg"]
    worst: float  # [unit]
    rms: float  # [unit]
    worst_frame: int  # -1 when there was nothing to meet
    status: Status = "met"
    blocked_by: tuple[str, ...] = ()  # stronger constraints, "joint limits" or "reach": what stood in the way

    @property
    def met(self) -> bool:
        """Whether the constraint holds in every frame that it asks for."""
        return self.status == "met"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How a solve went.

    ``stalled`` ran into the cap or was stopped; ``infeasible`` is as near as the stronger wishes allow.
    """

    seconds: float
    iterations: int  # steps of all frames together
    constraints: tuple[Outcome, ...] = ()
    notes: tuple[str, ...] = ()  # what a user should know, in words

    @property
    def status(self) -> Status:
        """The gravest status of all constraints."""
        return max((c.status for c in self.constraints), key=_GRAVITY.index, default="met")

    def raise_for_status(self) -> None:
        """Raise :class:`NotSolvedError` unless every constraint is met, for scripts that want it."""
        missed = [c for c in self.constraints if not c.met]
        if missed:
            worst = max(missed, key=lambda c: c.worst)
            raise NotSolvedError(
                f"The solve ended {self.status} after {self.iterations} iterations; {worst.name!r} misses by "
                f"{worst.worst:.4g} {worst.unit} at frame {worst.worst_frame}."
            )


def called(edit: Edit, number: int) -> str:
    """What a report calls a constraint: its name, or its place in the document."""
    return edit.constraints[number].name or f"constraint[{number}]"


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The solved motion and its report."""

    motion: Motion
    report: Report
