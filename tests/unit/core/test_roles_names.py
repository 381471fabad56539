"""Every naming convention that people use, on one figure: the same joints must be found."""

import numpy as np
import pytest
from support.figures import ROLE_OF, built, renamed, rows

from supple.core.roles import ROLES, find_roles

CENTRE = ("Hips", "Spine", "Spine1", "Neck", "Head")
LIMB = ("Shoulder", "Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot", "ToeBase")

# convention: names of the trunk, then of the left limbs ({s} is the side), then how the sides are spelt
CONVENTIONS = {
    "mixamo": (
        "mixamorig:Hips mixamorig:Spine mixamorig:Spine2 mixamorig:Neck mixamorig:Head",
        "mixamorig:{s}Shoulder mixamorig:{s}Arm mixamorig:{s}ForeArm mixamorig:{s}Hand mixamorig:{s}UpLeg "
        "mixamorig:{s}Leg mixamorig:{s}Foot mixamorig:{s}ToeBase", "Left Right"),
    "lafan1": ("Hips Spine Spine2 Neck Head",
               "{s}Shoulder {s}Arm {s}ForeArm {s}Hand {s}UpLeg {s}Leg {s}Foot {s}Toe",
                     "Left Right"),
    "bandai-namco": ("Hips Spine Chest Neck Head",
                     "Shoulder_{s} UpperArm_{s} LowerArm_{s} Hand_{s} UpperLeg_{s} LowerLeg_{s} Foot_{s} Toes_{s}",
                     "L R"),
    "xsens segments": ("Pelvis L5 T8 Neck Head",
                       "{s}Shoulder {s}UpperArm {s}ForeArm {s}Hand {s}UpperLeg {s}LowerLeg {s}Foot {s}Toe",
                     "Left Right"),
    "xsens bvh": ("Hips Chest Chest4 Neck Head",
                  "{s}Collar {s}Shoulder {s}Elbow {s}Wrist {s}Hip {s}Knee {s}Ankle {s}Toe",
                     "Left Right"),
    "xsens T4Shoulder": ("Hips L3 T12 Neck Head",
                         "{s}T4Shoulder {s}Shoulder {s}Elbow {s}Wrist {s}Hip {s}Knee {s}Ankle {s}BallFoot",
                     "Left Right"),
    "rokoko": ("Hips Spine1 Spine3 Neck Head",
               "{s}Shoulder {s}Arm {s}Forearm {s}Hand {s}Thigh {s}Shin {s}Foot {s}Toe",
                     "Left Right"),
    "perception neuron": ("Robot_Hips Robot_Spine Robot_Spine3 Robot_Neck Robot_Head",
                          "Robot_{s}Shoulder Robot_{s}Arm Robot_{s}ForeArm Robot_{s}Hand Robot_{s}UpLeg Robot_{s}Leg "
                          "Robot_{s}Foot Robot_{s}ToeBase", "Left Right"),
    "smpl": ("Pelvis Spine1 Spine3 Neck Head",
             "{s}_Collar {s}_Shoulder {s}_Elbow {s}_Wrist {s}_Hip {s}_Knee {s}_Ankle {s}_Foot", "L R"),
    "smpl small": ("pelvis spine1 spine3 neck head",
                   "{s}_collar {s}_shoulder {s}_elbow {s}_wrist {s}_hip {s}_knee {s}_ankle {s}_foot", "left right"),
    "h-anim 1": ("humanoid_root vl5 vt1 vc4 skullbase",
                 "{s}_sternoclavicular {s}_shoulder {s}_elbow {s}_wrist {s}_hip {s}_knee {s}_ankle {s}_midtarsal",
                     "l r"),
    "h-anim 2": ("humanoid_root vl5 vt3 vc7 skullbase",
                 "{s}_acromioclavicular {s}_shoulder {s}_elbow {s}_radiocarpal {s}_hip {s}_knee {s}_talocrural "
                 "{s}_metatarsophalangeal_2", "l r"),
    "acclaim": ("root lowerback thorax lowerneck head",
                "{s}clavicle {s}humerus {s}radius {s}wrist {s}femur {s}tibia {s}foot {s}toes", "l r"),
    "vrm": ("hips spine upperChest neck head",
            "{s}Shoulder {s}UpperArm {s}LowerArm {s}Hand {s}UpperLeg {s}LowerLeg {s}Foot {s}Toes", "left right"),
    "vroid": ("J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_UpperChest J_Bip_C_Neck J_Bip_C_Head",
              "J_Bip_{s}_Shoulder J_Bip_{s}_UpperArm J_Bip_{s}_LowerArm J_Bip_{s}_Hand J_Bip_{s}_UpperLeg "
              "J_Bip_{s}_LowerLeg J_Bip_{s}_Foot J_Bip_{s}_ToeBase", "L R"),
    "rigify": ("spine spine.001 spine.003 spine.004 spine.006",
               "shoulder.{s} upper_arm.{s} forearm.{s} hand.{s} thigh.{s} shin.{s} foot.{s} toe.{s}", "L R"),
    "makehuman": ("root spine05 spine01 neck01 head",
                  "clavicle.{s} upperarm01.{s} lowerarm01.{s} wrist.{s} upperleg01.{s} lowerleg01.{s} foot.{s} "
                  "toe1-1.{s}",
                  "L R"),
    "unreal": ("pelvis spine_01 spine_03 neck_01 head",
               "clavicle_{s} upperarm_{s} lowerarm_{s} hand_{s} thigh_{s} calf_{s} foot_{s} ball_{s}", "l r"),
    "poser": ("hip abdomen chest neck head",
              "{s}Collar {s}Shldr {s}ForeArm {s}Hand {s}Thigh {s}Shin {s}Foot {s}Toe", "l r"),
    "capitals": ("HIPS SPINE CHEST NECK HEAD",
                 "{s}COLLAR {s}UPPERARM {s}FOREARM {s}HAND {s}UPLEG {s}LOWERLEG {s}FOOT {s}TOES", "LEFT RIGHT"),
    "games-105": ("RootJoint pelvis_lowerback lowerback_torso torso_neck torso_head",
                  "{s}Torso_Clavicle {s}Shoulder {s}Elbow {s}Wrist {s}Hip {s}Knee {s}Ankle {s}ToeJoint", "l r"),
    "3ds max": ("Bip01~Pelvis Bip01~Spine Bip01~Spine2 Bip01~Neck Bip01~Head",
                "Bip01~{s}~Clavicle Bip01~{s}~UpperArm Bip01~{s}~Forearm Bip01~{s}~Hand Bip01~{s}~Thigh Bip01~{s}~Calf "
                "Bip01~{s}~Foot Bip01~{s}~Toe0", "L R"),
}  # fmt: skip


