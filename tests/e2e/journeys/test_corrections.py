"""Corrections by the table, with and without a network, as the server has them in the end."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from referee.log.chief import append_chief
from referee.log.verify import faults_of
from referee.models import GameLog
from tests.e2e.journeys.hall import CONFIRMED, HEADER, Hall, TabletScreen, begin, log_of
from tests.e2e.journeys.test_chief import BUY, NEXT, ROLL
from tests.e2e.keyboard import press, reach
from tests.e2e.waiting import until
from tests.referee.log.test_append import send
from tests.referee.tables import golden, log_events, paired
from tournament.models import Table


@pytest.mark.spine
def test_what_the_table_corrects_offline_is_in_the_log_once_the_network_is_back(
    hall: Hall,
    new_table: Callable[..., Table],
    new_tablet: Callable[..., TabletScreen],
    device: BrowserContext,
) -> None:
    table = new_table(HEADER)
    tablet = new_tablet(device)
    begin(hall, table, tablet)
    tablet.enter(ROLL, BUY, NEXT)
    tablet.badge(CONFIRMED)
    device.set_offline(True)
    tap(tablet, "ledger", "entry-2", "line-die-3-5", "line-correct")
    owns(tablet, 8)
    tap(tablet, "ledger", "entry-3", "line-take-back", "line-out")
    owns(tablet, None)
    tap(tablet, "undo")
    owns(tablet, 8)
    device.set_offline(False)
    tablet.badge(CONFIRMED)
    *before, correction, out, back = log_of(table)
    assert before == [ROLL, BUY, NEXT]
    assert correction["replacement"] == [{**ROLL, "dice": [3, 5]}]
    assert (out["type"], out["replacement"]) == ("revise", [])
    assert (back["type"], back["seq"]) == ("revert", 6)
    assert faults_of(GameLog.objects.get(table=table)) == []
    tablet.open()
    tablet.judged_here()
    owns(tablet, 8)


def test_what_the_chief_corrected_is_not_undone_at_the_table_and_undo_says_why(
    hall: Hall,
    new_table: Callable[..., Table],
    new_tablet: Callable[..., TabletScreen],
    device: BrowserContext,
) -> None:
    table = new_table(HEADER)
    tablet = new_tablet(device)
    begin(hall, table, tablet)
    tablet.enter(ROLL, BUY)
    tablet.badge(CONFIRMED)
    seen = {"type": "revise", "seq": 3, "replacement": [BUY], "reason": "seen"}
    assert append_chief(game_id=GameLog.objects.get(table=table).pk, event=seen, by="Chief") == ()
    tablet.page.wait_for_function("() => window.tablet.state.view.undo?.refusal")
    notice = tablet.page.locator(".unread-notice")
    expect(notice).to_contain_text("Chief (chief referee): Event 3 is corrected: seen")
    chief = hall.go(reverse("chief:game", args=[GameLog.objects.get(table=table).pk]))
    expect(chief.locator("#event-4")).to_contain_text("not read at the table yet")
    tap(tablet, "understood")
    expect(notice).to_have_count(0)
    until(lambda: log_of(table)[-1] == {"type": "understood", "through": 4})
    chief.reload()
    expect(chief.locator("#event-4")).to_contain_text("read at the table")
    expect(chief.locator("#event-4")).not_to_contain_text("not read")
    tap(tablet, "undo")
    expect(tablet.page.locator(".sheet-body")).to_have_text(
        "The chief referee corrected event 3: only the chief referee can change it now."
    )
    tap(tablet, "back")
    tablet.enter(NEXT)
    tap(tablet, "undo")
    tablet.badge(CONFIRMED)
    until(lambda: [event["type"] for event in log_of(table)][-2:] == ["roll", "undo"])
    owns(tablet, 9)
    # What the table itself corrected is named as it counts once the chief has corrected another.
    tablet.enter(NEXT)
    tap(tablet, "ledger", "entry-8", "line-die-2-6", "line-correct")
    until(lambda: log_of(table)[-1]["type"] == "revise")
    assert append_chief(game_id=GameLog.objects.get(table=table).pk, event=seen, by="Chief") == ()
    tablet.page.wait_for_function("() => window.tablet.state.view.undo?.kind === 'undo'")
    tap(tablet, "undo")
    expect(tablet.page.locator(".panel .notice-text")).to_contain_text("throws 2 + 6")
    tap(tablet, "put-back")
    until(lambda: log_of(table)[-1] == {**NEXT, "dice": [2, 6]})


def test_a_server_that_does_not_answer_costs_the_chief_nothing_of_a_correction(
    hall: Hall, new_table: Callable[..., Table]
) -> None:
    """The deeds of an earlier moment tell their rents, and a question lost on the way is asked
    again."""
    lines = golden("01")
    writer = paired(new_table(lines[0]))
    send(writer, *writer.made_of(*log_events(lines)[:4]))
    page = hall.go(reverse("chief:correct", args=[writer.game, 2]))
    tap_on(page, "line-instead", "forgotten-deeds", "by-city", "rents-1")
    expect(page.locator(".sheet-body table")).to_be_visible()
    page.route("**/ask/", lambda route: route.abort())
    tap_on(page, "back", "back", "die-1-1")
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    page.unroute("**/ask/")
    tap_on(page, "ask-again")
    expect(page.locator('[data-tap="line-correct"]')).to_be_enabled()
    expect(page.get_by_text("The server does not answer.")).to_have_count(0)


def test_the_chief_corrects_a_log_and_takes_it_back_by_keyboard_alone(
    hall: Hall, new_table: Callable[..., Table]
) -> None:
    """From the control room to what is logged, and back: no finger, no mouse."""
    lines = golden("01")
    table, events = new_table(lines[0]), log_events(lines)[:4]
    writer = paired(table)
    send(writer, *writer.made_of(*events))
    page = hall.go(reverse("chief:now", args=[table.round.event.slug]))
    press(page, "Table 1", "link")
    open_sheet(page)
    page.keyboard.press("Escape")
    # Back to where the event stands in the log: its link is the next.
    expect(page).to_have_url(re.compile(r"/games/[^/]+/#event-3$"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Correct : event 3")).to_be_focused()
    open_sheet(page)
    press_tap(page, "line-die-2-5")
    press_tap(page, "line-correct")
    press(page, "Log the correction")
    expect(page.get_by_text("The correction is in the log.")).to_be_visible()
    assert log_of(table)[-1]["replacement"] == [{"type": "roll", "player": "p02", "dice": [2, 5]}]
    press(page, "Take back : event 5", "link")
    press(page, "Log the correction")
    expect(page.get_by_text("Correction 5 is taken back").first).to_be_visible()
    # With what no longer fitted after it.
    assert log_of(table)[-1]["replacement"] == events[2:]


def open_sheet(page: Page) -> None:
    """The sheet of the third event, from the log."""
    press(page, "Correct : event 3", "link")
    press(page, "Correct it where it was entered", "link")
    expect(page.locator('[data-tap="line-die-2-5"]')).to_be_visible()


def press_tap(page: Page, tap: str) -> None:
    """Reach a control of a sheet by Tab, and press it."""
    reach(page, page.locator(f'[data-tap="{tap}"]:enabled'))
    page.keyboard.press("Enter")


def tap(tablet: TabletScreen, *names: str) -> None:
    tap_on(tablet.page, *names)


def tap_on(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'[data-tap="{name}"]:enabled').click()


def owns(tablet: TabletScreen, square: int | None) -> None:
    """Wait until Ada's only deed is this one."""
    tablet.page.wait_for_function(
        """square => {
          const { squares } = window.tablet.state.view;
          return (squares.find((each) => each.owner === "p01")?.square ?? null) === square;
        }""",
        arg=square,
    )
