"""Somebody adds constraints by hand, sees limits, bodies and both solvers, and makes pictures, in a real browser."""

import io
import itertools
import zipfile

import pytest
from support.browser import drawn, needs_browser, needs_page, wait_until
from support.editor_client import serving
from support.editor_page import DROP, centre, changed, chromium, opened, pulled, ready, settled, tracks

from supple.io.registry import write
from supple.recipes.walk import walking

pytestmark = [needs_browser, needs_page]


@pytest.fixture(scope="module")
def context():
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("editor")
    write(walking(3.0, fps=30.0), made / "walk.bvh")
    write(walking(2.0, fps=30.0), made / "body.glb")
    return made


@pytest.fixture(scope="module")
def server(folder):
    with serving(folder / "walk.bvh") as made:
        yield made


@pytest.fixture(scope="module")
def window(context, server):
    made = opened(context, server.url)
    yield made
    made.close()


@pytest.fixture
def page(window):
    """The page with the walk as it was opened: what another test did is undone."""
    window.bring_to_front()
    while window.evaluate("supple.state.server.undo !== null"):
        with changed(window):
            window.evaluate("supple.desk.try({ type: 'undo' })")
    ready(window)
    window.click("[data-tab=edit]")
    window.evaluate("supple.state.select({}); supple.seek(45)")
    yield window
    assert window.errors == []


def added(page, name, count):
    """A constraint by its button, which is selected then."""
    with changed(page):
        page.click(f"[data-add={name}]")
    assert len(tracks(page)) == count
    return tracks(page)[-1]["constraint"]


def dragged(page, joint, to):
    """The handle of a joint (or of the constraint itself) goes to a place."""
    number = f"supple.state.jointNamed({joint!r})" if joint else "-1"
    page.evaluate(f"supple.handled.begin({number})")
    page.evaluate(f"supple.handled.moved({list(to)})")
    with changed(page):
        page.evaluate("supple.handled.end()")


def test_balance_is_added_by_a_button_and_leant_by_its_handle(page):
    assert added(page, "balance", 1)["kind"] == "balance"
    x, y, z = page.evaluate("supple.handle()")
    dragged(page, None, (x + 0.05, y, z))
    (goal,) = tracks(page)[0]["constraint"]["goals"]
    assert goal["offset"] == pytest.approx([0.05, 0.0, 0.0], abs=2e-3)
    page.click("[data-act=undo]")
    wait_until(page, "supple.state.clip.tracks[0].constraint.goals.length === 0")


def test_the_head_looks_at_a_place_that_is_dragged(page):
    look = added(page, "look_at", 1)
    assert look["effector"] == "Head"
    x, y, z = look["goals"][0]["at"]
    assert page.evaluate("supple.handle()") == pytest.approx([x, y, z], abs=1e-4)
    dragged(page, None, (x + 1.0, y - 0.5, z))
    assert tracks(page)[0]["constraint"]["goals"][0]["at"] == pytest.approx([x + 1.0, y - 0.5, z], abs=1e-4)
    settled(page)
    assert "met" in page.locator(".outcome").inner_text()


def test_a_path_gets_points_by_dragging_and_holds_on_the_timeline(page):
    page.evaluate("supple.select('left_wrist')")
    added(page, "shape", 1)
    x, y, z = page.evaluate("supple.original('left_wrist')")
    dragged(page, "left_wrist", (x + 0.1, y + 0.2, z))
    page.evaluate("supple.seek(52)")
    x, y, z = page.evaluate("supple.original('left_wrist')")
    dragged(page, "left_wrist", (x, y + 0.1, z))
    first, second = tracks(page)[0]["constraint"]["points"]
    assert first["offset"] == pytest.approx([0.1, 0.2, 0.0], abs=1e-3)
    assert (first["hold"], second["hold"]) == (["45f", "45f"], ["52f", "52f"])
    pulled(page, ".key[data-of=point][data-number='1'][data-key='1']", 60)
    held = tracks(page)[0]["constraint"]["points"][1]["hold"]
    assert held[0] == "52f"
    assert 54 <= float(held[1][:-1]) <= 62  # inside the path, whatever the pointer did
    settled(page)
    assert page.evaluate("supple.place('left_wrist', 45)[1] - supple.original('left_wrist', 45)[1]") == pytest.approx(
        0.2, abs=2e-3
    )