def _names(convention):
    trunk, limbs, sides = (part.split() for part in CONVENTIONS[convention])
    table = dict(zip(CENTRE, trunk, strict=True))
    for ours, theirs in zip(("Left", "Right"), sides, strict=True):
        table |= {f"{ours}{joint}": name.format(s=theirs) for joint, name in zip(LIMB, limbs, strict=True)}
    return {joint: name.replace("~", " ") for joint, name in table.items()}


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_role_is_found(convention):
    names = _names(convention)
    skeleton, positions = built(renamed(names))
    roles = find_roles(skeleton, positions)
    assert dict(roles) == {role: names.get(joint, joint) for joint, role in ROLE_OF.items()}
    assert roles.warnings == ()
    assert {roles.sources[r] for r in ROLES if r.startswith(("left", "right"))} == {"names"}


@pytest.mark.parametrize("convention", ["mixamo", "acclaim", "h-anim 1"])
@pytest.mark.parametrize("seed", range(3))
def test_unit_and_axes_of_the_file_do_not_matter(convention, seed):
    rng = np.random.default_rng(seed)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    turn *= np.sign(np.linalg.det(turn))
    plain = find_roles(*built(renamed(_names(convention))))
    turned = find_roles(*built(renamed(_names(convention)), turn, scale=10.0 ** rng.uniform(-3, 3)))
    assert dict(turned) == dict(plain)
    assert turned.warnings == ()


def test_shoulder_is_the_clavicle_only_where_an_arm_follows():
    with_arm = find_roles(*built(rows()))
    assert (with_arm["left_clavicle"], with_arm["left_shoulder"]) == ("LeftShoulder", "LeftArm")
    other = {f"{s}{a}": f"{s}{b}" for s in ("Left", "Right")
             for a, b in (("Shoulder", ""), ("Arm", "Shoulder"), ("ForeArm", "Elbow"), ("Hand", "Wrist"))}  # fmt: skip
    without = find_roles(*built(renamed(other)))
    assert without["left_shoulder"] == "LeftShoulder"
    assert "left_clavicle" not in without


