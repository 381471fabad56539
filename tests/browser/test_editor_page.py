"""Somebody bends a motion in a real browser."""

import pytest
from support.browser import needs_browser, needs_page, wait_until
from support.editor_client import serving
from support.editor_page import DROP, chromium, lifted, opened, pulled, ready, selected, settled, tracks

from supple.io.registry import read, write
from supple.recipes.walk import walking

pytestmark = [needs_browser, needs_page]


@pytest.fixture(scope="module")
def context():
    with chromium() as made:
        yield made


@pytest.fixture
def folder(tmp_path):
    write(walking(3.0, fps=30.0), tmp_path / "walk.bvh")
    return tmp_path


@pytest.fixture
def server(folder):
    with serving(folder / "walk.bvh") as made:
        yield made


@pytest.fixture
def page(context, server):
    made = opened(context, server.url)
    yield made
    assert made.errors == []
    made.close()


def done(page):
    """The number of steps that were done, told by the server."""
    return page.evaluate("supple.state.server.revision")


def test_the_page_opens_on_a_walk_and_plays_it(context, tmp_path):
    with serving(None, folder=tmp_path) as server:
        page = opened(context, server.url, drawn=True)
        assert page.locator(".tour").is_visible()
        assert page.locator("[data-act=undo]").is_disabled()  # the walk itself is not undone
        page.click(".tour >> text=Close")
        before = page.evaluate("supple.draws()")
        page.keyboard.press("Space")
        wait_until(page, "supple.state.playhead > 20")
        page.keyboard.press("Space")
        assert page.evaluate("supple.draws()") > before
        assert page.evaluate("supple.state.playing") is False
        assert page.errors == []
        page.close()


def test_a_hand_is_dragged_and_the_figure_follows(page):
    page.evaluate("supple.seek(45)")
    lifted(page, "left_wrist")
    settled(page)
    (track,) = tracks(page)
    assert (track["constraint"]["kind"], track["constraint"]["effector"]) == ("position", "LeftHand")
    rise, still = (
        page.evaluate(f"supple.place({j!r})[1] - supple.original({j!r})[1]") for j in ("left_wrist", "left_ankle")
    )
    asked = track["constraint"]["goals"][0]["offset"][1]
    assert asked > 0.1
    assert rise == pytest.approx(asked, abs=1e-3)
    assert still == pytest.approx(0.0, abs=1e-6)
    assert page.locator(".line.track .key").count() == 4
    assert "met" in page.locator(".outcome").inner_text()


def test_the_figure_follows_while_the_pointer_is_down(page):
    page.evaluate("supple.seek(45)")
    lifted(page, "right_wrist", let_go=False)
    wait_until(page, "supple.place('right_wrist')[1] - supple.original('right_wrist')[1] > 0.1")
    assert tracks(page) == []  # nothing is done before it is let go
    page.mouse.up()
    wait_until(page, "supple.state.clip.tracks.length === 1")


def test_a_joint_is_turned_by_the_rings(page):
    page.evaluate("supple.seek(45)")
    page.keyboard.press("r")
    selected(page, "head")
    page.evaluate("supple.handled.begin(supple.state.jointNamed('head'))")
    page.evaluate("supple.handled.turned([0.9659258, 0, 0.258819, 0])")
    page.evaluate("supple.handled.end()")
    wait_until(page, "supple.state.clip.tracks.length === 1")
    assert tracks(page)[0]["constraint"]["kind"] == "orientation"


def test_keys_of_a_constraint_are_dragged_in_time(page):
    page.evaluate("supple.seek(45)")
    lifted(page, "left_wrist")
    before = tracks(page)[0]["constraint"]["goals"][0]["when"]
    pulled(page, ".key[data-key='3']", 100)
    after = tracks(page)[0]["constraint"]["goals"][0]["when"]
    assert after[:3] == before[:3]
    assert float(after[3][:-1]) > float(before[3][:-1]) + 3


def test_a_priority_is_typed(page):
    page.evaluate("supple.seek(45)")
    lifted(page, "left_wrist")
    field = page.locator("[data-field=priority]")
    field.fill("3")
    field.press("Enter")
    wait_until(page, "supple.state.clip.tracks[0].constraint.priority === 3")
    assert page.locator(".track .priority").inner_text() == "3"


def test_fifty_steps_are_undone_and_done_again(page):
    for frame in range(50):
        page.evaluate(f"supple.seek({frame})")
        page.keyboard.press("b")
    wait_until(page, "supple.state.clip.marks.length === 50")
    for _ in range(50):
        page.keyboard.press("Control+z")
    wait_until(page, "supple.state.clip.marks.length === 0")
    assert page.locator("[data-act=undo]").is_disabled()
    for _ in range(50):
        page.keyboard.press("Control+Shift+Z")
    wait_until(page, "supple.state.clip.marks.length === 50")
    assert page.locator("[data-act=redo]").is_disabled()


def test_contacts_are_found_and_feet_cleaned(page):
    page.click("[data-tab=actions]")
    page.click("[data-action=detect]")
    page.click("[data-act=start]")
    page.click("[data-act=accept]")
    wait_until(page, "document.querySelectorAll('.line.contact').length >= 4")
    key = page.evaluate("supple.state.clip.motion.key")
    page.click("[data-action=clean]")
    page.click("[data-act=start]")
    page.click("[data-act=accept]")
    wait_until(page, f"supple.state.clip.motion.key !== {key!r}")
    ready(page)


