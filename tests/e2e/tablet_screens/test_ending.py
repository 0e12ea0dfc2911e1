"""The end of a game: the circuit is paid out in sight of all, and each player signs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.holding import HOLD_MS, everybody_agrees, hold
from tests.e2e.tablet_screens.conftest import OpenTable, record
from tests.e2e.tablet_screens.three_players import HEADER, say, tap, types
from tests.e2e.touching import look_first
from tests.e2e.waiting import outlast_timers, until_judged

DEEDS = {"9": "p1", "12": "p2", "14": "p1", "15": "p2", "16": "p1"}
POSITION: dict[str, Any] = {
    "cash": {"p1": 500, "p2": 700, "p3": 20},
    "deeds": {
        square: {"owner": owner, "improvements": 0, "mortgaged": False}
        for square, owner in DEEDS.items()
    },
    "prison": [],
}
SIZES = [((1280, 800), 150), ((800, 1280), 130)]
ARMED_MS = 5_000
"""How long a button waits for the second tap."""
AT_LEISURE = """(armed) => {
  const real = window.setTimeout;
  window.setTimeout = (work, milliseconds, ...given) =>
    real(work, milliseconds === armed ? 60_000 : milliseconds, ...given);
  window.hurryAgain = () => { window.setTimeout = real; };
}"""


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """A table of three whose circuit is to be paid out."""
    page = open_table({**HEADER, "position": POSITION})
    record(
        page,
        {"type": "time"},
        *({"type": "adjusted", "player": player} for player in ("p1", "p2", "p3")),
        {"type": "retain"},
        {"type": "circuit", "dice": {"12": [3, 4]}},
    )
    expect(page.locator('[data-tap="paid-1"]')).to_be_visible()
    return page


@contextmanager
def second_tap_at_leisure(page: Page) -> Iterator[None]:
    """A screen reader's first tap waits for the second however slow the machine is."""
    page.evaluate(AT_LEISURE, ARMED_MS)
    try:
        yield
    finally:
        page.evaluate("() => window.hurryAgain()")


def cash(page: Page) -> dict[str, int]:
    """What the players round the board are shown to have, by name."""
    shown = page.locator(".player").all()
    return {
        each.locator(".name").inner_text(): int(
            each.locator(".cash").inner_text().strip("$").replace(",", "")
        )
        for each in shown
    }


def figures(page: Page) -> Any:
    """The stops of the circuit and what each player ends with."""
    return page.evaluate("() => window.tablet.statementLines()")


def test_the_result_is_the_step_only_once_the_circuit_is_paid_out(page: Page) -> None:
    current = page.locator('.steps [aria-current="step"]')
    expect(current).to_have_text("Circuit")
    tap(page, "walk-all")
    expect(current).to_have_text("Result")


def test_cash_moves_stop_by_stop_as_it_is_paid(page: Page) -> None:
    lines = figures(page)
    stops = lines["circuit"]
    kept = {"Ada": 50, "Ben": 140, "Софья": 2}
    assert cash(page) == kept
    names = {"p1": "Ada", "p2": "Ben", "p3": "Софья"}
    for number, stop in enumerate(stops[:2], 1):
        tap(page, f"paid-{number}")
        expect(page.locator(f'[data-tap="back-{number}"]')).to_be_visible()
        kept[names[stop["owner"]]] += stop["amount"]
        assert cash(page) == kept
    tap(page, "back-2")
    expect(page.locator('[data-tap="paid-2"]')).to_be_visible()


def test_every_stop_is_a_row_and_the_next_one_is_in_sight(page: Page) -> None:
    stops = figures(page)["circuit"]
    names = {"p1": "Ada", "p2": "Ben"}
    tap(page, "paid-1", "paid-2")
    expect(page.locator('[data-tap="paid-3"]')).to_be_visible()
    rows = page.locator(".stops tbody tr")
    for number, (row, stop) in enumerate(zip(rows.all(), stops, strict=True)):
        told = [cell.inner_text() for cell in row.locator("td").all()]
        assert names[stop["owner"]] in told[0]
        assert told[1] == f"+${stop['amount']}"
        assert told[2] == (f"${stop['cash']}" if number < 2 else "–")
    expect(page.locator('.stops [aria-current="step"]')).to_be_in_viewport(ratio=1)
    expect(rows.nth(2)).to_have_attribute("aria-current", "step")
    figure = page.locator(".stop .money-figure strong")
    expect(figure).to_have_text(f"${stops[2]['amount']}")
    expect(figure).to_have_css("font-size", "48px")


