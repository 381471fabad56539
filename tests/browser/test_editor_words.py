"""What the page tells somebody who sees it for the first time."""

import pytest
from support.browser import needs_browser, needs_page, wait_until
from support.editor_client import serving
from support.editor_page import chromium, lifted, opened, settled

pytestmark = [needs_browser, needs_page]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page on the walker's motion, as on the first start."""
    with chromium() as context, serving(None, folder=tmp_path_factory.mktemp("films")) as server:
        made = opened(context, server.url)
        yield made
        assert made.errors == []


def test_the_tour_leads_through_a_raised_hand_a_box_and_saving(page):
    page.evaluate("supple.seek(100)")
    told = [page.locator(".tour p").inner_text()]
    while page.locator(".tour footer .primary").inner_text() == "Next":
        page.click(".tour footer .primary")
        told.append(page.locator(".tour p").inner_text())
        if "raise a hand" in told[-1]:
            lifted(page, "left_wrist", 30)
            page.evaluate("supple.state.select({})")
        if "Its fields are here" in told[-1]:
            page.locator("[data-field=priority], .panel >> text=Priority").first.wait_for()
            assert page.evaluate("supple.state.selection.track") == 1
    page.click(".tour footer .primary")
    for words in ("Preview, then Apply", "green arrow", "press Box", "the other foot", "Save makes", "Export writes"):
        assert any(words in stop for stop in told)
    assert page.locator(".tour").count() == 0


def test_dialogs_say_where_files_go(page):
    page.click("[data-act=save]")
    assert "the folder “films" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_an_edit_is_not_applied_to_nobody(page):
    page.click("[data-act=clip-menu]")
    page.click("text=Apply its edit to others")
    assert page.locator("dialog [data-act=apply]").is_disabled()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_a_contact_names_the_frames_that_it_holds(page):
    page.click("[data-tab=actions]")
    page.click("[data-act=start]")
    page.locator("[data-act=accept]").click()
    wait_until(page, "supple.state.clip.contacts")
    page.evaluate("supple.state.select({ contact: 0 })")
    page.click("[data-tab=edit]")
    wait_until(page, "document.querySelector('[data-tab=edit].on')")
    first = page.evaluate("supple.state.clip.contacts.contacts[0]")
    words = page.locator(".panel .inside").inner_text()
    assert f"Frames {first['start']} to {first['stop'] - 1}, at" in words
    assert "-0.00" not in words


def test_a_hand_that_is_raised_beside_kept_contacts_moves_neither_foot(page):
    page.evaluate("supple.desk.try({ type: 'undo' })")  # the contacts, which came after the first hand
    page.evaluate("supple.desk.do([{ do: 'remove_constraint', track: 1 }])")
    wait_until(page, "!supple.state.clip.tracks.length")
    page.click("[data-tab=actions]")
    page.click("[data-act=start]")
    page.locator("[data-act=accept]").click()
    wait_until(page, "supple.state.clip.contacts")
    page.evaluate("supple.seek(100)")  # the left foot is in the air, the right one stands
    lifted(page, "left_wrist", 90)
    settled(page)
    assert page.evaluate("supple.state.clip.tracks[0].constraint.priority") == 2
    for ankle, most in (("right_ankle", 5e-4), ("left_ankle", 3e-3)):  # one that swings comes from and to its steps
        before = page.evaluate(f"supple.original({ankle!r})")
        assert page.evaluate(f"supple.place({ankle!r})") == pytest.approx(before, abs=most)
    assert page.evaluate("supple.place('left_wrist')[1] - supple.original('left_wrist')[1]") > 0.3


def test_measures_have_their_unit(page):
    page.click("[data-tab=actions]")
    page.click("[data-action=gait]")
    page.click("[data-act=start]")
    page.locator("[data-act=dismiss]").wait_for()
    facts = page.locator(".job li").all_inner_texts()
    assert any(fact.startswith("left stride: ") and fact.endswith(" m") for fact in facts)
    page.click("[data-act=dismiss]")
