"""The four people that the source measured (its table D.2), and its retargeting demo (table D.1), as printed.

A row is length, circumference at the joint, circumference at the far end [m], and the printed mass [kg]. Masses follow
from volumes (:func:`supple.dynamics.cones.cone_volume`) at one density per person. Some printed volumes do not follow
from their own circumferences: they are those of actor C, as they are or scaled by length; ``NOT_FROM_CIRCUMFERENCES``
lists them, and Supple's own masses of these people keep the printed ones.
"""

from __future__ import annotations

from typing import NamedTuple

PAIRED = ("foot", "shank", "thigh", "upper_arm", "forearm", "hand")
SINGLE = ("lower_torso", "lower_chest", "upper_chest", "neck", "head")


class Row(NamedTuple):
    """One segment as printed."""

    length: float
    first: float
    second: float
    volume: float  # [m3]
    mass: float


class Actor(NamedTuple):
    """One person as printed."""

    height: float
    mass: float
    rows: dict[str, Row]


ACTORS: dict[str, Actor] = {
    "A": Actor(1.77, 80.0, {
        "foot": Row(0.26, 0.27, 0.20, 0.001106, 0.963234), "shank": Row(0.46, 0.41, 0.235, 0.003901, 3.398534),
        "thigh": Row(0.32, 0.63, 0.47, 0.007757, 6.758866), "lower_torso": Row(0.23, 0.94, 0.94, 0.016172, 14.09061),
        "lower_chest": Row(0.31, 0.94, 1.0, 0.023218, 20.22973), "upper_chest": Row(0.18, 1.0, 1.0, 0.014324, 12.48012),
        "upper_arm": Row(0.19, 0.47, 0.29, 0.002224, 1.937817), "forearm": Row(0.24, 0.30, 0.18, 0.001123, 0.978442),
        "hand": Row(0.18, 0.18, 0.17, 0.000414, 0.361092), "neck": Row(0.07, 0.38, 0.38, 0.000872, 0.759346),
        "head": Row(0.19, 0.48, 0.57, 0.004183, 3.644219)}),
    "B": Actor(1.716, 97.0, {
        "foot": Row(0.272, 0.28, 0.20, 0.001157, 1.041013), "shank": Row(0.512, 0.427, 0.25, 0.004775, 4.297802),
        "thigh": Row(0.257, 0.615, 0.435, 0.005692, 5.123422),
        "lower_torso": Row(0.214, 1.085, 1.085, 0.020048, 18.04463),
        "lower_chest": Row(0.39, 1.085, 1.15, 0.038768, 34.89449),
        "upper_chest": Row(0.123, 1.15, 1.15, 0.012945, 11.65133),
        "upper_arm": Row(0.21, 0.495, 0.315, 0.002786, 2.507811), "forearm": Row(0.24, 0.295, 0.19, 0.001141, 1.026697),
        "hand": Row(0.195, 0.19, 0.18, 0.000476, 0.428793), "neck": Row(0.06, 0.40, 0.40, 0.000872, 0.784455),
        "head": Row(0.16, 0.48, 0.60, 0.003082, 2.774006)}),
    "C": Actor(1.87, 73.0, {
        "foot": Row(0.28, 0.27, 0.19, 0.001191, 1.139267), "shank": Row(0.48, 0.35, 0.22, 0.003156, 3.020312),
        "thigh": Row(0.41, 0.54, 0.40, 0.007261, 6.94759), "lower_torso": Row(0.20, 0.80, 0.80, 0.010186, 9.746871),
        "lower_chest": Row(0.35, 0.80, 0.92, 0.020633, 19.7435),
        "upper_chest": Row(0.13, 0.92, 0.92, 0.008756, 8.378654),
        "upper_arm": Row(0.31, 0.31, 0.28, 0.002149, 2.056057), "forearm": Row(0.30, 0.28, 0.18, 0.001283, 1.227497),
        "hand": Row(0.20, 0.18, 0.16, 0.00046, 0.44064), "neck": Row(0.08, 0.37, 0.37, 0.000872, 0.833967),
        "head": Row(0.22, 0.47, 0.58, 0.004843, 4.634282)}),
    "D": Actor(1.80, 68.0, {
        "foot": Row(0.275, 0.26, 0.18, 0.001191, 1.007898), "shank": Row(0.50, 0.37, 0.27, 0.004108, 3.477254),
        "thigh": Row(0.34, 0.57, 0.42, 0.00668, 5.655181), "lower_torso": Row(0.24, 0.89, 0.89, 0.015128, 12.80671),
        "lower_chest": Row(0.32, 0.89, 0.91, 0.020627, 17.46222),
        "upper_chest": Row(0.12, 0.91, 0.91, 0.007908, 6.694382),
        "upper_arm": Row(0.29, 0.36, 0.25, 0.00217, 1.837073), "forearm": Row(0.28, 0.25, 0.18, 0.001039, 0.879632),
        "hand": Row(0.22, 0.18, 0.15, 0.000507, 0.428813), "neck": Row(0.08, 0.35, 0.35, 0.000872, 0.737802),
        "head": Row(0.20, 0.47, 0.58, 0.004403, 3.727185)}),
}  # fmt: skip

NOT_FROM_CIRCUMFERENCES = frozenset({
    *(("A", part) for part in ("foot", "hand", "neck", "head")),
    *(("B", part) for part in ("foot", "hand", "neck", "head")),
    *(("D", part) for part in ("foot", "hand", "neck")),
})  # fmt: skip

DEMO_MASS = 80.0
DEMO: dict[str, tuple[float, float, float, float, float, float]] = {
    # length walking, length catching, circumferences, mass walking, mass catching
    "foot": (0.2103, 0.2103, 0.28, 0.20, 1.02001, 1.017228),
    "shank": (0.41434, 0.4142, 0.40, 0.24, 3.613696, 3.602624),
    "thigh": (0.36766, 0.37064, 0.60, 0.49, 9.142209, 9.191177),
    "lower_torso": (0.0866, 0.0866, 0.90, 0.90, 5.852519, 5.836559),
    "lower_chest": (0.43098, 0.43098, 0.90, 1.00, 32.482174, 32.393595),
    "upper_arm": (0.27966, 0.28174, 0.46, 0.30, 3.419060, 3.435096),
    "forearm": (0.2454, 0.24742, 0.30, 0.18, 1.203904, 1.210504),
    "hand": (0.15546, 0.15594, 0.18, 0.16, 0.375281, 0.375414),
    "neck": (0.113, 0.113, 0.36, 0.36, 1.221865, 1.218533),
    "head": (0.15706, 0.15706, 0.46, 0.48, 2.895121, 2.887226),
}
