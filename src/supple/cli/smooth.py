"""``supple smooth``: less shaking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "smooth"
EXAMPLES = """Examples:

`supple smooth walk.bvh -o smooth.bvh --hz 6`

`supple smooth kick.bvh -o calm.bvh --hz 4 --joints left_wrist,right_wrist --no-peaks --json`
"""


@everyday.verb
def command(
    hz: Annotated[float, typer.Option("--hz", metavar="HZ", help="What is faster goes.")] = 6.0,
    joints: Annotated[
        str | None, typer.Option("--joints", metavar="A,B,...", help="Joints or roles to smooth; else all.")
    ] = None,
    peaks: Annotated[
        bool, typer.Option("--peaks/--no-peaks", help="Let kicks and landings through that a joint rarely has.")
    ] = True,
    feet: Annotated[
        bool, typer.Option("--feet/--no-feet", help="Keep what is planted still, by --contacts or those found.")
    ] = True,
    roles: options.RolesFile = None,
) -> everyday.Work:
    """Smooth a motion without delay: rotations as rotations, planted feet and peaks kept."""
    names = None if joints is None else [name.strip() for name in joints.split(",") if name.strip()]

    def work(clip: Clip) -> Clip:
        from supple.cli.compiling import CLEANING, SMOOTHING, announce
        from supple.recipes.everyday.smooth import smooth

        announce(*SMOOTHING, *(CLEANING if feet else ()))
        return smooth(
            clip.motion,
            hz,
            joints=names,
            contacts=clip.contacts,
            keep_peaks=peaks,
            keep_feet=feet,
            roles=roles,
        )

    return work
