"""The editor's page in a real browser, as somebody uses it."""

import time
from contextlib import contextmanager

from support.browser import PATIENCE_S, browser, wait_until

SIZE = {"width": 1280, "height": 720}
_ARROW_PX = 45  # from a joint to the middle of the handle's upright arrow, as it is drawn
_MIDDLE = """(element) => {
  const box = element.getBoundingClientRect();
  return element.isConnected ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
DROP = """([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


@contextmanager
def chromium():
    """A browser with a fresh profile, and what went wrong in its pages."""
    with browser() as running:
        context = running.new_context(viewport=SIZE)
        context.set_default_timeout(1000 * PATIENCE_S)
        yield context
        context.close()


def opened(context, url, *, drawn=False):
    """A page that shows its clip; drawing, which is slow without a graphics card, only where it is wanted."""
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(url if drawn else f"{url}?nodraw")
    ready(page)
    return page


def ready(page):
    wait_until(page, "window.supple && supple.ready()")


def tracks(page):
    return page.evaluate("supple.state.clip.tracks")


def selected(page, joint, seconds=PATIENCE_S):
    """Click a joint of the figure, again if a preview that came meanwhile moved it from under the pointer."""
    condition = f"supple.state.selection.joint === supple.state.jointNamed({joint!r})"
    end = time.monotonic() + seconds
    while True:
        at = page.evaluate(f"supple.onScreen({joint!r})")
        page.mouse.click(at["x"], at["y"])
        if page.evaluate(condition):
            return at
        assert time.monotonic() < end, f"a click on {joint} never selected it"
        time.sleep(0.2)


def lifted(page, joint, pixels=60, *, let_go=True):
    """Drag a joint upwards by its handle; at its end, the constraint that it made is selected."""
    settled(page)  # a preview that comes between looking and pressing would move the handle
    selected(page, joint)
    at = _over_the_arrow(page, joint)
    page.mouse.down()
    for step in range(1, 7):
        page.mouse.move(at["x"], at["y"] - _ARROW_PX - pixels * step / 6)
    if let_go:
        with changed(page):
            page.mouse.up()


@contextmanager
def changed(page):
    """What is done inside is one step: wait until the page was told of it, and that it is done."""
    before = page.evaluate("supple.state.server.revision")
    yield
    wait_until(page, f"supple.state.server.revision > {before} && !supple.desk.wire.waiting.size")


def _over_the_arrow(page, joint):
    """Where the joint is, once the arrow above it shows that the pointer is over it."""
    end, at = time.monotonic() + PATIENCE_S, page.evaluate(f"supple.onScreen({joint!r})")
    page.mouse.move(at["x"], at["y"] - _ARROW_PX)
    while not page.evaluate("supple.held()"):
        assert time.monotonic() < end, "the handle is not where the joint is"
        at = page.evaluate(f"supple.onScreen({joint!r})")
        page.mouse.move(at["x"] + 1, at["y"] - _ARROW_PX)
        time.sleep(0.03)
        page.mouse.move(at["x"], at["y"] - _ARROW_PX)
    return at


def settled(page):
    """Wait until the whole clip is there as it is now, with its report."""
    page.evaluate("supple.desk.previewer.ask()")
    wait_until(page, "supple.settled()")


def centre(page, selector):
    """The middle of something that stands still: the timeline is drawn anew after every change."""
    wait_until(page, "supple.settled()")
    while (found := page.locator(selector).first.evaluate(_MIDDLE)) is None:  # it was made anew meanwhile
        pass
    return found


def pulled(page, selector, pixels):
    """Drag something of the timeline to the side."""
    x, y = centre(page, selector)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + pixels, y, steps=4)
    with changed(page):
        page.mouse.up()
