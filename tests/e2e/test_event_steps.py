"""What an organiser does with a whole event, by keyboard: call it off and take that back, practise
in one that nobody sees, and save it before a round."""

import os
import re
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Axe, sign_in
from tests.tournament.making import make_event, seat_round
from tournament.models import Event, Round

SIZES = ((1280, 800), (390, 844), (1920, 1080))


def press(page: Page, name: str | re.Pattern[str]) -> None:
    button = page.get_by_role("button", name=name).first
    button.focus()
    button.press("Enter")


def look(page: Page, axe: Axe, name: str) -> None:
    """No fault that axe finds; pictures to look at where SHOTS names a folder."""
    assert axe(page) == []
    if folder := os.environ.get("SHOTS"):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def test_an_event_is_cancelled_by_mistake_and_takes_place_after_all(
    page: Page, browser: Browser, live_server: Any, transactional_db: None, axe: Axe
) -> None:
    make_event("cup", players=4)
    visitor = browser.new_page(locale="en-GB")
    sign_in(page.context, live_server.url)
    page.goto(f"{live_server.url}/organise/cup/settings/")
    page.locator("summary", has_text="Cancel or postpone").press("Enter")
    page.get_by_label("What everybody should know").fill("The hall is flooded.")
    press(page, "Cancel the event")
    expect(page.get_by_text("The event is cancelled, and says so everywhere.")).to_be_visible()
    look(page, axe, "cancelled")
    visitor.goto(f"{live_server.url}/e/cup/")
    notice = visitor.locator("[data-called-off]")
    expect(notice).to_contain_text("This event is cancelled.")
    expect(notice).to_contain_text("The hall is flooded.")
    look(visitor, axe, "cancelled-public")
    visitor.goto(live_server.url)
    expect(visitor.get_by_text("Cancelled")).to_be_visible()
    press(page, "It takes place after all")
    expect(page.get_by_text("The event takes place.")).to_be_visible()
    visitor.goto(f"{live_server.url}/e/cup/")
    expect(notice).to_have_count(0)
    visitor.context.close()


def test_the_board_of_the_edition_that_is_chosen_is_shown(
    page: Page, live_server: Any, transactional_db: None, axe: Axe
) -> None:
    make_event("cup", players=4)
    sign_in(page.context, live_server.url)
    page.goto(f"{live_server.url}/organise/cup/settings/game/")
    board = page.locator("[data-boards] svg")
    expect(board).to_contain_text("Georgetown")
    page.get_by_role("radio", name="Russian").check()
    expect(board).to_contain_text("Imperiale")
    look(page, axe, "edition")
    # The guide cannot be had: the links stay, and no board that is not the one chosen.
    page.route("**/rules/**", lambda route: route.fulfill(body="<p>Another page"))
    page.get_by_role("radio", name="wooden").check()
    expect(board).to_have_count(0)
    links = page.locator("[data-boards] a")
    expect(links).to_have_count(4)
    assert links.first.get_attribute("href") == "/rules/us-2011/#board"


def test_practice_is_one_press_and_gone_with_one(
    page: Page, live_server: Any, transactional_db: None, axe: Axe
) -> None:
    sign_in(page.context, live_server.url)
    page.goto(f"{live_server.url}/organise/")
    press(page, "Make a practice event")
    expect(page.get_by_text("A practice event: nobody but its staff sees it.")).to_be_visible()
    look(page, axe, "practice")
    slug = Event.objects.get().slug
    assert page.request.get(f"{live_server.url}/e/{slug}/").status == 404
    press(page, "Delete the practice event")
    expect(page.get_by_text("The practice event is deleted.")).to_be_visible()
    assert not Event.objects.exists()


def test_a_backup_is_saved_before_the_round_and_downloaded(
    page: Page, live_server: Any, transactional_db: None, axe: Axe, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    event = make_event("cup", players=4)
    seat_round(event, 1, (1, 2, 3, 4))
    sign_in(page.context, live_server.url)
    page.goto(f"{live_server.url}/organise/cup/r/1/")
    press(page, "Save a backup")
    expect(page.get_by_text("Saved: cup-")).to_be_visible()
    look(page, axe, "round")
    page.get_by_role("link", name="Last backup").press("Enter")
    expect(page.get_by_role("heading", name="Backups")).to_be_visible()
    look(page, axe, "backups")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download cup-").press("Enter")
    with zipfile.ZipFile(download.value.path()) as archive:
        assert "rows/tournament.seat.jsonl" in archive.namelist()
    assert Round.objects.get().clock_entries.count() == 0
