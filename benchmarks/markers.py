"""``python -m benchmarks markers``: markers to skeletons, against truth, OpenSim and Acclaim."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.marker_captures import (
    angle_errors,
    centre_errors,
    change_errors,
    damaged,
    labelled_capture,
    scattered_capture,
    turn_between,
)
from benchmarks.marker_labels import labels
from benchmarks.marker_people import PAIRS, exchanges_found, people
from benchmarks.measure import Row
from supple import Markers, Motion, read, solve_markers, world_pose
from supple.core.threads import one_blas_thread
from supple.recipes.walk import walking
from supple.solvers.markers.actor import columns_of
from supple.solvers.markers.posing import marker_points, spread_out
from supple.solvers.markers.segmented import BONE_BY_BONE, solve_segmented
from supple.solvers.markers.solving import solve_poses
from supple.solvers.markers.starting import first_pose

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
GAIT = DATA / "markers" / "gait2354"
ACCLAIM = {  # the joints that both skeletons have: ours, and the bone of Acclaim that begins there
    "UpLeg": "femur", "Leg": "tibia", "Foot": "foot", "Arm": "humerus", "ForeArm": "radius", "Hand": "hand",
}  # fmt: skip


def run() -> list[Row]:
    """Everything that needs no data first."""
    rows = [*synthetic(), *people(), *throughput()]
    if not GAIT.is_dir():
        return rows
    return [*rows, *gait(), *acclaim(), *others(), *held_out(), *labels(DATA)]


def synthetic() -> list[Row]:
    """Markers on a walk whose truth is known."""
    motion = walking(4.0, 120.0)
    scattered, labelled = scattered_capture(motion), labelled_capture(motion)
    clean = solve_markers(scattered.capture, actor=scattered.actor)
    noisy = solve_markers(damaged(scattered.capture, noise=0.005, dropouts=0.1), actor=scattered.actor)
    estimated = solve_markers(labelled.capture)
    off, noise_off = angle_errors(motion, clean.motion), angle_errors(motion, noisy.motion)
    centres, changes = centre_errors(motion, estimated.motion), change_errors(motion, estimated.motion)
    middle, joint_rms = float(np.median(list(centres.values()))), _rms(noise_off, 0).max()
    worst = max(centres, key=lambda name: centres[name])
    return [
        ("actor known, no noise: worst angle", f"{off.max():.3f} deg", "<= 0.1", "57 markers on a walk"),
        ("actor known, no noise: markers", f"{clean.report.marker_rms_mm:.3f} mm", "<= 1", "rms"),
        ("5 mm noise, 10 % dropouts: angles", f"{_rms(noise_off):.2f} deg", "<= 3", f"worst joint {joint_rms:.2f}"),
        ("actor estimated: joint centres", f"{middle:.1f} mm", "<= 10", f"of 12; worst {worst} {centres[worst]:.1f}"),
        ("actor estimated: angle changes", f"{max(changes.values()):.2f} deg", "<= 1", "rms, knees and elbows"),
        *_faults(labelled, solve_markers(labelled.capture, actor=estimated.actor), estimated.actor),
    ]  # fmt: skip


def _rms(values: np.ndarray, axis: int | None = None):
    return np.sqrt(np.mean(values**2, axis=axis))


def _faults(truth, base, actor) -> list[Row]:
    """A spike on one marker, and two labels exchanged for half a second."""
    labels, points = truth.capture.labels, truth.capture.positions
    turned = 0.0
    for label in ("LFHD", "RKNE", "LWRA", "T10"):
        spiked = points.copy()
        spiked[200:206, labels.index(label)] += [0.0, 0.3, 0.0]
        found = solve_markers(Markers(labels, spiked, truth.capture.frame_time), actor=actor)
        turned = max(turned, float(turn_between(base.motion.rotations, found.motion.rotations).max()))
    seen = exchanges_found(truth.capture, actor)
    return [
        ("0.3 m spike on one marker: pose changes", f"{turned:.3f} deg", "< 1", "worst joint and frame of 4 markers"),
        ("labels exchanged for 0.5 s: found, and put back", f"{seen} of {len(PAIRS)}", f"{len(PAIRS)}", "pairs"),
    ]


def throughput() -> list[Row]:
    """Frames per second of processor time, and chains side by side."""
    truth = labelled_capture(walking(10.0, 120.0))
    solve_markers(truth.capture, frames=(0, 60))  # compiled and warm
    actor = solve_markers(truth.capture, frames=(0, 240)).actor
    points = np.ascontiguousarray(truth.capture.positions)
    took = [_processor(lambda: solve_poses(actor, points, truth.capture.frame_time)) for _ in range(3)]
    rate = len(points) / min(took)
    rows = [
        (f"frames per second, {len(actor.labels)} markers, actor known", f"{rate:.0f}", ">= 3000", "processor time")
    ]  # fmt: skip
    columns, seen = columns_of(actor), np.ones(points.shape[:2])
    start = spread_out(first_pose(actor, points[0])[0], 0, len(points))
    order = np.arange(len(points))
    feet = np.isin(actor.joints, [actor.skeleton.index(n) for n in ("LeftFoot", "RightFoot")])
    walls, misses = {}, {}
    with one_blas_thread():
        for name, options in {"one": {}, "two": {"threads": 2}, "bones": {"stages": BONE_BY_BONE}}.items():
            walls[name], misses[name] = np.inf, 0.0
            for _ in range(3):
                begun = time.perf_counter()
                poses, _ = solve_segmented(columns, points, seen, start, order, **options)
                walls[name] = min(walls[name], time.perf_counter() - begun)
            off = np.linalg.norm(points - marker_points(actor, poses), axis=2)
            misses[name] = 1e3 * float(_rms(off[:, feet]))
    gain = 100.0 * (1.0 - walls["two"] / walls["one"])
    rows += [
        ("segmented solve on two threads: less time", f"{gain:.0f} %", "(35 %)", "the source's gain"),
        ("feet by chains against bone by bone", f"{misses['one']:.2f} mm", f"< {misses['bones']:.2f}", "rms"),
    ]  # fmt: skip
    return rows


def _processor(work) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def gait() -> list[Row]:
    """OpenSim's Gait2354: actor from the static trial and the first half, scored on the second half."""
    walk, static = read(GAIT / "subject01_walk1.trc"), read(GAIT / "subject01_static.trc")
    made = solve_markers(walk, rest=static, frames=(0, 75))
    ours = solve_markers(walk, actor=made.actor, frames=(75, None))
    took = min(_processor(lambda: solve_markers(walk, actor=made.actor, frames=(75, None))) for _ in range(3))
    runs = [opensim_ik(walk, 75) for _ in range(3)]  # as often as ours, and the quickest of each
    used, theirs, their_time = min(runs, key=lambda run: run[2])
    which = [ours.actor.labels.index(label) for label in used]
    mine = 1e3 * float(np.sqrt(np.nanmean(ours.solved.off[:, which] ** 2)))
    knee, hip = angle_differences(ours.motion, walk, 75)
    left_out = leave_one_out(walk, made.actor)
    told = f"OpenSim's; all markers {ours.report.marker_rms_mm:.1f} mm, dropped {ours.report.dropped_pct:.1f} %"
    times = f"{1e3 * took / 76:.2f} against {1e3 * their_time / 76:.1f} ms of processor time"
    return [
        (f"Gait2354 second half: rms of {len(used)} markers", f"{mine:.1f} mm", f"<= {theirs:.1f}", told),
        ("Gait2354: knee flexion against OpenSim's IK", f"{knee:.1f} deg", "<= 5", "rms of both knees, second half"),
        ("Gait2354: hip flexion against OpenSim's IK", f"{hip:.1f} deg", "<= 5", "rms of both hips, second half"),
        ("Gait2354: times as fast per frame as OpenSim", f"{their_time / took:.0f} x", ">= 20", times),
        ("Gait2354: a marker left out is off by", f"{left_out:.1f} mm", "-", "median of all markers, second half"),
    ]  # fmt: skip


