"""The tablet's app in a real browser, on a table that lives in the browser alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

Header = dict[str, Any]
OpenTable = Callable[[Header], Page]

STATIC = Path(__file__).with_name("static")
TAPPING = Path(__file__).with_name("tapping.js")
SETTINGS = '{language: "en", hand: "right", theme: "auto", text: 100}'
STARTED = '[data-tap="start"], [data-tap="die-1-1"], .game'


@pytest.fixture(autouse=True)
def entry_within_reach(settings: Any, plain_static_files: None) -> Iterator[None]:
    """Serve the entry module of these tests in the place of the app's."""
    settings.STATICFILES_DIRS = [*getattr(settings, "STATICFILES_DIRS", []), STATIC]
    finders.get_finder.cache_clear()
    yield
    finders.get_finder.cache_clear()


@pytest.fixture(scope="module")
def device(browser: Browser) -> Iterator[BrowserContext]:
    """One tablet for the tests of a module: what it has loaded once it need not load again."""
    device = browser.new_context(locale="en-GB")
    yield device
    device.close()


@pytest.fixture
def table_page(device: BrowserContext, live_server: LiveServer) -> Iterator[Page]:
    """The app, not paired, its engine not yet loaded; any error of a script fails the test."""
    page = device.new_page()
    page.set_default_timeout(60_000)
    page.set_viewport_size({"width": 1280, "height": 800})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(path=TAPPING)
    page.goto(f"{live_server.url}/tablet/")
    page.wait_for_selector("#tablet .screen")
    page.evaluate(f"() => window.tablet.setSettings({SETTINGS})")
    yield page
    page.evaluate("() => window.tablet.endPractice()")
    page.close()
    assert errors == []


@pytest.fixture
def open_table(table_page: Page) -> OpenTable:
    """Open a practice table for the players and the position of a record's header."""

    def opened(header: Header) -> Page:
        table_page.evaluate("header => window.tablet.practise(header)", header)
        table_page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
        table_page.wait_for_selector(STARTED)
        if start := table_page.query_selector('[data-tap="start"]'):
            start.click()
        table_page.wait_for_selector(".game")
        return table_page

    return opened


def read_record(path: Path) -> tuple[Header, list[dict[str, Any]]]:
    """A record's header and events, without the ids and times that are not tapped."""
    header, *events = (json.loads(line) for line in path.read_text().splitlines() if line.strip())
    for event in events:
        event.pop("id", None)
        event.pop("at", None)
    return header, events
