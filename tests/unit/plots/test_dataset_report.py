"""The page about a data set: what stands out is named, and a thousand clips open at once in a browser."""

import json
from dataclasses import replace

import numpy as np
import pytest
from support.browser import browser, needs_browser
from support.command_line import run
from support.motions import human_skeleton, smooth_motion

import supple
from supple.batch.digests import Stamp
from supple.batch.manifest import Entry, Manifest, Run
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.plots.dataset_report.causes import causes_of, kind_of
from supple.plots.dataset_report.clip_facts import clip_facts
from supple.plots.dataset_report.report import dataset_report, worst_first
from supple.plots.dataset_report.rows import MEASURES, Row, facts_in
from supple.plots.dataset_report.standing_out import duplicates, outliers


def measures(slide):
    return {"slide_mm_max": slide, "penetration_mm_max": slide / 3, "float_mm_mean": 1.0, "stretch_pct_max": 0.0,
            "miss_mm_max": 0.0, "common": {"jitter": 2.0}}  # fmt: skip


def row(clip, slide=1.0, **more):
    return Row(clip=clip, status="ok", **{"height": 1.7, "floor": 0.0, **more}, before=(slide,) * len(MEASURES))


def manifest_of(folder, count):
    """A manifest of so many clips, a twentieth of them broken."""
    facts = clip_facts(smooth_motion(human_skeleton(), 30))
    manifest, chance = Manifest(folder / "manifest.jsonl"), np.random.default_rng(1)
    manifest.append(Run(run="clean", steps=(("clean", "--floor", "0"),), input=str(folder / "takes")))
    for k in range(count):
        bad, name = k % 20 == 7, f"person_{k % 50:02}/<take> & {k:04}.bvh"
        clip = {**facts, "print": [*facts["print"][:-1], 100 * k]}
        told = {"clip": clip, "before": measures(chance.gamma(2.0, 30.0)),
                "after": measures(chance.gamma(2.0, 1.0))}  # fmt: skip
        stamp = Stamp(sha256=f"{k:064x}", size=1, mtime_ns=1)
        manifest.append(
            Entry(clip=name, input=stamp, options="o", version="1", status="failed" if bad else "ok", seconds=0.5,
                  written={} if bad else {name: 10}, metrics={} if bad else told,
                  error=f"{name}:{k}: found 'x{k}' instead of a number." if bad else None)
        )  # fmt: skip
    manifest.close()


def test_failures_with_other_names_and_numbers_are_one_cause():
    said = [{"clip": f"a/{k}.bvh", "error": f"in/a/{k}.bvh:{k + 3}: joint 'b{k}' has {k} channels."} for k in range(9)]
    (cause,) = causes_of([*said[:8]])
    assert (cause.count, cause.words) == (8, "joint '...' has # channels.")
    assert len(causes_of([*said, {"clip": "c.bvh", "error": "c.bvh: it is empty."}])) == 2
    assert kind_of("", "a.bvh") == ""


def test_the_worst_come_first_and_equal_ones_keep_their_order():
    rows = [row("a", 1.0), row("b", 9.0), row("c", 1.0), Row(clip="d", status="ok"), row("e", 20.0)]
    assert [r.clip for r in worst_first(rows)] == ["e", "b", "a", "c", "d"]
    assert worst_first([]) == []


def test_clips_that_are_not_met_come_before_those_that_are():
    rows = [row("worse", 9.0), replace(row("missed", 1.0), status="not_met"), row("bad", 5.0)]
    assert [r.clip for r in worst_first(rows)] == ["missed", "worse", "bad"]


def test_figures_of_another_size_and_off_the_floor_stand_out():
    rows = [row(f"{k}", height=1.6 + 0.01 * k) for k in range(20)]
    told = outliers([*rows, row("inches", height=66.0), row("deep", floor=-0.9), Row(clip="none", status="ok")])
    assert [r.clip for r, _ in told] == ["inches", "deep"]
    assert "another unit?" in told[0][1]
    assert outliers([]) == []


def test_the_same_motion_is_found_in_another_file_place_and_direction(tmp_path):
    motion = smooth_motion(human_skeleton(), 40)
    supple.write(motion, tmp_path / "a.bvh")
    supple.write(supple.orient(motion, heading_deg=90.0).motion, tmp_path / "b.glb")
    supple.write(supple.mirror(motion).motion, tmp_path / "c.bvh")
    rows = [
        Row(clip=p.name, status="ok", sha256=p.name, **facts_in({"clip": clip_facts(supple.read(p))}))
        for p in sorted(tmp_path.iterdir())
    ]
    rows += [row("x", sha256="1"), row("y", sha256="1")]
    groups = [(why, [r.clip for r in group]) for why, group in duplicates(rows)]
    assert ("the same file", ["x", "y"]) in groups
    assert any(why == "the same motion" and {"a.bvh", "b.glb"} <= set(names) for why, names in groups)


