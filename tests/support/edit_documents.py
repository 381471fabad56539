"""Edit documents for tests."""

# every kind of constraint and every table, as the format was first agreed
EXAMPLE = """\
format = 1                         # metres in Supple's world (+Y up); times in seconds, or frames as "120f"; closed intervals
space = "world"                    # axes of offsets and moves: "world", "facing" (forward is where the hips face), or a joint; may be set per constraint
[[constraint]]
name = "shade the eyes"
kind = "position"                  # position, orientation, look_at, shape, footplant, balance, preserve
effector = "RightHand"             # joint or role; point = [x, y, z] gives a point in the joint's frame
priority = 2                       # 1 is the strongest; only the order matters
recruit = "Spine"                  # "all" (default), the topmost joint recruited, or a list of joints
weight = 1.0                       # between constraints of equal priority
axes = "xyz"                       # a part of them constrains only those world axes
goals = [
  { at = [0.1, 0.05, 0.2], relative_to = "Head", when = [0.4, 0.8, 1.6, 2.0] },   # rides with the head
  { offset = [0.0, 0.2, 0.0], when = [2.4, 2.6, 3.0, 3.4] },                # its own path, raised
  { at = [0.4, 1.2, 0.3], when = [4.0, 4.2, 4.6, 5.0] },                    # a place in the world
]
[[constraint]]
kind = "orientation"
effector = "RightHand"
priority = 3
goals = [ { turn_deg = [0, 0, 90], relative_to = "Head", when = [0.4, 0.8, 1.6, 2.0] } ]   # or wxyz = [...]
[[constraint]]
kind = "look_at"
effector = "Head"
axis = [0, 0, 1]
priority = 4
goals = [ { at = [2.0, 1.5, 0.0], when = [0.0, 0.5, 3.0, 4.0] } ]
[[constraint]]
kind = "shape"
effector = "left_wrist"
priority = 3
mode = "condensed"                 # absolute, relative, condensed
reference = "RightHand"            # default: its own original path
span = [0.4, 9.6]
points = [ { at = [0.3, 1.1, 0.4], hold = [2.0, 2.6] }, { offset = [0, 0.1, 0], hold = [5.0, 5.0], tension = 0.0 } ]
[[constraint]]
kind = "footplant"
foot = "left"
priority = 1
events = { heel_strike = 0.50, toe_strike = 0.62, heel_off = 1.02, toe_off = 1.22 }   # or "detect" once detection exists
move = [0.0, 0.0, 0.1]
turn_deg = 10
ease = [0.2, 0.2]
[[constraint]]
kind = "balance"                   # centre of mass follows the moved support, plus an optional displacement
priority = 2
points = ["left_heel", "left_ball", "right_heel", "right_ball"]
goals = [ { offset = [0.05, 0, 0], when = [1.0, 1.5, 2.0, 2.5] } ]
[[constraint]]
kind = "preserve"                  # stays on its own original path all through
effector = "LeftFoot"
priority = 1
[settings]                         # all optional
max_iterations = 50
filter_s = 0.0
passes = 1
keep = "pose"                      # what the lowest level preserves: "pose" or "velocity"
[joints.LeftArm]
weight = 0.5
swing_deg = 100                    # or swing_polygon_deg; twist_deg = [-90, 90]; range_deg for hinges
[[mass]]
joint = "RightHand"
kg = 1.5
"""  # noqa: E501
