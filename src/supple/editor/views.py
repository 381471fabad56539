"""Values of the session as messages show them."""

from __future__ import annotations

import math
from pathlib import Path

from supple.constraints.model import Vec3
from supple.constraints.names import Effector, Names
from supple.core.body.masses import body_mass
from supple.core.motion import Motion
from supple.editor.messages import (
    Figure,
    Findings,
    FindingView,
    LeftOutView,
    MassView,
    OutcomeView,
    Proposed,
    ReportView,
    StateView,
    StrainView,
)
from supple.session.document import Clip, MotionRef
from supple.session.proposal import Proposal
from supple.session.session import State
from supple.session.solving import Found, LeftOut
from supple.session.strain import Strained
from supple.solvers.result import Outcome, Report


def state_view(state: State, root: Path) -> StateView:
    """Where things stand; the project's file by its name in the folder."""
    project = state.project
    if project is not None and project.resolve().is_relative_to(root):
        project = project.resolve().relative_to(root)
    return StateView(
        revision=state.revision,
        document=state.document,
        undo=state.undo,
        redo=state.redo,
        project=None if project is None else str(project),
        saved=state.saved,
        trouble=state.trouble,
    )


def figure_view(clip: Clip, motion: Motion, names: Names, *, early: bool = False) -> Figure:
    """Who moves in a clip."""
    skeleton = motion.skeleton
    return Figure(
        clip=clip.id,
        names=skeleton.names,
        parents=tuple(skeleton.parents.tolist()),
        end_sites=tuple(skeleton.end_sites.tolist()),
        offsets_m=tuple(map(tuple, skeleton.offsets.tolist())),
        roles=dict(names.roles),
        points={name: (int(e.joint), _place(e)) for name, e in {**names.placed, **names.given}.items()},
        frames=motion.frames,
        frame_time=motion.frame_time,
        rest_rows=motion.rest_rows,
        warnings=motion.provenance.warnings,
        masses=_masses(clip, names),
        early=early,
    )


def _masses(clip: Clip, names: Names) -> tuple[MassView, ...]:
    """The parts of the body, and what it carries, as balance weighs them."""
    known = {*names.skeleton.names, *names.roles}
    carried = [(mass.joint, mass.kg, mass.at) for mass in clip.masses if mass.joint in known]
    body = body_mass(names.skeleton, names.roles, carried=carried)
    whole = float(body.masses.sum())
    return tuple(
        MassView(joint=joint, share=kg / whole, at=(x, y, z))
        for joint, (kg, (x, y, z)) in enumerate(zip(body.masses.tolist(), body.centres.tolist(), strict=True))
        if kg > 0.0
    )


def driven_view(motion: Motion) -> Figure:
    """Who is driven; it is in no clip yet."""
    from supple.recipes.names import motion_names

    ref = MotionRef(key="", source="drive", frames=1, frame_time=motion.frame_time, joints=motion.skeleton.names)
    return figure_view(Clip(id=0, name="drive", motion=ref), motion, motion_names(motion))


def _place(effector: Effector) -> Vec3:
    x, y, z = (float(number) for number in effector.point)
    return x, y, z


def report_view(
    request: int,
    report: Report,
    tracks: tuple[int, ...] = (),
    left_out: tuple[LeftOut, ...] = (),
    at_ends: tuple[Strained, ...] = (),
) -> ReportView:
    """How a solve went."""
    ids = (*tracks, *(None for _ in report.constraints[len(tracks) :]))
    return ReportView(
        request=request,
        status=report.status,
        seconds=report.seconds,
        outcomes=tuple(_outcome(k, o) for k, o in zip(ids, report.constraints, strict=False)),
        left_out=tuple(LeftOutView(track=out.track, why=out.why) for out in left_out),
        notes=report.notes,
        strained=tuple(StrainView(joint=s.joint, start=s.start, stop=s.stop) for s in at_ends),
    )


def _outcome(track: int | None, outcome: Outcome) -> OutcomeView:
    return OutcomeView(
        track=track,
        name=outcome.name,
        priority=outcome.priority,
        unit=outcome.unit,
        worst=_finite(outcome.worst),
        rms=_finite(outcome.rms),
        worst_frame=outcome.worst_frame,
        status=outcome.status,
        blocked_by=outcome.blocked_by,
    )


def findings_view(request: int, found: tuple[Found, ...]) -> Findings:
    """What lint says."""
    views = (
        FindingView(
            severity=said.severity,
            topic=said.topic,
            track=one.track,
            place=said.place,
            message=said.message,
            fix=said.fix,
            fixes=one.fixes,
        )
        for one in found
        for said in (one.finding,)
    )
    return Findings(request=request, findings=tuple(views))


def proposed_view(job: int, proposal: Proposal) -> Proposed:
    """What an action made."""
    return Proposed(
        job=job,
        action=str(proposal.action.__struct_config__.tag),
        name=proposal.name,
        clip=proposal.clip,
        moves=proposal.motion is not None,
        contacts=None if proposal.contacts is None else len(proposal.contacts.contacts),
        notes=proposal.notes,
        facts={name: value for name, value in proposal.facts.items() if math.isfinite(value)},
        drawings=proposal.drawings,
    )


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