def test_among_many_clips_of_one_length_those_that_are_alike_are_found():
    chance = np.random.default_rng(3)
    prints = chance.integers(0, 2000, (300, 32))
    prints[200:] = prints[:100] + chance.integers(-4, 5, (100, 32))  # as near as the same motion in another file
    rows = [row(f"{k:03}.bvh", sha256=str(k), frames=60, likeness=tuple(p)) for k, p in enumerate(prints.tolist())]
    found = [[r.clip for r in group] for _, group in duplicates(rows)]
    assert found == [[f"{k:03}.bvh", f"{k + 200:03}.bvh"] for k in range(100)]


def test_links_lead_to_files_whose_names_are_no_text(tmp_path, capsys):
    manifest_of(tmp_path, 0)
    manifest = Manifest(tmp_path / "manifest.jsonl")
    manifest.append(
        Entry(clip="a\\xff.bvh", input=None, options="o", version="1", status="failed", seconds=0.0, written={},
              metrics={}, error="bad")
    )  # fmt: skip
    manifest.close()
    assert run(capsys, "report", tmp_path, "-o", tmp_path / "report.html")[0] == 0
    assert 'href="takes/a%FF.bvh"' in (tmp_path / "report.html").read_text()


def test_a_clip_is_drawn_small_and_its_size_is_told():
    told = clip_facts(smooth_motion(human_skeleton(), 30))
    assert told["height_m"] == pytest.approx(1.7, abs=0.15)
    assert [path.startswith("M") for path in told["pose"]] == [True, True, True]
    assert len(json.dumps(told)) < 1500


def test_a_figure_of_no_size_has_facts_but_no_drawing():
    lone = Motion(Skeleton(("only",), [-1], [[0.0, 0.0, 0.0]]), [[0.0, 1.0, 0.0]], [[[1.0, 0.0, 0.0, 0.0]]], 0.1)
    told = clip_facts(lone)
    assert told["frames"] == 1
    assert "pose" not in told


def test_measures_before_and_after_are_found_whatever_was_run():
    assert facts_in(measures(3.0))["before"][0] == 3.0
    cleaned = facts_in({"before": measures(9.0), "after": measures(1.0)})
    assert (cleaned["before"][0], cleaned["after"][0]) == (9.0, 1.0)
    steps = facts_in({"1 clean": {"before": measures(9.0), "after": measures(1.0)}, "2 metrics": measures(2.0)})
    assert (steps["before"][0], steps["after"][0]) == (9.0, 2.0)
    assert np.isnan(facts_in({"clip": {}, "frames": 3})["before"]).all()


def test_a_page_without_measures_or_clips_is_a_page():
    assert "<h1>empty</h1>" in dataset_report("empty", "none", [])
    only = dataset_report("failed", "", [Row(clip="a", status="failed", error="a: <b>bad</b>")])
    assert "&lt;b&gt;bad" in only


def test_the_command_tells_and_refuses(tmp_path, capsys):
    manifest_of(tmp_path, 40)
    page = tmp_path / "report.html"
    code, out, _ = run(capsys, "report", tmp_path, "-o", page, "--json")
    assert code == 0
    assert json.loads(out)["failed"] == 2
    assert "<take>" not in page.read_text()
    assert run(capsys, "report", tmp_path, "-o", page)[0] == 1
    assert run(capsys, "report", tmp_path / "manifest.jsonl", "-o", page, "--force")[0] == 0
    code, _, err = run(capsys, "report", tmp_path / "nowhere", "-o", page, "--force")
    assert code == 1
    assert "no manifest" in err


@pytest.mark.parametrize("name", ["manifest.jsonl", "report.pdf", "-"])
def test_a_page_never_replaces_the_manifest(tmp_path, capsys, name):
    manifest_of(tmp_path, 2)
    before = (tmp_path / "manifest.jsonl").read_bytes()
    code, _, err = run(capsys, "report", tmp_path, "-o", tmp_path / name, "--force")
    assert (code, "a page, such as report.html" in " ".join(err.replace("│", " ").split())) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.jsonl"]
    assert (tmp_path / "manifest.jsonl").read_bytes() == before


