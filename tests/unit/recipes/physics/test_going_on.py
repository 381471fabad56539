"""Solves that are ended and go on: the same bits, and a best state whatever ends them."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.errors import FileError
from supple.recipes.physics import checkpoint as checkpoints
from supple.recipes.physics import runs
from supple.recipes.walk import walking
from supple.solvers.spacetime.scene import scene_of
from supple.solvers.spacetime.solving import Solved

pytest.importorskip("pinocchio")


@pytest.fixture(scope="module")
def walk():
    return walking(0.5)


@pytest.fixture(scope="module")
def whole(walk):
    return supple.physical(walk)


def _ended_after(count):
    """What asks to stop after so many iterations."""
    seen = []

    def stop():
        seen.append(None)
        return len(seen) >= count

    return stop


def test_a_checkpoint_goes_on_to_the_same_bits(walk, whole, tmp_path):
    path = tmp_path / "walk.npz"
    iterations = []
    for count in (2, 5, 6, 100):
        part = supple.physical(walk, checkpoint=path, stop=_ended_after(count))
        iterations.append(len(part.history))
    assert iterations == [2, 7, 13, len(whole.history)]
    np.testing.assert_array_equal(part.motion.rotations, whole.motion.rotations)
    np.testing.assert_array_equal(part.forces, whole.forces)
    assert part.notes == whole.notes
    again = supple.physical(walk, checkpoint=path, tell=lambda p: pytest.fail("nothing is left to be solved"))
    np.testing.assert_array_equal(again.motion.root_positions, whole.motion.root_positions)


@pytest.mark.slow
def test_chains_of_solves_go_on_too(tmp_path):
    """Strength is taken away in several solves, and plants that emerge are solved again on closer knots."""
    edit, path = tmp_path / "weak.toml", tmp_path / "weak.npz"
    edit.write_text('format = 1\n[contact]\nplants = "emerge"\n[strength]\nleft_knee = 0.8\n')
    walk = walking(0.8)
    whole = supple.physical(walk, edit=edit)
    assert len(whole.history) > 60
    for _ in range(40):
        part = supple.physical(walk, edit=edit, checkpoint=path, stop=_ended_after(len(whole.history) // 3))
        if "stopped before the end; this is the best state so far." not in part.notes:
            break
    np.testing.assert_array_equal(part.motion.rotations, whole.motion.rotations)
    np.testing.assert_array_equal(part.forces, whole.forces)


def test_a_checkpoint_of_another_motion_is_refused(walk, whole, tmp_path):
    path = tmp_path / "walk.npz"
    supple.physical(walk, checkpoint=path, stop=lambda: True)
    other = walk.with_root_positions(walk.root_positions + [0.0, 1e-12, 0.0])
    with pytest.raises(FileError, match="another motion, body, document or version"):
        supple.physical(other, checkpoint=path)
    path.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(FileError, match="no checkpoint"):
        supple.physical(walk, checkpoint=path)
    np.savez(path, key=np.array(3), solves=np.array(1))
    with pytest.raises(FileError, match="no checkpoint"):
        supple.physical(walk, checkpoint=path)


def test_the_best_state_carries_weight_from_early_on(walk):
    """Steps before the last stages count too: forces are there after a few of them."""
    early = supple.physical(walk, stop=_ended_after(5))
    assert early.status in ("met", "stalled")  # what a few steps come to may be good enough
    assert len(early.history) == 5
    assert early.after.force_pct_bw < 20.0  # it is 100 % without any force
    assert any("stopped before the end" in note for note in early.notes)


def test_an_interrupt_ends_with_the_best_so_far(walk):
    def interrupt(progress):
        if progress.iteration == 6:
            raise KeyboardInterrupt

    ended = supple.physical(walk, tell=interrupt)
    assert len(ended.history) == 6
    assert np.isfinite(ended.motion.rotations).all()
    assert ended.after.force_pct_bw < 20.0


def test_a_search_for_plants_that_is_ended_at_its_last_solve_says_so(walk, monkeypatch):
    """What the solve before it came to is handed over, but it is not all that there would have been."""
    problem = replace(supple.physical(walk, seconds=1e-3).setting.problem, plants="emerge")
    ends = iter(("stalled", "stalled", "interrupted"))
    monkeypatch.setattr(
        runs, "solve", lambda scene, *_, **__: Solved(np.zeros(scene.layout.size), (), False, next(ends))
    )
    scene = scene_of(problem)
    looking = runs.Run(scene, np.inf, result=Solved(np.zeros(scene.layout.size), (), False, "stalled"))
    assert looking.finished().result.unfinished


@pytest.mark.parametrize("place", ["nowhere/walk.npz", "folder", "file/walk.npz"])
def test_a_checkpoint_that_cannot_be_written_is_told_before_the_solve(walk, place, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be"):
        supple.physical(walk, checkpoint=tmp_path / place, tell=lambda p: pytest.fail("nothing is solved before"))


def test_a_disk_that_is_full_costs_the_checkpoint_and_not_the_motion(walk, whole, tmp_path, monkeypatch):
    written = checkpoints.write_files

    def full(files, **settings):
        if (tmp_path / "walk.npz").exists():
            raise FileError(tmp_path / "walk.npz", "the file cannot be written: No space left on device.")
        written(files, **settings)

    monkeypatch.setattr(checkpoints, "write_files", full)
    told = supple.physical(walk, checkpoint=tmp_path / "walk.npz")
    np.testing.assert_array_equal(told.motion.rotations, whole.motion.rotations)
    assert any("checkpoint is not up to date" in note and "No space left" in note for note in told.notes)
