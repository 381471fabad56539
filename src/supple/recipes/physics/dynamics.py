"""Inverse dynamics of a clip: what joints and ground do, and what physics cannot explain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.dynamics.body import BodyParameters
from supple.dynamics.contact_points import DEFAULT_SURFACE, FRICTION, ContactSpan, contact_spans
from supple.dynamics.figure import Figure, figure_of
from supple.dynamics.inertias import body_inertias
from supple.dynamics.inverse import Needed, needed_forces, point_jacobian
from supple.dynamics.splitting import split_reaction
from supple.dynamics.states import States, frame_states
from supple.dynamics.support import outside, pressure_centre
from supple.errors import InvalidValueError
from supple.io.documents.body import Body
from supple.recipes.everyday.low_pass import check_cut_off, low_pass, usual_cut_off
from supple.recipes.metrics import contacts_of
from supple.recipes.names import motion_names
from supple.recipes.physics.bodies import body_of

DEFAULT_CUTOFF = 6.0  # [Hz] as is usual for walking
_FEWEST = 8  # frames


@dataclass(frozen=True, slots=True, eq=False)
class Dynamics:
    """The forces of a clip in its F frames that count (rest rows are left out)."""

    figure: Figure
    body: BodyParameters
    first: int
    frame_time: float
    smoothing: str  # in words
    torques: np.ndarray  # (F, n, 3) of the model's joints but the root, in each joint's frame [Nm]
    powers: np.ndarray  # (F, n) [W]
    points: tuple[str, ...]
    forces: np.ndarray  # (F, P, 3) ground reaction at each point [N]
    places: np.ndarray  # (F, P, 3) of the points [m]
    touching: np.ndarray  # (F, P) bool
    centre_of_pressure: np.ndarray  # (F, 3) of the force that the motion needs; NaN in flight [m]
    outside: np.ndarray  # (F,) how far that is from the support; NaN in flight [m]
    residual_force: np.ndarray  # (F, 3) [N]
    residual_moment: np.ndarray  # (F, 3) about the root [Nm]
    inner: slice  # the frames that measures look at: smoothing knows nothing beyond the ends
    notes: tuple[str, ...] = ()

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints that have torques."""
        return tuple(self.figure.skeleton.names[j] for j in self.figure.joints[1:])

    @property
    def residual_pct_bw(self) -> float:
        """The unexplained force, rms, in percent of body weight."""
        return 100.0 * _rms(self.residual_force[self.inner]) / self.figure.weight

    @property
    def residual_pct_bwh(self) -> float:
        """The unexplained moment, rms, in percent of body weight times height."""
        return 100.0 * _rms(self.residual_moment[self.inner]) / (self.figure.weight * self.body.height)


