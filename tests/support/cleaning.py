"""Walks with known contacts and faults, for tests of the cleanup."""

from dataclasses import replace

import numpy as np

from supple.constraints.foot_points import place_foot_points
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.motion import first_moving_frame
from supple.core.pose import world_pose
from supple.core.roles import find_roles
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.attaching import attach
from supple.solvers.cleanup.figure import figure_of
from supple.solvers.cleanup.floor_pass import find_tips
from supple.solvers.cleanup.limbs_of import Tip, limbs_of


def limbs_in(motion):
    """Legs and arms of a motion, with the points of feet as its shape places them."""
    pose = world_pose(motion)
    roles = find_roles(motion.skeleton, pose.positions[motion.rest_rows % motion.frames :])
    return limbs_of(motion, roles, place_foot_points(motion.skeleton, roles, pose, first=first_moving_frame(motion)))


def with_stiff_toes(limbs, length=0.06):
    """The limbs of a figure whose feet do not bend at their balls: the tips of the toes are ahead of those [m]."""
    stiff = []
    for limb in limbs:
        if limb.toe is not None:
            heel, ball = (tip.offset for tip in limb.tips[:2])
            ahead = (ball - heel) / np.linalg.norm(ball - heel)
            limb = replace(limb, toe=None, toe_tip=ball + length * ahead)
        stiff.append(limb)
    return tuple(stiff)


def point_path(motion, contact):
    """(F, 3) where the point of a contact is in all frames."""
    pose, joint = world_pose(motion), motion.skeleton.index(contact.joint)
    offset = np.array(contact.offset_m or (0.0, 0.0, 0.0))
    return pose.positions[:, joint] + quaternions.rotate(pose.rotations[:, joint], offset)


def drift_mm(motion, contacts):
    """The furthest that a planted point is from its mean place [mm]."""
    worst = 0.0
    for contact in contacts.contacts:
        path = point_path(motion, contact)[contact.start : contact.stop]
        worst = max(worst, 1e3 * np.linalg.norm(path - path.mean(axis=0), axis=1).max())
    return worst


def walk_contacts(walk, *, floor=None):
    """The true contacts of a walk."""
    found = []
    for true in walk.contacts:
        heel = true.part == "heel"
        side = "left" if true.foot.startswith("Left") else "right"
        contact = Contact(
            point=f"{side}_{true.part}", start=true.start, stop=true.stop, position_m=(0.0, 0.0, 0.0),
            joint=true.foot if heel else true.foot.replace("Foot", "ToeBase"),
            offset_m=tuple(walk.heel.tolist()) if heel else (0.0, 0.0, 0.0),
        )  # fmt: skip
        place = point_path(walk.motion, contact)[true.start : true.stop].mean(axis=0)
        found.append(replace_contact(contact, position_m=tuple(place.tolist())))
    return Contacts(fps=walk.motion.fps, floor=floor, contacts=tuple(found))


def replace_contact(contact, **changes):
    """A contact with other values."""
    return Contact(**{**{name: getattr(contact, name) for name in contact.__struct_fields__}, **changes})


def skating(motion, angle=0.03):
    """Thighs that swing too far by up to an angle [rad]: feet slide and sink."""
    rotations, t = motion.rotations.copy(), np.arange(motion.frames) * motion.frame_time
    for k, name in enumerate(("LeftUpLeg", "RightUpLeg")):
        wrong = quaternions.about_axis("x", angle * np.sin(4.4 * t + k))
        joint = motion.skeleton.index(name)
        rotations[:, joint] = quaternions.multiply(wrong, rotations[:, joint])
    return motion.with_rotations(rotations)


def skating_walk(seconds=3.0, fps=60.0, angle=0.03, *, floor=None):
    """A walk whose feet skate, its true contacts, its limbs, and the truth."""
    walk = true_walk(seconds, fps)
    return skating(walk.motion, angle), walk_contacts(walk, floor=floor), limbs_in(walk.motion), walk.motion


def planted_flags(motion, contacts, limbs):
    """(F, L, 2) which tips are planted, and the limbs with the tips that the contacts hold them by."""
    attached = attach(motion, contacts.contacts, limbs)
    flags = np.zeros((motion.frames, len(limbs), 2), bool)
    for number, (limb, tip) in attached.places.items():
        contact = contacts.contacts[number]
        flags[contact.start : contact.stop, limb, tip] = True
    tips = [
        tuple(Tip(own.name, own.joint, attached.tips[k, n]) for n, own in enumerate(limb.tips))
        for k, limb in enumerate(limbs)
    ]
    return flags, tuple(replace(limb, tips=own) for limb, own in zip(limbs, tips, strict=True))


def figure_for(motion, contacts, limbs):
    """The limbs as arrays, with the tips of the contacts."""
    return figure_of(motion.skeleton, limbs, attach(motion, contacts.contacts, limbs).tips)


LEVEL = Floor(height_m=0.0, supports=(0.0,))


def lowest(motion, contacts, limbs):
    """(F,) the lowest tip of a foot or toe."""
    figure, pose = figure_for(motion, contacts, limbs), world_pose(motion)
    toes = pose.positions[:, [motion.skeleton.index(f"{side}ToeBase_end") for side in ("Left", "Right")], 1]
    return np.minimum(find_tips(figure, pose)[:, :2, :, 1].min(axis=(1, 2)), toes.min(axis=1))
