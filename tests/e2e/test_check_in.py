"""Who is at the desk: scanned by the camera where the browser reads codes, by number elsewhere; a
button that is pressed twice sends its form once."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Axe, sign_in
from tests.e2e.test_public import reads_badges
from tests.tournament.making import BY, entry, make_event
from tournament.models import Entry, Event
from tournament.services.personal_links import renew_link

DESK = "/organise/open/check-in/"


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_event(players=4)


def test_a_personal_link_is_scanned(page: Page, live_server: Any, event: Event) -> None:
    token = renew_link(entry=entry(event, 3), by=BY)
    sign_in(page.context, live_server.url)
    reads_badges(page, f"http://hall.example/me/{token}/")
    page.goto(live_server.url + DESK)
    expect(page.get_by_text("This browser reads no QR codes")).to_be_hidden()
    page.get_by_role("button", name="Scan a QR code").click()
    expect(page.get_by_text("Player 3 is checked in.")).to_be_visible()


def test_where_codes_are_not_read_the_number_is_typed(
    page: Page, live_server: Any, event: Event, axe: Axe
) -> None:
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + DESK)
    expect(page.get_by_text("This browser reads no QR codes")).to_be_visible()
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
    assert Entry.objects.filter(player__name="Ada Lovelace").count() == 1
