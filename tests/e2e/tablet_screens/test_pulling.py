"""What a finger pulls over the board: a deed onto a player, another deed or what may be done to it,
a pawn onto a square. Each of it by taps as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, record
from tests.e2e.tablet_screens.three_players import HEADER, expect_parties, types
from tests.e2e.touching import Hand, centre, fingers, in_a_hurry, look_first, tap
from tests.e2e.waiting import until_judged

SIZES = [(1280, 800), (800, 1280)]
DEEDS = {"5": {"owner": "p1"}, "15": {"owner": "p3"}, "1": {"owner": "p1"}}
LAST = "() => window.tablet.state.view.ledger.at(-1).event"


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def page(open_table: OpenTable, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A table of three with deeds of two of them, under a finger whose taps come when they come."""
    page = open_table({**HEADER, "position": {"deeds": DEEDS}})
    width, height = request.param
    page.set_viewport_size({"width": width, "height": height})
    page.locator('[data-tap="die-1-2"]').wait_for()
    page.evaluate("() => { window.patient = false; }")
    look_first(page)
    yield page
    page.evaluate("() => { window.patient = true; }")


def lift(page: Page, hand: Hand, from_: str) -> None:
    """The finger comes down there, and pulls it off its place."""
    x, y = centre(page, from_)
    hand.down((x, y))
    hand.draw((x + 30, y))
    page.locator(".pulled").wait_for()


def drawn(page: Page, hand: Hand, from_: str, to: str) -> None:
    """The finger comes down there, and is now over the other."""
    lift(page, hand, from_)
    look_first(page)
    hand.draw(middle(page, to))


def middle(page: Page, selector: str) -> tuple[float, float]:
    if not selector.startswith("["):
        return centre(page, selector)
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(page: Page, from_: str, to: str) -> None:
    with fingers(page) as hand:
        drawn(page, hand, from_, to)
        hand.up()
    expect(page.locator(".pulled, .pull-menu")).to_have_count(0)


def pressed(page: Page, *names: str) -> None:
    for name in names:
        expect(page.locator(f'[data-tap="{name}"]')).to_have_attribute("aria-pressed", "true")


def settled_tap(page: Page, *names: str) -> None:
    """Taps of one who looks before each."""
    for name in names:
        page.locator(f'[data-tap="{name}"]').wait_for()
        look_first(page)
        tap(page, name)


def test_a_deed_pulled_onto_a_player_is_a_trade_but_for_its_price(page: Page) -> None:
    pull(page, "square-5", "player-p2")
    expect_parties(page, "Ada", "Ben")
    pressed(page, "give-5", "take-cash")
    settled_tap(page, "take-amount-1", "take-amount-5", "take-amount-0", "trade-done")
    page.wait_for_function("() => window.tablet.state.view.squares[5].owner === 'p2'")
    event = page.evaluate(LAST)
    assert (event["give"], event["take"]) == (
        {"cash": 0, "deeds": [5]},
        {"cash": 150, "deeds": []},
    )


def test_a_deed_pulled_onto_another_players_is_an_exchange(page: Page) -> None:
    pull(page, "square-1", "square-15")
    expect_parties(page, "Ada", "Софья")
    pressed(page, "give-1", "take-15")
    # 60 for 200: who gives the cheaper deed adds the cash.
    pressed(page, "give-cash")
    assert types(page) == []


def test_a_deed_pulled_onto_what_may_be_done_to_it_is_one_row(page: Page) -> None:
    pull(page, "square-1", '[data-drop="build-1-2"]')
    page.wait_for_function("() => window.tablet.state.view.squares[1].improvements === 2")
    assert types(page) == ["build"]
    pull(page, "square-5", '[data-drop="mortgage-5"]')
    page.wait_for_function("() => window.tablet.state.view.squares[5].mortgaged")
    settled_tap(page, "undo")
    page.wait_for_function("() => !window.tablet.state.view.squares[5].mortgaged")
    assert page.evaluate("() => window.tablet.state.view.squares[1].improvements") == 2


def nothing(page: Page) -> None:
    until_judged(page)
    expect(page.locator('.pulled, .pull-menu, [data-tap="back"]')).to_have_count(0)
    assert types(page) == []


def let_go_at_once(page: Page, hand: Hand) -> None:
    with in_a_hurry(page):
        lift(page, hand, "square-1")
        hand.draw(middle(page, '[data-drop="build-1"]'))
        hand.up()


def let_go_beside(page: Page, hand: Hand) -> None:
    drawn(page, hand, "square-1", "undo")
    hand.up()


def put_back_by_the_keyboard(page: Page, hand: Hand) -> None:
    drawn(page, hand, "square-1", '[data-drop="build-1"]')
    page.keyboard.press("Escape")
    hand.up()


def disturbed_by_another_finger(page: Page, hand: Hand) -> None:
    drawn(page, hand, "square-1", '[data-drop="build-1"]')
    hand.down(centre(page, "undo"))
    hand.up()


def onto_its_owner(page: Page, hand: Hand) -> None:
    drawn(page, hand, "square-1", "player-p1")
    hand.up()


@pytest.mark.parametrize(
    "slip",
    [
        let_go_at_once,
        let_go_beside,
        put_back_by_the_keyboard,
        disturbed_by_another_finger,
        onto_its_owner,
    ],
)
def test_a_pull_that_nobody_meant_does_nothing(
    page: Page, slip: Callable[[Page, Hand], None]
) -> None:
    with fingers(page) as hand:
        slip(page, hand)
    nothing(page)


def test_the_same_trade_is_begun_by_tapping_the_deed(page: Page) -> None:
    settled_tap(page, "square-5", "trade-of-5")
    pressed(page, "trader-p1")
    settled_tap(page, "partner-p2")
    pressed(page, "give-5", "take-cash")


def test_the_one_who_is_on_turn_is_whom_a_deed_is_given_to(page: Page) -> None:
    settled_tap(page, "die-1-2")
    page.wait_for_function("() => window.tablet.state.view.onTurn === 'p1'")
    settled_tap(page, "square-15", "trade-of-15")
    expect_parties(page, "Софья", "Ada")
    pressed(page, "give-15", "take-cash")


BY_HAND: dict[str, Any] = {**HEADER, "edition": "us-wooden"}


def test_a_pawn_pulled_to_a_square_goes_where_the_card_says(open_table: OpenTable) -> None:
    page = open_table(BY_HAND)
    page.evaluate("() => { window.patient = false; }")
    record(page, {"type": "roll", "player": "p1", "dice": [3, 4]})
    page.locator('[data-tap="card-goto"]').wait_for()
    look_first(page)
    pull(page, "square-7", "square-24")
    page.wait_for_function("() => window.tablet.state.view.players[0].square === 24")
    assert page.evaluate(LAST)["effect"] == "goto 24"
    page.evaluate("() => { window.patient = true; }")
