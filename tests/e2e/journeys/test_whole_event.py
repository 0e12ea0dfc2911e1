"""An event of 24 players from its name to the prize-giving, with nothing but the console: one
organiser, and the chief referee who accepts an invitation and confirms what was typed.

The pictures of the organiser's guide are taken here: `python -m tools.screenshot`."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from config import celery_app
from tests.e2e.conftest import give_session, sign_in
from tests.e2e.test_round_console import is_at
from tournament.models import Event, Membership, Result, SeatResult

PLAYERS = 24
TABLES = 6
ROUNDS = 2
CASH = (4000, 3000, 2000, 1000)
Shot = Callable[[Page, str], None]


@pytest.fixture
def chief_page(browser: Browser, live_server: Any, transactional_db: None) -> Iterator[Page]:
    """The page of somebody who has an account, and no rights yet."""
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")
    client = Client()
    client.force_login(User.objects.create_user("otto"))
    give_session(context, client, live_server.url)
    yield context.new_page()
    context.close()


@pytest.fixture
def drawing(transactional_db: None) -> Iterator[None]:
    """The thread that draws, as a server has it."""
    with start_worker(celery_app, pool="solo", perform_ping_check=False, loglevel="error"):
        yield


def press(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name, exact=isinstance(name, str)).first.click()


def go(page: Page, name: str) -> None:
    """Follow a link of the event's navigation."""
    page.get_by_role("navigation", name="Organise").get_by_role(
        "link", name=name, exact=True
    ).click()


@pytest.mark.spine
def test_an_event_from_its_name_to_the_prize_giving(
    page: Page, chief_page: Page, live_server: Any, drawing: None, shot: Shot
) -> None:
    sign_in(page.context, live_server.url)
    make_event(page, live_server.url, shot)
    enter_players(page, shot)
    invite_chief(page, chief_page)
    check_in(page, shot)
    for number in range(1, ROUNDS + 1):
        draw_and_start(page, number, shot)
        type_results(page, shot)
        confirm_results(chief_page, live_server.url)
        close(page, number)
    prize_giving(page, live_server.url, shot)
    event = Event.objects.get(slug="cup")
    assert Result.objects.filter(table__round__event=event).count() == ROUNDS * TABLES
    assert SeatResult.objects.filter(result__table__round__event=event).count() == 2 * PLAYERS
    assert Membership.objects.filter(event=event, person__username="otto").exists()


def make_event(page: Page, server: str, shot: Shot) -> None:
    page.goto(server + "/organise/")
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("Name of the event").fill("Cup")
    page.get_by_label("First day").fill("2026-11-23")
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    shot(page, "new-event")
    press(page, "Make the event")
    expect(page.get_by_role("button", name="Publish the event")).to_be_visible()
    shot(page, "console-home")


def enter_players(page: Page, shot: Shot) -> None:
    go(page, "Players")
    page.get_by_role("link", name=re.compile("Import")).first.click()
    rows = "".join(f"Player {n},Club {n % 12}\n" for n in range(1, PLAYERS + 2))
    sheet = {"name": "list.csv", "mimeType": "text/csv", "buffer": ("name,club\n" + rows).encode()}
    page.get_by_label(re.compile("A list of players")).set_input_files(sheet)  # type: ignore[arg-type]
    press(page, "Show what it changes")
    expect(page.get_by_role("heading", name="25 to add")).to_be_visible()
    press(page, "Import the list")
    expect(page.get_by_role("rowheader", name="Player 24")).to_be_visible()
    shot(page, "players")


def invite_chief(page: Page, chief_page: Page) -> None:
    go(page, "Staff")
    page.get_by_label("Role in the event").select_option(label="Chief referee")
    press(page, "Make a link")
    chief_page.goto(page.get_by_label("Link", exact=True).input_value())
    press(chief_page, "Accept the invitation")


def check_in(page: Page, shot: Shot) -> None:
    """Everybody taps but the last, who does not come."""
    go(page, "Check-in")
    rows = page.locator(".check-in-row")
    for number in range(PLAYERS):
        rows.nth(number).click()
        expect(rows.nth(number)).to_have_attribute("aria-pressed", "true")
    page.evaluate("scrollTo(0, 0)")
    shot(page, "check-in")
    press(page, "Leave out the absent player")
    expect(page.get_by_role("status")).to_have_text("Draws seat only players who have checked in.")


def draw_and_start(page: Page, number: int, shot: Shot) -> None:
    go(page, f"Round {number}")
    page.get_by_role("link", name="Draw the round", exact=True).click()
    page.get_by_label("Seconds at most").fill("5")
    if (together := page.get_by_label("This and all later rounds together")).count():
        together.uncheck()
    shot(page, "draw")
    press(page, "Draw")
    expect(page.locator(".seating")).to_have_count(TABLES)
    go(page, f"Round {number}")
    shot(page, "round")
    press(page, "Publish the round")
    is_at(page, "Published")
    if number == 1:
        press(page, "Publish the event")
        expect(page.get_by_role("button", name="Publish the event")).to_have_count(0)
    press(page, "Start the clock")
    is_at(page, "Running")
    go(page, "Now")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Now")
    shot(page, "now")


def type_results(page: Page, shot: Shot) -> None:
    """The first table of those that are missing; the page leads on to the next."""
    go(page, "Results")
    shot(page, "results")
    page.get_by_role("region", name="Without a result").get_by_role(
        "link", name="Only the cash"
    ).first.click()
    for _table in range(TABLES):
        fields = page.get_by_label("Final cash")
        expect(fields).to_have_count(len(CASH))
        for number, cash in enumerate(CASH):
            fields.nth(number).fill(str(cash))
        shot(page, "type-result")
        heading = page.get_by_role("heading", level=1)
        typed = heading.inner_text()
        press(page, "Hand in, and on to the next table")
        expect(heading).not_to_have_text(typed)


def confirm_results(page: Page, server: str) -> None:
    for _table in range(TABLES):
        page.goto(server + "/organise/cup/results/")
        page.locator(".sheets a.button").first.click()
        press(page, "It is what the paper says: confirm")
    expect(page.get_by_text("0 to be confirmed")).to_be_visible()


def close(page: Page, number: int) -> None:
    go(page, f"Round {number}")
    press(page, "Confirm the results")
    is_at(page, "Confirmed")
    press(page, "Close the round")
    is_at(page, "Closed")
    if number < ROUNDS:
        go(page, f"Round {number + 1}")


def prize_giving(page: Page, server: str, shot: Shot) -> None:
    """Places are revealed by the space bar; the public sees each, and the winner last."""
    public = page.context.new_page()
    go(page, "Prize-giving")
    press(page, "Freeze the standings")
    winner = page.locator("tbody th").first.inner_text()
    while page.locator("[data-reveal-next]").count():
        page.wait_for_load_state()  # the script that hears the space bar comes last
        shown = page.locator("[data-shown]").inner_text()
        if page.get_by_role("button", name="Reveal place 1", exact=True).count():
            public.goto(server + "/e/cup/")
            expect(public.locator("#standings")).not_to_contain_text(winner)
        page.keyboard.press("Space")
        expect(page.locator("[data-shown]")).not_to_have_text(shown)
    shot(page, "prize-giving")
    press(page, "Show all results")
    public.goto(server + "/e/cup/")
    expect(public.get_by_role("row").filter(has_text=winner).first).to_be_visible()
    shot(public, "public-event")