def test_a_dummy_hip_before_the_thigh_is_not_the_hip():
    extra = [("LHipJoint", "Hips", (0.0, 0.93, 0.0)), ("RHipJoint", "Hips", (0.0, 0.93, 0.0))]
    figure = [(n, {"LeftUpLeg": "LHipJoint", "RightUpLeg": "RHipJoint"}.get(n, p), q) for n, p, q in rows()]
    roles = find_roles(*built(figure + extra))
    assert (roles["left_hip"], roles["right_hip"]) == ("LeftUpLeg", "RightUpLeg")
    sides = {"LeftUpLeg": "LeftHip", "LeftLeg": "LeftKnee", "RightUpLeg": "RightHip", "RightLeg": "RightKnee"}
    roles = find_roles(*built(renamed(sides, figure + extra)))
    assert (roles["left_hip"], roles["right_hip"]) == ("LeftHip", "RightHip")


def test_twist_joints_and_end_nulls_play_no_role():
    figure = rows() + [
        ("LeftForeArmRoll", "LeftForeArm", (0.58, 1.38, 0.0)), ("LeftUpLegTwist", "LeftUpLeg", (0.09, 0.7, 0.0)),
        ("LeftArmEnd", "LeftForeArm", (0.45, 1.38, 0.0)), ("ik_hand_r", "Hips", (0.0, 0.9, 0.0)),
    ]  # fmt: skip
    roles = find_roles(*built(figure))
    assert dict(roles) == {role: joint for joint, role in ROLE_OF.items()}


def test_a_twist_joint_within_the_forearm_is_passed_over():
    figure = [(n, "LeftForeArmTwist" if n == "LeftHand" else p, q) for n, p, q in rows()]
    figure.append(("LeftForeArmTwist", "LeftForeArm", (0.58, 1.38, 0.0)))
    roles = find_roles(*built(figure))
    assert (roles["left_elbow"], roles["left_wrist"]) == ("LeftForeArm", "LeftHand")


def test_arms_that_hang_from_the_neck_leave_the_chest_below_it():
    figure = [(n, "Neck" if n in ("LeftShoulder", "RightShoulder") else p, q) for n, p, q in rows()]
    roles = find_roles(*built(figure))
    assert (roles["chest"], roles["neck"], roles["head"]) == ("Spine1", "Neck", "Head")


def test_fingertips_are_the_middle_finger_and_never_the_thumb():
    hand = [
        ("LeftHandThumb1", "LeftHand", (0.72, 1.38, 0.05)), ("LeftHandThumb2", "LeftHandThumb1", (0.95, 1.38, 0.09)),
        ("LeftHandIndex1", "LeftHand", (0.79, 1.38, 0.02)), ("LeftHandIndex2", "LeftHandIndex1", (0.89, 1.38, 0.02)),
        ("LeftHandMiddle1", "LeftHand", (0.79, 1.38, 0.0)), ("LeftHandMiddle2", "LeftHandMiddle1", (0.88, 1.38, 0.0)),
    ]  # fmt: skip
    figure = [row for row in rows() if row[0] != "LeftHand_end"] + hand
    assert find_roles(*built(figure))["left_fingertips"] == "LeftHandMiddle2"
    no_middle = [row for row in figure if "Middle" not in row[0]]
    assert find_roles(*built(no_middle))["left_fingertips"] == "LeftHandIndex2"


def test_missing_parts_are_missing_roles():
    gone = {"Neck": "", "LeftToeBase": "", "RightToeBase": "", "Spine": "", "LeftHand_end": ""}
    roles = find_roles(*built(renamed(gone)))
    assert "neck" not in roles
    assert "left_ball" not in roles
    assert roles["left_toe_end"] == "LeftToeBase_end"
    assert "spine" not in roles
    assert roles["chest"] == "Spine1"
    assert "left_fingertips" not in roles


def test_a_lower_body_and_an_upper_body_have_their_own_roles_only():
    legs = [row for row in rows() if "Leg" in row[0] or "Foot" in row[0] or "Toe" in row[0] or row[0] == "Hips"]
    assert set(find_roles(*built(legs))) == {r for r in ROLES if r.split("_")[-1] in
                                             ("hips", "hip", "knee", "ankle", "ball", "end")}  # fmt: skip
    top = [row for row in rows() if row not in legs or row[0] == "Hips"]
    upper = find_roles(*built(top))
    assert {"hips", "chest", "neck", "head", "left_wrist", "right_elbow"} <= set(upper)
    assert "left_knee" not in upper


def test_mirrored_names_are_told():
    swap = {n: n.replace("Left", "@").replace("Right", "Left").replace("@", "Right") for n, *_ in rows()}
    roles = find_roles(*built(renamed(swap)))
    assert roles["left_wrist"] == "LeftHand"  # names are kept, the warning says what is odd
    assert len(roles.warnings) == 1
    assert "mirrored" in roles.warnings[0]
    mirror = np.diag([-1.0, 1.0, 1.0])
    assert "mirrored" in find_roles(*built(rows(), mirror)).warnings[0]
