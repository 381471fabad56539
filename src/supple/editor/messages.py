"""Everything that the page and the server say to each other, defined once; TypeScript is made of it."""

from __future__ import annotations

from typing import Literal

from supple.session import edits as ed
from supple.session.actions import Action
from supple.session.document import Data, Document, Solver
from supple.session.drawings import Drawing
from supple.session.fixes import Fix

PageEdit = (
    ed.RemoveClip | ed.RenameClip | ed.OpenClip | ed.WearSkin | ed.AddConstraint | ed.ChangeConstraint
    | ed.RemoveConstraint | ed.MoveTrack | ed.SetFlags | ed.SetPriority | ed.OrderPriorities | ed.RenameTrack
    | ed.MoveKey | ed.SetEdit | ed.CopyEdit | ed.SetContacts | ed.AddContact | ed.ChangeContact | ed.SetContactSpan
    | ed.SplitContact | ed.MergeContacts | ed.RemoveContact | ed.SetRoles | ed.SetSolving | ed.SetSettings | ed.SetJoint
    | ed.SetMasses | ed.SetRange | ed.SetMarks | ed.SetPose
)  # fmt: skip
"""Edits that a page may send: all but those that bring motions, which only the server makes."""

Which = Literal["source", "preview", "proposal", "pose", "drive", "other"]


class _Message(Data, frozen=True, kw_only=True, tag_field="type"):
    """Common to all."""


class _Request(_Message, frozen=True, kw_only=True):
    request: int


class Do(_Request, frozen=True, kw_only=True, tag="do"):
    """Edits, as one step of undo."""

    edits: tuple[PageEdit, ...]
    label: str = ""


class Undo(_Request, frozen=True, kw_only=True, tag="undo"):
    """One step back."""


class Redo(_Request, frozen=True, kw_only=True, tag="redo"):
    """One step forth."""


class Preview(_Request, frozen=True, kw_only=True, tag="preview"):
    """Show the open clip as it would be after some edits."""

    playhead: int
    edits: tuple[PageEdit, ...] = ()
    whole: bool = True  # else the frame under the playhead alone
    base: int = 0  # the preview that the page shows to its end: only what differs from it is drafted


class Show(_Request, frozen=True, kw_only=True, tag="show"):
    """Send a clip's figure and its own motion."""

    playhead: int = 0
    clip: int | None = None


class Lint(_Request, frozen=True, kw_only=True, tag="lint"):
    """Say what is wrong with the wishes of the open clip."""


class Compare(_Request, frozen=True, kw_only=True, tag="compare"):
    """Bend the open clip by the solver that is not its own too; it is told when it is there."""

    stop: bool = False  # what is going on of it is not wanted any more


class Pose(_Request, frozen=True, kw_only=True, tag="pose"):
    """Solve the posture that is designed, after some edits that are only tried."""

    edits: tuple[PageEdit, ...] = ()


class Drive(_Request, frozen=True, kw_only=True, tag="drive"):
    """Steer the page's own walker: go on by some frames of 1/60 s towards a heading."""

    frames: int
    heading: float  # [rad]; 0 is +Z, pi/2 is +X
    speed: float  # [m/s]; 0 comes to stand
    step_m: float = 0.7
    arm_swing: float = 1.0
    limp: str | None = None  # such as "knee-left"
    severity: float = 1.0
    record: bool = False
    anew: bool = False  # another walker, at the start


class KeepDrive(_Request, frozen=True, kw_only=True, tag="keep_drive"):
    """What was recorded of the drive comes into the bin."""


class Start(_Request, frozen=True, kw_only=True, tag="start"):
    """Carry out an action, as a proposal."""

    action: Action


class Cancel(_Request, frozen=True, kw_only=True, tag="cancel"):
    """Stop the action that is going on."""


class Accept(_Request, frozen=True, kw_only=True, tag="accept"):
    """Take the proposal over."""

    job: int


class Dismiss(_Request, frozen=True, kw_only=True, tag="dismiss"):
    """Forget the proposal."""

    job: int


class ListFiles(_Request, frozen=True, kw_only=True, tag="list_files"):
    """What can be opened."""


class OpenFile(_Request, frozen=True, kw_only=True, tag="open_file"):
    """A motion of the folder comes into the bin."""

    name: str


class Save(_Request, frozen=True, kw_only=True, tag="save"):
    """Write the project, to its own file or to another one of the folder."""

    name: str | None = None
    overwrite: bool = False


class Export(_Request, frozen=True, kw_only=True, tag="export"):
    """Write a part of a clip into the folder: its bent motion in the format of the suffix, its edit, its contacts."""

    name: str
    what: Literal["motion", "edit", "contacts"] = "motion"
    clip: int | None = None
    overwrite: bool = False


FromPage = (
    Do | Undo | Redo | Preview | Show | Lint | Compare | Pose | Drive | KeepDrive | Start | Cancel | Accept | Dismiss
    | ListFiles | OpenFile | Save | Export
)  # fmt: skip


class StateView(Data, frozen=True, kw_only=True):
    """The document, and what can be done with it."""

    revision: int
    document: Document
    undo: str | None
    redo: str | None
    project: str | None
    saved: bool
    trouble: str  # why changes are in memory alone; "" where they are on the disk


