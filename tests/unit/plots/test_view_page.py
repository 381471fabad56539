"""``supple view`` in Chromium: what a person sees and presses."""

import pytest
from support.browser import PATIENCE_S, browser, drawn, needs_browser, viewing, wait_until

import supple

pytestmark = needs_browser
READY = "window.supple && window.supple.ready"


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.fixture(scope="module")
def takes(tmp_path_factory):
    """A thousand files: nine are walks of different lengths, two cannot be read, the others are links to a walk."""
    folder = tmp_path_factory.mktemp("takes")
    for k in range(9):
        supple.write(supple.walking(seconds=1.0 + 0.25 * k), folder / f"walk{k}.bvh")
    (folder / "walk3.bvh").write_text("no motion")
    for k in range(10, 999):
        (folder / f"walk{k}.bvh").hardlink_to(folder / "walk1.bvh")
    (folder / "walk9.bvh").write_text("HIERARCHY")
    return folder


@pytest.fixture
def page(chromium):
    tab = chromium.new_page(viewport={"width": 1280, "height": 800})
    tab.set_default_timeout(1000 * PATIENCE_S)
    tab.faults = []
    tab.on("pageerror", lambda error: tab.faults.append(str(error)))
    tab.on("console", lambda said: tab.faults.append(said.text) if said.type == "error" else None)
    tab.asked = []
    tab.on("request", lambda request: tab.asked.append(request.url))
    yield tab
    tab.close()


INSIDE = """() => {
  const { eye, figures } = window.supple.tiles[0];
  return figures[0].all.every(([x, y]) => x > 0 && y > 0 && x < eye.width && y < eye.height);
}"""
INKED = """(k) => {
  const canvas = window.supple.tiles[k].canvas;
  const seen = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let count = 0, sum = 0;
  seen.data.forEach((value, i) => { if (i % 4 === 3 && value) { count++; sum = (sum + i * value) % 1000003; } });
  return [count, sum];
}"""


def inked(page, tile=0):
    """How many pixels of a tile are drawn on, and a sum that changes with the drawing."""
    return page.evaluate(INKED, tile)


def test_a_minute_of_motion_is_shown(page, tmp_path):
    supple.write(supple.walking(seconds=60.0), tmp_path / "long.bvh")
    with viewing(tmp_path / "long.bvh") as (_, url, _):
        page.goto(url)
        wait_until(page, READY)
        assert inked(page)[0] > 5000
        assert "60" in page.inner_text("body")


def test_looking_through_a_thousand_files(page, takes):
    with viewing(takes) as (_, url, _):
        page.goto(url)
        wait_until(page, READY)
        assert page.inner_text("#count") == "1 of 999"
        assert page.locator("#names li").count() == 999
        assert inked(page)[0] > 5000
        asked = [address for address in page.asked if "/clip/" in address]
        assert len(asked) <= 4  # the one that is shown and its neighbours
        for _ in range(2):
            page.keyboard.press("n")
        wait_until(page, "document.querySelector('.label').textContent.includes('walk2.bvh')")
        page.keyboard.press("ArrowDown")
        wait_until(page, "document.querySelector('.error')")
        assert "walk3.bvh" in page.inner_text(".error")
        page.keyboard.press("ArrowDown")
        wait_until(page, "!document.querySelector('.error')")
        assert page.inner_text("#name") == "walk4.bvh"
        page.keyboard.press("p")
        page.keyboard.press("p")
        assert page.inner_text("#name") == "walk2.bvh"
        page.keyboard.press("/")
        page.keyboard.type("walk77")
        assert page.locator("#names li:not([hidden])").count() == 11
        page.click("#names li:not([hidden]) >> nth=4")
        wait_until(page, "document.querySelector('.label').textContent.includes('walk773.bvh')")
        page.keyboard.press("Escape")
        for _ in range(60):
            page.keyboard.press("n")
        wait_until(page, "document.querySelector('.label').textContent.includes('walk833.bvh')")
        assert [fault for fault in page.faults if "422" not in fault] == []


