"""The marker template: which marker sits on which segment, where labels do not say it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from supple.core.documents import converted, known_table
from supple.io.source import document_text

STARTING_POINT = """\
# Marker template: which marker sits on which segment, for `supple markers CAPTURE --template FILE`.
# `supple markers CAPTURE --guess` proposes one from a capture. Labels that are not listed are recognised as always.
format = 1

# Label = segment; an empty segment leaves a marker out. Labels may stand here without their subject ("Anna:").
# Segments: pelvis thorax neck head, and with left_ or right_ before them:
#   femur tibia foot clavicle humerus radius hand
[markers]
# M01 = "pelvis"
# "Left wand" = "left_femur"
# BALL1 = ""
"""


def read_marker_template(path: Path | str) -> Mapping[str, str]:
    """Label -> segment; a wrong key or value is a :class:`DocumentError` that names it."""
    text, source, language = document_text(path)
    return parse_marker_template(text, source, language)


def parse_marker_template(text: str, source: str = "template", language: str = "toml") -> Mapping[str, str]:
    """The same from a text; ``source`` stands in messages."""
    data = known_table(text, source, language, ("format", "markers"))
    markers: dict[str, str] = converted(data.get("markers", {}), dict[str, str], "markers", source)
    return markers
