"""Everything that can be done to a document, as data: saved, sent, undone and done again.

An edit without ``clip`` is about the open one. ``do`` names the kind in JSON.
"""

from __future__ import annotations

from typing import Literal

from supple.constraints.model import CarriedMass, Constraint, Edit, JointSetting, Moment, Settings
from supple.core.contacts import Contact, Contacts
from supple.io.documents.roles import RolesDocument
from supple.session.document import Data, Mark, MotionRef, PoseBench, Solving, Span

KeyKind = Literal["goal", "point", "span", "event"]


class _Edit(Data, frozen=True, kw_only=True, tag_field="do"):
    """Common to all."""


class _OfClip(_Edit, frozen=True, kw_only=True):
    clip: int | None = None  # None: the open one


class AddClip(_Edit, frozen=True, kw_only=True, tag="add_clip"):
    """A motion comes into the bin, and is opened."""

    motion: MotionRef
    name: str
    contacts: Contacts | None = None
    roles: RolesDocument | None = None
    skin: str | None = None


class RemoveClip(_Edit, frozen=True, kw_only=True, tag="remove_clip"):
    """A clip leaves the bin; another one is opened if it was open."""

    clip: int


class RenameClip(_OfClip, frozen=True, kw_only=True, tag="rename_clip"):
    """A clip gets another name."""

    name: str


class OpenClip(_Edit, frozen=True, kw_only=True, tag="open_clip"):
    """Another clip of the bin is edited."""

    clip: int


class WearSkin(_OfClip, frozen=True, kw_only=True, tag="wear_skin"):
    """A clip is shown with the body of another one, or its own; None: as a plain figure."""

    of: int | None


class ReplaceMotion(_OfClip, frozen=True, kw_only=True, tag="replace_motion"):
    """What an action made takes the clip's place; wishes that are part of it now are cleared."""

    motion: MotionRef
    contacts: Contacts | None = None
    clear_tracks: bool = False


class AddConstraint(_OfClip, frozen=True, kw_only=True, tag="add_constraint"):
    """A new track, at the end or before the ``at``-th."""

    constraint: Constraint
    at: int | None = None


class ChangeConstraint(_OfClip, frozen=True, kw_only=True, tag="change_constraint"):
    """A track says something else."""

    track: int
    constraint: Constraint


class RemoveConstraint(_OfClip, frozen=True, kw_only=True, tag="remove_constraint"):
    """A track goes."""

    track: int


class MoveTrack(_OfClip, frozen=True, kw_only=True, tag="move_track"):
    """A track is listed elsewhere; what it asks stays."""

    track: int
    to: int  # its number in the list


class SetFlags(_OfClip, frozen=True, kw_only=True, tag="set_flags"):
    """Mute, solo, lock; None leaves one as it is."""

    track: int
    muted: bool | None = None
    solo: bool | None = None
    locked: bool | None = None


class SetPriority(_OfClip, frozen=True, kw_only=True, tag="set_priority"):
    """One track becomes more or less important."""

    track: int
    priority: int


class OrderPriorities(_OfClip, frozen=True, kw_only=True, tag="order_priorities"):
    """The tracks of each level, the strongest first; those not named keep their priority."""

    levels: tuple[tuple[int, ...], ...]


class RenameTrack(_OfClip, frozen=True, kw_only=True, tag="rename_track"):
    """A constraint gets another name."""

    track: int
    name: str


class MoveKey(_OfClip, frozen=True, kw_only=True, tag="move_key"):
    """One moment of a track is dragged.

    ``goal``: the ``key``-th (0 to 3) of the profile of goal ``number``; ``point``: begin or end (0, 1) of the hold of
    shape point ``number``; ``span``: its begin or end; ``event``: heel strike, toe strike, heel off, toe off (0 to 3).
    """

    track: int
    of: KeyKind
    key: int
    to: Moment
    number: int = 0


class SetContacts(_OfClip, frozen=True, kw_only=True, tag="set_contacts"):
    """All contacts of a clip at once; None: none are known."""

    contacts: Contacts | None


