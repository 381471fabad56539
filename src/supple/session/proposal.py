"""What an action is given, and what it makes."""

from __future__ import annotations

from dataclasses import dataclass, field

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.progress import Progress
from supple.session import actions as act
from supple.session.cancelling import Cancel
from supple.session.document import Clip, Document
from supple.session.drawings import Drawing
from supple.session.folder import Folder
from supple.session.scenes import Scene
from supple.session.solving import Solves


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Proposal:
    """What an action made, to be looked at before it is taken over."""

    action: act.Action
    clip: int | None  # whose motion it changes; None: it is a new clip
    name: str
    motion: Motion | None = None  # None: the motion stays
    contacts: Contacts | None = None
    clear_tracks: bool = False
    notes: tuple[str, ...] = ()
    facts: dict[str, float] = field(default_factory=dict)  # what was measured
    drawings: tuple[Drawing, ...] = ()
    skin: str | None = None  # of a new clip


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What an action works on."""

    clip: Clip
    motion: Motion
    contacts: Contacts | None
    scene: Scene
    document: Document
    solves: Solves
    folder: Folder
    cancel: Cancel
    progress: Progress | None = None

    @property
    def watched(self) -> Progress:
        """Says how far it is, and ends what nobody waits for."""
        return self.cancel.watched(self.progress)

    def other(self, number: int) -> Motion:
        """The motion of another clip, as its wishes bend it."""
        return self.solves.whole(self.document.clip(number), self.watched).motion
