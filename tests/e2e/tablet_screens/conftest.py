"""The tablet's app in a real browser, on a table that lives in the browser alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.app import Header, read_record
from tests.e2e.conftest import LANDSCAPE, REACH, TAPPING, forget_tables
from tests.e2e.proxy import Proxy

__all__ = ["Header", "OpenTable", "read_record", "record"]
OpenTable = Callable[[Header], Page]

_WRITE = """async (events) => {
  const { recorded, refusals, problem } = await window.tablet.write(events);
  if (!recorded) throw new Error(JSON.stringify([refusals, problem]));
}"""
SETTINGS = '{language: "en", hand: "right", theme: "auto", text: 100}'
FAILED = pytest.StashKey[bool]()
STARTED = '[data-tap="start"], [data-tap="die-1-1"], .game'


def record(page: Page, *events: dict[str, Any]) -> None:
    """Go on to the moment after these events in one go: nothing is drawn between them."""
    page.evaluate(_WRITE, list(events))


@pytest.fixture(scope="session")
def practising(browser: Browser) -> Iterator[BrowserContext]:
    """A tablet of its own: one page of a tablet keeps the log, and this one stays."""
    practising = browser.new_context(locale="en-GB", viewport=LANDSCAPE, has_touch=True)
    yield practising
    practising.close()


@pytest.fixture
def app(practising: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Page]:
    """One page for all tests: its engine, once started, goes from table to table. What a test that
    failed has left of it is closed."""
    page = practising.pages[0] if practising.pages else _open(practising)
    yield page
    if request.node.stash.get(FAILED, False):
        page.close()


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Note what has failed."""
    if call.excinfo is not None:
        item.stash[FAILED] = True


def _open(practising: BrowserContext) -> Page:
    page = practising.new_page()
    page.set_default_timeout(60_000)
    # What is measured must not be on its way to another colour.
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(path=TAPPING)
    return page


@pytest.fixture
def table_page(app: Page, network: Proxy) -> Iterator[Page]:
    """The app, not paired; any error of a script fails the test."""
    errors: list[str] = []
    app.on("pageerror", note := lambda error: errors.append(str(error)))
    if not app.evaluate("() => Boolean(window.tablet?.state)"):
        forget_tables(app, network.url)
        app.goto(f"{network.url}/tablet/")
        app.wait_for_selector("#tablet .screen")
        app.evaluate(REACH)
    app.set_viewport_size(LANDSCAPE)
    app.evaluate(f"() => window.tablet.setSettings({SETTINGS})")
    yield app
    app.evaluate("() => window.tablet.endPractice()")
    app.remove_listener("pageerror", note)
    assert errors == []


@pytest.fixture
def open_table(table_page: Page) -> OpenTable:
    """Open a practice table for the players and the position of a record's header."""

    def opened(header: Header) -> Page:
        table_page.evaluate("header => window.tablet.practise(header)", header)
        table_page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
        # By locators: a handle of an element would hold on to its game's whole screen.
        table_page.locator(STARTED).first.wait_for()
        if (start := table_page.locator('[data-tap="start"]')).count():
            start.click()
        table_page.locator(".game").wait_for()
        return table_page

    return opened