class AddContact(_OfClip, frozen=True, kw_only=True, tag="add_contact"):
    """One more contact."""

    contact: Contact


class ChangeContact(_OfClip, frozen=True, kw_only=True, tag="change_contact"):
    """A contact is somewhere else, or at another time."""

    number: int
    contact: Contact


class SetContactSpan(_OfClip, frozen=True, kw_only=True, tag="set_contact_span"):
    """A contact begins or ends at another time."""

    number: int
    start: int
    stop: int


class SplitContact(_OfClip, frozen=True, kw_only=True, tag="split_contact"):
    """One contact becomes two; the second begins at frame ``at``."""

    number: int
    at: int


class MergeContacts(_OfClip, frozen=True, kw_only=True, tag="merge_contacts"):
    """Two contacts of one point become one that lasts from the earlier to the later, where the longer one is."""

    first: int
    second: int


class RemoveContact(_OfClip, frozen=True, kw_only=True, tag="remove_contact"):
    """One contact goes."""

    number: int


class SetRoles(_OfClip, frozen=True, kw_only=True, tag="set_roles"):
    """Who is who, over what is found; None: as found."""

    roles: RolesDocument | None


class SetSolving(_OfClip, frozen=True, kw_only=True, tag="set_solving"):
    """Which solver, and how far the motion follows."""

    solving: Solving


class SetSettings(_OfClip, frozen=True, kw_only=True, tag="set_settings"):
    """How the prioritized solver works, and the axes of offsets."""

    settings: Settings
    space: str = "world"


class SetJoint(_OfClip, frozen=True, kw_only=True, tag="set_joint"):
    """How easily and how far a joint moves; None: as any other."""

    joint: str
    setting: JointSetting | None


class SetMasses(_OfClip, frozen=True, kw_only=True, tag="set_masses"):
    """What the figure carries."""

    masses: tuple[CarriedMass, ...]


class SetRange(_OfClip, frozen=True, kw_only=True, tag="set_range"):
    """In and out; None: the whole clip."""

    inout: Span | None


class SetMarks(_OfClip, frozen=True, kw_only=True, tag="set_marks"):
    """All marks of a clip."""

    marks: tuple[Mark, ...]


class SetPose(_OfClip, frozen=True, kw_only=True, tag="set_pose"):
    """The posture that is designed, and its wishes; None: none."""

    pose: PoseBench | None


class SetEdit(_OfClip, frozen=True, kw_only=True, tag="set_edit"):
    """An edit document takes the place of all tracks and settings."""

    edit: Edit


class CopyEdit(_Edit, frozen=True, kw_only=True, tag="copy_edit"):
    """The wishes of one clip for others, instead of theirs."""

    source: int
    to: tuple[int, ...]


class Several(_Edit, frozen=True, kw_only=True, tag="several"):
    """Some edits that are one step of undo; all are done, or none."""

    label: str
    edits: tuple[Simple, ...]


ClipEdit = AddClip | RemoveClip | RenameClip | OpenClip | WearSkin | ReplaceMotion
TrackEdit = (
    AddConstraint | ChangeConstraint | RemoveConstraint | MoveTrack | SetFlags | SetPriority | OrderPriorities
    | RenameTrack | MoveKey | SetEdit | CopyEdit
)  # fmt: skip
ContactEdit = (
    SetContacts | AddContact | ChangeContact | SetContactSpan | SplitContact | MergeContacts | RemoveContact
)  # fmt: skip
SettingEdit = SetRoles | SetSolving | SetSettings | SetJoint | SetMasses | SetRange | SetMarks | SetPose
Simple = ClipEdit | TrackEdit | ContactEdit | SettingEdit
AnyEdit = Simple | Several


def label(edit: AnyEdit) -> str:
    """What a list of steps calls an edit."""
    return edit.label if isinstance(edit, Several) else str(edit.__struct_config__.tag).replace("_", " ")
