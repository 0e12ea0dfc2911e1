"""What a referee does at a table besides the ordinary turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.holding import everybody_agrees
from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.three_players import (
    HEADER,
    PLAYERS,
    finish,
    say,
    tap,
    types,
)
from tests.e2e.touching import in_a_hurry, look_first
from tests.e2e.waiting import until_judged


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """A table of three at its first throw."""
    return open_table(HEADER)


def test_a_code_that_no_table_has_is_refused_in_words_and_once(table_page: Page) -> None:
    table_page.fill("input.code", "K7M2-000000")
    tap(table_page, "pair")
    expect(table_page.locator("#pairing-answer")).to_contain_text("This code is not known")
    expect(table_page.get_by_text("This code is not known")).to_have_count(1)
    assert table_page.evaluate("() => window.tablet.state.phase") == "unpaired"
    expect(table_page.locator("input.code")).to_have_value("K7M2-000000")


def test_a_link_that_pairs_nothing_is_refused_in_words(table_page: Page) -> None:
    table_page.evaluate("() => { location.hash = '#pair=of-no-table'; }")
    expect(table_page.locator(".page-notice")).to_contain_text("This code is not known")
    tap(table_page, "dismiss")
    expect(table_page.locator(".page-notice")).to_have_count(0)


def test_a_wrong_die_of_the_last_throw_takes_two_taps(page: Page) -> None:
    tap(page, "die-3-6")
    expect(page.locator('[data-tap="buy"]')).to_be_visible()
    tap(page, "undo")
    pressed(page, "die-3-6")
    tap(page, "die-3-5")
    expect(page.locator('[data-tap="player-p1"]')).to_be_visible()
    page.wait_for_function("() => window.tablet.state.view.players[0].square === 8")
    assert types(page) == ["roll", "undo", "roll"]


def test_what_was_taken_back_is_put_back_in_one_tap(page: Page) -> None:
    tap(page, "die-3-6", "buy")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    tap(page, "undo")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === null")
    tap(page, "put-back")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    assert types(page) == ["roll", "buy", "undo", "buy"]


@pytest.fixture
def slowly(page: Page) -> Iterator[Callable[[], None]]:
    """The tablet is slow to record, until this is called."""
    page.evaluate("""() => {
        const record = window.tablet.record.bind(window.tablet);
        const recorded = new Promise((go) => { window.go = go; });
        window.tablet.record = (event) => recorded.then(() => record(event));
    }""")
    yield lambda: page.evaluate("() => { window.go(); }")
    page.evaluate("() => { delete window.tablet.record; }")


def pressed(page: Page, *names: str) -> None:
    for name in names:
        expect(page.locator(f'[data-tap="{name}"]')).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("meant", "thrown"), [("die-done", [2, 5]), ("die-2-4", [2, 4])])
def test_a_throw_tapped_while_another_is_recorded_is_shown_before_it_counts(
    page: Page, slowly: Callable[[], None], meant: str, thrown: list[int]
) -> None:
    tap(page, "die-3-6", "die-2-5")
    pressed(page, "die-2-5")
    slowly()
    expect(page.locator('[data-tap="buy"]')).to_be_visible()
    pressed(page, "die-2-5")
    assert types(page) == ["roll"]
    tap(page, meant)
    page.wait_for_function("() => window.tablet.state.view.ledger.length === 3")
    assert played(page) == [["p1", [3, 6]], ["p2", thrown]]
    expect(page.locator('[data-tap="die-done"]')).to_have_count(0)


def test_a_die_tapped_too_early_for_no_throw_is_refused_in_words(
    page: Page, slowly: Callable[[], None]
) -> None:
    tap(page, "die-1-3", "die-1-2")
    slowly()
    expect(page.locator('[data-tap^="tax-"]').first).to_be_visible()
    say(page, "was not used. Tap it again")
    assert types(page) == ["roll"]


def test_what_is_taken_back_is_what_was_being_recorded(
    page: Page, slowly: Callable[[], None]
) -> None:
    first = {"type": "roll", "player": "p1", "dice": [1, 2]}
    page.evaluate("first => window.tablet.table.write([first])", first)
    tap(page, "die-3-6", "undo", "die-1-1")
    slowly()
    expect(page.locator('[data-tap="put-back"]')).to_be_visible()
    pressed(page, "die-3-6")
    say(page, "was not used. Tap it again")


def played(page: Page) -> list[Any]:
    """The throws in the log, each as player and dice."""
    found: list[Any] = page.evaluate("""() => window.tablet.state.view.ledger
        .filter((each) => each.type === "roll").map(({event}) => [event.player, event.dice])""")
    return found


def test_the_second_tap_of_a_bounce_is_not_a_second_undo(page: Page) -> None:
    tap(page, "die-3-6", "buy")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    page.evaluate("() => { window.patient = false }")
    look_first(page)
    # The second comes in the same moment, when all is done that the first one asked for.
    with in_a_hurry(page):
        tap(page, "undo")
        page.wait_for_function("() => window.tablet.state.view.squares[9].owner === null")
        until_judged(page)
        tap(page, "undo")
    until_judged(page)
    page.evaluate("() => { window.patient = true }")
    assert types(page) == ["roll", "buy", "undo"]


def test_an_offer_that_is_declined_leaves_the_screen_and_nothing_in_the_log(page: Page) -> None:
    tap(page, "die-3-6", "skip")
    expect(page.locator('[data-tap="buy"]')).to_have_count(0)
    assert types(page) == ["roll"]


def test_a_trade_that_the_rules_forbid_says_why_and_cannot_be_recorded(page: Page) -> None:
    tap(page, "trade")
    for caption in ("First player", "Second player"):
        say(page, caption)
    tap(page, "partner-p2", "give-cash", "give-amount-2", "give-amount-00")
    tap(page, "give-amount-0")
    expect(page.locator('[data-tap="trade-done"]')).to_be_disabled()
    expect(page.locator(".panel-foot [role=status]")).to_contain_text("Ada")
    tap(page, "give-amount-erase")
    expect(page.locator('[data-tap="trade-done"]')).to_be_enabled()
    tap(page, "trade-done", "trade-sure")
    page.wait_for_function("() => window.tablet.state.view.players[1].cash === 1700")


def test_a_refused_event_is_told_with_its_rule_and_keeps_the_screen(page: Page) -> None:
    tap(page, "die-3-6")
    expect(page.locator('[data-tap="buy"]')).to_be_visible()
    page.evaluate("""() => window.tablet.record = ((record) => (event) =>
        record({...event, player: 'p2'}))(window.tablet.record.bind(window.tablet))""")
    tap(page, "buy")
    page.evaluate("() => delete window.tablet.record")
    expect(page.locator('.panel [role="alert"]')).to_be_visible()
    expect(page.locator('[data-tap="buy"]')).to_be_visible()
    assert types(page) == ["roll"]


def test_counted_cash_is_compared_with_the_log_before_it_is_set(page: Page) -> None:
    tap(page, "more", "recount", "recount-p3", "counted-1", "counted-4", "counted-9", "counted-0")
    expect(page.locator(".panel-foot [role=status]")).to_contain_text("10")
    tap(page, "recount-done")
    page.wait_for_function("() => window.tablet.state.view.players[2].cash === 1490")


@pytest.fixture
def later(page: Page) -> Iterator[Callable[[int], None]]:
    """Sets the tablet's clock on, by so many milliseconds altogether."""
    page.evaluate("() => { window.right = Date.now }")
    yield lambda by: page.evaluate("by => { Date.now = () => window.right() + by }", by)
    page.evaluate("() => { Date.now = window.right }")


