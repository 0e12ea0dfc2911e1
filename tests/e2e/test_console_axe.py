"""Axe finds nothing on any page of the organisers' console, in light and dark, on a phone, a laptop
and a projector, nor in the other languages; which pages there are, the role matrix knows."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import Axe, sign_in
from tests.e2e.console import console_pages, event_of_each_state
from tests.e2e.looks import IN_EACH_LANGUAGE, Look, faults_of


@pytest.mark.parametrize(("language", "looks"), IN_EACH_LANGUAGE)
def test_every_page_is_accessible(
    language: str,
    looks: list[Look],
    browser: Browser,
    live_server: Any,
    transactional_db: None,
    axe: Axe,
) -> None:
    event, found, looked_at = event_of_each_state(), list[str](), 0
    with browser.new_context(locale=language, reduced_motion="reduce") as context:
        sign_in(context, live_server.url)
        page = context.new_page()
        for path in console_pages(context, event):
            looked_at += 1
            page.goto(live_server.url + path)
            assert page.locator("html").get_attribute("lang") == language[:2]
            found += [f"{path}, {fault}" for fault in faults_of(page, axe, looks)]
    assert looked_at > 30
    assert not found, "\n".join(found)
