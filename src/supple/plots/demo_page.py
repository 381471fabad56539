"""The page of ``supple demo``: one file that opens anywhere, without a network."""

from __future__ import annotations

import json
import math
from html import escape
from importlib.resources import files

import numpy as np

from supple.plots.film_strip import film_strip
from supple.plots.foot_heights import foot_heights
from supple.plots.scene import Scene, scene_of
from supple.recipes.demo import DemoResult
from supple.recipes.round_trip import RoundTrip
from supple.recipes.walk import TrueContact, Walk

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="lead">{lead}</p>
<section>
<h2>The motion</h2>
<p>{motion} Drag to look around.<span class="key" style="background:var(--left)"></span>left
<span class="key" style="background:var(--right)"></span>right</p>
<canvas id="stage" tabindex="0" aria-label="The walking figure; space plays and stops, arrows step"></canvas>
<div class="controls"><button id="play" type="button">Play</button>
<input id="frame" type="range" min="0" value="0" step="1" aria-label="frame">
<select id="pace" aria-label="pace"><option value="1">1 ×</option><option value="0.5">½ ×</option>
<option value="0.25">¼ ×</option></select><span id="clock"></span></div>
</section>
<section>
<h2>There and back in every format</h2>
<p>Written, read again and compared with the original: the greatest distance of any joint in any frame, and the greatest
difference of any joint's turn from its rest pose.</p>
<div class="wide">
<table>
<thead><tr><th>format</th><th>file</th><th class="number">size [kB]</th><th class="number">worst distance [mm]</th>
<th class="number">worst turn [deg]</th><th>what the format changed</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</div>
</section>
<section>
<h2>One stride</h2>
<p>Heel strike, foot flat, heel off, toe off, swing; arms go with the other side's leg.</p>
<div class="wide">{strip}</div>
</section>
<section>
<h2>Feet that stand still</h2>
<p>{contacts}</p>
<div class="wide">{heights}</div>
</section>
<footer>{footer}</footer>
</main>
<script type="application/json" id="motion">{data}</script>
<script>
{script}</script>
</body>
</html>
"""


def demo_page(result: DemoResult) -> str:
    """The whole page as HTML."""
    walk, scene = result.walk, scene_of(result.walk)
    return _PAGE.format(
        title="Supple: a walk through every format",
        style=_part("page.css"),
        lead=_lead(result),
        motion=_motion_words(walk),
        rows="\n".join(_row(trip) for trip in result.trips),
        strip=film_strip(scene, *_stride(walk)),
        contacts=_contact_words(walk, scene),
        heights=foot_heights(scene, walk.contacts),
        footer="Made by <code>supple demo</code>. The files lie beside this page.",
        data=_data(scene, walk.contacts),
        script=_part("player.js"),
    )


def _part(name: str) -> str:
    return files("supple.plots").joinpath(name).read_text(encoding="utf-8")


def _lead(result: DemoResult) -> str:
    count = len(result.trips)
    return (
        f"Supple made a walking person, wrote the motion in {count} format{'s' * (count != 1)} "
        f"and read each file back. <strong>No joint moved by more than {bound(result.worst_mm)} mm "
        f"or turned by more than {bound(result.worst_deg)} degrees.</strong>"
    )


def _motion_words(walk: Walk) -> str:
    motion = walk.motion
    metres = float(np.linalg.norm(motion.root_positions[-1] - motion.root_positions[0]))
    speed = metres / ((motion.frames - 1) * motion.frame_time) if motion.frames > 1 else 0.0
    return (
        f"{motion.frames} frames at {motion.fps:g} per second, {motion.skeleton.joint_count} joints, "
        f"{metres:.1f} m at {speed:.2f} m/s."
    )


def _row(trip: RoundTrip) -> str:
    c, names = trip.comparison, ", ".join(path.name for path in trip.files)
    notes = " ".join(trip.notes) or "nothing"
    if c.frame_difference:
        notes = f"{c.frame_difference:+d} frames. {notes}"
    where = f"{c.worst_joint}, frame {c.worst_frame}" if c.worst_mm else "no difference"
    turned = c.worst_deg_joint if c.worst_deg else ""
    cells = [
        f"<td><strong>{escape(trip.format)}</strong></td>",
        f"<td><code>{escape(names)}</code></td>",
        f'<td class="number">{trip.size_bytes / 1000:.0f}</td>',
        f'<td class="number">{number(c.worst_mm)}<small>{escape(where)}</small></td>',
        f'<td class="number">{number(c.worst_deg)}<small>{escape(turned)}</small></td>',
        f'<td class="notes">{escape(notes)}</td>',
    ]
    return "<tr>" + "".join(cells) + "</tr>"


def number(value: float) -> str:
    """Two digits that a person can read: ``0``, ``12``, ``0.034``, ``2.6 × 10⁻⁵``."""
    if value == 0.0:
        return "0"
    if value >= 1e-3:
        return f"{value:.2g}" if value < 100.0 else f"{value:.0f}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits} × 10{str(int(power)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def bound(value: float) -> str:
    """The nearest two-digit number that is not below ``value``, for "no more than"."""
    if value == 0.0:
        return "0"
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return number(math.ceil(value / unit) * unit)


def _stride(walk: Walk) -> tuple[int, int]:
    """The frames of two strikes of the left heel, or the whole clip where it is too short."""
    strikes = [c.start for c in walk.contacts if (c.foot, c.part) == ("LeftFoot", "heel") and c.start > 0]
    return (strikes[0], strikes[1]) if len(strikes) > 1 else (0, walk.motion.frames - 1)


def _contact_words(walk: Walk, scene: Scene) -> str:
    paths = [(scene.path(_point(c)), c) for c in walk.contacts]
    drift_mm = 1e3 * max((float(np.ptp(path[c.start : c.stop], axis=0).max()) for path, c in paths), default=0.0)
    by = "less than 0.001" if drift_mm < 1e-3 else f"at most {bound(drift_mm)}"
    return f"Heights of heel and toes over time. Where a part of the foot stands (shaded), it moves by {by} mm."


def _point(contact: TrueContact) -> str:
    side = contact.foot.removesuffix("Foot")
    return f"{side}Heel" if contact.part == "heel" else f"{side}ToeBase"


def _data(scene: Scene, contacts: tuple[TrueContact, ...]) -> str:
    """What the player needs; millimetres are fine enough for the eye and short to write."""
    flat = np.rint(1e3 * scene.points).astype(int).reshape(len(scene.points), -1)
    marks = [
        {
            "point": scene.names.index(_point(c)),
            "side": c.foot.removesuffix("Foot").lower(),
            "start": c.start,
            "stop": c.stop,
        }
        for c in contacts
    ]
    record = {
        "names": scene.names,
        "points": flat.tolist(),
        "bones": scene.bones,
        "head": scene.head,
        "frame_time": scene.frame_time,
        "contacts": marks,
    }
    return json.dumps(record, separators=(",", ":")).replace("<", "\\u003c")  # a name cannot end the script
