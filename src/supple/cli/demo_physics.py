"""What ``supple demo --physics`` shows: a walk before and after, and the same with a load."""

from __future__ import annotations

from pathlib import Path

import typer

from supple.cli import say

LOAD = """\
# A load of 20 kg on the back.
format = 1

[[mass]]
joint = "chest"
kg = 20.0
at = [0.0, 0.0, -0.2]
"""


def show(out: Path, *, force: bool, json: bool) -> None:
    """Make a walk physical, with and without a load, and write motions, forces and a picture of both."""
    from supple.cli.compiling import PHYSICS, WALKING, announce
    from supple.cli.physical import facts
    from supple.io.contact_forces import encode_forces
    from supple.io.output import make_folder, write_files
    from supple.io.registry import encode
    from supple.plots.forces import force_picture, physical_curves
    from supple.recipes.physics.physical import physical
    from supple.recipes.walk import walking

    make_folder(out)
    announce(*WALKING, *PHYSICS)
    walk, document = walking(2.0), out / "load.toml"
    write_files({document: LOAD.encode(), **encode(walk, out / "walk.bvh").files}, overwrite=force)
    results = {"plain": physical(walk), "loaded": physical(walk, edit=document)}
    files = {out / "forces.png": force_picture([physical_curves(r, name) for name, r in results.items()], "png")}
    for name, r in results.items():
        files |= encode(r.motion, out / f"{name}.bvh").files
        files[out / f"{name}.mot"] = encode_forces(out / f"{name}.mot", r.points, r.setting.times, r.forces, r.places)
    write_files(files, overwrite=force)
    if json:
        say.emit_json({name: facts(r, r.after) for name, r in results.items()})
        return
    for name, r in results.items():
        typer.echo(
            f"{name:7} unexplained {r.before.force_pct_bw:.2f} -> {r.after.force_pct_bw:.2f} % of body weight, "
            f"pose changed by {r.pose_change_deg:.2f} deg, {r.status} in {r.seconds:.1f} s"
        )
    typer.echo(f"look at {out / 'forces.png'}, and `supple view {out / 'plain.bvh'} {out / 'loaded.bvh'}`")
