"""Mistakes are cheap: any line of the ledger is corrected where it was made, in a few taps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_taps import GOLDEN
from tests.e2e.tablet_screens.three_players import HEADER
from tests.e2e.waiting import until_drawn

PAST: list[dict[str, Any]] = [
    {"type": "roll", "player": "p1", "dice": [3, 6]},
    {"type": "roll", "player": "p2", "dice": [1, 2]},
    {"type": "buy", "player": "p2"},
    {"type": "roll", "player": "p3", "dice": [2, 6]},
    {"type": "roll", "player": "p1", "dice": [1, 3]},
    {"type": "roll", "player": "p2", "dice": [4, 1]},
]
SIZES = [
    pytest.param(((800, 1280), 130), id="portrait-130"),
    pytest.param(((1280, 800), 150), id="landscape-150"),
]


FORMS = {
    **dict.fromkeys(("roll", "card-dice"), '[data-tap^="line-die-"][aria-pressed="true"]'),
    "foundation": '[data-tap^="line-die-"][aria-pressed="true"]',
    "card": '[data-tap^="collect-"]',
    "income_tax": '[data-tap^="line-tax-"][aria-pressed="true"]',
    "trade": '[data-tap="trade-done"]',
    "circuit": '[data-tap^="line-"][aria-pressed="true"]',
    **{
        kind: f'[data-tap^="line-{kind}-"][aria-pressed="true"]'
        for kind in ("build", "sell", "mortgage", "redeem")
    },
}
"""What the form of an event has, filled in with it; the others have no form."""
START_SLOWLY = """() => {
  const { engine } = window.tablet.table;
  engine.load();
  const { worker } = engine;
  const { onmessage } = worker;
  const held = [];
  worker.onmessage = (message) => held.push(message);
  window.goOn = () => {
    worker.onmessage = onmessage;
    for (const message of held) onmessage.call(worker, message);
  };
}"""
"""The engine starts anew, and nothing is heard of it until `goOn` was called."""


class Finger:
    """Taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, *names: str) -> None:
        for name in names:
            self.page.locator(f'[data-tap="{name}"]:enabled').tap()
            self.taps += 1


@pytest.fixture
def finger(open_table: OpenTable) -> Finger:
    """At a table of three after six events."""
    page = open_table(HEADER)
    record(page, *PAST)
    return Finger(page)


@pytest.fixture(params=SIZES)
def sized(request: pytest.FixtureRequest, finger: Finger) -> Finger:
    """On tablets of several sizes, in several sizes of letters."""
    (width, height), text = request.param
    finger.page.set_viewport_size({"width": width, "height": height})
    finger.page.evaluate("text => window.tablet.setSettings({text})", text)
    return finger


