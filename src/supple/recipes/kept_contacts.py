"""An edit that keeps a motion's contacts beside its own wishes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from supple.constraints.model import Constraint, Edit, Footplant
from supple.constraints.names import Names
from supple.constraints.recruiting import effectors_of
from supple.constraints.spans import acting_spans, common
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.recipes.contact_edit import edit_of, left_out
from supple.recipes.metrics import contacts_of


@dataclass(frozen=True, slots=True)
class Kept:
    """An edit with the wishes that keep contacts behind its own, and what of the contacts is not in it, in words."""

    edit: Edit
    notes: tuple[str, ...] = ()


def with_contacts(edit: Edit, contacts: Contacts | Path | str, motion: Motion, names: Names) -> Kept:
    """The edit and what ``supple detect --edit`` would write of these contacts.

    choice: where the edit itself asks something of a joint, the contacts of that joint at the same time give way, all
    of a step with them: whoever moves a foot does not want it held where it was. A step beside such a time is kept, and
    eases in and out only as long as the edit asks nothing of its foot.
    """
    given = contacts_of(motion, contacts, names)
    kept, gone = [], []
    for wish in edit_of(given).constraints:
        own = next((own for own in edit.constraints if _same_time_and_joint(own, wish, motion, names)), None)
        if own is None:
            kept.append(_eased(wish, edit, motion, names))
        else:
            gone.append(f"{wish.name!r} of the contacts gives way to {own.name or own.__struct_config__.tag!r}.")
    return Kept(replace(edit, constraints=(*edit.constraints, *kept)), (*gone, *left_out(given)))


def _same_time_and_joint(own: Constraint, wish: Constraint, motion: Motion, names: Names) -> bool:
    return _same_joint(own, wish, names) and bool(common(acting_spans(own, motion), acting_spans(wish, motion)))


def _same_joint(own: Constraint, wish: Constraint, names: Names) -> bool:
    mine, theirs = ({effector.joint for effector in effectors_of(c, names)} for c in (own, wish))
    return bool(mine & theirs)


def _eased(wish: Constraint, edit: Edit, motion: Motion, names: Names) -> Constraint:
    """A step whose ease does not reach into what the edit asks of its foot."""
    if not isinstance(wish, Footplant):
        return wish
    asked = [s for own in edit.constraints if _same_joint(own, wish, names) for s in acting_spans(own, motion)]
    ((first, last),) = acting_spans(wish, motion)
    before = min((first - stop for _, stop in asked if stop <= first), default=np.inf) * motion.frame_time
    after = min((start - last for start, _ in asked if start >= last), default=np.inf) * motion.frame_time
    return replace(wish, ease=(min(wish.ease[0], float(before)), min(wish.ease[1], float(after))))