def test_a_foot_is_planted_and_its_four_events_are_dragged(page):
    plant = added(page, "right", 1)
    assert plant["kind"] == "footplant"
    before = [float(plant["events"][name][:-1]) for name in ("heel_strike", "toe_strike", "heel_off", "toe_off")]
    pulled(page, ".key[data-of=event][data-key='3']", 60)
    pulled(page, ".key[data-of=event][data-key='0']", -40)
    events = tracks(page)[0]["constraint"]["events"]
    assert float(events["toe_off"][:-1]) > before[3] + 2
    assert float(events["heel_strike"][:-1]) < before[0] - 1
    page.get_by_label("toe off").fill("70")
    page.keyboard.press("Enter")
    wait_until(page, "supple.state.clip.tracks[0].constraint.events.toe_off === '70f'")
    x, y, z = page.evaluate("supple.original('right_ankle')")
    dragged(page, "right_ankle", (x + 0.1, y, z + 0.05))
    assert tracks(page)[0]["constraint"]["move"] == pytest.approx([0.1, 0.0, 0.05], abs=1e-4)


def test_contacts_are_added_split_and_merged(page):
    page.evaluate("supple.select('left_ball')")
    page.click("[data-add=contact]")
    wait_until(page, "supple.state.clip.contacts?.contacts.length === 1")
    page.mouse.dblclick(*centre(page, ".line.contact .span"))
    wait_until(page, "supple.state.clip.contacts.contacts.length === 2")
    pulled(page, ".line.contact .span >> nth=0 >> .edge >> nth=1", 30)
    wait_until(page, "supple.state.clip.contacts.contacts.length === 1")
    x, y = centre(page, ".line.contact .lane")
    page.mouse.dblclick(x + 300, y)
    wait_until(page, "supple.state.clip.contacts.contacts.length === 2")
    for count in (1, 2, 1):
        page.click("[data-act=undo]")
        wait_until(page, f"supple.state.clip.contacts.contacts.length === {count}")


def test_a_joint_at_its_limit_a_miss_and_its_fixes_are_shown(page):
    reach = {"kind": "position", "effector": "left_wrist", "name": "far", "recruit": "left_elbow",
             "goals": [{"when": ["35f", "45f", "45f", "55f"], "at": [2.0, 1.0, 2.0]}]}  # fmt: skip
    page.evaluate("(c) => supple.desk.do([{ do: 'add_constraint', constraint: c }])", reach)
    settled(page)
    wait_until(page, "document.querySelector('.label.miss')?.textContent.includes('mm')")
    wait_until(page, "supple.state.strainedIn(45).size > 0")
    page.click("[data-tab=problems]")
    page.locator(".finding.strain").first.wait_for()
    page.locator("[data-fix='Recruit all joints']").first.click()
    wait_until(page, "supple.state.clip.tracks[0].constraint.recruit === 'all'")
    page.click("[data-act=undo]")
    wait_until(page, "supple.state.clip.tracks[0].constraint.recruit === 'left_elbow'")
    settled(page)  # else it would ask for what was reached by all joints
    page.locator("[data-fix='Ask for what is reached']").click()
    wait_until(page, "supple.state.clip.tracks[0].constraint.goals[0].at[0] !== 2")
    settled(page)
    wait_until(page, "!document.querySelector('.label.miss')")


def test_the_weight_is_shown_over_what_bears_it(page):
    page.click("[data-view=com]")
    wait_until(page, "supple.support() !== null")
    shown = page.evaluate("supple.support()")
    assert len(shown["area"]) >= 6
    height = read_height(page)
    assert 0.5 * height < shown["mass"][1] < 0.65 * height  # a walking body's centre


def read_height(page):
    return page.evaluate(
        "supple.place('head')[1] - Math.min(supple.place('left_ball')[1], supple.place('right_ball')[1])"
    )


def test_two_solvers_side_by_side(page):
    page.evaluate("supple.select('left_wrist')")
    added(page, "balance", 1)
    page.evaluate("supple.select('left_wrist')")
    page.keyboard.press("p")
    wait_until(page, "supple.state.clip.tracks.length === 2")
    page.click("[data-act=compare]")
    wait_until(page, "supple.state.other?.compared && supple.settled()")
    table = page.locator("[data-part=comparison]")
    assert "not served" in table.locator("tr").nth(1).inner_text()
    assert table.locator("tr").nth(2).locator("td.good").count() == 2
    assert "balance" in page.locator(".inside").inner_text()
    page.click("[data-act=compare]")
    wait_until(page, "supple.state.other === null")


