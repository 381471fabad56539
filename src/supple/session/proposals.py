"""Actions carried out: what they would make of a clip, and the one edit that takes it over."""

from __future__ import annotations

from dataclasses import replace

from supple.core.progress import Progress
from supple.errors import InvalidValueError
from supple.session import actions as act
from supple.session.cancelling import Cancel
from supple.session.contact_edits import weaker_priorities
from supple.session.document import Clip, Document
from supple.session.edits import AddClip, AddConstraint, AnyEdit, ReplaceMotion, SetContacts, SetPriority, Several
from supple.session.folder import Folder
from supple.session.motions import Motions
from supple.session.proposal import Given, Proposal
from supple.session.solving import Solves
from supple.session.ways import WAYS, walked


def proposed(
    document: Document,
    action: act.Action,
    solves: Solves,
    folder: Folder,
    cancel: Cancel,
    progress: Progress | None = None,
) -> Proposal:
    """Carry out an action without changing anything.

    What takes long says how far it is, and stops in the middle; a result that is not wanted any more is thrown away at
    the end of anything else.
    """
    if isinstance(action, act.Walk):
        return walked(action)
    clip = document.clip(action.clip)
    on = "result" if isinstance(action, act.Bend) else getattr(action, "on", "source")
    scene = solves.scenes.of(clip)
    motion = solves.whole(clip, cancel.watched(progress)).motion if on == "result" else scene.motion
    given = Given(clip, motion, clip.contacts, scene, document, solves, folder, cancel, progress)
    cancel.check()
    found = WAYS[type(action)](action, given)
    cancel.check()
    return replace(found, clear_tracks=on == "result" and found.clip is not None and found.motion is not None)


def edit_from(proposal: Proposal, document: Document, motions: Motions) -> AnyEdit:
    """The edit of a document that takes a proposal over."""
    label = str(proposal.action.__struct_config__.tag).replace("_", " ")
    if isinstance(proposal.action, act.Detect):
        return _detected_edit(proposal, document.clip(proposal.clip), label)
    if proposal.motion is None:
        raise InvalidValueError(f"{label} measures, and changes nothing that could be taken over.")
    ref = motions.put(proposal.motion, proposal.name)
    if proposal.clip is None:
        added = AddClip(motion=ref, name=proposal.name, contacts=proposal.contacts, skin=proposal.skin)
        return Several(label=label, edits=(added,))
    change = ReplaceMotion(
        clip=proposal.clip, motion=ref, contacts=proposal.contacts, clear_tracks=proposal.clear_tracks
    )  # fmt: skip
    return Several(label=label, edits=(change,))


def _detected_edit(proposal: Proposal, clip: Clip, label: str) -> AnyEdit:
    from supple.recipes.contact_edit import edit_of

    contacts = proposal.contacts
    if contacts is None or not getattr(proposal.action, "as_tracks", False):
        return Several(label=label, edits=(SetContacts(clip=clip.id, contacts=contacts),))
    weaker = (SetPriority(clip=clip.id, track=track, priority=level) for track, level in weaker_priorities(clip))
    added = (AddConstraint(clip=clip.id, constraint=wish) for wish in edit_of(contacts).constraints)
    return Several(label=label, edits=(*weaker, *added))
