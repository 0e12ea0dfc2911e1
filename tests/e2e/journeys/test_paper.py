"""A table that played on paper: one person types the final position by keyboard, another compares
it and confirms, and the public reads its statement."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import give_session, sign_in
from tests.golden.test_golden import GOLDEN, name
from tests.present import present
from tests.referee.chief.views.test_position import table_for
from tests.referee.records.test_final_position import typed_from
from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.models import Event, EventRole, Membership, Result

Shot = Callable[[Page, str], None]
GAME = next(path for path in GOLDEN if name(path) == "34_ru-2014_two-hour_6p")


@pytest.fixture
def other_page(browser: Browser, live_server: Any, transactional_db: None) -> Iterator[Page]:
    """The page of somebody who will be the event's chief referee."""
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")
    client = Client()
    client.force_login(User.objects.create_user("otto"))
    give_session(context, client, live_server.url)
    yield context.new_page()
    context.close()


@pytest.mark.spine
def test_a_position_is_typed_by_keyboard_and_confirmed_by_another(
    page: Page, other_page: Page, live_server: Any, shot: Shot
) -> None:
    header, typed, game = typed_from(GAME)
    table_for(header)
    otto = User.objects.get(username="otto")
    Membership.objects.create(event=Event.objects.get(), person=otto, role=EventRole.CHIEF_REFEREE)
    sign_in(page.context, live_server.url)
    page.goto(f"{live_server.url}/organise/open/results/")
    page.get_by_role("link", name="Round 1, table 1").click()
    ids = list(game.state.ids)
    type_players(page, typed, ids)
    type_deeds(page, typed, ids)
    see_a_fault(page, shot)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="What follows from it")).to_be_visible()
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        shot(page, f"position-{width}")
    assert not Result.objects.exists()
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_text("No table waits to be typed.")).to_be_visible()
    confirm(other_page, live_server.url, shot)
    statement = present(Result.objects.get().statement)
    assert statement["players"][0]["before_retention"] == typed.cash["p1"]
    page.goto(f"{live_server.url}/e/open/r/1/t/1/")
    expect(page.get_by_text("From paper")).to_be_visible()
    expect(page.get_by_role("heading", name="Statement")).to_be_visible()


def type_players(page: Page, typed: Any, ids: list[str]) -> None:
    """Down the column of cash, with Enter; then who is in prison."""
    # Until its scripts run, Enter leads nowhere.
    page.wait_for_load_state()
    page.get_by_label("Player 1: Cash").focus()
    for player in ids:
        page.keyboard.type(str(typed.cash[player]))
        page.keyboard.press("Enter")
    for player in typed.confined:
        box = page.get_by_label(f"Player {ids.index(player) + 1}: In prison")
        box.focus()
        page.keyboard.press("Space")


def type_deeds(page: Page, typed: Any, ids: list[str]) -> None:
    """Down the column of owners by the numbers of their seats, then what stands on each."""
    owners = page.locator(".position-deeds select")
    owners.first.focus()
    for number in range(owners.count()):
        square = int((owners.nth(number).get_attribute("name") or "")[4:].split("-")[0])
        expect(owners.nth(number)).to_be_focused()
        if square in typed.deeds:
            page.keyboard.type(str(ids.index(typed.deeds[square].owner) + 1))
        page.keyboard.press("Enter")
    for square, deed in typed.deeds.items():
        if deed.improvements:
            page.locator(f"[name=deed{square}-built]").fill(str(deed.improvements))
        page.locator(f"[name=deed{square}-mortgaged]").set_checked(deed.mortgaged)
    for square, (one, two) in typed.throws.items():
        page.locator(f"[name=deed{square}-one]").fill(str(one))
        page.locator(f"[name=deed{square}-two]").fill(str(two))


def see_a_fault(page: Page, shot: Shot) -> None:
    """What is refused is said at its field, and leads there; all else stays."""
    cash = page.get_by_label("Player 1: Cash")
    before = cash.input_value()
    cash.fill("")
    page.get_by_role("button", name="Preview").click()
    link = page.get_by_role("alert").get_by_role("link", name="Player 1")
    shot(page, "position-fault")
    link.click()
    expect(cash).to_be_focused()
    page.keyboard.type(before)


def confirm(page: Page, server: str, shot: Shot) -> None:
    page.goto(f"{server}/organise/open/results/")
    page.get_by_role("link", name="Round 1, table 1").click()
    expect(page.get_by_role("heading", name="What follows from it")).to_be_visible()
    shot(page, "position-confirm")
    page.get_by_role("button", name="It is what the paper says: confirm").click()
    expect(page.get_by_text("Confirmed: the result counts.")).to_be_visible()


def test_a_result_is_corrected_after_round_three_and_everybody_reads_why(
    page: Page, live_server: Any, transactional_db: None, shot: Shot
) -> None:
    event = make_event(players=4, table_sizes=[4], score_groups=True)
    for number in (1, 2, 3):
        finish(table_of(seat_round(event, number, (1, 2, 3, 4))), 4000, 3000, 2000, 1000)
    sign_in(page.context, live_server.url)
    page.goto(f"{live_server.url}/e/open/")
    row = page.locator("tr[data-player=p04]").first
    expect(row).to_have_attribute("data-rank", "4")
    page.goto(f"{live_server.url}/organise/open/results/")
    page.get_by_role("link", name=re.compile("Correct it.*Round 2, table 1")).click()
    for place, cash in enumerate((0, 3000, 2000, 9000)):
        page.get_by_label("Final cash").nth(place).fill(str(cash))
    page.get_by_label("Why is the result corrected?").fill("Two lines were exchanged.")
    shot(page, "corrected-sheet")
    page.get_by_role("button", name="Hand in").click()
    page.get_by_role("link", name="Round 2, table 1").click()
    expect(page.get_by_text("everybody reads why: Two lines were exchanged.")).to_be_visible()
    page.get_by_label("You typed it yourself.").fill("I am alone in the hall")
    page.get_by_role("button", name="It is what the paper says: confirm").click()
    said = page.get_by_role("status").filter(has_text="Confirmed: the result counts.")
    expect(said).to_contain_text("The public pages show the correction.")
    shot(page, "corrected-told")
    page.goto(f"{live_server.url}/e/open/")
    expect(row).to_have_attribute("data-rank", "3")
    row.get_by_role("link", name="Corrected").first.click()
    correction = page.get_by_role("row").filter(has_text="Two lines were exchanged.")
    expect(correction).to_contain_text("Round 2, table 1")
