"""Every player's cash is counted before retention, on one screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, record
from tests.e2e.tablet_screens.three_players import HEADER, say, tap, types

POSITION = {"cash": {"p1": 500, "p2": 700, "p3": 20}}
SIZES = [((1280, 800), 150), ((800, 1280), 130)]


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """A table of three, all adjusted."""
    page = open_table({**HEADER, "position": POSITION})
    adjusted = ({"type": "adjusted", "player": player} for player in ("p1", "p2", "p3"))
    record(page, {"type": "time"}, *adjusted)
    expect(page.locator('[data-tap="count-done"]')).to_be_visible()
    return page


def events(page: Page, count: int) -> list[dict[str, Any]]:
    """The last events of the log."""
    found: list[dict[str, Any]] = page.evaluate(
        "count => window.tablet.state.view.ledger.map(each => each.event).slice(-count)", count
    )
    return found


def test_all_are_counted_on_one_screen_and_only_what_differs_is_set(page: Page) -> None:
    expect(page.locator('[data-tap="retain"]')).to_have_count(0)
    expect(page.locator('[data-tap="count-done"]')).to_be_disabled()
    tap(page, "count-same-p1")
    tap(page, "count-cash-p2-6", "count-cash-p2-9", "count-cash-p2-0")
    say(page, "10 too much logged")
    tap(page, "count-p3", "count-none-p3", "count-done")
    expect(page.locator('[data-tap="retain"]')).to_be_visible()
    assert events(page, 4) == [
        {
            "type": "recount",
            "player": "p2",
            "cash": 690,
            "reason": "Cash counted before retention",
        },
        {"type": "cash_count", "player": "p1", "cash": 500},
        {"type": "cash_count", "player": "p2", "cash": 690},
        {"type": "cash_count", "player": "p3"},
    ]
    tap(page, "retain", "circuit")
    page.locator('[data-tap="lines-p3"]').click()
    say(page, "Cash before retention, not counted")
    page.locator('[data-tap="lines-p2"]').click()
    say(page, "Cash before retention, counted")


def test_half_a_count_outlives_a_look_elsewhere_and_the_rest_may_be_left_out(page: Page) -> None:
    tap(page, "count-same-p1", "count-cash-p2-7", "more", "back")
    expect(page.locator(".keypad-figure")).to_have_text("$7")
    tap(page, "count-cash-p2-erase", "count-skip")
    expect(page.locator('[data-tap="retain"]')).to_be_visible()
    assert [each.get("cash") for each in events(page, 3)] == [500, None, None]
    assert "recount" not in types(page)


def test_a_recount_after_the_count_asks_for_it_again(page: Page) -> None:
    tap(page, "count-skip")
    expect(page.locator('[data-tap="retain"]')).to_be_visible()
    tap(page, "more", "recount", "recount-p3", "counted-3", "counted-0", "recount-done")
    expect(page.locator('[data-tap="count-done"]')).to_be_visible()


@pytest.mark.parametrize(("size", "text"), SIZES)
def test_the_keypad_and_the_way_on_are_within_reach(
    page: Page, size: tuple[int, int], text: int
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("text => window.tablet.setSettings({text})", text)
    tap(page, "count-cash-p1-5", "count-cash-p1-0", "count-cash-p1-0", "count-p2")
    tap(page, "count-same-p2", "count-same-p3")
    done = page.locator('[data-tap="count-done"]')
    expect(done).to_be_in_viewport(ratio=1)
    expect(done).to_be_enabled()
    for control in page.locator(".panel button:visible").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 56