def test_a_gait_is_drawn(page):
    page.click("[data-tab=actions]")
    page.click("[data-action=gait]")
    page.click("[data-act=start]")
    page.locator("svg.drawing polyline.main").nth(1).wait_for()
    assert page.locator("svg.drawing .point").count() == 2
    page.click("[data-act=dismiss]")


def test_the_body_of_a_file_is_shown_and_may_be_worn_by_another_clip(page, folder):
    page.evaluate("supple.desk.try({ type: 'open_file', name: 'body.glb' })")
    wait_until(page, "supple.state.clip.name === 'body' && supple.skinned()")
    wait_until(page, "supple.ready()")
    hand = page.evaluate("supple.place('left_wrist', 0)")
    page.evaluate("supple.seek(0)")
    assert page.evaluate("supple.boneAt('LeftHand')") == pytest.approx(hand, abs=1e-4)
    page.click("[data-view=skin]")
    wait_until(page, "!supple.skinned()")
    page.click("[data-view=skin]")
    page.evaluate("supple.desk.do([{ do: 'open_clip', clip: 1 }])")
    wait_until(page, "supple.state.clip.name === 'walk' && supple.ready() && !supple.skinned()")
    page.click("[data-act=clip-menu]")
    page.click("text=Wear the body of body")
    wait_until(page, "supple.skinned()")
    page.click("[data-act=undo]")
    wait_until(page, "!supple.skinned()")


def test_an_edit_is_applied_to_other_clips_of_the_bin(page, folder):
    page.evaluate(DROP, ["second.bvh", (folder / "walk.bvh").read_text()])
    wait_until(page, "supple.state.server.document.clips.length === 2 && supple.state.clip.name === 'second'")
    page.evaluate("supple.desk.do([{ do: 'open_clip', clip: 1 }])")
    wait_until(page, "supple.state.clip.name === 'walk' && supple.ready()")
    added(page, "balance", 1)
    page.click("[data-act=clip-menu]")
    page.click("text=Apply its edit to others")
    page.check(".sheet >> text=second")
    page.click(".sheet [data-act=apply]")
    wait_until(page, "supple.state.server.document.clips[1].tracks.length === 1")
    page.click("[data-act=undo]")
    wait_until(page, "supple.state.server.document.clips[1].tracks.length === 0")


def test_every_frame_of_the_range_becomes_a_picture(context, server):
    page = opened(context, server.url, drawn=True)
    page.evaluate("supple.desk.do([{ do: 'set_range', inout: { start: 10, stop: 13 } }])")
    wait_until(page, "supple.state.clip.inout !== null")
    page.click("[data-act=export]")
    page.click("text=Frames for a video")
    with page.expect_download() as download:
        page.click("[data-act=film]")
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["frame_0000.png", "frame_0001.png", "frame_0002.png"]
        first, last = archive.read("frame_0000.png"), archive.read("frame_0002.png")
    assert int.from_bytes(first[16:20]) == 1280
    assert int.from_bytes(first[20:24]) == 720
    assert first != last  # the figure walks
    assert page.errors == []
    page.close()


def redrawn(page):
    """A report came, and the panel had the time to show it."""
    page.evaluate("supple.state.emit('report')")
    drawn(page)


def test_what_is_typed_is_not_lost_when_a_report_comes(page):
    page.evaluate("supple.select('left_wrist')")
    added(page, "balance", 1)
    name = page.get_by_label("Name")
    name.fill("over the fe")
    redrawn(page)
    page.keyboard.type("et")
    assert name.input_value() == "over the feet"
    assert tracks(page)[0]["constraint"]["name"] == "balance"
    page.keyboard.press("Enter")
    wait_until(page, "supple.state.clip.tracks[0].constraint.name === 'over the feet'")
    redrawn(page)
    page.keyboard.type("!")  # in the same field, though it was made anew
    assert "!" in name.input_value()
    page.get_by_label("Clip", exact=True).focus()
    wait_until(page, "supple.state.clip.tracks[0].constraint.name.includes('!')")
    redrawn(page)
    assert "!" in page.locator(".timeline").inner_text()


@pytest.mark.parametrize(
    ("label", "typed", "told"), [("toe off", "70", "events.toe_off === '70f'"), ("Name", "left", "name === 'left'")]
)
def test_what_is_marked_is_replaced_though_a_report_comes_before_the_typing(page, label, typed, told):
    added(page, "right", 1)
    settled(page)
    page.get_by_label(label, exact=True).select_text()
    redrawn(page)
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    wait_until(page, f"supple.state.clip.tracks[0].constraint.{told}")