class Welcome(_Message, frozen=True, kw_only=True, tag="welcome"):
    """The first message to a page."""

    state: StateView
    folder: str
    files: tuple[str, ...]
    suffixes: tuple[str, ...]  # of files that can be opened
    notices: tuple[str, ...] = ()


class Changed(_Message, frozen=True, kw_only=True, tag="changed"):
    """The document is another one, for every page."""

    state: StateView


class Done(_Request, frozen=True, kw_only=True, tag="done"):
    """A request was carried out."""

    revision: int
    safe: bool = True  # whether the document is on the disk


class Failed(_Request, frozen=True, kw_only=True, tag="failed"):
    """A request was not carried out; 0 stands for one that could not be read."""

    message: str


class MassView(Data, frozen=True, kw_only=True):
    """A part of the body."""

    joint: int
    share: float
    at: tuple[float, float, float]  # in the joint's frame [m]


class Figure(_Message, frozen=True, kw_only=True, tag="figure"):
    """Who moves in a clip."""

    clip: int  # 0: in no clip yet, but in the drive
    names: tuple[str, ...]
    parents: tuple[int, ...]
    end_sites: tuple[bool, ...]
    offsets_m: tuple[tuple[float, float, float], ...]
    roles: dict[str, str]  # role -> joint
    points: dict[str, tuple[int, tuple[float, float, float]]]  # named points: joint, and place in its frame [m]
    frames: int
    frame_time: float
    rest_rows: int
    warnings: tuple[str, ...]
    masses: tuple[MassView, ...]  # what moves with joints, as shares of the whole
    early: bool = False  # one frame comes with it; all of them, and the points of feet, with the next


class OutcomeView(Data, frozen=True, kw_only=True):
    """What a track, or a contact that is kept, got."""

    track: int | None
    name: str
    priority: int
    unit: Literal["mm", "deg"]
    worst: float | None  # None: nothing was measured
    rms: float | None
    worst_frame: int
    status: Literal["met", "stalled", "infeasible"]
    blocked_by: tuple[str, ...]


class LeftOutView(Data, frozen=True, kw_only=True):
    """A track that was not solved, and why."""

    track: int
    why: str


class StrainView(Data, frozen=True, kw_only=True):
    """A joint that the wishes push to the end of its range in frames ``[start, stop)``."""

    joint: int
    start: int
    stop: int


class ReportView(_Request, frozen=True, kw_only=True, tag="report"):
    """How a preview went, after its last frames."""

    status: Literal["met", "stalled", "infeasible"]
    seconds: float
    outcomes: tuple[OutcomeView, ...]
    left_out: tuple[LeftOutView, ...]
    notes: tuple[str, ...]
    strained: tuple[StrainView, ...]  # in the frames that came with it


class ComparingView(_Request, frozen=True, kw_only=True, tag="comparing"):
    """How far the other solver is; nothing is said of one that does not know."""

    done: int
    total: int


class Compared(_Request, frozen=True, kw_only=True, tag="compared"):
    """How the other solver fared, after its frames."""

    solver: Solver
    report: ReportView


class FindingView(Data, frozen=True, kw_only=True):
    """One thing that lint says."""

    severity: Literal["error", "warning"]
    topic: str
    track: int | None
    place: str
    message: str
    fix: str
    fixes: tuple[Fix, ...]  # each is done by one click


class Findings(_Request, frozen=True, kw_only=True, tag="findings"):
    """What lint says, errors first."""

    findings: tuple[FindingView, ...]


class Progress(_Message, frozen=True, kw_only=True, tag="progress"):
    """How far the action is."""

    job: int
    done: int
    total: int


class Proposed(_Message, frozen=True, kw_only=True, tag="proposed"):
    """What the action made; its frames follow where it moves."""

    job: int
    action: str  # which one, as it was asked for
    name: str
    clip: int | None  # None: it becomes a new clip
    moves: bool
    contacts: int | None  # how many there would be
    notes: tuple[str, ...]
    facts: dict[str, float]
    drawings: tuple[Drawing, ...]


class Ended(_Message, frozen=True, kw_only=True, tag="ended"):
    """The action ended without a proposal, or the proposal is gone."""

    job: int
    message: str


class Files(_Request, frozen=True, kw_only=True, tag="files"):
    """What can be opened."""

    names: tuple[str, ...]


class Written(_Request, frozen=True, kw_only=True, tag="written"):
    """A file was written; ``notes`` tell what its format does not keep."""

    name: str
    notes: tuple[str, ...]


FromServer = (
    Welcome | Changed | Done | Failed | Figure | ReportView | ComparingView | Compared | Findings | Progress | Proposed
    | Ended | Files | Written
)  # fmt: skip


class PoseHeader(Data, frozen=True, kw_only=True):
    """What stands before the numbers of a binary frame."""

    which: Which
    request: int  # of the preview, show or pose; the job of a proposal
    clip: int | None
    start: int  # the first frame
    frames: int
    joints: int
    total: int  # frames of the whole motion
    final: bool  # whether this is the last piece
