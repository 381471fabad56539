"""The page of ``supple demo``: one file that opens anywhere, without a network."""

from __future__ import annotations

from html import escape

import numpy as np

from supple.plots.clean_report import metric_table
from supple.plots.edit_report import STATUS, outcome_table
from supple.plots.film_strip import film_strip
from supple.plots.fit_strips import ground_strip, pair_strip
from supple.plots.foot_heights import foot_heights
from supple.plots.page import bound, number, page, player, section, table
from supple.plots.planted_heights import planted_heights
from supple.plots.scene import Scene, scene_of
from supple.recipes.demo import DemoResult
from supple.recipes.demo_clean import DAMAGED, DemoClean
from supple.recipes.demo_clean import NAME as CLEANED
from supple.recipes.demo_edit import NAME, DemoEdit
from supple.recipes.demo_fit import ARMS, CHARACTER, HIGH, HILLY, LEGS, LONG, RETARGETED, DemoFit
from supple.recipes.demo_walk import NAME as UPSTAIRS
from supple.recipes.demo_walk import SECONDS, STAIRS, DemoWalk
from supple.recipes.metric_rows import short_rows
from supple.recipes.roles import motion_roles
from supple.recipes.round_trip import RoundTrip
from supple.recipes.walk import TrueContact, Walk

_FORMATS = """<p>Written, read again and compared with the original: the greatest distance of any joint in any frame,
and the greatest difference of any joint's turn from its rest pose.</p>
{table}"""
_FORMATS_HEAD = """<th>format</th><th>file</th><th class="number">size [kB]</th>
<th class="number">worst distance [mm]</th><th class="number">worst turn [deg]</th><th>what the format changed</th>"""
_EDIT = """<p>The walk bent to the wishes of <code>{name}.toml</code>: every footplant on one line and straight ahead
(priority 1), the body over its feet (2), and a hand that greets (3). {status}
<a href="{name}.html">See it over the original</a>, or edit the document and run
<code>supple edit walk.bvh {name}.toml -o {name}.bvh --force</code>.</p>
{table}"""
_CLEAN = """<p>The walk with the faults of a bad capture (<code>{damaged}.bvh</code>: it wanders, trembles and sinks
into the floor), its contacts found, its feet planted. <a href="{name}.html">See it over the damaged one</a>, or run
<code>supple clean {damaged}.bvh -o {name}.bvh --floor 0 --force</code>.</p>
{table}
<div class="wide">{heights}</div>"""
_HILLS = """<p>The same walk on hills of {high:.0f} cm: every footplant goes onto the ground and tilts with it, and the
body follows smoothly. Planted points slide by at most {slide} mm and are at most {deep} mm in the ground. Run
<code>supple terrain walk.bvh waves:height={high_m:g},length={long:g} -o {name}.bvh --force</code>.</p>
<div class="wide">{strip}</div>"""
_RETARGET = """<p>And on another figure: arms {arms:g} times and legs {legs:g} times as long, drawn in an A-pose, its
joints called otherwise. Joints are matched by themselves, the way is {scale:.2f} times as long, and limbs point as the
walker's do, but for at most {off} degrees (the median over time of the limb that is worst). Planted points slide by at
most {slide} mm. Run <code>supple retarget walk.bvh --to {character}.bvh -o {name}.bvh --force</code>.</p>
<div class="wide">{strip}</div>"""
_WALKED = """<p>A character that walks by itself, from nothing: it starts, goes up six stairs and comes to stand. Legs
are solved for feet that know where they come down; planted points slide by at most {slide} mm. Run
<code>supple walk -o {name}.bvh --seconds {seconds:g} --terrain {stairs} --force</code>.</p>
<div class="wide">{strip}</div>"""
_STRIDE = """<p>Heel strike, foot flat, heel off, toe off, swing; arms go with the other side's leg.</p>
<div class="wide">{strip}</div>"""
_FEET = """<p>{contacts}</p>
<div class="wide">{heights}</div>"""


