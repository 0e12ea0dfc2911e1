"""Who is at the desk: scanned by a camera, by number where there is none; a
button that is pressed twice sends its form once."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import launch_options
from tests.e2e.camera import film_of, held_before
from tests.e2e.conftest import Axe, sign_in
from tests.tournament.making import BY, entry, make_event
from tournament.models import Entry, Event
from tournament.people.services.personal_links import renew_link

DESK = "/organise/open/check-in/"


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_event(players=4)


def test_a_camera_reads_a_personal_link(
    browser: Browser, live_server: Any, event: Event, tmp_path: Path
) -> None:
    """Chromium on Linux has no reader of codes: the page brings its own."""
    token = renew_link(entry=entry(event, 3), by=BY)
    film = film_of(f"http://hall.example/me/{token}/", tmp_path / "film.y4m")
    options = launch_options()
    options["args"] = [*options["args"], *held_before(film)]
    with browser.browser_type.launch(**options) as own, own.new_context() as context:
        sign_in(context, live_server.url)
        page = context.new_page()
        page.goto(live_server.url + DESK)
        assert not page.evaluate("'BarcodeDetector' in globalThis")
        page.get_by_role("button", name="Scan a QR code").click()
        expect(page.get_by_text("Player 3 is checked in.")).to_be_visible()
    assert event.entries.get(seed=3).checked_in_at


@pytest.mark.spine
def test_where_there_is_no_camera_the_number_is_typed(
    page: Page, live_server: Any, event: Event, axe: Axe
) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + DESK)
    expect(page.get_by_text("The camera is not available here")).to_be_visible()
    expect(page.get_by_role("button", name="Scan a QR code")).to_be_hidden()
    assert not axe(page)
    page.get_by_label("Number on the badge").fill("2")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Player 2 is checked in.")).to_be_visible()


def test_a_button_that_is_pressed_twice_sends_its_form_once(
    page: Page, live_server: Any, event: Event
) -> None:
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + "/organise/open/players/add/")
    page.get_by_label("Name", exact=True).fill("Ada Lovelace")
    page.get_by_role("button", name="Add", exact=True).dblclick()
    expect(page.get_by_text("Ada Lovelace is entered.")).to_be_visible()
    assert Entry.objects.filter(name="Ada Lovelace").count() == 1


def test_the_first_tap_moves_no_row_under_the_finger(
    page: Page, live_server: Any, event: Event
) -> None:
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + DESK)
    row = page.get_by_role("button", name="Player 2")
    before = row.bounding_box()
    page.get_by_role("button", name="Player 1").click()
    expect(page.get_by_role("button", name="Leave out the 3 absent players")).to_be_visible()
    assert row.bounding_box() == before
