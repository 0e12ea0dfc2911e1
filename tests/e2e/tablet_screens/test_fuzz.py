"""Three hundred taps of a bad day; `make fuzz` has ten thousand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import LANDSCAPE, REACH, TAPPING
from tests.e2e.proxy import Proxy
from tests.e2e.tablet_screens.conftest import read_record
from tests.e2e.tablet_screens.fuzzing import Fuzz
from tests.e2e.tablet_screens.test_taps import GOLDEN

GAME = "32_ru-2014_two-hour_4p"
TAPS = 300
SEED = 20261122


@pytest.fixture
def page(browser: Browser, network: Proxy) -> Iterator[Page]:
    """A tablet with a finger of its own."""
    context = browser.new_context(locale="en-GB", viewport=LANDSCAPE, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(path=TAPPING)
    page.goto(f"{network.url}/tablet/")
    page.wait_for_selector("#tablet .screen")
    page.evaluate(REACH)
    yield page
    context.close()


def test_no_bounce_turn_or_death_records_what_was_not_meant(page: Page) -> None:
    def reloaded() -> Page:
        page.reload()
        page.wait_for_selector("#tablet .screen")
        page.evaluate(REACH)
        page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
        page.wait_for_selector(".game")
        return page

    header, events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    harm = Fuzz(page, reloaded, SEED).play(header, events, most_taps=TAPS)
    assert harm.unwanted == []
    assert harm.taps >= TAPS
    assert harm.bounces > 50
    assert harm.turned
    assert harm.killed
