"""Nothing has to be guessed: amounts, reasons, seats, cities, trades and tries are in sight."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import REACH
from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_taps import GOLDEN
from tests.e2e.tablet_screens.three_players import HEADER, expect_parties, tap, types
from tests.e2e.waiting import until_drawn

ADA, BEN = "\u2068Ada\u2069", "\u2068Ben\u2069"
SIZES = [(1280, 800), (800, 1280)]
LOOKS = """signs => signs.map(each => {
  const { backgroundImage, backgroundSize, borderRadius } = getComputedStyle(each);
  return [backgroundImage, backgroundSize, borderRadius].join(" ");
})"""
"""How the style sheet draws each."""
STREETS = (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29, 31, 32, 34)


def at(open_table: OpenTable, position: dict[str, Any], **header: Any) -> Page:
    return open_table({**HEADER, "position": position, **header})


def in_sight(page: Page, name: str) -> bool:
    """Whether the middle of a control can be tapped without scrolling."""
    found: bool = page.evaluate(
        """name => {
          const each = document.querySelector(`[data-tap="${name}"]`);
          const { left, right, top, bottom } = each.getBoundingClientRect();
          const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return each.contains(there) || Boolean(there?.contains(each));
        }""",
        name,
    )
    return found


def enlarge(page: Page, size: tuple[int, int], text: int) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("text => window.tablet.setSettings({text})", text)
    page.wait_for_selector(f'html[data-text="{text}"]')
    until_drawn(page)


@pytest.mark.parametrize("size", SIZES)
def test_several_houses_are_built_in_one_go_and_taken_back_at_once(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    page = at(open_table, {"cash": {"p1": 400}, "deeds": {"1": {"owner": "p1"}}})
    enlarge(page, size, 100)
    tap(page, "deeds")
    for name, words, amount in (
        ("build-1", "+1 house −$50", "−$50"),
        ("build-1-2", "+2 houses −$100", "−$100"),
        ("build-1-3", "+3 houses −$150", "−$150"),
    ):
        build = page.locator(f'[data-tap="{name}"]')
        expect(build).to_have_attribute("aria-label", words)
        expect(build.locator("b")).to_have_text(amount)
    tap(page, "build-1-2")
    page.wait_for_function("() => window.tablet.state.view.squares[1].improvements === 2")
    assert types(page) == ["build"]
    expect(page.locator(".player-strip")).to_contain_text("$300")
    sold = page.locator('[data-tap="sell-1"]')
    expect(sold).to_have_attribute("aria-label", "−1 house +$25")
    expect(sold.locator("b")).to_have_text("+$25")
    expect(page.locator(".standing .house")).to_have_count(2)
    tap(page, "undo")
    page.wait_for_function("() => window.tablet.state.view.squares[1].improvements === 0")


def test_the_adjustment_builds_several_in_one_go_and_calls_an_estimate_one(
    open_table: OpenTable,
) -> None:
    deeds = {"1": {"owner": "p1"}, "12": {"owner": "p1"}}
    page = at(open_table, {"cash": {"p1": 400}, "deeds": deeds})
    page.evaluate("() => window.tablet.record({type: 'time'})")
    expect(page.locator(".final-now strong")).to_have_text("about $74")
    expect(page.locator('[data-tap="option-build-1-2"] b')).to_have_text("−$100")
    tap(page, "option-build-1-2")
    page.wait_for_function("() => window.tablet.state.view.squares[1].improvements === 2")
    tap(page, "adjuster-p2")
    expect(page.locator(".final-now strong")).not_to_contain_text("about")
    tap(page, "deeds", "of-p1")
    expect(page.locator(".deeds")).to_contain_text("rent about $28")


def test_a_debt_says_what_is_missing_and_what_each_deed_would_raise(
    open_table: OpenTable,
) -> None:
    deeds = {"39": {"owner": "p2"}, "5": {"owner": "p1"}}
    page = at(open_table, {"cash": {"p1": 10}, "deeds": deeds, "squares": {"p1": 36}})
    tap(page, "die-1-2")
    missing = page.locator(".missing")
    expect(missing).to_contain_text(f"{ADA} owes {BEN} $40: Wall Street (R9")
    expect(missing).to_contain_text(f"{ADA} has $10: still missing $30")
    panel = page.locator(".panel").inner_text()
    assert (panel.count("$40"), panel.count("still missing"), panel.count("owes")) == (1, 1, 1)
    expect(missing).to_contain_text("Mortgaging all deeds brings $100.")
    expect(page.locator('[data-tap="mortgage-5"]')).to_contain_text("+$100")


@pytest.mark.parametrize(("size", "text"), [((1280, 800), 150), ((800, 1280), 100)])
def test_what_covers_a_debt_at_the_least_loss_is_recorded_in_one_tap(
    open_table: OpenTable, size: tuple[int, int], text: int
) -> None:
    deeds = {"39": {"owner": "p2"}, "1": {"owner": "p1", "improvements": 1}}
    page = at(open_table, {"cash": {"p1": 0}, "deeds": deeds, "squares": {"p1": 36}})
    enlarge(page, size, text)
    tap(page, "die-1-2")
    missing = page.locator(".missing")
    expect(missing).to_contain_text("At the least loss: Basin Street: −1 house +$25")
    expect(missing).to_contain_text("Basin Street: Mortgage +$30")
    assert in_sight(page, "raise-p1-55")
    tap(page, "raise-p1-55")
    page.wait_for_function("() => window.tablet.state.view.dues.length === 0")
    assert types(page) == ["roll", "sell", "mortgage"]
    tap(page, "undo")
    page.wait_for_function("() => !window.tablet.state.view.squares[1].mortgaged")


def test_who_owes_in_the_middle_of_a_turn_is_told_to_raise_cash_and_not_to_throw(
    open_table: OpenTable,
) -> None:
    """The fine of the third turn was more than the cash: the throw comes after the debt."""
    header, events = read_record(next(GOLDEN.glob("06*.amr.jsonl")))
    page = open_table(header)
    fined = next(n for n, event in enumerate(events) if event["type"] == "bankrupt")
    record(page, *events[:fined])
    page.wait_for_function("() => window.tablet.state.view.dues.length === 1")
    assert page.evaluate("() => window.tablet.state.view.open.kind") == "throw"
    expect(page.locator(".task")).to_have_text("Has to raise cash")


@pytest.mark.parametrize(("edition", "words"), [("eu-fr", "€"), ("ru-2014", "€")])
def test_every_amount_of_a_card_has_the_sign_of_the_currency(
    open_table: OpenTable, edition: str, words: str
) -> None:
    page = at(open_table, {}, edition=edition)
    tap(page, "die-1-1")
    amounts = page.locator(".amount-row .choice").filter(has_not_text="…")
    expect(amounts.first).to_contain_text(words)
    for amount in amounts.all():
        expect(amount).to_contain_text(words)


def test_what_cannot_be_bought_or_built_says_why(open_table: OpenTable) -> None:
    deeds = {"37": {"owner": "p2"}}
    page = at(open_table, {"cash": {"p1": 37}, "deeds": deeds})
    tap(page, "die-2-3")
    expect(page.locator(".entry")).to_contain_text("Cannot buy: $37 of $200")
    assert "may buy" not in page.locator(".panel").inner_text()
    expect(page.locator('[data-tap="buy"]')).to_have_count(0)
    tap(page, "deeds", "of-p2")
    reason = page.locator(".deeds .reason")
    expect(reason).to_contain_text("Cannot build: two unmortgaged streets of New York are needed")


def test_a_trade_that_the_edition_forbids_says_so(open_table: OpenTable) -> None:
    page = at(open_table, {}, edition="eu-fr")
    tap(page, "player-p1")
    expect(page.locator(".reason").first).to_contain_text("Cannot trade")
    tap(page, "back", "trade")
    expect(page.locator(".sheet-body")).to_have_text(re.compile("^Cannot trade: .*no trades"))
    expect(page.locator('[data-tap="trade-done"]')).to_have_count(0)


def test_by_city_too_it_is_said_why_nobody_deals(open_table: OpenTable) -> None:
    page = at(open_table, {"deeds": {"1": {"owner": "p2"}, "3": {"owner": "p2"}}})
    tap(page, "square-1")
    expect(page.locator(".reason")).to_contain_text("Cannot build now: it is not the turn of")


def test_an_adjustment_says_why_there_is_nothing_to_change(open_table: OpenTable) -> None:
    page = at(open_table, {"cash": {"p1": 10}, "deeds": {"1": {"owner": "p1", "mortgaged": True}}})
    page.evaluate("() => window.tablet.record({type: 'time'})")
    tap(page, "adjuster-p1")
    panel = page.locator(".panel")
    expect(panel).to_contain_text("Nothing left to change")
    expect(panel.locator(".why-not")).to_contain_text("Cannot redeem: $10 of $33")
    tap(page, "adjuster-p2")
    expect(panel).to_contain_text("Without deeds there is nothing to build")


def test_what_was_taken_back_reads_so_at_a_glance(open_table: OpenTable) -> None:
    page = at(open_table, {"deeds": {"1": {"owner": "p1"}}})
    record(page, {"type": "mortgage", "player": "p1", "square": 1})
    tap(page, "undo")
    told = page.locator('[data-tap="put-back"]').locator("xpath=..")
    expect(told.locator("s")).to_have_text(f"{ADA} mortgages Basin Street")
    assert page.locator(".panel").inner_text().count("mortgages Basin Street") == 1
    page.reload()
    page.wait_for_selector(".game")
    page.evaluate(REACH)
    expect(page.locator(".last-event-head")).to_have_text(
        f"Taken back: {ADA} mortgages Basin Street"
    )
    expect(page.locator(".last-event-head s")).to_be_visible()
    expect(page.locator(".last-event")).not_to_contain_text("The last event is taken back")


@pytest.mark.parametrize(("size", "text"), [((1280, 800), 150), ((800, 1280), 130)])
def test_the_cash_keypad_is_in_sight_however_many_deeds(
    open_table: OpenTable, size: tuple[int, int], text: int
) -> None:
    deeds = {str(square): {"owner": f"p{1 + 2 * (square % 2)}"} for square in STREETS}
    page = at(open_table, {"deeds": deeds}, mode="A")
    enlarge(page, size, text)
    tap(page, "trade", "partner-p3")
    keys = ["give-cash", "take-cash", "trade-done"]
    assert [name for name in keys if not in_sight(page, name)] == []
    tap(page, "give-cash")
    keys += [f"give-amount-{key}" for key in ("1", "9", "00", "erase")]
    assert [name for name in keys if not in_sight(page, name)] == []
    tap(page, "back", "more", "recount", "recount-p1", "counted-1", "counted-00")
    strip = page.locator(".player-strip")
    expect(strip).to_contain_text("$1,500")
    expect(strip).to_be_in_viewport()
    keys = ["counted-1", "counted-9", "counted-erase", "recount-done"]
    page.wait_for_selector(".panel-foot [role=status]")
    assert [name for name in keys if not in_sight(page, name)] == []


@pytest.mark.parametrize(
    ("sheet", "cash"),
    [
        (("player-p1",), ["$1,500"]),
        (("deeds", "of-p1"), ["$1,500"]),
        (("deeds", "by-city", "city-New Orleans"), ["$1,500", "$900"]),
        (("trade",), ["$1,500", "$900", "$1,500"]),
        (("more", "recount", "recount-p2"), ["$900"]),
        (("more", "leave", "leaver-p2"), ["$900"]),
    ],
    ids=lambda value: "-".join(value),
)
def test_cash_and_deeds_of_whom_a_sheet_is_about_are_in_sight_on_an_upright_tablet(
    open_table: OpenTable, sheet: tuple[str, ...], cash: list[str]
) -> None:
    deeds = {"1": {"owner": "p1"}, "3": {"owner": "p2"}}
    page = at(open_table, {"cash": {"p2": 900}, "deeds": deeds})
    enlarge(page, (800, 1280), 130)
    tap(page, *sheet)
    strips = page.locator(".player-strip")
    expect(strips.locator(".cash")).to_have_text(cash)
    for strip in strips.all():
        expect(strip).to_be_in_viewport(ratio=1)
        expect(strip).to_contain_text("deed")


def test_a_recount_says_what_was_logged_wrongly_and_nobody_pays(open_table: OpenTable) -> None:
    page = at(open_table, {"cash": {"p1": 910}})
    tap(page, "more", "recount", "recount-p1", "counted-1", "counted-1", "counted-4", "counted-0")
    verdict = page.locator(".panel-foot [role=status]")
    expect(verdict).to_have_text("$230 too little logged: set to $1,140.")
    tap(page, "recount-done")
    told = page.locator(".last-event")
    expect(told).to_contain_text(f"$230 too little logged for {ADA}: set to $1,140")
    expect(told).not_to_contain_text("pays")


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_players_sit_clockwise_in_the_order_of_play_each_with_a_sign(
    open_table: OpenTable, seats: int
) -> None:
    names = ["Ada", "Ben", "Chloé", "Дмитрий", "Eve", "Fay"][:seats]
    players = [
        {"id": f"p{n}", "name": name, "role": ("competitor", "monopolist")[n % 2]}
        for n, name in enumerate(names, 1)
    ]
    page = at(open_table, {}, players=players)
    order = page.evaluate(
        """() => {
          const middle = document.querySelector(".players").getBoundingClientRect();
          const x = (middle.left + middle.right) / 2;
          const y = (middle.top + middle.bottom) / 2;
          return [...document.querySelectorAll(".player")].map((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            // Clockwise from straight below, as seats are counted at a table.
            const angle = Math.atan2(x - (left + right) / 2, (top + bottom) / 2 - y);
            return ((angle + 2 * Math.PI + 0.9) % (2 * Math.PI));
          });
        }"""
    )
    assert order == sorted(order)
    drawn = page.locator(".player .sign").evaluate_all(LOOKS)
    assert len(set(drawn)) == seats
    for player, looks in zip(players, drawn, strict=True):
        tap(page, f"player-{player['id']}")
        assert page.locator(".player-strip .sign").evaluate_all(LOOKS) == [looks]
        tap(page, "back")


@pytest.mark.parametrize("size", SIZES)
def test_a_trade_is_read_out_asked_about_when_lopsided_and_its_city_announced(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    deeds = {"1": {"owner": "p1"}, "5": {"owner": "p1"}, "3": {"owner": "p2"}}
    page = at(open_table, {"deeds": deeds}, mode="A")
    enlarge(page, size, 100)
    tap(page, "trade", "partner-p2", "give-1", "give-5")
    read = page.locator(".read-out")
    expect(read).to_contain_text(f"{ADA} gives {BEN} 2 deeds (Basin Street and U.S. Railroad).")
    expect(read).to_contain_text(f"{BEN} gives {ADA} nothing.")
    expect(read).to_contain_text(f"{BEN} now monopolises New Orleans")
    tap(page, "trade-done")
    question = page.locator(".panel-foot [role=alert]")
    expect(question).to_contain_text("worth $260 by listed prices and gets $0. Is that right?")
    assert types(page) == []
    tap(page, "trade-sure")
    expect(page.locator(".last-event")).to_contain_text(f"{BEN} now monopolises New Orleans")
    assert types(page) == ["trade"]
    for square in (1, 3):
        expect(page.locator(f".at-{square}.monopoly .crown")).to_have_count(1)
    held = page.locator('[data-tap="player-p2"] [role=img]')
    expect(held).to_have_attribute("aria-label", "monopolises New Orleans")


def test_an_even_trade_is_not_asked_about(open_table: OpenTable) -> None:
    page = at(open_table, {"deeds": {"5": {"owner": "p1"}, "15": {"owner": "p2"}}})
    tap(page, "trade", "partner-p2", "give-5", "take-15", "trade-done")
    page.wait_for_function("() => window.tablet.state.view.squares[5].owner === 'p2'")


def test_a_trade_that_was_taken_back_is_not_half_entered(open_table: OpenTable) -> None:
    page = at(open_table, {"deeds": {"5": {"owner": "p1"}, "15": {"owner": "p2"}}})
    tap(page, "trade", "partner-p2", "give-5", "take-15", "trade-done")
    page.wait_for_function("() => window.tablet.state.view.squares[5].owner === 'p2'")
    tap(page, "undo")
    page.wait_for_function("() => window.tablet.state.view.squares[5].owner === 'p1'")
    tap(page, "trade", "partner-p2")
    expect(page.locator('[data-tap="give-5"]')).to_have_attribute("aria-pressed", "false")


def test_a_deed_tapped_on_the_board_says_who_the_other_trader_is(open_table: OpenTable) -> None:
    page = at(open_table, {"deeds": {"5": {"owner": "p1"}, "15": {"owner": "p3"}}})
    tap(page, "trade", "square-15")
    expect_parties(page, "Ada", "Софья")
    expect(page.locator('[data-tap="take-15"]')).to_have_attribute("aria-pressed", "true")
    tap(page, "give-5", "trade-done")
    page.wait_for_function("() => window.tablet.state.view.squares[15].owner === 'p1'")


def test_prison_and_price_war_show_which_try_it_is(open_table: OpenTable) -> None:
    page = at(open_table, {"prison": ["p1", "p2"]})
    expect(page.locator(".task")).to_contain_text("In price war · 1st\u00a0of\u00a03\u00a0turns")
    ben = page.locator('[data-tap="player-p2"] small')
    expect(ben).to_have_text("In prison · 1st\u00a0of\u00a03\u00a0turns")
    tap(page, "die-1-2")
    expect(page.locator(".task")).to_contain_text("In prison · 1st\u00a0of\u00a03\u00a0turns")
    tap(page, "die-1-4", "die-1-2")
    expect(ben).to_have_text("In prison · 2nd\u00a0of\u00a03\u00a0turns")


def test_who_was_let_out_of_prison_in_a_final_position_is_not_shown_there(
    open_table: OpenTable,
) -> None:
    page = at(open_table, {"prison": ["p2"]})
    released = page.evaluate(
        """async () => {
          const { BoardEntry } = await import("/static/tablet/screens/board_entry.js");
          const entry = new BoardEntry();
          const { players } = window.tablet.state.view;
          return [players, entry.players(players)].map((each) => each[1].confinement);
        }"""
    )
    assert released == ["In prison · 1st\u00a0of\u00a03\u00a0turns", None]


SITTING = """() => [...document.querySelectorAll(".deeds [data-tap]")]
    .map((each) => [each.dataset.tap, each.getBoundingClientRect()])
    .map(([name, { left, top }]) => [name, Math.round(left), Math.round(top)])"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_deeds_show_names_and_buttons_at_once_and_stay_when_one_builds(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    players = [
        {"id": f"p{n}", "name": name, "role": ("competitor", "monopolist")[n % 2 == 0]}
        for n, name in enumerate(["Ada", "Ben", "Chloé Marchand", "Дмитрий", "Eve", "Fay"], 1)
    ]
    deeds = {str(square): {"owner": "p1"} for square in (1, 5, 6, 8)}
    page = at(open_table, {"deeds": deeds}, players=players, mode="A")
    enlarge(page, size, 100)
    tap(page, "deeds")
    page.locator('[data-tap="build-1-5"]').wait_for()
    for name in ("of-p1", "of-p6", "rents-1", "build-1", "build-1-5"):
        assert in_sight(page, name), name
    before = {name: place for name, *place in page.evaluate(SITTING)}
    tap(page, "build-1")
    expect(page.locator('[data-tap="sell-1"]')).to_be_visible()
    expect(page.locator(".deed .reason").first).to_contain_text("Cannot mortgage")
    after = {name: place for name, *place in page.evaluate(SITTING)}
    # A level stays where it is, under the name of how many are still to be built.
    renamed = {f"build-1-{n}": f"build-1-{n - 1}" for n in range(3, 6)} | {"build-1-2": "build-1"}
    others = {name: name for name in before if not name.startswith(("build-1", "mortgage-1"))}
    moved = {old: new for old, new in (others | renamed).items() if after[new] != before[old]}
    assert moved == {}
