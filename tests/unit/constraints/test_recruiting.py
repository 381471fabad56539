"""Who moves for a constraint, and the rule that weaker ones keep."""

import msgspec
import numpy as np
import pytest
from support.motions import human_skeleton

from supple.constraints import model
from supple.constraints.names import Effector, Names
from supple.constraints.recruiting import Recruits, recruits
from supple.constraints.recruiting_rule import violations
from supple.core.roles import find_roles
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError

SKELETON = human_skeleton()
NAMES = Names(skeleton=SKELETON, roles=find_roles(SKELETON, np.zeros((1, len(SKELETON), 3))))
EVENTS = model.Events(heel_strike=0.0, toe_strike=0.1, heel_off=0.5, toe_off=0.6)
ARM = ["LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand"]
BACK = ["Hips", "Spine", "Spine1"]


def recruited(constraint, names=NAMES):
    return [SKELETON.names[j] for j in np.flatnonzero(recruits(constraint, names).recruited)]


def hand(recruit="all", priority=1, effector="LeftHand", **more):
    return model.Position(effector=effector, recruit=recruit, priority=priority, **more)


def broken(*constraints):
    every = [recruits(c, NAMES) for c in constraints]
    return [
        (v.stronger, v.weaker, [SKELETON.names[j] for j in v.joints], v.fix)
        for v in violations([c.priority for c in constraints], every)
    ]


def test_all_goes_up_to_the_root():
    assert recruited(hand()) == BACK + ARM


def test_a_name_is_the_topmost_joint():
    assert recruited(hand("LeftArm")) == ARM[1:]
    assert recruited(hand("left_shoulder")) == ARM[1:]
    assert recruited(hand("LeftHand")) == ["LeftHand"]


def test_a_list_is_those_joints():
    assert recruited(hand(("Spine", "LeftForeArm"))) == ["Spine", "LeftForeArm"]


def test_end_sites_never_move():
    assert recruited(hand(effector="LeftHand_end")) == BACK + ARM


def test_a_joint_that_does_not_move_the_effector_is_refused_with_those_that_do():
    with pytest.raises(DocumentError, match="'RightArm' does not move 'LeftHand'. Joints that do: LeftHand, LeftFore"):
        recruits(hand("RightArm"), NAMES)
    with pytest.raises(DocumentError, match="Did you mean LeftArm"):
        recruits(hand("LeftArn"), NAMES)


def test_a_foot_recruits_for_both_of_its_points():
    given = {"left_heel": NAMES.effector("LeftFoot", (0.0, -0.05, -0.05))}
    names = Names(skeleton=SKELETON, roles=NAMES.roles, given=given)
    plant = model.Footplant(foot="left", events=EVENTS)
    assert recruited(plant, names) == ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"]


def test_balance_recruits_everybody_or_a_branch():
    assert len(recruited(model.Balance())) == SKELETON.joint_count
    assert recruited(model.Balance(recruit="LeftArm")) == ARM[1:]
    assert recruited(model.Balance(recruit=("Hips", "LeftLeg"))) == ["Hips", "LeftLeg"]


def test_constraints_that_recruit_all_keep_the_rule():
    assert not broken(hand(), hand(priority=2, effector="LeftForeArm"), hand(priority=3, effector="RightHand"))


def test_a_weaker_one_may_use_less():
    assert not broken(hand("Spine"), hand("LeftArm", 2), hand(("RightHand",), 3, "RightHand"))


def test_a_weaker_one_may_not_use_more():
    """The thesis's case: the stronger one recruits a part, the weaker one all."""
    assert broken(hand("LeftArm"), hand("all", 2)) == [(0, 1, [*BACK, "LeftShoulder"], "add")]


def test_joints_that_do_not_move_the_stronger_one_are_free():
    assert not broken(hand("LeftArm"), hand("RightArm", 2, "RightHand"))
    assert broken(hand("LeftArm"), hand("Spine", 2, "RightHand")) == [(0, 1, ["Spine", "Spine1"], "add")]


def test_a_wrist_may_turn_in_place_but_not_swing_a_point_of_the_hand():
    turn = model.Orientation(effector="LeftHand", recruit=("LeftHand",), priority=2)
    arm = ("LeftArm", "LeftForeArm")
    assert not broken(hand(arm), turn)
    assert broken(hand(arm, point=(0.1, 0.0, 0.0)), turn) == [(0, 1, ["LeftHand"], "add")]


def test_equal_priorities_make_no_rule():
    assert not broken(hand("LeftArm"), hand("all"))


def test_one_greedy_constraint_is_the_one_to_change():
    """Two stronger ones keep to their arms: taking the back from the third is less than giving it to both."""
    found = broken(hand("LeftArm"), hand("RightArm", 1, "RightHand"), model.Preserve(effector="Head", priority=2))
    assert [(f[0], f[1], f[3]) for f in found] == [(0, 2, "remove"), (1, 2, "remove")]


def test_the_suggested_fix_mends_the_rule():
    rng = np.random.default_rng(3)
    tips = [j for j in SKELETON.names if not j.endswith("_end")]
    for _ in range(50):
        constraints = []
        for priority in (1, 2):
            tip = str(rng.choice(tips))
            chain = recruited(hand(effector=tip))
            some = [name for name in chain if rng.random() < 0.6] or [tip]
            constraints.append(hand(tuple(some), priority, tip))
        masks = [recruits(c, NAMES) for c in constraints]
        for v in violations([1, 2], masks):
            k, value = (0, True) if v.fix == "add" else (1, False)
            mended = masks[k].recruited.copy()
            mended[list(v.joints)] = value
            masks[k] = masks[k]._replace(recruited=mended)
            assert not violations([1, 2], masks)


