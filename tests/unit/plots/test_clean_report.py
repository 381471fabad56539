"""The page of a cleanup: complete, safe, self-contained, and true to the metrics."""

from dataclasses import replace

import pytest
from support.html_reader import Reader, assert_self_contained
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core.contacts import Contacts
from supple.core.provenance import Provenance
from supple.plots.clean_report import clean_report
from supple.plots.knee_bends import bends_of
from supple.plots.planted_heights import curves_of
from supple.recipes.samples import sample

NASTY = '</script><img src=x onerror="alert(1)">& $x^2$'


@pytest.fixture(scope="module")
def cleaned():
    motion = replace(sample("skating").with_frames(0, 120), provenance=Provenance(source=NASTY))
    return supple.clean(motion, floor=0.0)


@pytest.fixture(scope="module")
def page(cleaned):
    return clean_report(cleaned, cleaned.before(), cleaned.after())


def test_the_page_is_whole_and_safe(page):
    assert_self_contained(page)
    assert "<img src=x" not in page
    assert 'class="plot planted-heights"' in page
    assert 'class="plot planted-slides"' in page
    assert 'class="plot knee-bends"' in page


def test_the_table_says_what_the_metrics_say(page, cleaned):
    rows = {row[0]: row[1:] for row in Reader(page).rows if len(row) == 3}
    before, after = cleaned.before(), cleaned.after()
    assert rows["worst slide of planted points [mm]"] == [f"{before.slide_mm_max:.3f}", f"{after.slide_mm_max:.3f}"]
    assert rows["deepest penetration [mm]"][1] == "0.000"


def test_every_contact_is_listed(page, cleaned):
    names = [row[0] for row in Reader(page).rows if len(row) == 7]
    assert len(names) == len(cleaned.report.constraints)


def test_curves_are_those_of_the_feet(cleaned):
    curves = curves_of(cleaned)
    assert {(c.side, c.part) for c in curves} == {(s, p) for s in ("left", "right") for p in ("heel", "ball")}
    for curve in curves:
        assert curve.heights[0].min() < -0.5  # [cm] it sank
        assert curve.heights[1].min() > -0.01


def test_bends_are_those_of_the_knees(cleaned):
    left, right = bends_of(cleaned)
    assert (left.side, right.side) == ("left", "right")
    for bend in (left, right):
        assert len(bend.times) == len(bend.degrees[0]) == len(bend.degrees[1]) == cleaned.motion.frames
        assert 20.0 < bend.degrees[0].max() < 90.0
        assert 0.1 < abs(bend.degrees[1] - bend.degrees[0]).max() < 20.0
        assert len(bend.spans) >= 2


def test_what_is_not_well_is_said_at_the_top(cleaned):
    flawed = replace(cleaned, report=replace(cleaned.report, flaws=("left_leg: 'Shin<' jumps.",)))
    page = clean_report(flawed, cleaned.before(), cleaned.after())
    lead = page[: page.index("In numbers")]
    assert "but not everything is well. left_leg: &#x27;Shin&lt;&#x27; jumps." in lead


def test_a_clip_without_contacts_and_one_of_one_frame_have_pages():
    motion = smooth_motion(human_skeleton(), 30)
    for given in (motion, motion.with_frames(0, 1)):
        found = supple.clean(given, Contacts(fps=60.0))
        page = clean_report(found, found.before(), found.after())
        assert "Nothing of this motion is planted" in page
