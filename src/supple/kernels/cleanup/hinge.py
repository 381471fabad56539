r"""A limb of two bones and a hinge: how far it reaches when it is bent, and how far it bends to reach.

With u from the base to the middle joint, w from there to the end, a the hinge's axis, heights along the axis
:math:`h_u = u \cdot a`, :math:`h_w = w \cdot a` and lengths across it :math:`l_u', l_w'`, a limb that is bent by
:math:`\varphi` from straight has the length

.. math:: L^2 = C + 2 P \cos\varphi, \qquad C = l_u^2 + l_w^2 + 2 h_u h_w, \quad P = l_u' l_w'.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense, kernel, types
from supple.kernels.vectors import cross, dot

_ROUNDING = 1e-13  # of a squared length: a leg that is off by less is off by less than 1e-13 m
TURNING = 0.25  # [rad] the bend from which on a soft one is continued straight on
_MUCH = 1e-4  # the square of a hundredth
_FLAT = 1e-12  # an axis along a bone, relative to the bones: the hinge changes no length


@dense()
def reach_of(u, w, a):
    """``C`` and ``P`` of a limb; P is 0 where the hinge cannot bend it."""
    hu, hw = dot(u, a), dot(w, a)
    uu, ww = dot(u, u), dot(w, w)
    across = np.sqrt(max(0.0, uu - hu * hu) * max(0.0, ww - hw * hw))
    if not across * across > _FLAT * uu * ww:
        return uu + ww + 2.0 * dot(u, w), 0.0
    return uu + ww + 2.0 * hu * hw, across


@dense()
def hinge_of(u, w, a):
    """``C``, ``P`` and the bend [rad] of a limb, positive in flexion; the bend is 0 where the hinge cannot bend it."""
    c, p = reach_of(u, w, a)
    if not p > 0.0:
        return c, p, 0.0
    return c, p, np.arctan2(dot(a, cross(u, w)), dot(u, w) - dot(u, a) * dot(w, a))


@dense()
def bend_for(length_sq, c, p):
    """The bend [rad] from 0 to pi at which a limb has a squared length, or the nearest that it can have."""
    return np.arccos(min(1.0, max(-1.0, (length_sq - c) / (2.0 * p))))


@dense()
def soft_bend(length_sq, c, p):
    """The bend of a limb of a squared length, continued straight on toward extension, and P times its sine there."""
    far = c + 2.0 * p * np.cos(TURNING)
    if length_sq > far:
        sine = p * np.sin(TURNING)
        return TURNING - 0.5 * (length_sq - far) / sine, sine
    cosine = min(1.0, max(-1.0, (length_sq - c) / (2.0 * p)))
    return np.arccos(cosine), p * max(np.sqrt(1.0 - cosine * cosine), np.sin(TURNING))


@dense()
def length_at(bend, c, p):
    """The length of a limb at a bend."""
    return np.sqrt(max(0.0, c + 2.0 * p * np.cos(bend)))


@dense()
def is_same(length_sq, own_sq):
    """Whether a squared length is the limb's own, to rounding."""
    return abs(length_sq - own_sq) <= _ROUNDING * own_sq


@dense()
def needed(shift, length_sq):
    """From 0 for an end that stays where it is to 1 for one that is shifted by much more than a hundredth of a limb."""
    by = dot(shift, shift)
    return by / (by + _MUCH * length_sq) if by > 0.0 else 0.0


@kernel(types.float64, types.float64, returns=types.float64)
def damped_angle(angle, rho):
    r"""The integral from 0 of what is left of a change of the inner angle: all below ``rho``, none at :math:`\pi`.

    .. math:: F(x) = x \;(x \le \rho), \qquad F(x) = \rho + (\pi-\rho)\,(u - u^3 + u^4/2),
              \quad u = \min\bigl(1, \tfrac{x-\rho}{\pi-\rho}\bigr)
    """
    if angle <= rho:
        return angle
    u = min(1.0, (angle - rho) / (np.pi - rho))
    return rho + (np.pi - rho) * u * (1.0 + u * u * (0.5 * u - 1.0))


@dense()
def bend_and_scale(length, c, p, bend, stretch, rho):
    """The bend and the scale of the bones for a wanted length, from the bend that the limb has.

    A limb that has the length keeps its bend; another one bends forward, also where it was bent backward (choice). Near
    full extension the bend is damped and the bones scale instead, at most by the share ``stretch``; what this does not
    give, the hinge gives. Without stretch the hinge alone does.
    """
    if is_same(length * length, c + 2.0 * p * np.cos(bend)):
        return bend, 1.0
    if not p > 0.0:
        return bend, min(1.0 + stretch, max(1.0 - stretch, length / np.sqrt(c)))
    wanted = bend_for(length * length, c, p)
    if stretch > 0.0:
        # A limb bent backward in the source changes from there: the length of its bend is what counts.
        damped = bend + damped_angle(np.pi - abs(bend), rho) - damped_angle(np.pi - wanted, rho)
        scale = length / length_at(damped, c, p)
        if 1.0 - stretch <= scale <= 1.0 + stretch:
            return damped, scale
        scale = min(1.0 + stretch, max(1.0 - stretch, scale))
        return bend_for((length / scale) ** 2, c, p), scale
    return wanted, 1.0


@dense()
def eased_bend(length, c, p, bend, wanted, firm):
    """The bend of a limb that is only on its way: the share ``firm`` of the ``wanted`` one, for the rest a soft one.

    A soft change of the length bends a limb that is nearly straight no more than one that is bent, and leaves one that
    is bent backward so: the limb misses its length by a little and does not pop.
    """
    if not p > 0.0:
        return bend
    there, _ = soft_bend(length * length, c, p)
    here, _ = soft_bend(c + 2.0 * p * np.cos(bend), c, p)
    soft = max(bend + there - here, min(bend, 0.0))
    return soft + firm * (wanted - soft)
