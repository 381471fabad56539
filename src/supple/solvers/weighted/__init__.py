"""The weighted solver: Jacobian inverse kinematics of single limbs, for many poses or characters at once.

How it is used::

    chain = limb_chain(skeleton, "left_hip", "left_ankle", roles)          # hinges, human limits
    chains, angles = posed(chain, local_rotations)                         # one chain for each captured pose (F, L, 4)
    solved = solve_chain(chains, bases, base_turns, targets, angles=angles)  # half Jacobian: places
    rotations = joint_rotations(chains, solved.angles)                     # (F, L, 4), local, of chain.joints

``bases`` (F, 3) and ``base_turns`` (F, 4) are the world pose of the *parent* of the chain's first joint. ``points``
(F, 3) or (3,) is the tip in the frame of the last joint (its origin without it). With ``target_turns`` (F, 4) the world
turn of the last joint is met too (full Jacobian, six rows); ``rows`` (F,) of 3 and 6 mixes both. ``weights`` (D,) or
(F, D) in [0, 1], one for each hinge in the order of ``chain.hinge_names``, scale the step (``weighting="step"``, as the
source does it) or make the true weighted pseudo-inverse (``weighting="metric"``). Problems are independent; to start
each frame from the frame before, call it with one problem a frame. :func:`solve_with_last_link` reaches a whole pose of
the last joint with three rows: the joint above is brought to where the pose needs it, and the last link turned.
"""

from supple.solvers.weighted.building import limb_chain
from supple.solvers.weighted.chains import Chain, joint_rotations, posed, stacked
from supple.solvers.weighted.last_link import solve_with_last_link
from supple.solvers.weighted.settings import WeightedSettings
from supple.solvers.weighted.solving import ChainSolution, solve_chain

__all__ = [
    "Chain",
    "ChainSolution",
    "WeightedSettings",
    "joint_rotations",
    "limb_chain",
    "posed",
    "solve_chain",
    "solve_with_last_link",
    "stacked",
]