def view(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("() => window.tablet.state.view")
    return found


def types(page: Page) -> list[str]:
    return [line["type"] for line in view(page)["ledger"]]


def wait_for(page: Page, kind: str) -> None:
    page.wait_for_function(
        "kind => window.tablet.state.view.ledger.at(-1).type === kind && "
        "!document.querySelector('.with-sheet')",
        arg=kind,
    )


def test_a_wrong_die_five_events_back_is_corrected_in_four_taps(sized: Finger) -> None:
    page = sized.page
    hint = page.get_by_text("Change above what was wrong.")
    sized.tap("ledger", "entry-3")
    expect(hint).to_be_visible()
    sized.tap("line-die-1-4")
    expect(hint).to_have_count(0)
    sized.tap("line-correct")
    wait_for(page, "revise")
    assert sized.taps == 4
    line = next(line for line in view(page)["ledger"] if line["n"] == 3)
    assert (line["event"]["dice"], line["corrected"]) == ([1, 4], True)


def test_a_sheet_opened_while_the_engine_starts_shows_its_form_once_it_runs(finger: Finger) -> None:
    page = finger.page
    finger.tap("ledger")
    entry = page.locator('[data-tap="entry-3"]')
    entry.wait_for()
    page.evaluate(START_SLOWLY)
    entry.tap()
    expect(page.get_by_text("Working it out")).to_be_visible()
    assert page.evaluate("() => window.tablet.state.judge") == "loading"
    page.evaluate("() => window.goOn()")
    expect(page.locator('[data-tap="line-die-1-4"]')).to_be_visible(timeout=60_000)


def test_what_no_longer_fits_is_shown_before_anything_changes(sized: Finger) -> None:
    page = sized.page
    sized.tap("ledger", "entry-3", "line-die-1-1")
    expect(page.locator(".sheet-body")).to_contain_text("no longer fit")
    expect(page.locator(".sheet-body")).to_contain_text("4 ")
    assert types(page)[-1] == "roll"
    sized.tap("line-correct")
    wait_for(page, "revise")
    assert view(page)["squares"][3]["owner"] is None


def test_a_purchase_forgotten_just_now_is_put_in_with_three_taps(finger: Finger) -> None:
    page = finger.page
    finger.tap("ledger", "entry-6", "line-bought")
    wait_for(page, "revise")
    assert finger.taps == 3
    assert view(page)["squares"][13]["owner"] == "p1"
    line = next(line for line in view(page)["ledger"] if line["n"] == 6)
    assert len(line["instead"]) == 2


def test_a_purchase_that_was_entered_is_not_forgotten(finger: Finger) -> None:
    finger.tap("ledger", "entry-3")
    expect(finger.page.locator('[data-tap="line-take-back"]')).to_be_visible()
    expect(finger.page.locator('[data-tap="line-bought"]')).to_have_count(0)


def test_a_forgotten_event_is_inserted_before_or_after_a_line(finger: Finger) -> None:
    page = finger.page
    finger.tap("ledger", "entry-5", "line-before", "forgotten-recount", "recount-p1")
    finger.tap("counted-9", "counted-0", "counted-1", "recount-done", "line-insert")
    wait_for(page, "revise")
    assert view(page)["players"][0]["cash"] == 901
    finger.tap("ledger", "entry-2", "line-after", "buy", "line-insert")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")


def test_a_line_is_taken_back_and_the_correction_too(finger: Finger) -> None:
    page = finger.page
    before = view(page)["players"]
    finger.tap("ledger", "entry-4", "line-take-back")
    expect(page.get_by_text("This entry is taken back.")).to_be_visible()
    expect(page.locator(".changes")).to_contain_text("$1,500")
    finger.tap("line-out")
    wait_for(page, "revise")
    assert finger.taps == 4
    assert view(page)["squares"][3]["owner"] is None
    finger.tap("undo")
    page.wait_for_function("() => window.tablet.state.view.squares[3].owner === 'p2'")
    assert view(page)["players"] == before
    assert types(page)[-2:] == ["revise", "revert"]


def test_only_the_last_correction_is_taken_back_on_its_line(finger: Finger) -> None:
    page = finger.page
    finger.tap("ledger", "entry-4", "line-take-back", "line-out")
    wait_for(page, "revise")
    record(page, {"type": "roll", "player": "p3", "dice": [1, 2]})
    why = page.get_by_text("A correction can be taken back while nothing recorded after it counts.")
    finger.tap("ledger", "entry-8")
    expect(why).to_be_visible()
    expect(page.locator('[data-tap="line-revert"]')).to_have_count(0)
    finger.tap("back", "back", "undo", "ledger", "entry-8", "line-revert")
    page.wait_for_function("() => window.tablet.state.view.squares[3].owner === 'p2'")
    finger.tap("ledger", "entry-8")
    expect(page.locator(".sheet-body")).to_contain_text("by 11")
    expect(page.locator('[data-tap="line-revert"]')).to_have_count(0)


def test_the_table_returns_to_a_moment_and_puts_it_all_back(finger: Finger) -> None:
    page = finger.page
    before = view(page)["players"]
    finger.tap("ledger", "entry-3", "line-back")
    expect(page.get_by_text("Everything after this entry is taken back.")).to_be_visible()
    finger.tap("line-return")
    wait_for(page, "revise")
    assert view(page)["offer"]["square"] == 3
    expect(page.get_by_text("Events 4 to 7 are taken back")).to_be_visible()
    finger.tap("revert-8")
    wait_for(page, "revert")
    assert view(page)["players"] == before


def test_something_else_happened(finger: Finger) -> None:
    page = finger.page
    finger.tap("ledger", "entry-4", "line-instead", "die-2-2")
    expect(page.locator(".changes")).to_contain_text("$1,500")
    finger.tap("line-correct")
    wait_for(page, "revise")
    assert view(page)["squares"][3]["owner"] is None
    line = next(line for line in view(page)["ledger"] if line["n"] == 4)
    assert (line["event"]["type"], line["event"]["dice"]) == ("roll", [2, 2])
    assert "throws 2 + 2" in line["instead"][0]


def test_several_events_come_in_the_place_of_one_and_one_of_them_goes_again(sized: Finger) -> None:
    page = sized.page
    steps = page.locator(".line-steps > li")
    sized.tap("ledger", "entry-2", "line-die-3-5")
    expect(page.locator('[data-tap="line-correct"]')).to_be_enabled()
    sized.tap("line-after", "buy", "line-after", "forgotten-recount", "recount-p1")
    sized.tap("counted-9", "counted-0", "recount-done")
    expect(steps).to_have_count(3)
    expect(steps.nth(1)).to_contain_text("buys")
    # Each has the form it was entered with, at its own moment.
    sized.tap("line-step-3-of-3", "counted-5", "recount-done")
    expect(page.locator(".changes")).to_contain_text("$925")
    sized.tap("line-step-1-of-3", "line-die-3-6")
    # As it was thrown: the others are put in.
    expect(page.locator('[data-tap="line-insert"]')).to_be_enabled()
    sized.tap("line-remove-3-of-3")
    expect(steps).to_have_count(2)
    expect(page.locator(".changes")).not_to_contain_text("$925")
    sized.tap("line-insert")
    wait_for(page, "revise")
    assert view(page)["squares"][9]["owner"] == "p1"
    line = next(line for line in view(page)["ledger"] if line["n"] == 2)
    assert len(line["instead"]) == 2


def test_several_events_that_stand_for_a_line_are_corrected_one_by_one(finger: Finger) -> None:
    page = finger.page
    finger.tap("ledger", "entry-2", "line-after", "buy", "line-insert")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    finger.tap("ledger", "entry-2", "line-step-1-of-2", "line-die-3-5")
    expect(page.locator(".changes")).to_be_visible()
    finger.tap("line-correct")
    page.wait_for_function("() => window.tablet.state.view.squares[8].owner === 'p1'")
    finger.tap("ledger", "entry-2", "line-remove-2-of-2", "line-correct")
    page.wait_for_function("() => window.tablet.state.view.squares[8].owner === null")


def test_an_event_that_does_not_fit_after_the_others_says_so(finger: Finger) -> None:
    page = finger.page
    finger.tap("ledger", "entry-2", "line-after", "buy", "line-step-1-of-2", "line-die-3-4")
    expect(page.locator('.sheet-body [role="status"] .notice.bad')).to_be_visible()
    expect(page.locator('[data-tap="line-correct"]')).to_be_disabled()
    finger.tap("line-remove-2-of-2")
    expect(page.locator('[data-tap="line-correct"]')).to_be_enabled()


def test_the_board_shows_the_moment_while_it_is_corrected(finger: Finger) -> None:
    page = finger.page
    finger.tap("ledger", "entry-2")
    cash = page.locator('[data-tap="player-p2"]')
    expect(cash).to_contain_text("$1,500")
    finger.tap("back", "back")
    expect(cash).not_to_contain_text("$1,500")


def test_every_event_of_a_game_has_its_form_and_what_is_fixed_says_so(
    open_table: OpenTable,
) -> None:
    header, events = read_record(GOLDEN / "12_us-wooden_two-hour_3p.amr.jsonl")
    page = open_table(header)
    record(page, events[0], {"type": "undo", "reason": "misread"}, *events)
    fixed = "Nothing on the board follows from this entry: there is nothing to correct."
    begun = "Seats, roles and the starting position: only the chief referee corrects these."
    for n, why in ((1, begun), (2, "taken back by 3"), (3, fixed)):
        open_line(page, n)
        expect(page.locator(".sheet-body > .quiet")).to_have_text(why)
        expect(page.locator('[data-tap="line-take-back"]')).to_have_count(0)
        close_line(page)
    seen: set[str] = set()
    for n, event in enumerate(events, 4):
        kind = event["type"] + ("-dice" if event["type"] == "card" and event.get("dice") else "")
        if kind in seen:
            continue
        seen.add(kind)
        open_line(page, n)
        expect(page.locator('[data-tap="line-take-back"]')).to_be_visible()
        form = page.locator(".sheet-body > .stack")
        if kind in FORMS:
            expect(form.locator(FORMS[kind]).first).to_be_visible()
        else:
            expect(form).to_have_count(0)
        close_line(page)
    assert len(seen) > 10
    assert seen - FORMS.keys() == {"adjusted", "buy", "pay_fine", "retain", "time"}


def open_line(page: Page, n: int) -> None:
    """Scroll to the line of the ledger and tap it."""
    page.locator('[data-tap="ledger"]').tap()
    entry = page.locator(f'[data-tap="entry-{n}"]')
    while not entry.count():
        page.locator("ol.ledger > li").last.scroll_into_view_if_needed()
        until_drawn(page)
    entry.tap()
    expect(page.locator(".line-told")).to_be_visible()


def close_line(page: Page) -> None:
    """Close the line's sheet and the ledger."""
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
