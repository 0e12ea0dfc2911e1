"""An organiser takes a round from its seats to the end by keyboard, and back at each step; the
control room follows."""

from typing import Any
from uuid import uuid4

from django.utils import timezone
from playwright.sync_api import Page, expect

from referee.log.calls import open_call
from tests.e2e.conftest import Axe, sign_in
from tests.referee.tables import paired
from tests.tournament.making import finish, make_event, seat_round, table_of

ROUND = "/organise/open/r/1/"
CONTROL = "/organise/open/control/"
LOOKS = [(390, 844, "light"), (1280, 800, "dark"), (1920, 1080, "light")]


def press(page: Page, name: str) -> None:
    """Go to a button with the keyboard and press it."""
    button = page.get_by_role("button", name=name, exact=True).first
    button.focus()
    page.keyboard.press("Enter")


def is_at(page: Page, state: str) -> None:
    expect(page.locator('[aria-current="step"]')).to_have_text(state)


def test_a_round_from_its_seats_to_the_end_and_back_at_each_step(
    page: Page, live_server: Any, transactional_db: None, axe: Axe
) -> None:
    event = make_event(players=8, starts_on=timezone.now().date())
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), publish=False)
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + ROUND)
    for name, reached, before in (
        ("Publish the round", "Published", "Drawn"),
        ("Start the clock", "Running", "Published"),
    ):
        press(page, name)
        is_at(page, reached)
        press(page, "Undo")
        is_at(page, before)
        press(page, name)
        is_at(page, reached)
    page.goto(live_server.url + CONTROL)
    expect(page.locator("#table-1")).to_contain_text("Not started")
    tablet = paired(table_of(round_, 2))
    open_call(device=tablet.device, call_id=uuid4(), topic="rules")
    expect(page.locator(".control > li").first).to_contain_text("Rules", timeout=10_000)
    found = faults(page, axe)
    press(page, "I am on my way")
    expect(page.locator("#table-2")).to_contain_text("A judge is on the way")
    page.locator("#table-2").get_by_label("What was decided").fill("pay")
    press(page, "Resolve")
    expect(page.locator("#table-2")).not_to_contain_text("Rules")
    for number in (1, 2):
        finish(table_of(round_, number), 40, 30, 20, 10)
    page.goto(live_server.url + ROUND)
    for name, reached, before in (
        ("Confirm the results", "Confirmed", "Results are in"),
        ("Close the round", "Closed", "Confirmed"),
    ):
        press(page, name)
        is_at(page, reached)
        press(page, "Undo")
        is_at(page, before)
        press(page, name)
        is_at(page, reached)
    found += faults(page, axe)
    page.goto(live_server.url + "/organise/open/announcements/")
    found += faults(page, axe)
    assert not found, "\n".join(found)


def faults(page: Page, axe: Axe) -> list[str]:
    page.emulate_media(reduced_motion="reduce")
    found = []
    for width, height, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{page.url}, {width}, {scheme}: {fault}" for fault in axe(page)]
    return found
