"""The ledger: found by player and by word, with the running cash, the whole game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_taps import GOLDEN
from tests.e2e.tablet_screens.three_players import HEADER, tap
from tests.e2e.waiting import until_drawn

LONG_GAME = "02_us-2011_two-hour_5p_recount"
LINE_PX = 42
"""A line of the ledger with its border."""
OPEN_ENTRY = """index => document.querySelectorAll('[data-tap^="entry-"]')[index].click()"""
COUNT_SOUNDS = """() => {
  window.sounds = 0;
  const { resume } = AudioContext.prototype;
  AudioContext.prototype.resume = function () {
    window.sounds += 1;
    return resume.call(this);
  };
}"""


@pytest.fixture
def long_game(open_table: OpenTable) -> Page:
    """A table at the end of a whole game."""
    header, events = read_record(GOLDEN / f"{LONG_GAME}.amr.jsonl")
    page = open_table(header)
    record(page, *events)
    return page


def entries(page: Page) -> list[str]:
    """The entries drawn, newest first."""
    return page.locator("ol.ledger > li").all_inner_texts()


def test_the_whole_game_is_read_by_scrolling(long_game: Page) -> None:
    page = long_game
    count = page.evaluate("() => window.tablet.state.view.ledger.length")
    assert count > 150
    tap(page, "ledger")
    expect(page.locator("ol.ledger > li").first).to_be_visible()
    assert len(entries(page)) < count / 2
    first = page.get_by_text("The game starts")
    for _ in range(100):
        if first.count():
            break
        page.locator("ol.ledger > li").last.scroll_into_view_if_needed()
        until_drawn(page)
    expect(first).to_be_visible()
    expect(page.locator("ol.ledger > li")).to_have_count(count)


def test_entries_are_found_by_player_and_by_words(long_game: Page) -> None:
    page = long_game
    tap(page, "ledger", "ledger-of-p1")
    name = page.evaluate("() => window.tablet.state.view.players[0].name")
    found = entries(page)
    assert found
    assert all(name in text for text in found[1:])
    last = page.locator("ol.ledger > li").nth(1)
    before = last.bounding_box()
    assert before
    assert before["height"] <= LINE_PX
    page.locator('[data-tap="ledger-search"]').fill("card")
    expect(page.locator("ol.ledger > li").first).to_contain_text("card")
    assert all("card" in text for text in entries(page))
    page.locator('[data-tap="ledger-search"]').fill("a word that nobody says")
    expect(page.get_by_text("No entry is like this.")).to_be_visible()
    expect(page.locator("ol.ledger > li")).to_have_count(0)


def test_an_entry_tells_its_throw_and_the_cash_after_it(open_table: OpenTable) -> None:
    page = open_table({**HEADER, "edition": "us-wooden", "position": {"squares": {"p1": 0}}})
    gamble = {"type": "card", "player": "p1", "effect": "gamble 7 collect 75", "dice": [6, 4]}
    record(page, {"type": "roll", "player": "p1", "dice": [1, 1]}, gamble)
    tap(page, "ledger")
    entry = page.locator("ol.ledger > li").first
    expect(entry).to_contain_text("throws 6 + 4")
    expect(entry.locator(".running-cash")).to_contain_text("$1,575")


def test_what_was_taken_back_says_by_what(open_table: OpenTable) -> None:
    page = open_table(HEADER)
    tap(page, "die-3-6", "undo")
    page.wait_for_function("() => window.tablet.state.view.ledger.length === 3")
    tap(page, "ledger")
    expect(page.locator("ol.ledger > li").nth(1)).to_contain_text("taken back by 3")


def test_entries_that_are_read_leave_nothing_behind_that_sounds(long_game: Page) -> None:
    long_game.evaluate(COUNT_SOUNDS)
    long_game.locator('[data-tap="ledger"]').click()
    for index in range(6):
        long_game.evaluate(OPEN_ENTRY, index)
        expect(long_game.locator(".line-told")).to_be_visible()
        long_game.mouse.move(1, 1)
        long_game.evaluate("() => document.dispatchEvent(new PointerEvent('pointerup'))")
        long_game.locator('[data-tap="back"]').click()
    assert long_game.evaluate("() => window.sounds") == 0
