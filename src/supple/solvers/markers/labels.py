"""What marker labels mean: which landmark, of which side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from supple.solvers.markers.landmarks import LANDMARKS

_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "asis": "ASI ASIS IAS",
        "front_waist": "FWT",
        "back_waist": "BWT",
        "psis": "PSI PSIS IPS",
        "sacrum": "SACR SACRUM VSACRAL VSACRUM SACRAL VSAC SAC S1 S2 SACRO",
        "iliac_crest": "ILIAC ILCREST ILIACCREST CREST ICR ILC",
        "pelvis_skin": "PELVIS PELV PEL ROOT",
        "trochanter": "GTR GT TROC TROCH TROCHANTER GTROC FTC HIP",
        "thigh": "THI THIGH TH THIGHUPPER THIGHFRONT THIGHREAR THIGHLOWER UPPERTHIGH LOWERTHIGH FRONTTHIGH UTHI "
        "DTHI THAP "
        "THLA THAD THG THIA THIB THIC THID THIL FEM FEMUR QUAD TIGHT",
        "knee_lateral": "KNE KNEE KNEELAT LATKNEE LATERALKNEE KNEELATERAL LFC LFE FLE KNEL KNL LKNEE OUTKNEE "
        "EPIL KNEO KNELAT",
        "knee_medial": "KNEM KNEEMED MEDKNEE MEDIALKNEE KNEEMEDIAL MFC MFE FME KNM KNI MKNEE MKNE INKNEE EPIM "
        "KNEI KNEMED KNMED",
        "tibial_tubercle": "TTUB TTB TIBTUBERCLE TIBIALTUBEROSITY TT TTC TUB TTUBER TIBTUB",
        "shank": "TIB TIBIA SHANK SHN SHK SH TB SHIN SHANKUPPER SHANKFRONT SHANKREAR SHANKLOWER MIDSHANK DISTALSHANK "
        "PROXIMALSHANK TIAP TILA TIAD CALF UTIB DTIB TIBA TIBB TIBC TIBD SK FIB FAX FIBHEAD HF",
        "ankle_lateral": "ANK ANKLE ANKLELAT LATANKLE LATERALANKLE ANKLELATERAL LMAL LM FAL ANKL ANL MAL "
        "OUTANKLE ANKO LATMAL LMALL "
        "MALLAT ANKLAT LANKLE",
        "ankle_medial": "ANKM ANKLEMED MEDANKLE MEDIALANKLE ANKLEMEDIAL MMAL MM TAM ANM ANI MANKLE MANK INANKLE "
        "ANKI MEDMAL MMALL "
        "MALMED ANKMED MED",
        "heel": "HEE HEEL CAL CALC CALCN HEL FCC CALCANEUS POSTHEEL CAL1 HEE1 CALM",
        "toe": "TOE MT2 TOES MT TOE2 MTH2 D2M SMH MT23 MET2 M2 BALL MTP2 FM2 2MT",
        "toe_tip": "TOETIP TOEEND BIGTOE BTO HALLUX HLX HAL GTOE HX DM",
        "toe_fifth": "MT5 TOELAT MTH5 D5M VMH LATTOE SMALLTOE 5MT MET5 M5 STO 5META MTP5 FMT5 FM5 FIFTH TOE5 5TH "
        "META5 FIFTHMET PINKYTOE",
        "toe_first": "MT1 TOEMED MTH1 D1M FMH MEDTOE 1MT MET1 M1 1META MTP1 FM1 TOE1 1ST META1 FIRSTMET",
        "foot_lateral": "MIDFOOTLAT LATERALFOOT LATFOOT FOOTLAT FLAT NAVL P5M VMB P5MT CUB MT5B 5MTB",
        "foot_top": "MIDFOOTSUP MIDFOOT INSTEP FOOTTOP CUN NAV P1M P1MT SMB FMB MT1B",
        "foot_skin": "FOOT FT POSTERIORFOOT FOOTPOST STAL ST SUST PT",
        "c7": "C7 CV7 C7T1 CERV7",
        "t10": "T10 TV10 T12 T11 T9 TH10",
        "t8": "T8 TV8 T7 T6 T5 T4 T3 T2 TV2 TV5 TV7 MAI",
        "jugular_notch": "CLAV IJ SJN SN JN MANU MANUBRIUM NOTCH SUPRASTERNALE SUP CLAVM CLA SSN",
        "sternum": "STRN STERN STERNUM XIPH XIPHOID PX SXS STER XYPH CHEST STE SXIPH",
        "scapula": "BAK BAC BACK SCAP SCAPULA RSCAP SCAPULAINF SIA SAE ACS SAI SRS AI",
        "collar": "CLAVICLE CLAV CAJ",
        "thorax_skin": "TRX THORAX T1 TRUNK TORSO OFFSET",
        "acromion": "SHO SHOULDER ACR ACRO ACROMION ACROMIUM AC SAJ SHOU SHD ACROM SHLD",
        "upper_arm": "UPA UA UPPERARM BICEP BICEPS ARM HUM HUMERUS UAR UPARM TRICEP TRICEPS UARM",
        "deltoid": "DELT DELTOID DEL",
        "elbow_lateral": "ELB ELBOW LEL ELBOWLAT LATELBOW LATERALELBOW LHE HLE ELL LELB ELBL OUTELBOW LEP EPICL "
        "ELBO ELBLAT ELBOWLATERAL "
        "LATERALEPICONDYLE LEPI LELBOW",
        "elbow_medial": "MEL ELBOWMED MEDELBOW MEDIALELBOW MHE HME ELM MELB ELBM INELBOW MEP EPICM ELBI ELBMED "
        "ELBOWMEDIAL MEDIALEPICONDYLE "
        "MEPI MELBOW",
        "forearm": "FRM FOREARM FA LA FRA FASUPERIOR LOWERARM FARM FSUP RAU RADIUSMID LARM FORE LOWARM",
        "wrist_thumb": "WRA WRISTLAT RAD FARADIUS RADIUS RSP WRI WRIR STYLR LATWRIST WRISTRAD RWRISTRAD WRT WRAD "
        "RS RADIAL WRL THUMBWRIST "
        "IWR WRISTTHUMB RADSTYL",
        "wrist_little": "WRB WRISTMED ULN FAULNA ULNA USP WRU STYLU MEDWRIST WRISTULN WRP WULN US ULNAR WRM OWR "
        "WRISTPINKY ULNSTYL WRO",
        "wrist": "WRIST WR WRS",
        "hand": "FIN HAND HND FINGER HA M3 MC3 HM3 MCP3 KNU KNUCKLE H3 3MC FNG MIDDLE HNDT DH3",
        "hand_index": "HM2 MC2 MCP2 INDEX IFIN M2H 2MC H2 HL2 HANDIN HANDRAD THM THUMB IDX2 HIN",
        "hand_little": "HM5 MC5 MCP5 PINKY 5MC H5 HL5 HANDOUT HANDULN LASTC PNK HOUT",
        "head_front": "FHD HDF FHEAD FRONTHEAD HEADF FH HEADFRONT",
        "head_back": "BHD HDB BHEAD BACKHEAD HEADB BH REARHEAD HEADBACK HEADREAR",
        "temple": "TEMPLE TEMP TMP HEAD HD TMPL HEADSIDE",
        "ear": "EAR TRAG TRAGUS TRAGION MASTOID",
        "head_top": "TOPHEAD HEADTOP VERTEX TOP VTX CROWN HDTOP ARIEL TOPH",
        "forehead": "FOREHEAD FRONTHEAD NOSE SEL GLAB GLABELLA FHD HEADFRONT NAS NASION HDFRONT",
        "occiput": "REARHEAD OCC OCCIPUT BACKHEAD BHD HEADBACK HEADREAR INION HDREAR OCP",
        "chin": "CHIN GNATHION",
        "head_skin": "HEAD HD",
        "neck_skin": "NECK C3 C5 NCK",
    }
)
_SOURCE_SET = (  # the 46 markers of the source by number: segment of each range of numbers
    ("pelvis", 0, 4), ("left_femur", 5, 6), ("left_tibia", 7, 8), ("left_foot", 9, 11), ("right_femur", 12, 13),
    ("right_tibia", 14, 15), ("right_foot", 16, 18), ("neck", 19, 19), ("thorax", 20, 23), ("left_clavicle", 24, 24),
    ("right_clavicle", 25, 25), ("left_clavicle", 26, 26), ("right_clavicle", 27, 27), ("left_clavicle", 28, 28),
    ("left_humerus", 29, 30), ("left_radius", 31, 33), ("left_hand", 34, 34), ("right_clavicle", 35, 35),
    ("right_humerus", 36, 37), ("right_radius", 38, 40), ("right_hand", 41, 41), ("head", 42, 45),
)  # fmt: skip
_SEPARATORS = re.compile(r"[\s._\-/()]+")
_NUMBERED = re.compile(r"^(.*?[A-Z])0*\d{1,2}$")
_SIDE_WORDS = {"L": "left", "LEFT": "left", "R": "right", "RIGHT": "right"}


def _tables() -> tuple[dict[str, str], dict[str, str]]:
    sided: dict[str, str] = {}
    middle: dict[str, str] = {}
    for landmark, names in _ALIASES.items():
        table = sided if LANDMARKS[landmark].sided else middle
        for name in names.split():
            table.setdefault(name, landmark)
    return sided, middle


_SIDED, _MIDDLE = _tables()
# Which of a group of markers on a limb may have a side letter before the name of a cluster: LTHI2, LUA1, RSH4
_CLUSTERS = {"thigh", "shank", "upper_arm", "forearm", "pelvis_skin", "thorax_skin", "head_skin", "foot_skin", "hand"}


def bare(label: str) -> str:
    """A label without the subject's name before its last colon."""
    return label.rsplit(":", 1)[-1].strip()