def opensim_ik(walk: Markers, first: int) -> tuple[list[str], float, float]:
    """OpenSim's own tool on the same frames: the markers it uses, their rms [mm], processor seconds."""
    import opensim

    opensim.Logger.setLevelString("Off")
    with tempfile.TemporaryDirectory() as folder:
        model = opensim.Model(str(GAIT / "subject01_simbody.osim"))
        model.initSystem()
        tasks = opensim.IKTaskSet(str(GAIT / "gait2354_IK_Tasks.xml"))
        tool = opensim.InverseKinematicsTool()
        tool.setModel(model)
        tool.set_IKTaskSet(tasks)
        tool.setMarkerDataFileName(str(GAIT / "subject01_walk1.trc"))
        tool.setStartTime(first * walk.frame_time)
        tool.setEndTime((len(walk) - 1) * walk.frame_time)
        tool.setOutputMotionFileName(f"{folder}/ik.mot")
        tool.setResultsDir(folder)
        tool.set_report_marker_locations(True)
        took = _processor(tool.run)
        lines = (Path(folder) / "_ik_model_marker_locations.sto").read_text().splitlines()
    head = lines.index("endheader")
    names = [name[:-3] for name in lines[head + 1].split("\t")[1::3]]
    table = np.array([line.split("\t") for line in lines[head + 2 :] if line.strip()], float)
    places = table[:, 1:].reshape(len(table), -1, 3)
    applied = {tasks.get(k).getName() for k in range(tasks.getSize()) if tasks.get(k).getApply()}
    used = [name for name in names if name in applied and name in walk.labels]
    found = walk.positions[first:, [walk.labels.index(name) for name in used]]
    off = np.linalg.norm(found[: len(places)] - places[:, [names.index(name) for name in used]], axis=2)
    return used, 1e3 * float(np.sqrt(np.nanmean(off**2))), took


