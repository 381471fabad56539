"""What the name of a joint says: a side and a part of the body.

Names are cut into words, so that one table serves every spelling: ``mixamorig:LeftUpLeg``, ``UpperLeg_L``,
``Bip01 L Thigh``, ``thigh.L``, ``lfemur``, ``l_hip``, ``J_Bip_L_UpperLeg``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_VERTEBRA = re.compile(r"v?([ltc])\d{1,2}", re.IGNORECASE)
_LONGEST = 200  # characters of a name that are looked at
_SIDES = {"left": "left", "l": "left", "lft": "left", "lt": "left",
          "right": "right", "r": "right", "rgt": "right", "rt": "right"}  # fmt: skip

# Words that belong to the rig and not to the body.
_NOISE_WORDS = "joint jnt bone jt def org bip c center centre skel skeleton armature b j"
_NOISE = frozenset(_NOISE_WORDS.split())
# A joint with one of these only helps another, or marks the end of a bone.
_HELPER_WORDS = (
    "twist roll helper ik pole target ctrl control effector eff corrective bulge dum dummy null nub end tip "
    "site top offset goal heel socket prop weapon attach pivot"
)
_HELPERS = frozenset(_HELPER_WORDS.split())

# Parts; "shoulder", "hip" and "leg" mean different joints in different conventions: the chain decides.
_PARTS: dict[str, str] = {
    word: part
    for part, words in {
        "hips": "hips pelvis humanoidroot sacroiliac",
        "spine": "spine back lowerback upperback lowback midback abdomen ab waist belly lumbar torso body lowerspine "
                 "middlespine upperspine midspine lowertorso uppertorso spinebase spinemid",
        "chest": "chest upperchest thorax ribcage ribs chestupper upchest bust",
        "neck": "neck lowerneck upperneck cervical midneck",
        "head": "head skull skullbase cranium",
        "clavicle": "clavicle collar collarbone clav sternoclavicular acromioclavicular scapula tshoulder cshoulder "
                    "shoulderblade innershoulder",
        "shoulder": "shoulder shldr shoulders glenohumeral",
        "upperarm": "arm upperarm uparm humerus armupper upparm",
        "elbow": "elbow forearm lowerarm lowarm loarm radius ulna armlower",
        "wrist": "wrist radiocarpal carpus",
        "hand": "hand palm",
        "finger": "finger fingers fingerbase index middle ring pinky little thumb metacarpal carpometacarpal pinkie "
                  "handindex handmiddle handring handpinky inhand midcarpal handfinger mid",
        "hip": "hip hipjoint buttock pelvis",
        "thigh": "thigh upleg upperleg femur legupper uppleg",
        "knee": "knee shin calf tibia lowleg loleg lowerleg leglower crus fibula",
        "leg": "leg",
        "ankle": "ankle talocrural",
        "foot": "foot",
        "midfoot": "midfoot midtarsal forefoot subtalar metatarsal tarsometatarsal cuneonavicular instep "
                   "talocalcaneonavicular transversetarsal calcaneocuboid",
        "ball": "toe toes toebase ball metatarsophalangeal",
    }.items()
    for word in words.split()
}  # fmt: skip
_TRUNK_ONLY = frozenset(("hips", "spine", "chest", "neck", "head"))


class Meaning(NamedTuple):
    """What a name says; empty where it says nothing."""

    side: str = ""  # "left", "right" or ""
    part: str = ""  # a value of the table above, or ""
    thumb: bool = False


@lru_cache(maxsize=4096)
def meaning(name: str, prefix: str = "") -> Meaning:
    """The side and part that a joint's name states. ``prefix`` is the first word that all names share."""
    bare = name[:_LONGEST].rsplit(":", 1)[-1].strip()
    if vertebra := _VERTEBRA.fullmatch(bare):
        return Meaning("", "neck" if vertebra[1].lower() == "c" else "spine")
    words = split(bare)
    if prefix and words and words[0] == prefix:
        words = words[1:]
    side, words = _take_side([w for w in words if not w.isdigit()])
    thumb = "thumb" in words or "pollex" in words
    if bare.startswith("__") or _HELPERS.intersection(words):
        return Meaning(side, "", thumb)
    return Meaning(side, _part([w for w in words if w not in _NOISE], side), thumb)


def split(name: str) -> list[str]:
    """The words of a name in lower case; digits are words of their own."""
    return [w.lower() for w in _WORDS.findall(name)]


@lru_cache(maxsize=64)
def shared_prefix(names: tuple[str, ...]) -> str:
    """The word that starts almost every name (``Robot_``, ``Bip01``), or ``""``."""
    firsts = [words[0] for name in names if (words := split(name[:_LONGEST].rsplit(":", 1)[-1]))]
    if len(firsts) < 4:
        return ""
    common = max(set(firsts), key=lambda w: (firsts.count(w), w)) if len(set(firsts)) < 64 else ""
    return common if common not in _SIDES and firsts.count(common) >= 0.8 * len(firsts) else ""


def _take_side(words: list[str]) -> tuple[str, list[str]]:
    for k, word in enumerate(words):
        if word in _SIDES:
            return _SIDES[word], words[:k] + words[k + 1 :]
    for k, word in enumerate(words):  # lfemur, rightfoot: a side glued to a part
        for glued in ("left", "right", "l", "r"):
            rest = word[len(glued) :]
            if word.startswith(glued) and word not in _PARTS and rest.removesuffix("joint") in _PARTS:
                return _SIDES[glued], [*words[:k], rest.removesuffix("joint"), *words[k + 1 :]]
    return "", words


def _part(words: list[str], side: str) -> str:
    for start in range(len(words)):
        part = _PARTS.get("".join(words[start:]).removesuffix("joint"), "")
        if not part:
            continue
        if side and part == "hips":
            return "hip"
        if not side and part == "hip":
            return "hips"
        if side and part in _TRUNK_ONLY:
            return ""  # a left head or spine is something else
        return part if side or part in _TRUNK_ONLY else ""
    return ""
