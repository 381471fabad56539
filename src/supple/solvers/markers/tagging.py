"""Which marker sits on which segment: by its label, or by a template."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from supple.errors import InvalidValueError
from supple.solvers.markers.average import Tagged
from supple.solvers.markers.labels import bare, meaning, numbered_source_set
from supple.solvers.markers.landmarks import LANDMARKS
from supple.solvers.markers.segments import KINDS, SEGMENTS, split

# What names a marker set in reports: its labels without subject and case. The last word counts by the most labels.
_SETS: Mapping[str, str] = {
    "Plug-in Gait": "LFHD RFHD LBHD RBHD C7 T10 CLAV STRN RBAK LSHO LELB LWRA LWRB LFIN RSHO RELB RWRA RWRB RFIN "
    "LASI RASI LPSI RPSI "
    "LTHI LKNE LTIB LANK LHEE LTOE RTHI RKNE RTIB RANK RHEE RTOE",
    "Plug-in Gait (legs)": "LASI RASI LPSI RPSI LTHI LKNE LTIB LANK LHEE LTOE RTHI RKNE RTIB RANK RHEE RTOE",
    "CMU 41": "LBWT RBWT LFWT RFWT LFRM RWRA RFRM LWRB RELB LWRA RTHI LELB T10 STRN LFIN RFIN RWRB LUPA LTHI "
    "RUPA RBAC RKNE LSHO C7 LKNE "
    "RSHN RBHD LBHD LFHD LSHN RFHD RANK RMT5 RTOE RSHO LANK LHEE CLAV RHEE LTOE LMT5",
    "Helen Hayes": "RASI LASI SACR RTHI RKNE RTIB RANK RHEE RTOE LTHI LKNE LTIB LANK LHEE LTOE",
    "Helen Hayes (Cortex)": "RASIS LASIS VSACRAL RTHIGH RKNEE RSHANK RANKLE RHEEL RTOE LTHIGH LKNEE LSHANK "
    "LANKLE LHEEL LTOE",
    "OpenSim Gait2354": "RASIS LASIS VSACRAL RTHIGHUPPER RTHIGHFRONT RTHIGHREAR RSHANKUPPER RSHANKFRONT "
    "RSHANKREAR RHEEL RMIDFOOTSUP "
    "RMIDFOOTLAT RTOETIP STERNUM RACROMIUM LACROMIUM LTHIGHUPPER LTHIGHFRONT LTHIGHREAR LSHANKUPPER LSHANKFRONT "
    "LSHANKREAR LHEEL "
    "LMIDFOOTSUP LMIDFOOTLAT LTOETIP TOPHEAD",
}
_ENOUGH = 0.85  # part of a set's labels by which it is recognised
_AXES = ("O", "A", "L", "P")  # origin and axes of segments, which gait models write among the points


@dataclass(frozen=True, slots=True)
class Tagging:
    """Who is who among the labels of a capture."""

    markers: tuple[Tagged, ...]
    ignored: tuple[str, ...]  # labels of which nothing is known
    doubled: tuple[str, ...]  # labels that mean the same as one before
    name: str  # of the marker set, in words
    axes: frozenset[str] = frozenset()  # labels of axes that a gait model computed

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that are used."""
        return tuple(marker.label for marker in self.markers)


def tag_labels(labels: Sequence[str], template: Mapping[str, str] | None = None) -> Tagging:
    """Recognise labels; a ``template`` (label -> segment, "" to leave one out) goes before what labels say."""
    told = _told(labels, template or {})
    numbered = {} if template else numbered_source_set(labels) or {}
    axes, subject = _model_axes(labels), _main_subject(labels)
    markers: list[Tagged] = []
    ignored, doubled, seen = [], [], set()
    for label in labels:
        if label not in told and _is_copy(label, labels):
            doubled.append(label)
            continue
        marker = _tag(label, told, numbered)
        sure = label in told or label in numbered
        if marker is None or (not sure and (label in axes or _subject(label) != subject)):
            ignored.append(label)
            continue
        key = bare(label).upper()
        if label not in told and key in seen:
            doubled.append(label)
            continue
        seen.add(key)
        markers.append(marker)
    name = "a template" if template else "the source's 46" if numbered else _set_name(labels)
    return Tagging(tuple(markers), tuple(ignored), tuple(doubled), name, frozenset(axes))


def _told(labels: Sequence[str], template: Mapping[str, str]) -> dict[str, str]:
    """What a template says of these labels; labels may stand in it without their subject, and in any case."""
    plain = {bare(label).upper(): label for label in reversed(labels)}
    told: dict[str, str] = {}
    for name, segment in template.items():
        if segment and segment not in SEGMENTS:
            raise InvalidValueError(f"there is no segment {segment!r} (marker {name!r}). Known: {', '.join(SEGMENTS)}.")
        label = name if name in labels else plain.get(bare(name).upper())
        if label is not None:
            told[label] = segment
    return told


def _tag(label: str, told: Mapping[str, str], numbered: Mapping[str, str]) -> Tagged | None:
    known = meaning(label)
    segment = told.get(label, numbered.get(label))
    if segment == "":
        return None
    if segment is not None:
        side, landmark = known if known else ("", "")
        same = bool(landmark) and _segment(side, landmark) == segment
        return Tagged(label, segment, landmark if same else "", side if same else split(segment)[0])
    if known is None:
        return None
    return Tagged(label, _segment(*known), known[1], known[0])


def _segment(side: str, landmark: str) -> str:
    kind = LANDMARKS[landmark].segment
    return f"{side}_{kind}" if KINDS[kind].sided else kind


def _model_axes(labels: Sequence[str]) -> set[str]:
    """Labels of origins and axes that a gait model computed: LFEO, LFEA, LFEL and LFEP."""
    stems = defaultdict(set)
    for label in labels:
        stems[label[:-1]].add(label[-1:])
    return {label for label in labels if label[-1:] in _AXES and stems[label[:-1]] >= set(_AXES)}


def _subject(label: str) -> str:
    return label.rpartition(":")[0]


def _main_subject(labels: Sequence[str]) -> str:
    """The subject that has most of the labels that are known; others are other people or things."""
    counts: dict[str, int] = defaultdict(int)
    for label in labels:
        counts[_subject(label)] += meaning(label) is not None
    return max(counts, key=lambda subject: counts[subject], default="")


def _is_copy(label: str, labels: Sequence[str]) -> bool:
    """Whether a reader has numbered this label because another has the same name."""
    first = re.sub(r"_\d+$", "", label)
    return first != label and first in labels


def _set_name(labels: Sequence[str]) -> str:
    have = {re.sub(r"[\s._\-]", "", bare(label)).upper() for label in labels}
    fits = {name: len(have & set(words.split())) / len(words.split()) for name, words in _SETS.items()}
    sizes = {name: len(words.split()) for name, words in _SETS.items()}
    good = [name for name, part in fits.items() if part >= _ENOUGH]
    return max(good, key=lambda name: sizes[name]) if good else "labels that are known one by one"
