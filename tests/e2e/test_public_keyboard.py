"""Every public page by keyboard alone, as those of the console (`test_console_keyboard.py`)."""

from typing import Any

from playwright.sync_api import BrowserContext

from tests.e2e.looks import OPEN
from tests.e2e.test_console_keyboard import walk


def test_tab_reaches_every_control_of_every_page(
    context: BrowserContext, live_server: Any, pages: list[str]
) -> None:
    page, found = context.new_page(), list[str]()
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 800})
    for path in pages:
        page.goto(live_server.url + path)
        page.evaluate(OPEN)
        found += [f"{path}: {fault}" for fault in walk(page)]
    assert not found, "\n".join(found)
