"""Standings of more players than a page has rows: everybody is found and followed from it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.e2e.conftest import Axe
from tests.e2e.proxy import Proxy
from tests.e2e.test_shifts import MAX_SHIFT, PAINTED, WATCH
from tests.e2e.waiting import until, until_heard
from tests.tournament.making import BY, entry, make_event
from tournament.events.services.events import update_event
from tournament.models import Change, Event
from tournament.people.services.entries import update_entry

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def spectator(browser: Browser, network: Proxy, transactional_db: None) -> Iterator[Page]:
    """Somebody with a phone, at an event of 120 players."""
    event = make_event(players=120)
    update_entry(entry=entry(event, 120), by=BY, club="Chess Club")
    context = browser.new_context(locale="en-GB", viewport=PHONE, base_url=network.url)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/e/open/")
    yield page
    context.close()
    assert not errors


def test_a_player_of_another_page_is_found_and_followed(spectator: Page, axe: Axe) -> None:
    beyond = spectator.locator("#standings-beyond li")
    search = spectator.get_by_label("Search a player")
    search.fill("player 119")
    expect(beyond).to_have_count(1)
    expect(beyond).to_contain_text("Player 119")
    expect(spectator.locator("#standings-none")).to_be_hidden()
    spectator.get_by_role("button", name="Follow Player 119").click()
    search.fill("")
    expect(beyond).to_have_count(1)
    spectator.reload()
    expect(beyond).to_contain_text("Player 119")
    assert not axe(spectator)
    follow = spectator.get_by_role("button", name="Follow Player 119")
    expect(follow).to_have_attribute("aria-pressed", "true")
    follow.click()
    expect(beyond).to_have_count(0)


def test_a_club_is_found_over_all_pages(spectator: Page) -> None:
    spectator.get_by_label("Club").select_option("Chess Club")
    expect(spectator.locator("#standings-beyond li")).to_contain_text(["Player 120"])
    spectator.locator("#standings-beyond a").click()
    expect(spectator.get_by_role("heading", name="Player 120")).to_be_visible()


def test_a_team_is_found_over_all_pages(spectator: Page) -> None:
    event = Event.objects.get()
    update_event(event=event, teams="names", by=BY)
    for seed in (2, 119):
        update_entry(entry=entry(event, seed), by=BY, team="Reds")
    # The page is that of the newest version: changes reach it once they are published.
    until(lambda: not Change.objects.exists())
    spectator.reload()
    spectator.get_by_label("Team", exact=True).select_option("Reds")
    expect(spectator.locator("#standings-beyond li")).to_contain_text(["Player 119"])
    expect(spectator.locator("tr[data-player]:visible")).to_contain_text(["Player 2"])


@pytest.mark.parametrize("typed", ["player 1", "nobody"])
def test_nothing_moves_when_those_of_other_pages_come_late(spectator: Page, typed: str) -> None:
    """Half a second after a key, what moves was not asked for."""
    answer: list[Route] = []
    spectator.route("**/open/live*", lambda route: route.abort())
    spectator.route("**/snapshot", lambda route: answer.append(route))
    spectator.add_init_script(WATCH)
    spectator.reload()
    spectator.get_by_label("Search a player").fill(typed)
    beyond = spectator.locator("#standings-beyond li")
    expect(beyond).to_contain_text("Looking on the other pages…")
    spectator.evaluate(PAINTED)
    spectator.evaluate("window.shifts.length = 0")
    # The search's, besides that of the page which follows the event.
    until_heard(spectator, lambda: len(answer) > 1)
    for each in answer:
        each.continue_()
    expect(beyond.first).not_to_contain_text("Looking")
    spectator.evaluate(PAINTED)
    shifts = spectator.evaluate("window.shifts")
    assert sum(value for value, *_sources in shifts) <= MAX_SHIFT, shifts