def test_time_is_asked_for_and_a_minute_later_insisted_on(
    page: Page, later: Callable[[int], None]
) -> None:
    later(7_205_000)
    expect(page.locator(".time-notice")).to_be_visible()
    expect(page.locator('[data-tap="die-1-1"]')).to_be_visible()
    later(7_265_000)
    expect(page.locator(".insistence")).to_be_visible()
    expect(page.locator('[data-tap="die-1-1"]')).to_be_hidden()
    tap(page, "time-first")
    expect(page.locator('[data-tap="die-1-1"]')).to_be_visible()
    tap(page, "call-time")
    expect(page.locator('[data-tap="adjusted-p1"]')).to_be_visible()
    assert types(page) == ["time"]


def test_without_any_judge_what_happens_is_written_down(page: Page) -> None:
    tap(page, "die-3-6")
    expect(page.locator('[data-tap="buy"]')).to_be_visible()
    page.evaluate("() => window.tablet.table.engine.fail('no memory')")
    say(page, "The rules are not available.")
    tap(page, "unjudged-buy", "write-buy")
    say(page, "Ada: Buys")
    tap(page, "writer-p2", "unjudged-roll", "die-1-2")
    say(page, "Ben: Throw 1 + 2")
    written = page.evaluate("() => window.tablet.table.outbox.logForEngine().map(row => row.event)")
    assert written[-2:] == [
        {"type": "buy", "player": "p1"},
        {"type": "roll", "player": "p2", "dice": [1, 2]},
    ]