def angle_differences(motion: Motion, walk: Markers, first: int) -> tuple[float, float]:
    """Rms [deg] of knee and hip flexion against OpenSim's published result, where the two overlap."""
    text = (GAIT / "std_subject01_walk1_ik.mot").read_text().splitlines()
    head = text.index(next(line for line in text if line.startswith("endheader")))
    names = text[head + 1].split()
    rows = np.array([line.split() for line in text[head + 2 :] if line.strip()], float)
    times = (first + np.arange(motion.frames)) * walk.frame_time
    inside = (times >= rows[0, 0]) & (times <= rows[-1, 0])
    knee, hip = [], []
    for side, letter in (("Left", "l"), ("Right", "r")):
        q = motion.rotations[:, motion.skeleton.index(f"{side}Leg")]
        bend = -np.degrees(2.0 * np.arctan2(q[:, 1], q[:, 0]))
        thigh = motion.rotations[:, motion.skeleton.index(f"{side}UpLeg")]
        for found, ours, name in (
            (knee, bend, f"knee_angle_{letter}"),
            (hip, _flexion(thigh), f"hip_flexion_{letter}"),
        ):
            theirs = np.interp(times[inside], rows[:, 0], rows[:, names.index(name)])
            found.append((ours[inside] + 180.0) % 360.0 - 180.0 - theirs)
    return float(_rms(np.concatenate(knee))), float(_rms(np.concatenate(hip)))


def _flexion(q: np.ndarray) -> np.ndarray:
    """The first of three angles [deg], about x, z, y: forward is positive."""
    w, x, y, z = q.T
    return -np.degrees(np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + z * z)))


