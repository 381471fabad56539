"""The steps of a cleanup on rows of a stream, each as far behind the newest frame as its windows ask."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import numpy as np

from supple.core.skeleton import Skeleton
from supple.solvers.cleanup import aiming
from supple.solvers.cleanup.easing import about_edges
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.placing import place_one
from supple.solvers.cleanup.root import HELD, gaussian, held
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.stream_ground import Cleared
from supple.solvers.cleanup.stream_limbs import turn_hinges
from supple.solvers.cleanup.stream_rows import Rows
from supple.solvers.cleanup.working import Posed, limb_set

Frame = tuple[np.ndarray, np.ndarray, np.ndarray]  # root (3,), rotations (J, 4), offsets (J, 3)


class Steps:
    """Counts, in frames of the stream, how far each step is; everything else is in the rows."""

    def __init__(
        self,
        skeleton: Skeleton,
        limbs: Sequence[Limb],
        figure: Figure,
        fps: float,
        settings: CleanSettings,
        ground: Ground | None,
        rows: Rows,
        *,
        learns: bool = False,
    ) -> None:
        self.rows, self.windows = rows, settings.windows(1.0 / fps)
        self.pushed = 0
        self.ended = False
        self._skeleton, self._figure, self._settings, self._ground = skeleton, figure, settings, ground
        self._untold = np.full((1, len(limbs)), np.nan)
        self._flexed = np.zeros(len(limbs)) if learns else None  # (L,) how far each was seen to [rad]
        self._limbs, self._weights = limb_set(skeleton, limbs), gaussian(self.windows.root - self.windows.root // HELD)
        self._easing = about_edges(self.windows.blend, fps)
        bent = np.zeros((self.windows.blend, len(limbs)))
        self._cleared = None if ground is None else Cleared(skeleton, self._limbs, figure, settings, ground, bent)
        self._base = 0  # the stream's frame that is row 0
        self._placed, self._aimed, self._solved, self._given = 0, 0, 0, 0  # frames that each step has done
        self._plants = 0
        _load_kernels()

    def take(self, root: np.ndarray, rotations: np.ndarray, offsets: np.ndarray, flags: np.ndarray) -> None:
        """Write the newest frame."""
        from supple.kernels.fk import pose_stretching_clip

        self._make_room()
        rows, r = self.rows, self.pushed - self._base
        rows.clear(r)
        rows.roots[r], rows.rotations[r], rows.offsets[r], rows.solved[r] = root, rotations, offsets, rotations
        one = slice(r, r + 1)
        pose_stretching_clip(
            rows.roots[one], rows.rotations[one], rows.offsets[one], self._skeleton.parents,
            rows.positions[one], rows.turned[one],
        )  # fmt: skip
        if self._flexed is not None:
            turn_hinges(self._limbs, Posed(rows.positions[one], rows.turned[one]), self._flexed)
        bench, ends = rows.bench, self._figure.ends
        bench.ends[r], bench.turns[r] = rows.positions[r, ends], rows.turned[r, ends]
        before = bench.ids[r - 1] if self.pushed else np.full(flags.shape, -1)
        fresh = self._plants + np.arange(flags.size).reshape(flags.shape)
        bench.ids[r] = np.where(flags, np.where(before >= 0, before, fresh), -1)
        self._plants += flags.size
        self.pushed += 1

    def advance(self, *, ended: bool) -> list[Frame]:
        """Bring every step as far as the windows allow; the frames that are ready."""
        self.ended |= ended
        w, out = self.windows, []
        while self._placed < self.pushed - (0 if self.ended else w.plant):
            self._place(self._placed - self._base)
            self._placed += 1
        while self._aimed < self._placed - (0 if self.ended else w.target):
            self._aim(self._aimed - self._base)
            self._aimed += 1
        while self._solved < self._aimed - (0 if self.ended else w.root):
            self._solve(self._solved - self._base)
            self._solved += 1
        while self._given < self._solved - (0 if self.ended else w.blend):
            out.append(self._give(self._given - self._base))
            self._given += 1
        return out

    def _make_room(self) -> None:
        if self.pushed - self._base == len(self.rows):
            drop = len(self.rows) // 2
            self.rows.forget(drop)
            self._base += drop

    def _place(self, r: int) -> None:
        """Step 1, and whole poses of step 2."""
        bench, figure, settings = self.rows.bench, self._figure, self._settings
        for limb, tip in np.argwhere(bench.ids[r] >= 0).tolist():
            if r > 0 and bench.ids[r - 1, limb, tip] == bench.ids[r, limb, tip]:
                bench.places[r, limb, tip] = bench.places[r - 1, limb, tip]
                continue
            stands = bench.ids[r, limb, 1 - tip] >= 0 and (
                tip == 1 or (r > 0 and bench.ids[r - 1, limb, 1] == bench.ids[r, limb, 1])
            )
            other = self._other(r, limb, 1 - tip) if stands else None
            bench.places[r, limb, tip] = place_one(
                bench, figure, r, limb, tip, other, self.windows.plant, self.pushed - self._base, self._ground,
                settings.floor_reach(figure.leg),
            )  # fmt: skip
        aiming.aim_whole(bench, figure, (r, r + 1), flat=settings.roll == "flat")

    def _other(self, r: int, limb: int, tip: int) -> np.ndarray:
        """Where the limb's other tip stands: the first of the two is placed in this row already."""
        places = self.rows.bench.places
        return places[r, limb, tip] if tip == 0 else places[r - 1, limb, tip]

    def _aim(self, r: int) -> None:
        """Step 2 for frames with one planted tip, and where the root would have to be for this frame alone."""
        rows, bench = self.rows, self.rows.bench
        aiming.aim_single(bench, self._figure, (r, r + 1), (0, self._placed - self._base), self.windows)
        if self._settings.rolls_off:
            known = self._placed - self._base
            aiming.roll(bench, self._figure, rows.positions, (r, r + 1), (0, known), self.windows)
        if self._ground is not None:
            aiming.keep_above(bench, self._figure, (r, r + 1), self._ground)
        rows.active[r] = bench.states[r] > 0
        self._bring(r, np.zeros((1, 3)), 1.0, rows.wanted_shifts)

    def _bring(self, r: int, moved: np.ndarray, factor: float, out: np.ndarray) -> None:
        from supple.kernels.cleanup.root import bring_within_reach

        rows, limbs, one = self.rows, self._limbs.rows, slice(r, r + 1)
        bring_within_reach(
            rows.positions[one], rows.turned[one], limbs.bases, limbs.middles, limbs.ends, limbs.axes, limbs.ranks,
            rows.active[one], rows.bench.positions[one], factor, moved, out[one],
        )  # fmt: skip

    def _solve(self, r: int) -> None:
        """Steps 3 and 4."""
        from supple.kernels.cleanup.limb import reach
        from supple.kernels.cleanup.root import smooth_at
        from supple.kernels.cleanup.spreading import find_changes

        rows, limbs, settings, one = self.rows, self._limbs.rows, self._settings, slice(r, r + 1)
        smooth, first = np.zeros((1, 3)), max(0, r - self.windows.root)
        around = rows.wanted_shifts[first : min(self._aimed - self._base, r + self.windows.root + 1)]
        smooth_at(held(around, self.windows.root), r - first, self._weights, smooth[0])
        self._bring(r, smooth, 1.0 + (settings.stretch or 0.0), rows.shifts)
        reach(
            rows.positions[one], rows.turned[one], self._skeleton.parents, limbs.bases, limbs.middles, limbs.ends,
            limbs.axes, rows.active[one], rows.bench.positions[one], rows.bench.rotations[one], self._untold,
            rows.shifts[one], settings.stretch or 0.0, settings.damping_from, settings.swivel,
            rows.solved[one], rows.spread[one],
        )  # fmt: skip
        joints = self._figure.joints
        find_changes(r, r + 1, joints, rows.active, rows.rotations, rows.solved, rows.changes)

    def _give(self, r: int) -> Frame:
        """Step 5, the ground and the toes."""
        from supple.kernels.cleanup.edges import ease_edges
        from supple.kernels.cleanup.spreading import spread

        rows, joints, axes = self.rows, self._figure.joints, self._limbs.rows.axes
        known, window = self._solved - self._base, self.windows.blend
        spread(
            r, r + 1, 0, known, window, joints, axes, rows.active, rows.positions, rows.turned, rows.changes,
            rows.rotations, rows.solved, rows.spread,
        )  # fmt: skip
        ease_edges(
            r, r + 1, 0, known, window, *self._easing, self._settings.stretch or 0.0, joints, axes,
            self._skeleton.parents, rows.active, rows.positions, rows.turned, rows.changes, rows.spread, rows.eased,
            rows.solved, rows.scales,
        )  # fmt: skip
        root, offsets = rows.roots[r] + rows.shifts[r], rows.offsets[r].copy()
        for bones, scale in zip(self._limbs.bones, rows.scales[r], strict=True):
            if scale != 1.0:
                offsets[bones] *= scale
        frame = (root, rows.solved[r].copy(), offsets)
        return frame if self._cleared is None else self._cleared.frame(*frame, rows.active[r], rows.scales[r])


def _load_kernels() -> None:
    """Now, so that no push has to wait."""
    for name in ("aims", "edges", "ground", "limb", "misses", "plants", "rolling", "root", "spreading", "widening"):
        import_module(f"supple.kernels.cleanup.{name}")
    import_module("supple.kernels.fk")
