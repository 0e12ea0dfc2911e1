"""Axe finds nothing on any public page, in light and dark, on a phone, a laptop and a projector."""

from typing import Any

from playwright.sync_api import BrowserContext

from tests.e2e.conftest import Axe

EVERY_RULE: tuple[str, ...] = ()
LAID_OUT = ("color-contrast", "target-size", "scrollable-region-focusable")
# A laptop shows what a phone leaves out; a projector shows the same, larger.
SIZES = [((390, 844), EVERY_RULE), ((1280, 800), EVERY_RULE), ((1920, 1080), LAID_OUT)]
OPEN = "document.querySelectorAll('details').forEach((item) => { item.open = true; })"


def test_every_page_is_accessible(
    context: BrowserContext, live_server: Any, pages: list[str], axe: Axe
) -> None:
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")  # nothing is looked at while it fades in
    found = []
    for path in pages:
        page.goto(live_server.url + path)
        page.evaluate(OPEN)
        for (width, height), rules in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for scheme, looked_at in (("light", rules), ("dark", ("color-contrast",))):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                faults = axe(page, *looked_at)
                found += [f"{path}, {width}, {scheme}: {fault}" for fault in faults]
    assert not found, "\n".join(found)