def leave_one_out(walk: Markers, actor) -> float:
    """How far a marker is from where the others put it [mm], the median over markers of their rms."""
    points = np.ascontiguousarray(
        walk.positions[75:, [walk.labels.index(label) for label in actor.labels if label in walk.labels]]
    )
    present = [k for k, label in enumerate(actor.labels) if label in walk.labels]
    actor = actor.with_markers(np.array(present))
    errors = []
    for k in range(len(present)):
        hidden = points.copy()
        hidden[:, k] = np.nan
        found = solve_poses(actor, hidden, walk.frame_time, refined=False)
        errors.append(float(_rms(np.linalg.norm(marker_points(actor, found.poses)[:, k] - points[:, k], axis=1))))
    return 1e3 * float(np.median(errors))


def acclaim() -> list[Row]:
    """The same takes as published with a skeleton."""
    rows = []
    for capture, take in (("02_01.c3d", "02_01.amc"), ("cmu_02_05.c3d", "02_05.amc")):
        found = solve_markers(read(DATA / "markers" / "cmu" / capture))
        off = acclaim_errors(found.motion, read(DATA / "acclaim" / "02" / take))
        worst = max(off, key=lambda name: off[name])
        details = f"12 joints of limbs; worst {worst} {off[worst]:.0f}; markers {found.report.marker_rms_mm:.1f} mm rms"
        rows.append(
            (f"{capture} against Acclaim: joint centres", f"{np.median(list(off.values())):.0f} mm", "<= 40", details)
        )
    return rows


def acclaim_errors(solved: Motion, published: Motion) -> dict[str, float]:
    """Median distance [mm] of joints; the C3D's lab is a quarter turn about the vertical from the AMC's."""
    turn = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    ours, theirs = world_pose(solved).positions, world_pose(published).positions @ turn.T
    out = {}
    for side, letter in (("Left", "l"), ("Right", "r")):
        for part, bone in ACCLAIM.items():
            off = ours[:, solved.skeleton.index(side + part)] - theirs[:, published.skeleton.index(letter + bone)]
            out[side + part] = 1e3 * float(np.median(np.linalg.norm(off, axis=1)))
    return out


def others() -> list[Row]:
    """Captures that are solved without any setting."""
    rows = []
    for name in ("opensim/walking2.c3d", "pycgm/Sample_Static.c3d", "nimble/trial2.c3d", "nimble/markers.trc",
                 "nimble/run200.trc", "addbiomechanics/motion_capture_walk_trimmed.trc"):  # fmt: skip
        found = solve_markers(read(DATA / "markers" / name))
        jump = float(turn_between(found.motion.rotations[1:], found.motion.rotations[:-1]).max())
        report = found.report
        details = f"largest turn of a frame {jump:.1f} deg (bar 10); {report.guessed_frames} of {report.frames} guessed"
        rows.append((f"{name}: rms", f"{report.marker_rms_mm:.1f} mm", "< 20", details))
    return rows


HELD_OUT = ("05_02", "09_01", "13_04", "13_11", "16_17", "49_08")  # no setting was chosen by these


def held_out() -> list[Row]:
    """Markers put on captured motions of other bodies than the walker's: dance, run, sit, jump, turn, cartwheel."""
    rows = []
    for take in HELD_OUT:
        motion, found = solved_take(take)
        off = centre_errors(motion, found.motion)
        worst = max(off, key=lambda name: off[name])
        details = f"worst {worst} {off[worst]:.0f}; markers {found.report.marker_rms_mm:.1f} mm rms"
        rows.append((f"markers on {take}: joint centres", f"{np.median(list(off.values())):.0f} mm", "-", details))
    return rows


def solved_take(take: str):
    """A take of CMU's without its T-pose, at most 5 s of it, and what its markers were solved to."""
    whole = read(DATA / "cmu-bvh" / f"{take}.bvh")
    motion = whole.with_frames(1, min(whole.frames, 601))
    return motion, solve_markers(labelled_capture(motion, seed=3).capture)
