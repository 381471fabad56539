"""A whole pose of the last link with the half Jacobian: place what it hangs from, then turn it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from supple.core.quaternions import conjugate, multiply, rotate
from supple.solvers.weighted.chains import Chain, joint_rotations, posed
from supple.solvers.weighted.settings import WeightedSettings
from supple.solvers.weighted.solving import ChainSolution, solve_chain

_DEFAULT = WeightedSettings()


def solve_with_last_link(
    chain: Chain,
    bases: np.ndarray,
    base_turns: np.ndarray,
    targets: np.ndarray,
    target_turns: np.ndarray,
    *,
    angles: np.ndarray | None = None,
    points: npt.ArrayLike = (0.0, 0.0, 0.0),
    weights: npt.ArrayLike | None = None,
    settings: WeightedSettings = _DEFAULT,
) -> ChainSolution:
    """Bring ``points`` of the last joints to ``targets`` (B, 3) with the joints turned by ``target_turns`` (B, 4).

    The last joint needs three hinges; where its limits do not let it turn so far, it turns as far as they let it, and
    the misses tell.
    """
    links, last = len(chain.joints) - 1, chain.last()
    held = chain.shortened(links)
    own = int((chain.joint_of < links).sum())
    share = None if weights is None else np.broadcast_to(weights, (len(targets), chain.hinges))[:, :own]
    joints = targets - rotate(target_turns, np.broadcast_to(np.asarray(points, float), targets.shape))
    start = None if angles is None else angles[:, :own]
    solved = solve_chain(
        held, bases, base_turns, joints, angles=start, weights=share, settings=settings, points=chain.offsets[:, -1]
    )
    above = _turned(held, base_turns, solved.angles)
    wanted = multiply(conjugate(above), target_turns)
    _, turned = posed(last, wanted[:, None])
    turned = np.clip(turned, last.lower, last.upper)
    full = np.concatenate([solved.angles, turned], axis=1)
    left = _measured(chain, bases, base_turns, targets, target_turns, full, points, settings)
    return replace(left, angles=full, iterations=solved.iterations)


def _turned(chain: Chain, base_turns: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """(B, 4) the world turn of the last joint."""
    turned = np.broadcast_to(base_turns, (len(angles), 4))
    for rotation in np.moveaxis(joint_rotations(chain, angles), 1, 0):
        turned = multiply(turned, rotation)
    return turned


def _measured(
    chain: Chain,
    bases: np.ndarray,
    base_turns: np.ndarray,
    targets: np.ndarray,
    target_turns: np.ndarray,
    angles: np.ndarray,
    points: npt.ArrayLike,
    settings: WeightedSettings,
) -> ChainSolution:
    """The misses of a pose: a solve that may not iterate."""
    still = replace(settings, iterations=0)
    return solve_chain(
        chain, bases, base_turns, targets, angles=angles, target_turns=target_turns, points=points, settings=still
    )
