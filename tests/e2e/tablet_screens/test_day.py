"""A tablet that is used all day holds no more in the evening than after its first games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import LANDSCAPE, REACH, TAPPING
from tests.e2e.proxy import Proxy
from tests.e2e.tablet_screens.conftest import read_record, record
from tests.e2e.tablet_screens.memory import Held, Memory, advance, open_game, watched
from tests.e2e.tablet_screens.test_taps import GOLDEN
from tests.e2e.waiting import until_judged

# Another edition, another number of players, and other words.
GAMES = ["02_us-2011_two-hour_5p_recount", "24_eu-fr_two-hour_6p_board_recount_pass"]
MAX_GROWTH = 0.05
# One drawing more or less of a panel waits to be collected.
A_PANEL = {"listeners": 80}
EVENTS_AT_ONCE = 20
SHEETS = ["deeds", "ledger"]


@pytest.fixture
def page(browser: Browser, network: Proxy) -> Iterator[Page]:
    """A tablet whose memory can be looked at."""
    context = watched(browser.new_context(viewport=LANDSCAPE, service_workers="block"))
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(path=TAPPING)
    page.goto(f"{network.url}/tablet/")
    page.locator("#tablet .screen").wait_for()
    page.evaluate(REACH)
    yield page
    context.close()


def play(page: Page, name: str) -> None:
    """A whole game, looked at now and then, and left."""
    header, events = read_record(GOLDEN / f"{name}.amr.jsonl")
    end = next(number for number, event in enumerate(events) if event["type"] == "time")
    open_game(page, header)
    for first in range(0, end, EVENTS_AT_ONCE):
        advance(page, EVENTS_AT_ONCE)
        record(page, *events[first : min(first + EVENTS_AT_ONCE, end)])
    for sheet in SHEETS:
        page.locator(f'[data-tap="{sheet}"]').click()
        page.keyboard.press("Escape")
    record(page, *events[end:])
    until_answered(page)
    page.evaluate("() => window.tablet.endPractice()")
    page.locator('[data-tap="learn"]').wait_for()


def until_answered(page: Page) -> None:
    """Wait until the engine has no question left: with one open its worker would end."""
    until_judged(page)
    page.wait_for_function("() => window.tablet.table.engine.pending.size === 0")


def held_at_a_first_throw(page: Page, games: list[str]) -> Held:
    """What is held after these games, with another one open."""
    for name in games:
        play(page, name)
    header, _events = read_record(GOLDEN / f"{GAMES[0]}.amr.jsonl")
    open_game(page, header)
    held = Memory(page).held()
    page.evaluate("() => window.tablet.endPractice()")
    return held


def grown(before: Held, after: Held) -> list[str]:
    """What has grown by more than it may."""
    return [
        f"{name}: {then:,} → {now:,}"
        for name, then, now in zip(Held._fields, before, after, strict=True)
        if name != "code" and now > then * (1 + MAX_GROWTH) + A_PANEL.get(name, 0)
    ]


def test_a_day_leaves_the_memory_as_it_was(page: Page) -> None:
    before = held_at_a_first_throw(page, GAMES)
    after = held_at_a_first_throw(page, GAMES)
    assert grown(before, after) == [], (before, after)