def demo_page(result: DemoResult) -> str:
    """The whole page as HTML."""
    walk, scene = result.walk, scene_of(result.walk)
    rows = "\n".join(_row(trip) for trip in result.trips)
    feet = _FEET.format(contacts=_contact_words(walk, scene), heights=foot_heights(scene, walk.contacts))
    cards = [
        section("The motion", player(_motion_words(walk), "The walking figure")),
        *([section("An edit", _edit(result.edited))] if result.edited else []),
        *([section("A damaged walk, cleaned", _clean(result.cleaned))] if result.cleaned else []),
        *([section("On hills", _hills(result.fitted))] if result.fitted else []),
        *([section("On another figure", _retarget(walk, result.fitted))] if result.fitted else []),
        *([section("By itself, up stairs", _walked(result.walked))] if result.walked else []),
        section("There and back in every format", _FORMATS.format(table=table(_FORMATS_HEAD, rows))),
        section("One stride", _STRIDE.format(strip=film_strip(scene, *_stride(walk)))),
        section("Feet that stand still", feet),
    ]
    footer = "Made by <code>supple demo</code>. The files lie beside this page."
    title = "Supple: a walk through every format"
    return page(title, _lead(result), "\n".join(cards), footer, _data(scene, walk.contacts))


def _lead(result: DemoResult) -> str:
    count = len(result.trips)
    return (
        f"Supple made a walking person, wrote the motion in {count} format{'s' * (count != 1)} "
        f"and read each file back. <strong>No joint moved by more than {bound(result.worst_mm)} mm "
        f"or turned by more than {bound(result.worst_deg)} degrees.</strong>"
    )


def _edit(edited: DemoEdit) -> str:
    report = edited.result.report
    return _EDIT.format(
        name=NAME, status=STATUS[report.status], table=outcome_table(report, edited.result.motion.frame_time)
    )


def _clean(cleaned: DemoClean) -> str:
    table = metric_table(tuple(short_rows(cleaned.before, cleaned.after)))
    heights = planted_heights(cleaned.cleaned)
    return _CLEAN.format(name=CLEANED, damaged=DAMAGED, table=table, heights=heights)


def _hills(fitted: DemoFit) -> str:
    measured, hilly = fitted.on_hills, fitted.hilly
    return _HILLS.format(
        name=HILLY, high=100.0 * HIGH, high_m=HIGH, long=LONG, slide=_at_most(measured.slide_mm_max),
        deep=_at_most(measured.penetration_mm_max),
        strip=ground_strip(hilly.motion, motion_roles(hilly.motion), fitted.ground),
    )  # fmt: skip


def _retarget(walk: Walk, fitted: DemoFit) -> str:
    other, report = fitted.retargeted, fitted.retargeted.report
    return _RETARGET.format(
        name=RETARGETED, character=CHARACTER, arms=ARMS, legs=LEGS, scale=report.scale,
        off=_at_most(max(report.limb_direction_deg.values())), slide=_at_most(report.slide_mm_max),
        strip=pair_strip(walk.motion, motion_roles(walk.motion), other.motion, other.names.roles),
    )  # fmt: skip


def _walked(demo: DemoWalk) -> str:
    motion = demo.walked.motion
    return _WALKED.format(
        name=UPSTAIRS, seconds=SECONDS, stairs=STAIRS, slide=_at_most(demo.measured.slide_mm_max),
        strip=ground_strip(motion, motion_roles(motion), demo.ground),
    )  # fmt: skip


def _at_most(value: float) -> str:
    return bound(max(value, 1e-3))  # less is of no interest to anybody


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


def _data(scene: Scene, contacts: tuple[TrueContact, ...]) -> dict[str, object]:
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
    return {
        "names": scene.names,
        "points": flat.tolist(),
        "bones": scene.bones,
        "head": scene.head,
        "frame_time": scene.frame_time,
        "contacts": marks,
    }
