"""What can be done to a clip as a whole: previewed as a proposal, then applied as one edit.

Each is data. Clips are named by their numbers in the bin; files are looked for in the opened folder alone.
"""

from __future__ import annotations

from typing import Literal

from supple.session.document import Data

On = Literal["source", "result"]  # the clip's motion, or what its wishes make of it, which are part of it then


class _Action(Data, frozen=True, kw_only=True, tag_field="action"):
    clip: int | None = None  # None: the open one


class Bend(_Action, frozen=True, kw_only=True, tag="bend"):
    """The wishes become part of the motion, and go."""


class Detect(_Action, frozen=True, kw_only=True, tag="detect"):
    """Find contacts; ``as_tracks`` makes constraints of them that can be edited.

    Joints among ``points``, and those of ``templates`` (a document of the folder), are looked at for spaces that they
    keep as well.
    """

    points: tuple[str, ...] | None = None
    floor: str | None = None
    reference: str | None = None
    templates: str | None = None
    as_tracks: bool = False


class Clean(_Action, frozen=True, kw_only=True, tag="clean"):
    """Make feet and hands stand, by the clip's contacts or those found."""

    on: On = "source"
    stretch: float | None = None


class Retarget(_Action, frozen=True, kw_only=True, tag="retarget"):
    """The motion on the figure of another clip."""

    character: int
    on: On = "source"


class Terrain(_Action, frozen=True, kw_only=True, tag="terrain"):
    """The motion on another ground, such as ``stairs:rise=0.17,run=0.29`` or a file of the folder."""

    ground: str
    on: On = "source"


class FollowPath(_Action, frozen=True, kw_only=True, tag="follow_path"):
    """The motion along another path, such as ``arc:radius=3`` or a file of the folder."""

    path: str
    length: Literal["keep", "stretch"] = "keep"
    on: On = "source"


class ScaleBody(_Action, frozen=True, kw_only=True, tag="scale_body"):
    """The motion on a body that is larger or smaller."""

    factor: float
    on: On = "source"


class Transition(_Action, frozen=True, kw_only=True, tag="transition"):
    """Clips that become one another, as a new clip."""

    clips: tuple[int, ...]
    duration: float = 0.5  # [s]


class Blend(_Action, frozen=True, kw_only=True, tag="blend"):
    """What lies between the clip and another one, as a new clip."""

    other: int
    weight: float = 0.5


class Individualise(_Action, frozen=True, kw_only=True, tag="individualise"):
    """The walk on the body of another clip, or as near to its way of walking as weighted joints bring it."""

    body: int | None = None
    fit: int | None = None
    on: On = "source"


class Injure(_Action, frozen=True, kw_only=True, tag="injure"):
    """The walk with a limp, such as ``knee-left``."""

    preset: str
    severity: float = 1.0
    on: On = "source"


class Explain(_Action, frozen=True, kw_only=True, tag="explain"):
    """The motion bent until physics explains it, or as near to that as some time allows."""

    seconds: float = 60.0
    on: On = "source"


class Gait(_Action, frozen=True, kw_only=True, tag="gait"):
    """Measure the walk; changes nothing."""

    on: On = "source"


class Mirror(_Action, frozen=True, kw_only=True, tag="mirror"):
    """Left becomes right."""

    on: On = "source"


class Smooth(_Action, frozen=True, kw_only=True, tag="smooth"):
    """The motion without what is faster than ``hz``."""

    hz: float = 6.0
    on: On = "source"


class Trim(_Action, frozen=True, kw_only=True, tag="trim"):
    """The frames of the in/out range alone, as a new clip."""

    on: On = "source"


class Walk(_Action, frozen=True, kw_only=True, tag="walk"):
    """A walking figure, as a new clip."""

    seconds: float = 4.0
    fps: float = 60.0
    speed: float = 1.3  # [m/s]
    stride: float | None = None  # [m]
    height: float = 1.75  # [m]


Action = (
    Bend | Detect | Clean | Retarget | Terrain | FollowPath | ScaleBody | Transition | Blend | Individualise | Injure
    | Explain | Gait | Mirror | Smooth | Trim | Walk
)  # fmt: skip