def test_a_click_counts_though_a_report_comes_while_the_button_is_pressed(page):
    page.evaluate("supple.select('left_wrist')")
    added(page, "balance", 1)
    x, y = centre(page, "[data-tab=problems]")
    page.mouse.move(x, y)
    page.mouse.down()
    redrawn(page)
    page.mouse.up()
    page.locator("[data-tab=problems].on").wait_for()


def test_an_open_list_stays_open_though_a_report_comes(page):
    page.evaluate("supple.select('left_wrist')")
    page.get_by_label("Ride with another joint").click()
    wait_until(page, "document.querySelector('.panel select:open') !== null")
    page.evaluate("window.list = document.querySelector('.panel select:open')")
    redrawn(page)
    assert page.evaluate("list.isConnected && list.matches(':open')")
    page.keyboard.press("Escape")  # nothing else is chosen: what came meanwhile is shown
    wait_until(page, "!list.isConnected")


def test_what_is_said_beside_a_place_out_of_sight_is_seen(page):
    for name, at in (("high", [0.0, 9.0, 0.0]), ("higher", [0.0, 9.5, 0.0])):
        reach = {"kind": "position", "effector": "left_wrist", "name": name, "recruit": "left_elbow",
                 "goals": [{"when": ["35f", "45f", "45f", "55f"], "at": at}]}  # fmt: skip
        page.evaluate("(c) => supple.desk.do([{ do: 'add_constraint', constraint: c }])", reach)
    settled(page)
    wait_until(page, "document.querySelectorAll('.label.miss').length === 2")
    window, tools = (page.locator(name).bounding_box() for name in (".viewport", ".tools"))
    boxes = [label.bounding_box() for label in page.locator(".label").all()]
    for box in boxes:
        assert window["x"] <= box["x"] < box["x"] + box["width"] <= window["x"] + window["width"]
        assert tools["y"] + tools["height"] <= box["y"] < window["y"] + window["height"] - box["height"]
    tops = sorted(box["y"] for box in boxes)
    assert all(low - high >= 10 for high, low in itertools.pairwise(tops))  # none over another


def test_comparing_is_cancelled(page):
    page.evaluate("supple.select('left_wrist')")
    added(page, "balance", 1)
    page.evaluate("supple.desk.wire.send = () => 0")  # nobody answers
    page.click("[data-act=compare]")
    page.locator("[data-part=comparing] progress").wait_for()
    page.click("[data-act=stop-comparing]")
    page.evaluate("delete supple.desk.wire.send")
    wait_until(page, "!supple.state.view.compare && !document.querySelector('[data-part=comparing]')")


def test_the_walker_says_that_it_gets_ready(page):
    page.evaluate("supple.desk.wire.send = () => 999999")  # as if code were compiled first
    page.click("[data-tab=drive]")
    page.locator("[data-part=starting] progress").wait_for()
    page.evaluate("delete supple.desk.wire.send")
    page.evaluate("supple.desk.wire.waiting.get(999999)?.resolve([])")
    page.locator("[data-part=starting]").wait_for(state="hidden")
    page.click("[data-tab=edit]")


def test_another_project_is_opened(context, tmp_path):
    write(walking(1.0, fps=30.0), tmp_path / "walk.bvh")
    with serving(tmp_path / "walk.bvh") as server:
        page = opened(context, server.url)
        added(page, "balance", 1)
        page.evaluate("supple.desk.try({ type: 'save', name: 'balanced.supple' })")
        wait_until(page, "supple.state.server.project === 'balanced.supple'")
        page.evaluate("supple.desk.do([{ do: 'remove_constraint', track: 1 }])")
        page.evaluate("supple.desk.try({ type: 'save', name: 'bare.supple' })")
        wait_until(page, "supple.state.server.project === 'bare.supple'")
        page.click("[data-act=open]")
        page.click(".menu >> text=balanced.supple")
        wait_until(page, "supple.state.server.project === 'balanced.supple' && supple.ready()")
        assert [track["constraint"]["kind"] for track in tracks(page)] == ["balance"]
        settled(page)
        assert page.evaluate("supple.state.server.undo") is None  # its history is its own
        page.evaluate("supple.desk.try({ type: 'undo' })")
        assert len(tracks(page)) == 1
        assert page.errors == []
        page.close()
