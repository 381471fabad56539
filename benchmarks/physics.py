"""What an iteration of the spacetime solver costs, against Pinocchio's derivatives and a banded Cholesky together; how
long whole solves take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

BAR, LINEAR = 4.0, 1.3
_SECONDS = (2.0, 8.0, 30.0, 60.0)
_DOCUMENTS = {
    "given plants": "",
    "plants that emerge": '[contact]\nplants = "emerge"\n',
    "active, plants that emerge": 'mode = "active"\n[contact]\nplants = "emerge"\n',
}
_LEGS = [f"{side}_{joint}" for side in ("left", "right") for joint in ("hip", "knee", "ankle")]
_WEAK = 'mode = "active"\n[contact]\nplants = "emerge"\n[strength]\n' + "".join(f"{j} = 0.7\n" for j in _LEGS)
_SOLVES = {  # frames of the walk at 60 Hz, document, what it may take [s], what the source took [s]
    "a walk of 4 s": (240, "", 15.0, 1064),
    "a reconfiguration of 358 frames, legs at 70 %": (358, _WEAK, 60.0, 25702),
}


class Iteration(NamedTuple):
    """Processor time of one iteration, and of its floor [s]."""

    samples: int
    whole: float
    derivatives: float
    cholesky: float

    @property
    def ratio(self) -> float:
        """To the sum of both floors."""
        return self.whole / (self.derivatives + self.cholesky)


def run() -> Iterator[tuple[str, str, str, str]]:
    """One line per claim: what, measured, bar, details."""
    for name, document in _DOCUMENTS.items():
        for seconds in (2.0, 8.0):
            found = iteration(seconds, document)
            what = f"physics: an iteration, {name}, {seconds:g} s / (RNEA' + Cholesky)"
            told = f"{1e3 * found.whole:.1f} ms; {1e3 * found.derivatives:.1f} + {1e3 * found.cholesky:.1f} ms"
            yield what, f"{found.ratio:.2f}x", f"<= {BAR:g}x", told
    each = {seconds: iteration(seconds, "") for seconds in _SECONDS}
    per = {seconds: found.whole / seconds for seconds, found in each.items()}
    told = ", ".join(f"{s:g} s: {1e3 * each[s].whole:.0f} ms" for s in _SECONDS)
    yield (
        "physics: time of an iteration per second of clip, 60 s / 2 s",
        f"{per[60.0] / per[2.0]:.2f}",
        f"<= {LINEAR:g}",
        told,
    )
    for name, (frames, document, bar, source) in _SOLVES.items():
        processor, wall, status, steps = solve_times(frames, document)
        told = f"{wall:.1f} s of the clock, {steps} iterations, {status}; the source took {source:,} s"
        yield f"physics: {name}, processor time", f"{processor:.1f} s", f"<= {bar:g} s", told


def solve_times(frames: int, document: str) -> tuple[float, float, str, int]:
    """Processor time and time of the clock of a whole solve [s], how it ended, and its iterations."""
    import supple

    walk = supple.walking(frames / 60.0)
    supple.physical(walk.with_frames(0, 60))  # kernels are there
    with TemporaryDirectory() as folder:
        edit = Path(folder) / "edit.toml"
        edit.write_text(f"format = 1\n{document}")
        began, at = time.process_time(), time.perf_counter()
        result = supple.physical(walk, edit=edit)
    return time.process_time() - began, time.perf_counter() - at, result.status, len(result.history)


def iteration(seconds: float, document: str) -> Iteration:
    """Look with slopes, put the system together, solve it."""
    from scipy.linalg import solveh_banded

    from supple.core.threads import one_blas_thread
    from supple.solvers.spacetime.costs import Costs, no_shifts

    scene = _scene(seconds, document)
    costs, shifts = Costs(scene), no_shifts(scene)
    x = 1e-3 * np.random.default_rng(0).normal(size=scene.layout.size)
    with one_blas_thread():
        looked = costs.look(x, shifts, slopes=True)
        system = costs.system(x, looked)

        def whole() -> None:
            costs.system(x, costs.look(x, shifts, slopes=True)).solved(1e-6)

        bands = system.bands.T.copy(order="F")
        bands[0] *= 1.0 + 1e-6
        right = -system.gradient

        def cholesky() -> None:
            solveh_banded(bands, right, lower=True, check_finite=False)

        return Iteration(len(scene.at.times), *_least(whole, _derivatives(scene), cholesky))


def _scene(seconds: float, document: str):
    from supple.constraints.physics import parse_physical
    from supple.recipes.detect import detect
    from supple.recipes.names import motion_names
    from supple.recipes.physics.bodies import body_of
    from supple.recipes.physics.setting import setting_of
    from supple.recipes.walk import walking
    from supple.solvers.spacetime.scene import scene_of

    walk = walking(seconds)
    names = motion_names(walk, None)
    edit, physics = parse_physical(f"format = 1\n{document}")
    body = body_of(None, walk, names.roles)
    return scene_of(setting_of(walk, body, detect(walk, roles=names), names, edit, physics).problem)


def _derivatives(scene) -> Callable[[], None]:
    import pinocchio as pin

    model, rng = scene.problem.figure.model, np.random.default_rng(1)
    data, count = model.createData(), len(scene.at.times)
    states = [
        (pin.randomConfiguration(model, -np.ones(model.nq), np.ones(model.nq)), *rng.normal(size=(2, model.nv)))
        for _ in range(count)
    ]

    def all_of_them() -> None:
        for q, v, a in states:
            pin.computeRNEADerivatives(model, data, q, v, a)

    return all_of_them


def _least(*works: Callable[[], object], tries: int = 9) -> list[float]:
    """Processor time of the quickest try of each [s]; they take turns, so that a busy machine is busy for all."""
    best = [np.inf] * len(works)
    for _ in range(tries):
        for k, work in enumerate(works):
            began = time.process_time()
            work()
            best[k] = min(best[k], time.process_time() - began)
    return best