def test_all_stops_of_one_player_are_paid_in_one_tap_and_all_the_rest_in_one(page: Page) -> None:
    lines = figures(page)
    owner = lines["circuit"][0]["owner"]
    total = next(each["total"] for each in lines["players"] if each["id"] == owner)
    name = {"p1": "Ada", "p2": "Ben"}[owner]
    tap(page, f"paid-all-{owner}-1")
    expect(page.locator('[data-tap^="paid-all-"]')).to_be_visible()
    assert cash(page)[name] == total
    tap(page, "walk-all")
    expect(page.locator('[data-tap="give-p1"]')).to_be_visible()
    totals = {each["id"]: each["total"] for each in lines["players"]}
    assert cash(page) == {"Ada": totals["p1"], "Ben": totals["p2"], "Софья": totals["p3"]}


def test_each_player_reads_their_own_lines_and_holds_their_own_name(page: Page) -> None:
    tap(page, "walk-all", "give-p1")
    expect(page.locator(".sheet-head h2")).to_have_text("Give the tablet to Ada")
    own = next(each for each in figures(page)["players"] if each["id"] == "p1")
    rows = page.locator(".statement-lines tbody tr")
    expect(rows).to_have_count(len(own["lines"]))
    for row, line in zip(rows.all(), own["lines"], strict=True):
        assert row.locator("td").last.inner_text() == f"${line['sum']:,}"
    page.locator('[data-tap="agree-p1"]').click()
    page.locator('[data-tap="agree-p1"]').click(delay=300)
    outlast_timers(page, HOLD_MS)
    until_judged(page)
    assert "confirm" not in types(page)
    hold(page, "agree-p1")
    expect(page.locator(".sheet-head h2")).to_have_text("Give the tablet to Ben")
    assert types(page)[-1] == "confirm"
    hold(page, "agree-p2")
    expect(page.locator('[data-tap="agree-p3"]')).to_be_visible()
    assert page.evaluate("() => window.tablet.state.gameState") == "finished"
    hold(page, "agree-p3")
    say(page, "The result is handed in.")


def test_a_name_is_held_by_key_and_tapped_twice_by_a_screen_reader(page: Page) -> None:
    tap(page, "walk-all", "give-p1")
    page.locator('[data-tap="agree-p1"]').focus()
    page.keyboard.down("Enter")
    expect(page.locator('[data-tap="agree-p2"]')).to_be_visible()
    page.keyboard.up("Enter")
    agree = "() => document.querySelector('[data-tap=agree-p2]').click()"
    with second_tap_at_leisure(page):
        page.evaluate(agree)
        until_judged(page)
        expect(page.locator('[data-tap="agree-p2"]')).to_be_visible()
        look_first(page)
        page.evaluate(agree)
    expect(page.locator('[data-tap="agree-p3"]')).to_be_visible()


def test_the_referee_confirms_for_a_player_only_with_a_reason(page: Page) -> None:
    tap(page, "walk-all")
    everybody_agrees(page, ["p1"])
    tap(page, "absent-p2")
    expect(page.locator('[data-tap="in-place-done"]')).to_be_disabled()
    tap(page, "in-place-left", "in-place-done")
    expect(page.locator('[data-tap="agree-p3"]')).to_be_visible()
    confirmed = page.evaluate(
        "() => window.tablet.state.view.ledger.map(each => each.event).slice(-2)"
    )
    assert [(each["player"], each.get("reason")) for each in confirmed] == [
        ("p1", None),
        ("p2", "Has left the table"),
    ]


def test_a_player_who_disagrees_says_so_on_their_own_screen(page: Page) -> None:
    tap(page, "walk-all")
    everybody_agrees(page, ["p1"])
    tap(page, "dispute-p2", "dispute-rent", "dispute-send")
    say(page, "The chief referee has the result now.")
    assert types(page)[-1] == "dispute"


@pytest.mark.parametrize(("size", "text"), SIZES)
def test_the_name_to_hold_is_in_sight_at_every_size(
    page: Page, size: tuple[int, int], text: int
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("text => window.tablet.setSettings({text})", text)
    for name in ("paid-1", "walk-all"):
        expect(page.locator(f'[data-tap="{name}"]')).to_be_in_viewport(ratio=1)
    tap(page, "walk-all", "give-p1")
    for name in ("agree-p1", "dispute-p1", "absent-p1"):
        expect(page.locator(f'[data-tap="{name}"]')).to_be_in_viewport(ratio=1)
    expect(page.locator(".own-total")).to_be_in_viewport(ratio=1)
