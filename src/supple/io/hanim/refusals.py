"""Why a file holds no figure, in words that help."""

from __future__ import annotations

from supple.errors import FileError
from supple.io.hanim.document import Document


def refusal(document: Document) -> FileError:
    """The error of a document without a single joint in a humanoid."""
    if document.outermost != "X3D":
        return FileError(
            document.path, f"the outermost element is <{document.outermost}>, not <X3D>. Is it X3D at all?"
        )
    return FileError(document.path, _reason(document))


def _reason(document: Document) -> str:
    humanoids = document.all("HAnimHumanoid")
    elsewhere = _elsewhere(document)
    if humanoids:
        return f"the HAnimHumanoid {humanoids[0].label!r} (line {humanoids[0].line}) holds no HAnimJoint.{elsewhere}"
    if "HAnimHumanoid" in document.in_prototypes:
        return "the only HAnimHumanoid is inside a prototype declaration, which is a pattern and no figure."
    if elsewhere:
        return f"the file holds no HAnimHumanoid of its own.{elsewhere}"
    if document.all("OrientationInterpolator") or "OrientationInterpolator" in document.in_prototypes:
        return "the file holds an animation but no HAnimHumanoid to move. Read the file with the figure that uses it."
    return "the file holds no HAnimHumanoid: there is no figure in it."


def _elsewhere(document: Document) -> str:
    """Where the figure may be instead."""
    inlines = document.all("Inline")
    if not inlines:
        return ""
    address = next(iter(inlines[0].get("url").replace('"', " ").split()), "another file")
    return f" It includes {address} by Inline; read that file instead."