@checked
def dynamics(
    motion: Motion,
    *,
    body: Body | Path | str | None = None,
    cutoff: float | None = None,
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
    friction: float = FRICTION[DEFAULT_SURFACE][1],
) -> Dynamics:
    """The joint torques and powers, the ground reaction between contacts, and the residual of a motion.

    Positions and turns are smoothed by a low-pass at ``cutoff`` [Hz] before they are differentiated: a captured
    motion jitters. Without one it is 6 Hz, or a quarter of the frame rate where that is less. ``body`` is a body
    document; else an average person of the figure's size. Contacts are found where they are not given.
    """
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion has dynamics; got {type(motion).__name__}.")
    if not (np.isfinite(friction) and friction > 0.0):
        raise InvalidValueError(f"friction must be above 0; got {friction:g}.")
    first = first_moving_frame(motion)
    if motion.frames - first < _FEWEST:
        raise InvalidValueError(f"forces need at least {_FEWEST} frames; this clip has {motion.frames - first}.")
    cutoff = usual_cut_off(DEFAULT_CUTOFF, motion.frame_time) if cutoff is None else cutoff
    check_cut_off(cutoff, motion.frame_time)
    names = motion_names(motion, roles)
    found = contacts_of(motion, contacts, names)
    person = body_of(body, motion, names.roles)
    inertias = body_inertias(motion.skeleton, names.roles, person)
    figure = figure_of(motion, inertias, names.roles)
    calm = smoothed(motion, cutoff)
    states = frame_states(figure, calm, first)
    needed = needed_forces(figure, states)
    spans = contact_spans(figure, found, first, motion.frame_time)
    at_ends = min(round(0.5 / cutoff / motion.frame_time), (motion.frames - first - 1) // 3)
    said = f"low-pass at {cutoff:g} Hz (zero phase, -3 dB), then derivatives of quintic splines"
    said += f"; {at_ends} frames at each end are not measured"
    return _told(figure, person, found, states, needed, spans, friction, replace(motion), first, said, at_ends)


def smoothed(motion: Motion, cutoff: float) -> Motion:
    """A motion whose frames that count are low-passed."""
    first = first_moving_frame(motion)
    turns, roots = motion.rotations.copy(), motion.root_positions.copy()
    roots[first:] = low_pass(roots[first:], cutoff, motion.frame_time)
    calm = low_pass(quaternions.continuous(turns[first:]), cutoff, motion.frame_time)
    turns[first:] = quaternions.normalized(calm)
    return motion.with_rotations(turns).with_root_positions(roots)


def _told(
    figure: Figure, body: BodyParameters, found: Contacts, states: States, needed: Needed, spans: list[ContactSpan],
    friction: float, motion: Motion, first: int, said: str, at_ends: int,
) -> Dynamics:  # fmt: skip
    times = np.arange(len(states.q)) * motion.frame_time
    points = {(span.name, span.number): span for span in spans}
    places = (
        np.stack([needed.points(s.number, s.point) for s in points.values()], axis=1)
        if points
        else np.zeros((len(times), 0, 3))
    )
    touching = np.zeros(places.shape[:2], bool)
    for k, key in enumerate(points):
        for span in spans:
            if (span.name, span.number) == key:
                touching[:, k] |= (times >= span.start - 1e-9) & (times <= span.stop + 1e-9)
    force, moment = needed.wrench()
    roots = needed.places[:, 2]
    normal = np.array(found.floor.normal if found.floor else (0.0, 1.0, 0.0))
    split = split_reaction(
        force, moment, places - roots[:, None], touching, weight=figure.weight, height=body.height, friction=friction,
        normal=normal,
    )  # fmt: skip
    torques = needed.torques.copy()
    for k, span in enumerate(points.values()):
        torques -= np.einsum("sij,si->sj", point_jacobian(figure, needed, span), split.forces[:, k])
    pressure, off = _pressure(roots, force, moment, places, touching, found)
    turned = torques[:, 6:].reshape(len(times), -1, 3)
    powers = np.sum(turned * states.v[:, 6:].reshape(turned.shape), axis=2)
    notes = (
        *figure.inertias.missing,
        *(() if spans else ("no contact with the ground was found: all of the weight is unexplained.",)),
    )
    return Dynamics(
        figure, body, first, motion.frame_time, said, turned, powers, tuple(n for n, _ in points), split.forces, places,
        touching, pressure, off, split.residual_force, split.residual_moment, slice(at_ends, len(times) - at_ends),
        notes,
    )  # fmt: skip


def _pressure(
    roots: np.ndarray, force: np.ndarray, moment: np.ndarray, places: np.ndarray, touching: np.ndarray, found: Contacts
) -> tuple[np.ndarray, np.ndarray]:
    count = len(roots)
    level = np.full(count, found.floor.height_m if found.floor else 0.0)
    for s in np.flatnonzero(touching.any(axis=1)):
        level[s] = places[s, touching[s], 1].mean()
    pressure = pressure_centre(roots, force, moment, level)
    off = np.full(count, np.nan)
    for s in np.flatnonzero(touching.any(axis=1) & np.isfinite(pressure[:, 0])):
        off[s] = outside(pressure[s, [0, 2]], places[s, touching[s]][:, [0, 2]])
    return pressure, off


def _rms(vectors: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.sum(vectors**2, axis=-1)))) if len(vectors) else 0.0
