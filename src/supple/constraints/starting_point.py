"""A commented edit document to start from."""

STARTING_POINT = """\
# Edit: what must be true of a motion. `supple lint MOTION EDIT.toml` finds trouble before solving.
# Lines that begin with #[ or #a-word are examples: take away the # and change them.
format = 1

# Places are metres in Supple's world (+Y up). Times are seconds, or frames as "120f"; 0 is the first frame of the file.
# Joints are named as in the file (`supple info MOTION`), or by role: hips head left_wrist right_ankle left_heel ...

# Axes of offsets and moves: "world", "facing" (forward is where the hips face), or a joint.
space = "world"

# Every [[constraint]] may also have:
#   name      what reports call it
#   priority  1 is the strongest; a weaker one never disturbs a stronger one
#   weight    between constraints of equal priority
#   recruit   who may move for it: "all" (up to the root), the topmost joint, or a list of joints
#   space     other axes than the document's
#   enforce   "span": only while it is active; "always": all through, on its own path while no goal is active

# position: a point goes to places. when = [begins, fully there, begins to leave, gone]; without it, all through (and
# in a posture of `supple pose`, which has no times).
#[[constraint]]
#name = "shade the eyes"
#kind = "position"
#effector = "right_wrist"
#point = [0.0, 0.0, 0.0]      # a point in the joint's frame
#priority = 2
#recruit = "spine"
#weight = 1.0
#axes = "xyz"                 # a part of them constrains only those axes of space
#enforce = "span"
#goals = [
#  { at = [0.1, 0.05, 0.2], relative_to = "head", when = [0.4, 0.8, 1.2, 1.4] },
#  { offset = [0.0, 0.2, 0.0], when = [1.6, 1.8, 2.0, 2.2] },
#  { at = [0.4, 1.2, 0.3], when = [2.4, 2.6, 2.8, 3.0] },
#]

# orientation: a joint turns, to wxyz or by turn_deg (rotation vector) from its own orientation.
#[[constraint]]
#kind = "orientation"
#effector = "right_wrist"
#priority = 3
#goals = [ { turn_deg = [0, 0, 90], relative_to = "head", when = [0.4, 0.8, 1.2, 1.4] } ]

# look_at: an axis of a joint points at places.
#[[constraint]]
#kind = "look_at"
#effector = "head"
#axis = [0, 0, 1]
#point = [0.0, 0.1, 0.05]     # where the eyes are, in the joint's frame
#priority = 4
#goals = [ { at = [2.0, 1.5, 0.0], when = ["0f", "30f", "60f", "90f"] } ]

# shape: a point leaves its own path, goes through points (resting there for the time of hold) and joins it again.
#[[constraint]]
#kind = "shape"
#effector = "left_wrist"
#priority = 3
#mode = "condensed"           # absolute, relative, condensed
#reference = "right_wrist"    # whose path is followed; without it, its own
#span = [0.4, 3.0]
#points = [
#  { at = [0.3, 1.1, 0.4], hold = [1.0, 1.6] },
#  { offset = [0, 0.1, 0], hold = [2.0, 2.0], tension = 0.0, continuity = 0.0, bias = 0.0 },
#]

# footplant: a foot stands still between its events, perhaps elsewhere (move) and turned about the vertical.
#[[constraint]]
#kind = "footplant"
#foot = "left"
#priority = 1
#events = { heel_strike = 0.50, toe_strike = 0.62, heel_off = 1.02, toe_off = 1.22 }
#                             # or "detect": every step of the foot that `supple detect` would find in the motion
#move = [0.0, 0.0, 0.1]
#turn_deg = 10
#ease = [0.2, 0.2]            # seconds to get there before, and to leave after

# balance: the centre of mass follows the moved support, perhaps displaced.
#[[constraint]]
#kind = "balance"
#priority = 2
#points = ["left_heel", "left_ball", "right_heel", "right_ball"]
#axes = "xz"
#span = [0.0, 3.0]            # without it, all through
#goals = [ { offset = [0.05, 0, 0], when = [1.0, 1.5, 2.0, 2.5] } ]

# preserve: a point stays on its own original path.
#[[constraint]]
#kind = "preserve"
#effector = "right_ankle"
#priority = 1

# How to solve; nothing needs to be tuned.
#[settings]
#max_iterations = 50
#filter_s = 0.0               # width of a low-pass on the adjustment; 0 is none
#passes = 1
#keep = "pose"                # what the lowest level preserves: "pose" or "velocity"
#pull_root = true             # false: the root travels for nothing, as in the thesis of Le Callennec

# How easily and how far joints move; what is not said comes from a table of human joints.
#[joints.left_shoulder]
#weight = 0.5                 # 0: does not move
#rigidity = 2                 # hierarchical solver: what a turn of it costs beside that of others
#swing_deg = 100              # half angle of a cone; or corners: swing_polygon_deg = [[-40, 0], [0, 90], [60, 0]]
#twist_deg = [-90, 90]
#[joints.left_knee]
#range_deg = [0, 150]         # of a hinge

# What joints carry.
#[[mass]]
#joint = "right_wrist"
#kg = 1.5
#at = [0.0, -0.1, 0.0]        # in the joint's frame
"""
