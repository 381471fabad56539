"""What a cleaned clip must keep to, measured on the written file, read again."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.io.registry import read, write
from supple.recipes.clean import Cleaned, clean
from supple.recipes.detect import detect
from supple.recipes.metrics import Metrics, scene_of
from support.outside_contacts import outside_contacts
from support.shared import DATA

_CMU_WALKS = (
    "02_01 02_02 05_01 06_01 07_01 07_02 07_04 07_12 08_01 08_02 08_04 12_01 12_02 16_11 16_15 16_16 16_17 35_01 35_02 "
    "39_01 39_02 91_16 91_24 91_29"
)
LEVEL_WALKS = tuple(
    f"cmu-bvh/{n}.bvh" for n in ["02_01", "05_01", "07_01", "08_01", "12_01", "16_15", "35_01", "39_01"]
)
WALKS = (
    *(f"cmu-bvh/{name}.bvh" for name in _CMU_WALKS.split()),
    "bandai-namco/dataset-1_walk_normal_001.bvh",
    "bandai-namco/dataset-2_walk_normal_001.bvh",
    "bandai-namco/dataset-2_walk-turn-left_normal_001.bvh",
    "other-bvh/bvh_matlab/walk.bvh",
    "other-bvh/bvh_toolbox/walk01.bvh",
    "other-bvh/games105/walk_forward.bvh",
    "other-bvh/games105/walk_and_turn_left.bvh",
    "other-bvh/games105/walk60.bvh",
    "other-bvh/mova_pair/MS2_8Walk_M.bvh",
    "other-bvh/pymo/AV_8Walk_Meredith_HVHA_Rep1.bvh",
    "other-bvh/xia_style/neutral_01_000.bvh",
)
RUNS = (
    *(f"cmu-bvh/{name}.bvh" for name in ("02_03", "09_01", "09_06", "16_35", "35_17")),
    "bandai-namco/dataset-2_run_active_001.bvh",
    "other-bvh/games105/run_forward.bvh",
)
DANCES = (
    *(f"cmu-bvh/{name}.bvh" for name in ("05_02", "05_11", "131_04")),
    "bandai-namco/dataset-1_dance-short_normal_001.bvh",
    "other-bvh/threejs/pirouette.bvh",
    "other-bvh/animated_drawings/jesse_dance.bvh",
)
CLIPS = (*WALKS, *RUNS, *DANCES)
MODES = {"rigid": None, "stretch": 0.03}
NOTHING: Mapping[str, float] = {}
SLIDE_MM = {None: 0.5, 0.03: 0.1}


@dataclass(frozen=True)
class Judged:
    """A cleaned clip as its file shows it."""

    cleaned: Cleaned
    stretch: float | None
    back: Motion
    before: Metrics
    after: Metrics

    @property
    def knees(self) -> float:
        """How much larger the knees' low-passed acceleration became."""
        return self.after.knee_acceleration_p99 / max(self.before.knee_acceleration_p99, 1e-9)

    def moved_far_from_contacts(self) -> float:
        """The largest change in frames further than the blend windows from any contact [m]."""
        motion = self.cleaned.original
        near, reach = self._in_the_ground(), round(1.0 / motion.frame_time)  # four windows of a quarter second
        for contact in self.cleaned.contacts.contacts:
            near[max(0, contact.start - reach) : contact.stop + reach] = True
        apart = np.linalg.norm(world_pose(self.back).positions - world_pose(motion).positions, axis=-1)
        return float(apart[~near].max(initial=0.0))

    def _in_the_ground(self) -> np.ndarray:
        """(F,) frames in which a part of a foot has to be lifted, contact or not."""
        scene = scene_of(self.cleaned.original, self.cleaned.contacts, roles=self.cleaned.names)
        sunk = np.zeros(self.cleaned.original.frames, bool)
        for points in scene.feet().values():
            for point in points.values():
                sunk[scene.first :] |= scene.above_ground(scene.path(point)) < 0.0
        return sunk

    def changed_again(self) -> float:
        """How far any joint moves when the cleaned motion is cleaned once more [m]."""
        again = clean(self.back, self.cleaned.contacts, roles=self.cleaned.names, stretch=self.stretch).motion
        return float(np.abs(world_pose(again).positions - world_pose(self.back).positions).max())


@cache
def clip(name: str) -> Motion:
    """A shared clip."""
    return read(DATA / name)


@cache
def contacts_for(name: str, whose: str) -> Contacts:
    """Contacts that Supple finds (``own``), or those of the rule that it does not know (``outside``)."""
    return detect(clip(name)) if whose == "own" else outside_contacts(clip(name))


def judged(name: str, whose: str, stretch: float | None, folder: Path) -> Judged:
    """Clean a clip, write it, read it again and measure."""
    cleaned = clean(clip(name), contacts_for(name, whose), stretch=stretch)
    write(cleaned.motion, folder / "cleaned.bvh", overwrite=True)
    back = read(folder / "cleaned.bvh")
    return Judged(cleaned, stretch, back, cleaned.before(), cleaned.after(back))


def bars(found: Judged) -> dict[str, tuple[float, float]]:
    """What a cleaned clip measures and may measure, by the name of the bar; a slide reported as out of reach may be."""
    after, met = found.after, all(contact.met for contact in found.cleaned.report.constraints)
    return {
        "slide": (after.slide_mm_max if met else 0.0, SLIDE_MM[found.stretch]),
        "penetration": (after.penetration_mm_max, 0.1),  # NaN where nothing touches a floor
        "stretch": (after.stretch_pct_max, 3.0 + 1e-3),
        "mean stretch": (after.stretch_pct_mean, 1.0),
        "knees": (found.knees, 1.1),
        "far": (found.moved_far_from_contacts(), 1e-9),
        "again": (found.changed_again(), 1e-6),
    }


def broken_bars(found: Judged, allowed: Mapping[str, float] = NOTHING) -> dict[str, float]:
    """The bars that a cleaned clip does not keep, with what it measures; ``allowed`` is up to where that is known."""
    measured = bars(found).items()
    return {name: value for name, (value, most) in measured if value > max(most, allowed.get(name, 0.0))}
