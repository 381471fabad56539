"""Bodies that files bring along: meshes that hang on the joints of a skeleton."""

from __future__ import annotations

import json
from typing import Any

from supple.errors import DocumentError
from supple.session.document import MotionRef
from supple.session.motions import Motions

_GLB, _JSON = b"glTF", b"JSON"
SKIN_SUFFIX = ".glb"


def skin_of(motion: MotionRef, motions: Motions) -> str | None:
    """The key of the body that came with a motion; None where its file has none."""
    return motion.key if motion.key.endswith(SKIN_SUFFIX) and is_skinned(motions.data(motion.key)) else None


def skin_bytes(key: str | None, motions: Motions) -> bytes:
    """A body as the file that it came in."""
    if key is None:
        raise DocumentError("this clip has no body of its own.")
    return motions.data(key)


def is_skinned(data: bytes) -> bool:
    """Whether a binary glTF file holds a mesh that hangs on joints."""
    nodes = _table(data).get("nodes")
    return isinstance(nodes, list) and any(isinstance(n, dict) and "mesh" in n and "skin" in n for n in nodes)


def _table(data: bytes) -> dict[str, Any]:
    """The description in a file, or nothing where it cannot be read."""
    if data[:4] != _GLB or data[16:20] != _JSON:
        return {}
    try:
        table = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    except (ValueError, RecursionError):
        return {}
    return table if isinstance(table, dict) else {}