def test_a_table_that_pauses_goes_on_though_nobody_can_judge(page: Page) -> None:
    tap(page, "more", "pause")
    page.evaluate("() => window.tablet.table.engine.fail('no memory')")
    say(page, "The rules are not available.")
    expect(page.locator('[data-tap^="die-"]')).to_have_count(0)
    tap(page, "resume")
    expect(page.locator('[data-tap="die-1-1"]')).to_be_visible()
    written = page.evaluate("() => window.tablet.table.outbox.logForEngine().map(row => row.event)")
    assert [event["type"] for event in written[-2:]] == ["pause", "resume"]


def test_hand_language_text_and_theme_belong_to_the_device(page: Page) -> None:
    def left_of(name: str) -> float:
        return float(page.locator(name).bounding_box()["x"])  # type: ignore[index]

    assert left_of(".board") < left_of(".panel")
    tap(page, "settings", "hand-left")
    page.wait_for_selector('html[data-hand="left"]')
    assert left_of(".panel") < left_of(".board")
    tap(page, "language-ru", "theme-dark", "text-130")
    page.wait_for_selector('html[lang="ru"][data-theme="dark"][data-text="130"]')
    expect(page.locator(".sheet-head h2")).to_have_text("Настройки")
    page.keyboard.press("Escape")
    expect(page.locator('[data-tap="undo"]')).to_have_text("Отменить")


def test_every_player_confirms_before_the_result_is_handed_in(page: Page) -> None:
    finish(page)
    everybody_agrees(page, ["p1", "p2", "p3"])
    page.wait_for_function("() => window.tablet.state.view.ledger.length === 13")
    assert types(page)[-3:] == ["confirm", "confirm", "confirm"]
    say(page, "The result is handed in.")
    say(page, "the result stays on this tablet")
    expect(page.locator('[data-tap^="agree-"]')).to_have_count(0)
    expect(page.locator('[data-tap="undo"]')).to_be_disabled()
    page.evaluate("() => window.tablet.undo('too late')")
    expect(page.locator(".page-notice")).to_contain_text("This game is closed")
    tap(page, "dismiss", "onward")
    expect(page.locator("input.code")).to_be_visible()


def test_a_disputed_result_of_a_practice_is_open_until_something_is_taken_back(page: Page) -> None:
    finish(page)
    everybody_agrees(page, ["p1"])
    tap(page, "dispute-p2", "dispute-send")
    say(page, "The chief referee has the result now.")
    say(page, "the result stays on this tablet")
    expect(page.locator('[data-tap^="agree-"]')).to_have_count(0)
    tap(page, "undo")
    page.locator('[data-tap^="undo-row-"]').click()
    expect(page.locator('[data-tap="circuit"]')).to_be_visible()
    tap(page, "circuit")
    expect(page.locator('[data-tap="give-p1"]')).to_be_visible()


