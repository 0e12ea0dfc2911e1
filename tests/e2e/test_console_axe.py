"""Axe finds nothing on any page of the organisers' console, in light and dark, on a phone, a laptop
and a projector, nor in the other languages; which pages there are, the role matrix knows."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import Axe, sign_in
from tests.e2e.console import console_pages, event_of_each_state
from tests.e2e.test_public_axe import CONTRAST, EVERY_RULE, LAID_OUT, LOOKS, OPEN

pytestmark = pytest.mark.exhaustive
WORDS = [
    ((390, 844), "light", EVERY_RULE),
    ((1280, 800), "dark", CONTRAST),
    ((1920, 1080), "light", LAID_OUT),
]
"""Longer words are laid out otherwise; colours are the same in each language."""


@pytest.mark.parametrize(
    ("language", "looks"), [("en-GB", LOOKS), ("fr-FR", WORDS), ("ru-RU", WORDS)]
)
def test_every_page_is_accessible(
    language: str, looks: Any, browser: Browser, live_server: Any, transactional_db: None, axe: Axe
) -> None:
    event, found, looked_at = event_of_each_state(), list[str](), 0
    with browser.new_context(locale=language, reduced_motion="reduce") as context:
        sign_in(context, live_server.url)
        page = context.new_page()
        for path in console_pages(context, event):
            looked_at += 1
            page.goto(live_server.url + path)
            assert page.locator("html").get_attribute("lang") == language[:2]
            page.evaluate(OPEN)
            for (width, height), scheme, rules in looks:
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=scheme)
                found += [f"{path}, {width}, {scheme}: {fault}" for fault in axe(page, *rules)]
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    found.append(f"{path}, {width}: wider than the screen")
    assert looked_at > 30
    assert not found, "\n".join(found)
