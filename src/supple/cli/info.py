"""``supple info``: what is in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from supple.cli import options, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.core.roles import Roles
    from supple.io.formats import Content

_DEEPEST = 40  # a chain of thousands must not fill the screen with blanks

NAME = "info"
EXAMPLES = """Examples:

`supple info walk.bvh`

`supple info 02_01.amc --skeleton 02.asf --full`

`supple info capture.c3d --json`
"""


@reads
def command(
    *,
    given: Given,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A motion or capture file.")],
    full: Annotated[
        bool, typer.Option("--full", help="Pose the whole clip: range, travel and speed of every joint.")
    ] = False,
    json: options.Json = False,
    roles: options.RolesFile = None,
) -> None:
    """Show what a file holds, what was decided about its units and axes, and what is odd about it."""
    from supple.io.registry import read
    from supple.recipes.inspect import summarize

    content = read(file, given)
    summary = summarize(file, content, _given_roles(roles, content, file))
    if full and summary["kind"] == "motion":
        summary["travel"] = _travel(content)
    if json:
        say.emit_json(summary)
        return
    typer.echo("\n".join(_page(summary)))


def _given_roles(path: Path | None, content: Content, file: Path) -> Roles | None:
    if path is None:
        return None
    from supple.core.motion import Motion
    from supple.errors import FileError
    from supple.recipes.roles import motion_roles

    if not isinstance(content, Motion):
        raise FileError(file, "--roles is for motions; this file has no skeleton.")
    return motion_roles(content, path)


def _travel(content: Any) -> list[dict[str, Any]]:
    from supple.cli.compiling import announce
    from supple.recipes.inspect import travel

    announce("fk")
    return travel(content)


def _page(s: dict[str, Any]) -> list[str]:
    body = {"motion": _motion, "markers": _markers, "signals": _signals}[s["kind"]](s)
    why = [f"{topic + ':':12} {words}" for topic, words in s["decisions"].items()]
    warnings = [f"{'warning:':12} {text}" for text in s["warnings"]]
    return [*body, *why, *warnings, *_tree(s), *_full(s)]


def _motion(s: dict[str, Any]) -> list[str]:
    rest = f", {s['rest_rows']} of them a rest pose in front" if s["rest_rows"] else ""
    span = "from sole to crown" if s["roles"] else "across; no body was recognised"
    lines = [
        f"{s['file']}: {s['format']}, {s['joints']} joints and {s['end_sites']} end sites, "
        f"{s['degrees_of_freedom']} degrees of freedom",
        f"{'time:':12} {_time(s, rest)}",
        f"{'scale:':12} 1 unit = {s['unit_scale']:.6g} m, {s['up']} is up",
        f"{'height:':12} {s['height_m']:.3f} m {span}",
    ]
    lines += _roles(s["roles"])
    if s["stretches"]:
        lines.append(f"{'bones:':12} change length or place over time")
    for b in s["broken_limits"]:
        lines.append(
            f"{'limit:':12} {b['joint']} is outside its own range about {b['channel']} in {b['frames']} frames, "
            f"by up to {b['worst_deg']:g} degrees"
        )
    return lines


def _roles(roles: dict[str, str]) -> list[str]:
    """The trunk, then the left and the right side, one line each."""
    if not roles:
        return [f"{'roles:':12} none recognised; give a roles file (supple print roles)"]
    sides: dict[str, list[str]] = {"roles:": [], "  left:": [], "  right:": []}
    for role, joint in roles.items():
        side, _, part = role.partition("_")
        known = f"  {side}:" in sides
        sides[f"  {side}:" if known else "roles:"].append(f"{part if known else role} {joint}")
    return [f"{side:12} {', '.join(names)}" for side, names in sides.items() if names]


def _time(s: dict[str, Any], rest: str = "") -> str:
    count = f"{s['frames']} frame" + "s" * (s["frames"] != 1)
    return f"{count}{rest}; {s['frame_time']:.9g} s each ({s['fps']:.6g} fps), {s['duration']:.3f} s"


def _markers(s: dict[str, Any]) -> list[str]:
    lines = [
        f"{s['file']}: {s['format']}, {s['markers']} markers, {s['missing_pct']:g} % of the samples missing",
        f"{'time:':12} {_time(s)}",
        f"{'scale:':12} 1 unit = {s['unit_scale']:.6g} m, {s['up']} is up",
        f"{'labels:':12} {' '.join(s['labels'])}",
    ]
    if s["analog_channels"]:
        lines.append(f"{'analog:':12} {len(s['analog_channels'])} channels at {s['analog_fps']:g} Hz")
    lines += [f"{'plate:':12} {p['name']}, {p['samples']} samples at {p['fps']:g} Hz" for p in s["force_plates"]]
    lines += [f"{'event:':12} {e['label']} at {e['time']:.3f} s" for e in s["events"]]
    return lines


def _signals(s: dict[str, Any]) -> list[str]:
    rate = f" at {s['fps']:g} Hz" if s["fps"] else ""
    return [f"{s['file']}: {s['format']}, {len(s['columns'])} columns, {s['rows']} rows{rate}",
            f"{'columns:':12} {' '.join(s['columns'])}"]  # fmt: skip


def _tree(s: dict[str, Any]) -> list[str]:
    depth: dict[str | None, int] = {None: -1}
    lines = ["joints:"] if s.get("tree") else []
    for joint in s.get("tree", []):
        depth[joint["name"]] = depth[joint["parent"]] + 1
        what = "end site" if joint["end_site"] else joint["freedom"]
        limits = "".join(f" [{_deg(low)}, {_deg(high)}]" for low, high in joint.get("limits_deg", []))
        label = "  " * (min(depth[joint["name"]], _DEEPEST) + 1) + joint["name"]
        lines.append(f"{label:36} {what}{limits}  {joint['channels']}".rstrip())
    return lines


def _deg(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


def _full(s: dict[str, Any]) -> list[str]:
    if "travel" not in s:
        return []
    head = f"{'travel:':28} {'lowest m':>9} {'highest m':>9} {'path m':>9} {'fastest m/s':>11}"
    return [head] + [
        f"  {t['name']:26} {t['lowest_m']:9.3f} {t['highest_m']:9.3f} {t['travelled_m']:9.3f} {t['fastest_m_s']:11.3f}"
        for t in s["travel"]
    ]
