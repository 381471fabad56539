"""MuJoCo as the judge of a motion that was made physical."""

from pathlib import Path

import numpy as np
import pytest

import supple


def judged_by_mujoco(result, written, tmp_path: Path, *, pushed: bool = True):
    """Root residuals (F - 2, 6) in body weights, and body weights times height, of a file and its forces."""
    pytest.importorskip("mujoco")
    from support.mujoco_twin import MujocoTwin, central_states

    tmp_path.mkdir(exist_ok=True)
    path = tmp_path / "out.bvh"
    supple.write(written, path)
    motion = supple.read(path)
    problem, first = result.setting.problem, result.setting.first
    figure = problem.figure
    twin = MujocoTwin(figure, motion)
    places, turns, v, a = central_states(motion, figure.joints, first)
    owner = {figure.carriers[j].number: j for j in figure.joints}
    rows = []
    for s in range(len(places)):
        pushes = [
            (owner[c.number], result.places[s + 1, k], result.forces[s + 1, k])
            for k, c in enumerate(problem.contacts)
            if result.forces[s + 1, k].any()
        ]
        t = result.setting.times[s + 1]
        for push in problem.pushes if pushed else ():
            force = push.share(np.array([t]))[0] * push.force
            joint = owner[push.number]
            twin.torques(places[s], turns[s], v[s], a[s])
            pushes.append((joint, twin.place(joint, push.point), force))
        rows.append(twin.torques(places[s], turns[s], v[s], a[s], pushes)[:6])
    weight = figure.weight
    return np.array(rows) / np.repeat([weight, weight * problem.height], 3)


def rms(rows):
    return float(np.sqrt(np.mean(np.sum(rows**2, axis=1))))
