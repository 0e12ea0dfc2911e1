"""Who registers finds everything by eye, ear and key: on a phone, a laptop and a projector."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e.conftest import Axe
from tests.e2e.looks import LOOKS, faults_of
from tests.tournament.registering import (
    address_of,
    confirmed,
    open_event,
    registered,
    sent_form,
)
from tournament.models import Event, Registration

OLDER = "stamp => { document.querySelector('[name=stamp]').value = stamp; }"
"""As if the page had been open for a while: nobody fills the form in at once."""


@pytest.fixture
def paths(transactional_db: None) -> list[str]:
    """The page with its form and a notice, those behind it, and links in each state."""
    event = open_event(registration_limit=1, consent_text="Photographs are taken.")
    entered, waiting = confirmed(event, "Ada One"), confirmed(event, "Bea Two")
    links = [address_of(each) for each in (entered, waiting, registered(event, "Cleo Three"))]
    page = "/e/open/register/"
    return [page, f"{page}sent/", f"{page}stored/", f"{page}unknown/", *links]


@pytest.mark.spine
def test_pages_of_registration_are_accessible_and_a_form_is_sent_by_keys(
    context: BrowserContext,
    live_server: Any,
    paths: list[str],
    axe: Axe,
    settings: Any,
) -> None:
    settings.EMAIL_FILE_PATH = None
    page, found = context.new_page(), []
    page.emulate_media(reduced_motion="reduce")
    for path in paths:
        page.goto(live_server.url + path)
        found += [f"{path}, {fault}" for fault in faults_of(page, axe, LOOKS)]
    assert not found, "\n".join(found)
    page.goto(live_server.url + paths[0])
    page.get_by_label("Your name", exact=True).focus()
    for typed in ("Dora Four", "dora@example.org", ""):
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    expect(page.get_by_label("Your name in public")).to_be_focused()
    # A field that only programs see is on nobody's way.
    for key in ("Tab", "Tab", "Tab", "Space", "Tab"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Register")).to_be_focused()
    page.evaluate(OLDER, sent_form(Event.objects.get())["stamp"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Look into your mailbox")).to_be_visible()
    assert Registration.objects.filter(email="dora@example.org").exists()