def meaning(label: str) -> tuple[str, str] | None:
    """``("left", "asis")`` of ``"Subject:L.ASIS"``, side "" for the middle of the body; None for what is not known."""
    name = bare(label)
    plain = _SEPARATORS.sub("", name).upper()
    found = _look_up(plain, _MIDDLE)
    if found is not None:
        return "", found
    for side, rest in _sides(name):
        landmark = _look_up(rest, _SIDED) or _look_up(rest, {k: v for k, v in _MIDDLE.items() if v in _CLUSTERS})
        if landmark is not None:
            return (side if LANDMARKS[landmark].sided else ""), landmark
    return None


def _look_up(plain: str, table: Mapping[str, str]) -> str | None:
    if plain in table:
        return table[plain]
    numbered = _NUMBERED.match(plain)
    if numbered and table.get(numbered[1]) in _CLUSTERS:
        return table[numbered[1]]
    return None


def _sides(name: str) -> list[tuple[str, str]]:
    """All readings of a label as a side and the rest, the likeliest first."""
    words = [word for word in _SEPARATORS.split(name) if word]
    plain = "".join(words).upper()
    readings: list[tuple[str, str]] = []
    for k, word in enumerate(words):
        if word.upper() in _SIDE_WORDS and len(words) > 1:
            readings.append((_SIDE_WORDS[word.upper()], "".join(words[:k] + words[k + 1 :]).upper()))
    for word in ("LEFT", "RIGHT", "L", "R"):
        if plain.startswith(word) and len(plain) > len(word):
            readings.append((_SIDE_WORDS[word], plain[len(word) :]))
    ending = words[-1] if words else ""
    if len(plain) > 2 and (ending[-1:] in "lr" or (ending[-1:] in "LR" and not ending.isupper())):
        readings.append((_SIDE_WORDS[plain[-1]], plain[:-1]))
    for word in ("LEFT", "RIGHT"):
        if plain.endswith(word) and len(plain) > len(word):
            readings.append((_SIDE_WORDS[word], plain[: -len(word)]))
    return readings


def numbered_source_set(labels: Iterable[str]) -> dict[str, str] | None:
    """Label -> segment where all 46 markers of the source are there by number (0 to 45); None otherwise."""
    numbers = {}
    for label in labels:
        digits = re.sub(r"^(M|MARKER|MKR|P)?0*(\d+)$", r"\2", _SEPARATORS.sub("", bare(label)).upper())
        if digits.isdigit() and int(digits) < 46:
            numbers[int(digits)] = label
    if len(numbers) < 46:
        return None
    return {numbers[n]: segment for segment, first, last in _SOURCE_SET for n in range(first, last + 1)}