def test_play_step_speed_and_scrub(page, takes):
    with viewing(takes / "walk8.bvh") as (_, url, _):
        page.goto(url)
        wait_until(page, READY)
        before = page.evaluate("window.supple.state.time")
        wait_until(page, f"window.supple.state.time > {before}")
        page.keyboard.press(" ")
        assert page.inner_text("#play") == "Play"
        page.keyboard.press("Home")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("ArrowLeft")
        wait_until(page, "document.getElementById('clock').textContent === '0.20 s · frame 12'")
        first = inked(page)
        page.keyboard.press("End")
        wait_until(page, "document.getElementById('clock').textContent.endsWith('frame 179')")
        assert inked(page) != first
        page.evaluate(
            "() => { const s = document.getElementById('frame'); s.value = 90; s.dispatchEvent(new Event('input')); }"
        )
        wait_until(page, "document.getElementById('clock').textContent === '1.50 s · frame 90'")
        page.keyboard.press("f")  # the eye stands still, and sees all of the way
        for key in ("Home", "End"):
            page.keyboard.press(key)
            drawn(page)
            assert page.evaluate(INSIDE)
        page.keyboard.press("-")
        assert page.evaluate("window.supple.state.pace") == 0.5
        for _ in range(9):
            page.keyboard.press("+")
        assert page.evaluate("window.supple.state.pace") == 4
        assert page.faults == []


def test_the_mouse_turns_and_zooms_and_names_joints(page, takes):
    with viewing(takes / "walk8.bvh", "--no-contacts") as (_, url, _):
        page.goto(url)
        wait_until(page, READY)
        page.keyboard.press("Home")
        start = page.evaluate("({...window.supple.view})")
        page.mouse.move(300, 400)
        page.mouse.down()
        page.mouse.move(400, 430, steps=3)
        page.mouse.up()
        page.mouse.wheel(0, -300)
        wait_until(page, f"window.supple.view.zoom < {start['zoom']}")
        now = page.evaluate("({...window.supple.view})")
        assert now["yaw"] > start["yaw"] + 0.5
        assert now["pitch"] > start["pitch"]
        page.keyboard.press("r")
        drawn(page)
        at = page.evaluate(
            "(() => { const f = window.supple.tiles[0].figures[0]; return f.all[f.clip.names.indexOf('LeftHand')]; })()"
        )
        box = page.locator(".tile canvas").bounding_box()
        page.mouse.click(box["x"] + at[0], box["y"] + at[1])
        assert page.evaluate("window.supple.view.trailed") == ["LeftHand"]
        assert not any("/contacts/" in address for address in page.asked)


def test_overlaid_with_a_legend_trails_and_planted_feet(page, takes):
    with viewing(takes / "walk7.bvh", takes / "walk8.bvh", "--overlay") as (_, url, _):
        page.goto(url)
        wait_until(page, READY)
        assert page.locator(".tile").count() == 1
        assert page.locator(".label .key").count() == 2
        wait_until(page, "window.supple.tiles[0].figures.every((f) => f.marks && f.marks.length)")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        drawn(page)
        plain = inked(page)
        page.keyboard.press("c")
        wait_until(page, "window.supple.view.contacts === false")
        drawn(page)
        assert inked(page) != plain
        page.keyboard.press("o")
        wait_until(page, "document.querySelectorAll('.tile').length === 2")
        page.keyboard.press("1")
        wait_until(page, "document.querySelectorAll('.tile').length === 1")
        page.keyboard.press("k")  # keeps the first beside the next
        wait_until(page, "document.querySelectorAll('.tile').length === 2")
        assert page.evaluate("window.supple.state.pinned") == 0
        assert page.faults == []


def test_dark_help_and_a_phone(page, takes):
    with viewing(takes / "walk1.bvh", takes / "walk2.bvh", takes / "walk4.bvh", takes / "walk5.bvh") as (_, url, _):
        page.emulate_media(color_scheme="light")
        page.goto(url)
        wait_until(page, READY)
        assert page.locator(".tile").count() == 4
        paper = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(paper)
        page.keyboard.press("d")
        assert page.evaluate(paper) != light
        page.keyboard.press("d")
        assert page.evaluate(paper) == light
        page.keyboard.press("?")
        assert page.locator("dialog").is_visible()
        page.keyboard.press("Escape")
        assert not page.locator("dialog").is_visible()
        page.set_viewport_size({"width": 360, "height": 700})
        wide = "document.documentElement.scrollWidth <= innerWidth"
        wait_until(page, wide)
        for button in ("next", "play", "layout", "help"):
            box = page.locator(f"#{button}").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
            assert box["y"] + box["height"] <= 700
        assert page.locator(".tile canvas").first.bounding_box()["height"] > 150
        assert {address.split("/")[2].split(":")[0] for address in page.asked} == {"127.0.0.1"}


def test_a_server_that_has_ended_is_said(page, takes):
    with viewing(takes) as (process, url, _):
        page.goto(url)
        wait_until(page, READY)
        process.terminate()
        process.wait(timeout=PATIENCE_S)
        for _ in range(5):  # the list may move under the pointer
            page.click("#names li >> nth=500")
            page.wait_for_timeout(200)
            if page.evaluate("!!document.querySelector('.error')"):
                break
        wait_until(page, "document.querySelector('.error')")
        assert "no longer running" in page.inner_text(".error")
