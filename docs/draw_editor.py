"""Take the pictures of docs/editor.md from the real page. ``make docs`` runs it, where there is a browser."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from supple.editor.server import page_is_built

PICTURES = Path(__file__).resolve().parent / "pictures"
sys.path.insert(0, str(PICTURES.parents[1] / "tests"))  # the browser and the hands are the tests' own


def main() -> None:
    """All pictures, in the order of the guide: each begins where the one before ended."""
    from support.browser import CHROMIUM, browser
    from support.editor_client import serving

    if CHROMIUM is None or not page_is_built():
        sys.stderr.write(
            "no Chromium, or the page is not built (make page): the pictures of the editor stay as they are\n"
        )
        return
    with tempfile.TemporaryDirectory() as folder, serving(None, folder=Path(folder)) as server, browser() as running:
        for scheme in ("light", "dark"):
            context = running.new_context(viewport={"width": 1280, "height": 720}, color_scheme=scheme)
            page = context.new_page()
            page.goto(server.url)
            story = LIGHT if scheme == "light" else DARK
            for name, act in story.items():
                act(page)
                time.sleep(0.6)
                page.screenshot(path=PICTURES / f"editor_{name}.png")
            context.close()


def _opened(page: Any) -> None:
    from support.editor_page import ready

    ready(page)


def _contacts_found(page: Any) -> None:
    page.click(".tour >> text=Close")
    page.click("[data-tab=actions]")
    page.click("[data-act=start]")
    page.wait_for_selector("[data-act=accept]")


def _hand_raised(page: Any) -> None:
    from support.editor_page import lifted, settled

    page.click("[data-act=accept]")
    page.wait_for_selector(".line.contact")
    page.evaluate("supple.seek(120)")
    lifted(page, "left_wrist", 110)
    settled(page)


def _box_stepped_over(page: Any) -> None:
    from support.editor_page import lifted, settled

    page.evaluate("supple.seek(157)")
    page.click("[data-view=box]")
    page.evaluate("supple.look('side')")
    lifted(page, _swinging(page), 50)
    settled(page)


def _compared(page: Any) -> None:
    page.keyboard.press("c")
    page.keyboard.press("t")
    page.evaluate("supple.look('free')")


def _added_by_hand(page: Any) -> None:
    """A path with two points and a look, with the weight over the feet."""
    from support.browser import wait_until
    from support.editor_page import settled

    page.keyboard.press("c")
    page.keyboard.press("t")
    page.click("[data-view=box]")
    page.click("[data-view=com]")
    page.keyboard.press("Escape")
    page.evaluate("supple.seek(190)")
    page.click("[data-add=look_at]")
    wait_until(page, "supple.state.clip.tracks.length === 3")
    page.evaluate("supple.select('right_wrist')")
    page.click("[data-add=shape]")
    wait_until(page, "supple.state.clip.tracks.length === 4")
    for frame, up in ((190, 0.75), (205, 0.45)):
        page.evaluate(f"supple.seek({frame})")
        page.evaluate("supple.handled.begin(supple.state.jointNamed('right_wrist'))")
        page.evaluate(f"supple.handled.moved(supple.original('right_wrist').map((c, k) => c + [-0.1, {up}, 0.15][k]))")
        page.evaluate("supple.handled.end()")
        settled(page)
    page.evaluate("supple.seek(190)")


def _side_by_side(page: Any) -> None:
    from support.browser import wait_until

    page.click("[data-view=com]")
    page.evaluate("supple.seek(120)")
    page.click("[data-act=compare]")
    wait_until(page, "supple.state.other?.compared", 120)


def _gait_measured(page: Any) -> None:
    page.click("[data-act=compare]")
    page.click("[data-tab=actions]")
    page.click("[data-action=gait]")
    page.click("[data-act=start]")
    page.wait_for_selector("svg.drawing")


def _body_worn(page: Any) -> None:
    from support.browser import wait_until

    page.evaluate("supple.desk.try({ type: 'export', name: 'body.glb' })")
    wait_until(page, "document.querySelector('.bin') !== null")
    time.sleep(2.0)
    page.evaluate("supple.desk.try({ type: 'open_file', name: 'body.glb' })")
    wait_until(page, "supple.skinned()")
    page.evaluate("supple.seek(120)")
    time.sleep(5.5)  # until what was said at opening is gone


def _dark(page: Any) -> None:
    from support.editor_page import ready, selected

    ready(page)
    page.evaluate("supple.seek(120)")
    time.sleep(0.5)
    selected(page, "left_wrist")


def _driven(page: Any) -> None:
    from support.browser import wait_until

    page.click("[data-tab=drive]")
    page.keyboard.down("ArrowUp")
    wait_until(page, "supple.state.driven && supple.state.driven.positions[2] > 1.5")


def _swinging(page: Any) -> str:
    higher = "supple.place('left_ankle')[1] > supple.place('right_ankle')[1]"
    return "left_ankle" if page.evaluate(higher) else "right_ankle"


LIGHT: dict[str, Callable[[Any], None]] = {
    "open": _opened, "contacts": _contacts_found, "hand": _hand_raised, "box": _box_stepped_over, "curves": _compared,
    "by_hand": _added_by_hand, "compare": _side_by_side, "gait": _gait_measured,
}  # fmt: skip
DARK: dict[str, Callable[[Any], None]] = {"dark": _dark, "body": _body_worn, "drive": _driven}

if __name__ == "__main__":
    main()
