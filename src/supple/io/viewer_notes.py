"""What is said alike about files that viewers play."""

from __future__ import annotations

from supple.core.motion import Motion


def rest_row_notes(motion: Motion) -> list[str]:
    """A rest pose in front of a clip is known to Supple alone."""
    if not motion.rest_rows or motion.rest_rows == motion.frames:
        return []
    rows = "the first frame is" if motion.rest_rows == 1 else f"the first {motion.rest_rows} frames are"
    return [f"{rows} a rest pose, which stands in the clip: viewers play it."]


def up_notes(standard: str, up: str) -> list[str]:
    """An up axis that the standard does not know."""
    return [] if up == "y" else [f"the file is {up} up; {standard} viewers take +Y as up."]


def scene_notes(motion: Motion, format_name: str, drawn: str) -> list[str]:
    """What else was in the scene that a motion was read from."""
    if motion.provenance.format != format_name:
        return []
    return [f"meshes, materials and whatever else was in the source's scene are not kept; {drawn} instead."]
