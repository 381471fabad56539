"""Edits of how a clip is seen and solved."""

from __future__ import annotations

from supple.session.document import Clip, replace
from supple.session.edits import (
    SetJoint,
    SetMarks,
    SetMasses,
    SetPose,
    SetRange,
    SetRoles,
    SetSettings,
    SetSolving,
    SettingEdit,
)


def settings_edited(clip: Clip, edit: SettingEdit) -> Clip:
    """The clip after an edit of its settings."""
    match edit:
        case SetRoles():
            return replace(clip, roles=edit.roles)
        case SetSolving():
            return replace(clip, solving=edit.solving)
        case SetSettings():
            return replace(clip, settings=edit.settings, space=edit.space)
        case SetJoint():
            others = {name: setting for name, setting in clip.joints.items() if name != edit.joint}
            return replace(clip, joints=others if edit.setting is None else {**others, edit.joint: edit.setting})
        case SetMasses():
            return replace(clip, masses=edit.masses)
        case SetRange():
            return replace(clip, inout=edit.inout)
        case SetMarks():
            return replace(clip, marks=tuple(sorted(edit.marks, key=lambda mark: mark.frame)))
        case SetPose():
            return replace(clip, pose=edit.pose)
