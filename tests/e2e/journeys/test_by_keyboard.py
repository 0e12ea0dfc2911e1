"""A round from the name of its event to its end with nothing but a keyboard."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import sign_in
from tests.e2e.journeys.test_whole_event import CASH, drawing
from tests.e2e.keyboard import press, reach, write
from tests.e2e.test_round_console import is_at
from tournament.events.settings.steps import STEPS
from tournament.models import Event, Result

__all__ = ["drawing"]


def go(page: Page, name: str) -> None:
    """Follow a link of the event's navigation, which is on the page that it leads to as well."""
    links = page.get_by_role("navigation", name="Organise").get_by_role("link", name=name)
    reach(page, links.first)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_round_by_keyboard(page: Page, live_server: Any, drawing: None) -> None:
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + "/organise/")
    make_event(page)
    enter_players(page)
    draw_and_start(page)
    type_and_confirm(page)
    close(page)
    assert Result.objects.filter(table__round__event__slug="cup").count() == 1


def make_event(page: Page) -> None:
    press(page, "New event", "link")
    write(page, "Name of the event", "Cup")
    reach(page, page.get_by_label("First day"))
    page.keyboard.type("11232026")  # as Chromium writes days, whatever the page is in
    write(page, "Time zone", "Europe/Berlin")
    press(page, "Make the event")
    go(page, "Settings")
    press(page, "Change", "link")
    for step in STEPS:
        expect(page).to_have_url(re.compile(f"/settings/{step.code}/"))
        reach(page, page.get_by_role("button", name="Save").first)
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Players", exact=True)).to_be_visible()


def enter_players(page: Page) -> None:
    """Four, and each of them is checked in."""
    go(page, "Players")
    press(page, "Add a player", "link")
    for number in range(1, 5):
        write(page, "Name", f"Player {number}")
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"Player {number} is entered.")).to_be_visible()
    go(page, "Check-in")
    for number in range(1, 5):
        row = page.get_by_role("button", name=f"Player {number}")
        reach(page, row)
        page.keyboard.press("Space")
        expect(row).to_have_attribute("aria-pressed", "true")
        expect(row).to_be_focused()


def draw_and_start(page: Page) -> None:
    go(page, "Round 1")
    press(page, "Draw the round", "link")
    write(page, "Seconds at most", "1")
    together = page.get_by_label("This and all later rounds together")
    reach(page, together)
    page.keyboard.press("Space")
    expect(together).not_to_be_checked()
    press(page, "Draw")
    expect(page.locator(".seating")).to_have_count(1)
    go(page, "Round 1")
    press(page, "Publish the round")
    is_at(page, "Published")
    press(page, "Publish the event")
    expect(page.get_by_role("button", name="Publish the event")).to_have_count(0)
    press(page, "Start the clock")
    is_at(page, "Running")


def type_and_confirm(page: Page) -> None:
    """Whoever is alone confirms with a reason."""
    go(page, "Results")
    press(page, "Only the cash", "link")
    for number, cash in enumerate(CASH):
        reach(page, page.get_by_label("Final cash").nth(number))
        page.keyboard.type(str(cash))
    reach(page, page.get_by_role("button", name="Hand in").first)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Typed: table 1 of round 1.")).to_be_visible()
    go(page, "Results")
    reach(page, page.locator(".sheets a.button").first)
    page.keyboard.press("Enter")
    write(page, "You typed it yourself. Why does nobody else confirm it?", "I am alone")
    press(page, "It is what the paper says: confirm")
    expect(page.get_by_text("0 to be confirmed")).to_be_visible()


def close(page: Page) -> None:
    go(page, "Round 1")
    press(page, "Confirm the results")
    is_at(page, "Confirmed")
    press(page, "Close the round")
    is_at(page, "Closed")
    assert Event.objects.get(slug="cup").rounds.get(number=1).closed_at
