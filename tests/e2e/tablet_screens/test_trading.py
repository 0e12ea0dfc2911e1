"""A trade: the parties in a line, the deeds framed on the board, a keypad that stays."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.test_glance import at, enlarge, in_sight
from tests.e2e.tablet_screens.three_players import tap
from tests.e2e.waiting import until_drawn

SIZES = [(1280, 800), (800, 1280), (390, 844)]
STREETS = [1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29, 31, 32, 34, 37, 39]
TOP = "name => document.querySelector(`[data-tap='${name}']`).getBoundingClientRect().top"


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """Six players; every street is owned, in turn, and the first has a house."""
    names = ["Ada", "Ben", "Chloé Marchand-Delacroix", "Дмитрий", "Eve", "Fay"]
    players = [
        {"id": f"p{n}", "name": name, "role": ("competitor", "monopolist")[n % 2 == 0]}
        for n, name in enumerate(names, 1)
    ]
    deeds: dict[str, dict[str, Any]] = {
        str(square): {"owner": f"p{1 + place % 6}"} for place, square in enumerate(STREETS)
    }
    deeds["1"]["improvements"] = 1
    return at(open_table, {"deeds": deeds}, mode="A", players=players)


def squares(page: Page, state: str) -> set[int]:
    """The squares that the board shows in a state."""
    found = page.locator(f".square.{state}").evaluate_all(
        "found => found.map(each => Number(each.dataset.tap.replace('square-', '')))"
    )
    return set(found)


def test_the_board_frames_the_deeds_that_may_be_given_and_those_that_are(page: Page) -> None:
    tap(page, "trade")
    assert squares(page, "tradable") == set()
    tap(page, "partner-p2")
    expect(page.locator(".square.tradable")).to_have_count(7)
    assert squares(page, "tradable") == {13, 23, 32} | {3, 14, 24, 34}
    expect(page.locator(".on-board")).to_be_visible()
    tap(page, "square-13", "square-34")
    expect(page.locator('.square.traded[aria-pressed="true"]')).to_have_count(2)
    assert squares(page, "traded") == {13, 34}
    tap(page, "square-13")
    expect(page.locator(".square.traded")).to_have_count(1)


def test_players_fold_to_one_line_once_both_are_chosen(page: Page) -> None:
    tap(page, "trade")
    expect(page.locator(".parties .choice")).to_have_count(6 + 5)
    tap(page, "partner-p3")
    expect(page.locator(".parties")).to_have_count(0)
    names = page.locator(".trade-side .party .name")
    expect(names).to_have_text(["Ada", "Chloé Marchand-Delacroix"])
    tap(page, "give-13", "change-trader", "trader-p1")
    expect(page.locator(".parties")).to_have_count(0)
    # Who looked at the row and changed nothing has lost nothing.
    expect(page.locator('[data-tap="give-13"]')).to_have_attribute("aria-pressed", "true")
    tap(page, "change-partner")
    expect(page.locator('[data-tap="partner-p3"]')).to_be_focused()
    tap(page, "partner-p5")
    expect(page.locator(".parties")).to_have_count(0)
    expect(names).to_have_text(["Ada", "Eve"])
    tap(page, "take-29", "change-trader", "trader-p5")
    expect(page.locator(".parties .choice")).to_have_count(6 + 5)
    tap(page, "partner-p2")
    expect(page.locator('.trade-side [aria-pressed="true"]')).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_the_keypad_stays_where_it_is_from_the_first_deed_to_the_question(
    page: Page, size: tuple[int, int]
) -> None:
    enlarge(page, size, 100)
    tap(page, "trade", "partner-p3", "give-cash")
    stands = page.evaluate(TOP, "give-amount-1")
    for name in ("give-13", "take-6", "give-amount-2", "give-amount-00", "trade-done"):
        tap(page, name)
        until_drawn(page)
        assert page.evaluate(TOP, "give-amount-1") == stands, name
    expect(page.locator(".panel-foot [role=alert]")).to_be_visible()
    assert page.evaluate(TOP, "give-amount-1") == stands
    tap(page, "give-amount-00", "give-amount-00")
    expect(page.locator(".panel-foot [role=status]")).to_be_visible()
    assert page.evaluate(TOP, "give-amount-1") == stands


@pytest.mark.parametrize(
    ("size", "given", "taken"),
    [((1280, 800), "square-32", "square-29"), ((800, 1280), "give-32", "take-29")],
)
def test_two_deeds_and_cash_take_seven_taps_beside_the_digits_all_in_sight(
    page: Page, size: tuple[int, int], given: str, taken: str
) -> None:
    enlarge(page, size, 100)
    taps = ["trade", "partner-p5", given, taken, "give-cash", "trade-done", "trade-sure"]
    for name in taps:
        page.locator(f'[data-tap="{name}"]:enabled').wait_for()
        assert in_sight(page, name), name
        tap(page, name)
        if name == "give-cash":
            tap(page, "give-amount-3", "give-amount-00")
    page.wait_for_function("() => window.tablet.state.view.squares[32].owner === 'p5'")
    cash = page.evaluate("() => window.tablet.state.view.players.map(({ cash }) => cash)")
    assert [cash[0], cash[4]] == [1200, 1800]
