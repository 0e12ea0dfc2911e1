"""Whose decision is open, and what cannot happen by one slip."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.holding import everybody_agrees
from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.three_players import HEADER, PLAYERS, finish, types
from tests.e2e.touching import hold, tap
from tests.e2e.waiting import until_judged

HOLD_RECORDING = """() => {
  const { table } = window.tablet;
  const record = table.exclusive.bind(table);
  const held = new Promise((goOn) => { window.goOn = goOn; });
  table.exclusive = async (work) => { await held; return record(work); };
}"""
"""What is tapped from now on is recorded once `goOn` was called."""
SIZES = [(1280, 800, 130), (800, 1280, 150)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}-{size[2]}")
def page(open_table: OpenTable, request: pytest.FixtureRequest) -> Page:
    """A table of three at its first throw, in each size."""
    width, height, text = request.param
    page = open_table(HEADER)
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("text => window.tablet.setSettings({text})", text)
    return page


def head(page: Page, text: str) -> None:
    expect(page.locator(".turn-head")).to_contain_text(text)


def told(page: Page, text: str) -> None:
    expect(page.locator(".panel .scroll")).to_contain_text(text)


def test_the_head_says_who_decides_and_a_throw_ends_the_offer(page: Page) -> None:
    tap(page, "die-3-6")
    head(page, "Ada")
    head(page, "may buy Hollywood Boulevard for $120")
    expect(page.locator(".entry")).to_contain_text("Throwing for Ben ends the offer")
    tap(page, "die-1-3")
    told(page, "does not buy Hollywood Boulevard")
    tap(page, "undo")
    told(page, "Taken back:")
    head(page, "may buy Hollywood Boulevard for $120")
    expect(page.locator('[data-tap="die-1-3"][aria-pressed="true"]')).to_be_visible()
    tap(page, "buy")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    head(page, "Ben")
    assert types(page) == ["roll", "roll", "undo", "buy"]
    tap(page, "undo")
    told(page, "Taken back:")


def test_a_sheet_that_is_opened_while_an_entry_is_recorded_stays(page: Page) -> None:
    tap(page, "die-3-6")
    head(page, "may buy Hollywood Boulevard for $120")
    page.evaluate(HOLD_RECORDING)
    tap(page, "buy", "trade")
    page.evaluate("() => window.goOn()")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    until_judged(page)
    expect(page.locator('[data-tap="trader-p1"]')).to_be_visible()


def test_time_is_called_by_a_hold_and_taken_back_until_the_first_adjustment(page: Page) -> None:
    tap(page, "die-3-6", "more")
    expect(page.locator(".time-section")).to_contain_text("Calling time ends play")
    tap(page, "time")
    until_judged(page)
    assert types(page) == ["roll"]
    hold(page, "time")
    expect(page.locator('[data-tap="adjusted-p1"]')).to_be_visible()
    tap(page, "undo")
    expect(page.locator('[data-tap="die-1-1"]')).to_be_visible()
    assert types(page) == ["roll", "time", "undo"]
    tap(page, "more")
    hold(page, "time")
    tap(page, "adjusted-p1")
    expect(page.locator('[data-tap="adjusted-p2"]')).to_be_visible()
    tap(page, "undo")
    expect(page.locator(".sheet-body")).to_contain_text("This takes back:")
    assert types(page)[-1] == "adjusted"
    page.locator('[data-tap^="undo-row-"]').tap()
    expect(page.locator('[data-tap="adjusted-p1"]')).to_be_visible()
    assert types(page)[-1] == "undo"


def test_back_closes_the_sheet_and_leaving_asks(page: Page) -> None:
    tap(page, "settings", "unpair")
    expect(page.locator(".sheet-body")).to_contain_text("is gone then")
    page.evaluate("() => history.back()")
    expect(page.locator('[data-tap="unpair"]')).to_be_visible()
    page.evaluate("() => history.back()")
    expect(page.locator('[data-tap="die-1-1"]')).to_be_visible()
    assert page.evaluate("() => getComputedStyle(document.body).overscrollBehaviorY") == "none"


def test_back_closes_a_sheet_where_deeper_ones_were_closed_by_hand(page: Page) -> None:
    tap(page, "settings", "unpair", "back", "back", "settings")
    expect(page.locator('[data-tap="unpair"]')).to_be_visible()
    page.evaluate("() => history.back()")
    expect(page.locator('[data-tap="unpair"]')).to_have_count(0)


EDITION = "window.tablet.table.record.edition.code"


def scan(page: Page, link: str) -> None:
    """A code is scanned with the tablet's camera, which opens its link in the app."""
    page.evaluate("link => { location.hash = link; }", link)


def test_a_code_of_another_table_asks_before_an_unfinished_one_is_left(page: Page) -> None:
    tap(page, "die-3-6")
    expect(page.locator('[data-tap="buy"]')).to_be_visible()
    game = page.evaluate("() => window.tablet.state.table.game")
    for link in ("#pair=of-no-table", "#practice=eu-fr"):
        scan(page, link)
        question = page.locator(".other-table")
        expect(question).to_contain_text("Open on this tablet: Practice table")
        expect(question).to_contain_text("is gone then")
        tap(page, "link-open")
        until_judged(page)
        expect(question).to_be_visible()
        tap(page, "link-stay")
        expect(page.locator('[data-tap="buy"]')).to_be_visible()
        expect(page.locator(".page-notice")).to_have_count(0)
    assert page.evaluate("() => window.tablet.state.table.game") == game
    assert types(page) == ["roll"]
    scan(page, "#practice=eu-fr")
    hold(page, "link-open")
    page.wait_for_function(f"() => {EDITION} === 'eu-fr'")
    expect(page.locator(".other-table")).to_have_count(0)


def test_a_table_with_nothing_entered_opens_a_code_at_once(table_page: Page) -> None:
    players = [{**each, "role": None} for each in PLAYERS]
    table_page.evaluate("header => window.tablet.practise(header)", {**HEADER, "players": players})
    table_page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
    scan(table_page, "#practice=eu-fr")
    table_page.wait_for_function(f"() => {EDITION} === 'eu-fr'")
    expect(table_page.locator(".other-table")).to_have_count(0)


def test_a_code_opens_at_once_where_the_result_is_handed_in(open_table: OpenTable) -> None:
    page = open_table(HEADER)
    finish(page)
    scan(page, "#practice=eu-fr")
    expect(page.locator(".other-table")).to_be_visible()
    tap(page, "link-stay")
    everybody_agrees(page, ["p1", "p2", "p3"])
    page.wait_for_function("() => window.tablet.state.table.finalised")
    scan(page, "#practice=eu-fr")
    page.wait_for_function(f"() => {EDITION} === 'eu-fr'")
    expect(page.locator(".other-table")).to_have_count(0)


def test_a_screen_readers_first_tap_on_what_is_held_lapses(page: Page) -> None:
    tap(page, "more")
    button = page.locator('[data-tap="time"]')
    button.wait_for()
    button.evaluate("each => each.click()")
    expect(button).to_have_attribute("data-armed", "")
    expect(button).not_to_have_attribute("data-armed", "", timeout=20_000)
    assert types(page) == []
