"""``individualise``: a walk as another person would walk it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.roles import SIDES
from supple.detect.signature.signature import GaitSignature
from supple.errors import FileError, InvalidValueError
from supple.io.documents.body import Body
from supple.io.documents.joint_weights import JointWeights, read_weights
from supple.recipes.body_scale.scaling import body_of, scale_body
from supple.recipes.clean import Cleaned
from supple.recipes.individualise.fitting import HARMONICS, fitted_weights
from supple.recipes.individualise.masses import mass_weights
from supple.recipes.individualise.planting import planted
from supple.recipes.individualise.weighting import Walker, weighted
from supple.recipes.metrics import contacts_of
from supple.recipes.names import motion_names
from supple.recipes.refit import Refitted
from supple.recipes.retarget.retargeting import Given, retarget
from supple.recipes.signature import gait


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Individual(Refitted):
    """A walk of its own, by which weights, and how it came about."""

    weights: JointWeights
    before: GaitSignature  # on the same body with no weights, before feet were put in place
    after: GaitSignature
    fitted_deg: tuple[float, ...] = ()  # distance to the walk that was fitted: with no weights, then round by round

    @property
    def knee_shift_deg(self) -> dict[str, float]:
        """By how much each knee is more flexed, in the mean over the cycle [deg]."""
        legs = ((side, self.before.leg(side).curve, self.after.leg(side).curve) for side in SIDES)
        return {side: float(np.degrees(np.mean(after[:, 1] - before[:, 1]))) for side, before, after in legs}


@checked
def individualise(
    motion: Motion,
    weights: JointWeights | Path | str | None = None,
    *,
    body: Motion | Body | Path | str | None = None,
    fit: Motion | None = None,
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
    harmonics: int = HARMONICS,
) -> Individual:
    """The walk with weighted joints: ``weights`` as given, or those that bring it nearest to the walk ``fit``.

    With ``body`` the walk goes to that figure first: another person's motion, or a body document, whose masses tell the
    weights where nothing else does. With ``fit`` alone it goes to the figure of that walk. Feet stand where the
    weighted legs take them, so that strides become longer or shorter. ``harmonics`` is how finely fitted weights vary
    over the phase; 0 makes them constant.
    """
    if weights is not None and fit is not None:
        raise InvalidValueError("weights are given, or found by a fit; got both.")
    given = read_weights(weights) if isinstance(weights, Path | str) else weights
    figure = body if body is None or isinstance(body, Motion) else body_of(body)
    if given is None and fit is None:
        given = _by_mass(figure)
    aim = None if fit is None else _aim(fit)
    walker = _walker(motion, fit if figure is None else figure, contacts, roles)
    tried: tuple[float, ...] = ()
    if given is None:
        assert aim is not None
        given, tried = fitted_weights(walker.signature, aim, lambda w: _measured(_planted(walker, w)), harmonics)
    cleaned = _planted(walker, given)
    return Individual(
        motion=cleaned.motion, contacts=cleaned.contacts, cleaned=cleaned, levels=(), notes=cleaned.report.notes,
        weights=given, before=walker.signature, after=_measured(cleaned),
        fitted_deg=tuple(float(np.degrees(d)) for d in tried),
    )  # fmt: skip


def _aim(fit: Motion) -> GaitSignature:
    """What is to be come near to; what is wrong with it is told with the name of its own file, not of the motion's."""
    try:
        return gait(fit)
    except InvalidValueError as error:
        told = f"the walk to fit: {error}"
        raise FileError(fit.provenance.source, told) if fit.provenance.source else InvalidValueError(told) from error


def _by_mass(figure: Motion | Body | None) -> JointWeights:
    if isinstance(figure, Body) and figure.mass is not None:
        return mass_weights(figure.mass)
    if figure is None:
        raise InvalidValueError("say which weights the joints have, or give a body or a walk to fit.")
    raise InvalidValueError(
        "this body says nothing of masses, so that nothing is known of weights. Give weights, a walk to fit, or a body "
        "document with [mass] (`supple print body`)."
    )


def _walker(
    motion: Motion, figure: Motion | Body | None, contacts: Contacts | Path | str | None, roles: Given
) -> Walker:
    if isinstance(figure, Motion):
        there = retarget(motion, figure, contacts=contacts, roles=roles)
        names, found, walk = there.names, there.contacts, there.before
    else:
        walk, told = motion, contacts
        if figure is not None:
            grown = scale_body(motion, figure, contacts=contacts, roles=roles)
            walk, told = grown.motion, grown.contacts
        names = motion_names(walk, roles)
        found = contacts_of(walk, told, names)
    return Walker(motion=walk, contacts=found, names=names, signature=gait(walk, found, roles=names))


def _planted(walker: Walker, weights: JointWeights) -> Cleaned:
    return planted(*weighted(walker, weights), walker.names)


def _measured(cleaned: Cleaned) -> GaitSignature:
    return gait(cleaned.motion, cleaned.contacts, roles=cleaned.names)