def test_roles_are_thrown_for_tied_again_and_divided_evenly(
    open_table: OpenTable, table_page: Page
) -> None:
    header = {**HEADER, "players": [{**each, "role": None} for each in PLAYERS]}
    page = table_page
    page.evaluate("header => window.tablet.practise(header)", header)
    page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
    for name, first, second in (("Ada", 6, 4), ("Ben", 5, 5), ("Софья", 1, 2)):
        say(page, f"{name} throws")
        tap(page, f"die-{min(first, second)}-{max(first, second)}")
    say(page, "The highest throws are equal")
    for name, first, second in (("Ada", 1, 2), ("Ben", 6, 6)):
        say(page, f"{name} throws")
        tap(page, f"die-{min(first, second)}-{max(first, second)}")
    say(page, "Ben chooses a role")
    tap(page, "role-monopolist")
    say(page, "Софья chooses a role")
    tap(page, "role-competitor")
    say(page, "Ada chooses a role")
    tap(page, "role-monopolist")
    tap(page, "swap-p1", "swap-p3", "start")
    page.wait_for_selector(".game")
    order = page.evaluate(
        "() => window.tablet.state.view.players.map(each => [each.id, each.role])"
    )
    assert order == [["p2", "monopolist"], ["p3", "monopolist"], ["p1", "competitor"]]


def test_a_table_without_a_log_enters_its_final_position(page: Page) -> None:
    tap(page, "more", "final-position", "final-p1", "final-cash-4", "final-cash-5")
    tap(page, "final-deed-9", "more-9", "final-p2", "final-cash-7", "final-p3", "final-out")
    tap(page, "final-p2", "final-deed-12", "mortgaged-12", "final-done")
    expect(page.locator('[data-tap="adjusted-p1"]')).to_be_visible()
    view = page.evaluate("() => window.tablet.state.view")
    assert [(each["cash"], each["out"]) for each in view["players"]] == [
        (45, False),
        (7, False),
        (0, True),
    ]
    assert (view["squares"][9]["owner"], view["squares"][9]["improvements"]) == ("p1", 1)
    assert (view["squares"][12]["owner"], view["squares"][12]["mortgaged"]) == ("p2", True)


def test_the_final_position_can_be_changed_until_the_players_sign(page: Page) -> None:
    tap(page, "more", "final-position", "final-p1", "final-cash-4", "final-cash-5")
    tap(page, "final-p2", "final-cash-7", "final-p3", "final-out", "final-done")
    tap(page, "adjusted-p1", "more", "final-position", "final-p3", "final-out")
    tap(page, "final-p3", "final-cash-9", "final-p1", "final-deed-9", "final-done")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    view = page.evaluate("() => window.tablet.state.view")
    assert [(each["cash"], each["out"], each["adjusted"]) for each in view["players"]] == [
        (45, False, False),
        (7, False, False),
        (9, False, False),
    ]
    tap(
        page,
        "adjusted-p1",
        "adjusted-p2",
        "adjusted-p3",
        "count-skip",
        "retain",
        "circuit",
        "walk-all",
    )
    everybody_agrees(page, ["p1"])
    tap(page, "back", "more")
    expect(page.locator('[data-tap="final-position"]')).to_have_count(0)


def test_what_is_hardly_so_is_asked_and_recorded_when_it_is_right(page: Page) -> None:
    tap(page, "more", "final-position", "final-p1", "final-cash-1", "final-cash-9")
    tap(page, "final-cash-0", "final-cash-00", "final-p2", "final-cash-0")
    tap(page, "final-p3", "final-cash-5", "final-done")
    questions = page.locator(".panel-foot [role=alert]")
    expect(questions).to_contain_text("Together the players have $19,005")
    expect(questions).to_contain_text("has no cash at all")
    assert "time" not in types(page)
    tap(page, "final-unsure")
    expect(questions).to_have_count(0)
    tap(page, "final-done")
    tap(page, "final-sure")
    expect(page.locator('[data-tap="adjusted-p1"]')).to_be_visible()
