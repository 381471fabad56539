"""Tasks of one pose for tests: dictionaries made into the arrays of the kernel, and what SciPy says of them."""

import numpy as np
from scipy.spatial.transform import Rotation

from supple.core.dofs import dof_layout
from supple.kernels import fk, jacobians
from supple.kernels.task_kinds import AIM, MASS, POINT, TURN, Tasks
from supple.kernels.task_misses import task_errors
from supple.kernels.tasks import task_rows

KINDS = {"point": POINT, "turn": TURN, "aim": AIM, "mass": MASS}
WIDTHS = {"point": 3, "axis": 3, "goal": 4}


def task(kind, joint=0, point=(0, 0, 0), axis=(0, 0, 1), reference=-1, goal=(0, 0, 0, 0), support=(), basis=None):
    """One task; ``support`` lists (joint, point, share), ``basis`` (up to 3, 3) has the rows that are used."""
    basis = np.eye(3) if basis is None else np.atleast_2d(basis)
    return {"kind": KINDS[kind], "joint": joint, "point": point, "axis": axis, "reference": reference,
            "goal": [*goal, 0.0][:4], "support": support, "basis": basis}  # fmt: skip


def arrays(tasks):
    """The arrays of the kernel."""
    ints = {key: np.array([t[key] for t in tasks], np.int64) for key in ("kind", "joint", "reference")}
    floats = {key: np.array([t[key] for t in tasks], float).reshape(-1, width) for key, width in WIDTHS.items()}
    support = [s for t in tasks for s in t["support"]]
    basis = np.full((len(tasks), 3, 3), np.nan)  # rows that are not used must not be read
    for k, t in enumerate(tasks):
        basis[k, : len(t["basis"])] = t["basis"]
    return Tasks(
        **ints, **floats, basis=basis, row_start=np.cumsum([0] + [len(t["basis"]) for t in tasks]),
        support_start=np.cumsum([0] + [len(t["support"]) for t in tasks]),
        support_joint=np.array([joint for joint, _, _ in support], np.int64),
        support_point=np.array([point for _, point, _ in support], float).reshape(-1, 3),
        share=np.array([share for _, _, share in support], float),
    )  # fmt: skip


class Posed:
    """The first frame of a motion, with masses, as the kernels take it."""

    def __init__(self, motion, masses=None, centres=None):
        skeleton, self.motion, self.layout = motion.skeleton, motion, dof_layout(motion.skeleton)
        count = len(skeleton)
        self.parents = skeleton.parents
        self.positions, self.turned = np.zeros((count, 3)), np.zeros((count, 4))
        fk.pose_frame(motion.root_positions[0], motion.rotations[0], motion.local_offsets(0), self.parents,
                      self.positions, self.turned)  # fmt: skip
        self.axes = np.zeros((len(self.layout), 3))
        jacobians.world_axes(self.turned, self.parents, self.layout.start, self.layout.kind, self.layout.axes,
                             self.axes)  # fmt: skip
        self.masses = np.ones(count) if masses is None else masses
        self.centres = np.zeros((count, 3)) if centres is None else centres
        self.loads, self.moments = np.zeros(count), np.zeros((count, 3))
        jacobians.gather_mass(self.positions, self.turned, self.parents, self.masses, self.centres, self.loads,
                              self.moments)  # fmt: skip

    def place(self, joint, point):
        return self.positions[joint] + self.turn(joint).apply(point)

    def turn(self, joint):
        return Rotation.from_quat(np.roll(self.turned[joint], -1))


def solved(posed, tasks, recruited=None):
    """The errors (R,) and rows (R, D) that the kernel writes, over whatever was there before."""
    laid, columns = arrays(tasks), len(posed.layout)
    recruited = np.ones((len(tasks), columns), bool) if recruited is None else recruited
    errors, rows = np.full(laid.row_start[-1], np.nan), np.full((laid.row_start[-1], columns), np.nan)
    task_rows(posed.positions, posed.turned, posed.parents, posed.layout.start, posed.layout.kind, posed.axes,
              posed.loads, posed.moments, *laid, recruited, errors, rows)  # fmt: skip
    return errors, rows


def errors_of(posed, tasks):
    """The errors alone."""
    laid = arrays(tasks)
    errors = np.full(laid.row_start[-1], np.nan)
    task_errors(posed.positions, posed.turned, posed.loads, posed.moments, *laid, errors)
    return errors


def expected_errors(posed, tasks):
    """The same by SciPy, from the words of the definition."""
    return np.concatenate([t["basis"] @ _miss(posed, t) for t in tasks])


def _miss(posed, t):
    j, r, goal = t["joint"], t["reference"], np.array(t["goal"], float)
    if t["kind"] == TURN:
        wanted = Rotation.from_quat(np.roll(goal, -1))
        wanted = wanted if r < 0 else posed.turn(r) * wanted
        return (wanted * posed.turn(j).inv()).as_rotvec()
    target = goal[:3] + sum(share * posed.place(joint, point) for joint, point, share in t["support"] if share)
    if t["kind"] == MASS:
        places = [posed.place(i, c) for i, c in enumerate(posed.centres)]
        return target - np.average(places, axis=0, weights=posed.masses)
    way = target - posed.place(j, t["point"])
    return way if t["kind"] == POINT else way / np.linalg.norm(way) - posed.turn(j).apply(t["axis"])