def seconds_of_work(page, file):
    """What opening a page takes of a processor: how busy the machine is besides does not matter."""
    page.goto(file.as_uri())
    assert page.evaluate("window.supple.ready")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    told = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return told["ProcessTime"]  # of all that this page's process did


@needs_browser
def test_a_thousand_clips_open_in_two_seconds_and_are_sorted_and_filtered(tmp_path, capsys):
    manifest_of(tmp_path, 1000)
    page_file = tmp_path / "report.html"
    assert run(capsys, "report", tmp_path, "-o", page_file)[0] == 0
    assert page_file.stat().st_size < 5e6
    with browser() as running:
        page = running.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: request.url.startswith("http") and errors.append(request.url))
        assert 0.0 < seconds_of_work(page, page_file) < 2.0
        assert page.locator("#clips tbody tr").count() == 100  # the others when somebody wants them
        rows = "[...document.querySelectorAll('#clips tbody tr')]"
        slides = f"{rows}.map((r) => Number(r.children[5].innerText.split('→').pop()))"
        page.click("#clips th:has-text('slide')")
        worst = page.evaluate(slides)
        assert sorted(worst, reverse=True) == worst
        page.click("#clips th:has-text('slide')")
        best = page.evaluate(slides)
        assert sorted(best) == best
        assert best[-1] < worst[-1]
        page.fill("#search", "person_03/")
        assert page.inner_text("#count") == "20 of 950 clips"
        assert page.locator("#clips tbody tr svg path").count() == 60
        assert "50" in page.inner_text("details summary")
        assert errors == []


@needs_browser
def test_clips_are_sorted_by_what_is_shown_and_then_by_what_was_before(tmp_path):
    """After a cleanup nothing slides: 0.00 in every row, which says nothing about their order."""
    shown = {"a": (30.0, 0.003), "b": (10.0, 0.004), "c": (20.0, 0.0), "d": (5.0, 0.2), "e": (25.0, 0.001)}
    rows = [replace(row(clip, before), after=(after,) * len(MEASURES)) for clip, (before, after) in shown.items()]
    (tmp_path / "report.html").write_text(dataset_report("x", "", rows))
    with browser() as running:
        page = running.new_page()
        page.goto((tmp_path / "report.html").as_uri())
        names = "[...document.querySelectorAll('#clips tbody td.name')].map((td) => td.innerText).join('')"
        for measure in ("slide", "penetration"):
            page.click(f"#clips th:has-text('{measure}')")
            assert page.evaluate(names) == "daecb"
            page.click(f"#clips th:has-text('{measure}')")
            assert page.evaluate(names) == "bcead"


def test_what_others_wrote_into_a_manifest_is_no_reason_to_fail():
    odd = {"clip": 3, "before": 5, "why": "x", "slide_mm_max": "wide", "1 clean": []}
    assert facts_in(odd)["why"] == ()
    assert facts_in({"clip": {"frames": "many", "fps": None, "pose": [1], "print": {"a": 1}}})["frames"] == 0


def test_residuals_of_markers_and_of_forces_are_measures():
    keys = [measure.key for measure in MEASURES]
    told = facts_in({"root_residual_pct_bw": {"before": 20.0, "after": 1.0}, "slide_mm_max": 2.0})
    assert (told["before"][keys.index("force")], told["after"][keys.index("force")]) == (20.0, 1.0)
    assert told["after"][keys.index("slide")] == 2.0
    assert np.isnan(told["before"][keys.index("slide")])
    assert facts_in({"marker_rms_mm": 4.0})["before"][keys.index("markers")] == 4.0


def test_what_is_not_met_is_grouped_by_its_reason():
    jumps = [
        f"{side}_leg: 'Knee{k}' jumps by {k}.5 degrees at frame {k}." for k in (3, 4) for side in ("left", "right")
    ]
    kept = "b.glb does not keep it all: feet slide by 3 mm."
    rows = [row("a.bvh", why=tuple(jumps)), row("c.bvh", why=tuple(jumps[:1])), row("b.bvh", why=(kept,))]
    page = dataset_report("x", "", rows)
    said = "<b>2</b> left_leg: &#x27;Knee3&#x27; jumps by 3.5 degrees at frame 3. <i>and 1 like it</i></summary>"
    assert said in page
    assert "<b>1</b> b.glb does not keep it all: feet slide by 3 mm.</summary>" in page
    assert facts_in({"1 floor": {}, "2 clean": {"why": jumps}})["why"] == tuple(jumps)