def test_found_contacts_become_footplants(page):
    page.click("[data-tab=actions]")
    page.click("[data-action=detect]")
    page.check("text=as constraints")
    page.click("[data-act=start]")
    page.click("[data-act=accept]")
    wait_until(page, "supple.state.clip.tracks.some((t) => t.constraint.kind === 'footplant')")


def test_a_project_is_saved_and_a_motion_exported(page, folder):
    page.evaluate("supple.seek(45)")
    lifted(page, "left_wrist")
    page.keyboard.press("Control+s")
    page.keyboard.press("Enter")
    wait_until(page, "supple.state.server.saved && supple.state.server.project === 'walk.supple'")
    assert (folder / "walk.supple").is_file()
    page.click("[data-act=export]")
    page.click("text=Motion (BVH)")
    page.keyboard.press("Enter")
    page.locator(".toast", has_text="walk bent.bvh is written").wait_for()
    assert read(folder / "walk bent.bvh").frames == 90


def test_a_reload_in_the_middle_of_an_edit_loses_nothing(page):
    page.evaluate("supple.seek(45)")
    lifted(page, "left_wrist")
    before = tracks(page)
    lifted(page, "right_wrist", let_go=False)
    page.reload()
    ready(page)
    assert tracks(page) == before
    page.mouse.up()
    page.keyboard.press("Control+z")
    wait_until(page, "supple.state.clip.tracks.length === 0")


def test_a_bad_file_is_refused_in_words(page):
    page.evaluate(DROP, ["broken.bvh", "HIERARCHY\nROOT Hips\n{ nonsense"])
    message = page.locator(".toast.error")
    message.wait_for()
    assert "broken.bvh" in message.inner_text()
    assert len(page.evaluate("supple.state.server.document.clips")) == 1


def test_a_dropped_file_comes_into_the_bin(page, folder):
    page.evaluate(DROP, ["second.bvh", (folder / "walk.bvh").read_text()])
    wait_until(page, "supple.state.server.document.clips.length === 2")
    ready(page)
    assert page.evaluate("supple.state.clip.name") == "second"


def test_two_pages_show_one_document(context, server, page):
    other = opened(context, server.url)
    page.bring_to_front()
    page.evaluate("supple.seek(45)")
    lifted(page, "left_wrist")
    wait_until(other, "supple.state.clip.tracks.length === 1")
    assert tracks(other) == tracks(page)
    other.click("[data-act=undo]")
    wait_until(page, "supple.state.clip.tracks.length === 0")
    assert other.errors == []
    other.close()


def test_what_a_solver_does_not_serve_is_greyed_with_the_reason(page):
    page.evaluate("supple.select('left_wrist')")
    page.evaluate("supple.desk.do([{ do: 'add_constraint', constraint: supple.balance() }])")
    wait_until(page, "supple.state.clip.tracks.length === 1")
    page.select_option("[data-act=solver]", "hierarchical")
    page.locator(".line.track.unserved").wait_for()
    assert page.locator(".line.track.unserved").get_attribute("title")


def test_a_walker_is_driven_and_kept_as_a_clip(page):
    page.click("[data-tab=drive]")
    wait_until(page, "supple.state.driven !== null")
    page.click("[data-act=record]")
    page.keyboard.down("ArrowUp")
    wait_until(page, "supple.state.driven.positions[2] > 0.5")  # the hips go ahead
    page.keyboard.up("ArrowUp")
    page.click("[data-act=keep-drive]")
    wait_until(page, "supple.state.clip.name === 'drive'")
    ready(page)
    assert page.evaluate("supple.state.frames") > 20


def test_a_posture_is_designed_without_changing_the_clip(page):
    page.evaluate("supple.seek(45)")
    lifted(page, "left_wrist")  # a constraint of the same joint in the clip
    before = tracks(page)
    page.click("[data-tab=pose]")
    page.click("[data-act=pose-frame]")
    wait_until(page, "supple.state.posture !== null")
    own = page.evaluate("supple.original('left_wrist')")
    lifted(page, "left_wrist")
    wait_until(page, "supple.state.clip.pose.constraints.length === 1")
    asked = page.evaluate("supple.state.clip.pose.constraints[0].goals[0].at")
    wait_until(
        page,
        f"Math.abs(supple.state.posture.positions[3 * supple.state.jointNamed('left_wrist') + 1] - {asked[1]}) < 0.01",
    )
    assert asked[1] > own[1] + 0.1
    assert tracks(page) == before


HEARD = """
  window.heard = [];
  supple.state.on("connection", () => heard.push(document.querySelector(".kept").textContent));
"""


def test_a_lost_connection_is_shown_and_mended(context, folder):
    with serving(folder / "walk.bvh") as server:
        page = opened(context, server.url)
        page.evaluate(HEARD)
        page.evaluate("supple.desk.wire.socket.close()")
        wait_until(page, "heard.length === 2 && supple.ready()")
        assert page.evaluate("heard") == ["not connected", "kept"]
        page.close()


def test_a_preview_that_was_lost_with_the_connection_is_asked_for_again(page):
    page.evaluate("supple.seek(45)")
    lifted(page, "left_wrist")
    page.evaluate("supple.desk.previewer.ask(); supple.desk.wire.socket.close()")  # before it is answered
    wait_until(page, "supple.settled() && supple.place('left_wrist')[1] - supple.original('left_wrist')[1] > 0.1")
