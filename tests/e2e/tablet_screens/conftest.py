"""The tablet's app in a real browser, on a table that lives in the browser alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

Header = dict[str, Any]
OpenTable = Callable[[Header], Page]

TAPPING = Path(__file__).with_name("tapping.js")
STARTED = '[data-tap="start"], [data-tap="die-1-1"], .game'
# The entry module with the runtime left within reach of the test.
ENTRY = """
import { openTablet } from "../runtime/tablet.js";
import { App } from "./app.js";
const root = document.getElementById("tablet");
window.tablet = await openTablet();
new App(root, window.tablet).start();
"""


@pytest.fixture
def table_page(context: BrowserContext, live_server: LiveServer) -> Page:
    """The app, not paired, its engine not yet loaded; any error of a script fails the test."""
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.route(
        "**/tablet/screens/main.js",
        lambda route: route.fulfill(body=ENTRY, content_type="text/javascript"),
    )
    page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))
    page.add_init_script(path=TAPPING)
    page.goto(f"{live_server.url}/tablet/")
    page.wait_for_selector("#tablet .screen")
    return page


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
