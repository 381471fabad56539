"""What of a file does not come into a motion, in words."""

from __future__ import annotations

import numpy as np

from supple.io.fbx.scene import Scene

_PLURALS = {
    "meshes": "mesh", "blend_shapes": "blend shape", "cameras": "camera", "lights": "light", "markers": "marker",
    "cache_deformers": "geometry cache", "nurbs_curves": "NURBS curve", "nurbs_surfaces": "NURBS surface",
    "line_curves": "line", "audio_clips": "sound",
}  # fmt: skip
_VARIES = 1e-4  # scale that changes less than this is rounding


def ignored(scene: Scene) -> list[str]:
    """Warnings about the things in a scene that are no skeleton, and about what ufbx had to mend."""
    parts = [_counted(scene.counts[name], one) for name, one in _PLURALS.items() if scene.counts.get(name)]
    said = [f"not part of a motion, and ignored: {', '.join(parts)}."] if parts else []
    if bound := scene.counts.get("constraints", 0) + scene.counts.get("characters", 0):
        what = _counted(bound, "constraint or rig", "constraints and rigs")
        said.append(f"{what} were ignored: what they do is seen only where it was baked into keys.")
    return said + [f"ufbx: {words}." for words in scene.warnings]


def _counted(number: int, one: str, many: str = "") -> str:
    plural = many or (f"{one}es" if one.endswith("sh") else f"{one}s")
    return f"{number} {one if number == 1 else plural}"


def scale_words(linears: np.ndarray, rest: np.ndarray) -> tuple[list[tuple[str, str]], list[str]]:
    """Decisions and warnings about scale, which a skeleton of Supple does not have.

    ``linears`` (J, F, 3, 3) and ``rest`` (J, 1, 3, 3) map joints to the world.
    """
    sizes = np.linalg.norm(linears, axis=2)  # (J, F, 3) by direction
    largest = max(float(sizes.max()), 1e-300)
    warnings = []
    if float(np.ptp(sizes, axis=1).max()) > _VARIES * largest:
        warnings.append("joints change their scale over time; the bones below them change their length instead.")
    if float(np.ptp(sizes, axis=2).max()) > _VARIES * largest:
        warnings.append(
            "some nodes scale differently by direction; the joints are where the file puts them, each turned by the "
            "nearest rotation."
        )
    scaled = float(np.abs(np.linalg.norm(rest, axis=2) - 1.0).max()) > _VARIES
    return [("scale", "scale of nodes was folded into the bones' lengths")] if scaled else [], warnings
