"""The tablet's app in a real browser, on a table that lives in the browser alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import LANDSCAPE

Header = dict[str, Any]
OpenTable = Callable[[Header], Page]

STATIC = Path(__file__).with_name("static")
TAPPING = Path(__file__).with_name("tapping.js")
SETTINGS = '{language: "en", hand: "right", theme: "auto", text: 100}'
STARTED = '[data-tap="start"], [data-tap="die-1-1"], .game'


@pytest.fixture(autouse=True)
def entry_within_reach(settings: Any) -> Iterator[None]:
    """Serve the entry module of these tests in the place of the app's."""
    settings.STATICFILES_DIRS = [*getattr(settings, "STATICFILES_DIRS", []), STATIC]
    finders.get_finder.cache_clear()
    yield
    finders.get_finder.cache_clear()


@pytest.fixture(scope="module")
def device(browser: Browser) -> Iterator[Page]:
    """One tablet for the tests of a file: its engine, once started, goes from table to table."""
    context = browser.new_context(locale="en-GB", viewport=LANDSCAPE)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(path=TAPPING)
    yield page
    context.close()


@pytest.fixture
def table_page(device: Page, live_server: LiveServer) -> Iterator[Page]:
    """The app, not paired; any error of a script fails the test."""
    errors: list[str] = []
    device.on("pageerror", note := lambda error: errors.append(str(error)))
    if device.url == "about:blank":
        device.goto(f"{live_server.url}/tablet/")
        device.wait_for_selector("#tablet .screen")
    device.set_viewport_size(LANDSCAPE)
    device.evaluate(f"() => window.tablet.setSettings({SETTINGS})")
    yield device
    device.evaluate("() => window.tablet.endPractice()")
    device.remove_listener("pageerror", note)
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