def test_the_thinker_keeps_the_rule():
    """Appendix B.1; the thesis's 15 is our 1, and its level k is the joint k above the effector's own."""

    def task(kind, effector, theirs, levels):
        chain = recruited(hand(effector=effector))[::-1]
        return kind(effector=effector, priority=16 - theirs, recruit=tuple(chain[: levels + 1]))

    tasks = []
    for side in ("Left", "Right"):
        tasks += [
            task(model.Position, f"{side}Foot", 15, 9), task(model.Position, f"{side}UpLeg", 10, 9),
            task(model.Orientation, f"{side}Hand", 1, 0),
        ]  # fmt: skip
    tasks += [
        task(model.Position, "LeftHand", 9, 9), task(model.Position, "Hips", 9, 0),
        task(model.Position, "RightForeArm", 8, 8), task(model.Position, "LeftForeArm", 7, 8),
        task(model.Position, "RightHand", 4, 1),
    ]  # fmt: skip
    assert len(tasks) == 11
    assert broken(*tasks) == []


def _slow_violations(levels, chosen):
    """The rule pair by pair, with the smaller fix counted over all pairs."""
    uses, feels, found = [c.recruited for c in chosen], [c.movers for c in chosen], []
    pairs = [(a, b) for a in range(len(levels)) for b in range(len(levels)) if levels[b] > levels[a]]
    broken = {(a, b): uses[b] & feels[a] & ~uses[a] for a, b in pairs}
    for (a, b), joints in broken.items():
        if not joints.any():
            continue
        adding = sum((uses[k] & joints).sum() for k in range(len(levels)) if levels[k] > levels[a])
        adding -= sum((feels[k] & ~uses[k] & joints).sum() for k in range(len(levels)) if levels[k] < levels[a])
        removing = sum((feels[k] & ~uses[k] & joints).sum() for k in range(len(levels)) if levels[k] < levels[b])
        removing -= sum((uses[k] & feels[b] & joints).sum() for k in range(len(levels)) if levels[k] > levels[b])
        add = adding >= removing or not (uses[b] & ~joints).any()
        found.append((a, b, tuple(np.flatnonzero(joints).tolist()), "add" if add else "remove"))
    return found


def test_violations_are_those_of_every_pair():
    random = np.random.default_rng(3)
    for _ in range(30):
        chosen = [Recruits(random.random(6) < 0.6, random.random(6) < 0.8, np.zeros(6, bool)) for _ in range(7)]
        levels = random.integers(1, 5, len(chosen)).tolist()
        told = [(v.stronger, v.weaker, v.joints, v.fix) for v in violations(levels, chosen)]
        assert told == _slow_violations(levels, chosen)
        assert told


def with_pelvis_joints():
    """The skeleton with a joint without a role between the hips and each leg, as CMU's has."""
    names, parents, offsets = list(SKELETON.names), SKELETON.parents.tolist(), SKELETON.offsets.tolist()
    for leg in ("LeftUpLeg", "RightUpLeg"):
        at = names.index(leg)
        names.insert(at, leg.replace("UpLeg", "HipJoint"))
        parents = [p + (p >= at) for p in parents]
        parents.insert(at, parents[at])
        parents[at + 1] = at
        offsets.insert(at, [0.0, 0.0, 0.0])
    return Skeleton(tuple(names), np.array(parents), np.array(offsets))


def in_pelvis(constraint, joints=()):
    skeleton = with_pelvis_joints()
    heel = Effector(skeleton.index("LeftFoot"), (0.0, -0.05, -0.05))
    names = Names(skeleton=skeleton, roles=NAMES.roles, placed={"left_heel": heel})
    found = recruits(constraint, names).naming(np.isin(skeleton.names, joints))
    return [name for name, used in zip(skeleton.names, found.recruited, strict=True) if used and "HipJoint" in name]


@pytest.mark.parametrize("recruit", ["all", "Hips"])
@pytest.mark.parametrize(
    "wish",
    [
        model.Position(effector="LeftFoot"),
        model.Footplant(foot="left", events=EVENTS),
        model.Balance(),
        model.Orientation(effector="LeftFoot"),
    ],
)
def test_joints_of_the_pelvis_move_only_if_the_document_names_them(wish, recruit):
    wish = msgspec.structs.replace(wish, recruit=recruit)
    both = ["LeftHipJoint", "RightHipJoint"] if isinstance(wish, model.Balance) else ["LeftHipJoint"]
    assert in_pelvis(wish) == []
    assert in_pelvis(wish, ["LeftHipJoint", "RightHipJoint"]) == both
    assert in_pelvis(msgspec.structs.replace(wish, recruit=("Hips", "LeftHipJoint"))) == ["LeftHipJoint"]


def test_a_joint_of_the_pelvis_that_is_to_be_turned_is_named():
    assert in_pelvis(model.Orientation(effector="LeftHipJoint")) == ["LeftHipJoint"]
    assert in_pelvis(model.Position(effector="LeftLeg", recruit="LeftHipJoint")) == ["LeftHipJoint"]
