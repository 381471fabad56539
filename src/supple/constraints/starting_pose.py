"""A commented edit document for one posture to start from."""

STARTING_POSE = """\
# Edit for `supple pose SKELETON EDIT.toml -o OUT`: what must be true of one posture. `supple print edit` has all keys.
# Lines that begin with #[ or #a-word are examples: take away the # and change them.
format = 1

# A posture has no times, so goals need no when. Offsets and preserve are about the pose at the start: the rest pose, or
# the frame of --frame. Places are metres in Supple's world (+Y up). 1 is the strongest priority.

# The feet stay where they are.
#[[constraint]]
#kind = "preserve"
#effector = "left_ankle"
#priority = 1

#[[constraint]]
#kind = "preserve"
#effector = "right_ankle"
#priority = 1

# The centre of mass stays over them.
#[[constraint]]
#kind = "balance"
#priority = 2

# A hand reaches, with the arm alone: without recruit the whole body helps.
#[[constraint]]
#name = "reach"
#kind = "position"
#effector = "right_wrist"
#recruit = "right_shoulder"
#priority = 3
#goals = [ { offset = [0.1, 0.1, 0.2] } ]    # or at = [x, y, z], perhaps relative_to = "head"

# The head looks where the hand goes; the neck alone turns it, so that the arm is not disturbed.
#[[constraint]]
#kind = "look_at"
#effector = "head"
#axis = [0, 0, 1]
#recruit = "neck"
#priority = 4
#goals = [ { at = [0.0, 0.0, 0.0], relative_to = "right_wrist" } ]

# What joints carry counts for the balance.
#[[mass]]
#joint = "right_wrist"
#kg = 2.0
"""
