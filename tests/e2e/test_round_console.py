"""An organiser takes a round from its seats to the end by keyboard, and back at each step; the
control room follows. Two organisers act on one round at once; wrong seats are found too late."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from referee.log.calls import open_call
from tests.e2e.conftest import Axe, give_session, sign_in
from tests.referee.log.test_append import kinds, send
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.draws.seats import digest_of_seats, tables_of_round
from tournament.models import Round

ROUND = "/organise/open/r/1/"
CONTROL = "/organise/open/now/"
LOOKS = [(390, 844, "light"), (1280, 800, "dark"), (1920, 1080, "light")]


def press(page: Page, name: str) -> None:
    """Go to a button with the keyboard and press it."""
    button = page.get_by_role("button", name=name, exact=True).first
    button.focus()
    page.keyboard.press("Enter")


def is_at(page: Page, state: str) -> None:
    expect(page.locator('[aria-current="step"]')).to_have_text(state)


@pytest.mark.spine
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
    expect(page.locator("#table-1")).to_contain_text("Being played")
    tablet = paired(table_of(round_, 2))
    open_call(device=tablet.device, call_id=uuid4(), topic="rules")
    expect(page.locator(".control > li").first).to_contain_text("Rules", timeout=10_000)
    found = faults(page, axe)
    press(page, "I am on my way")
    expect(page.locator("#table-2")).to_contain_text("A judge is on the way")
    page.locator("#table-2").get_by_label("What was decided").fill("pay")
    press(page, "Resolve")
    expect(page.locator("#table-2")).not_to_contain_text("What was decided")
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


def test_the_second_of_two_organisers_sees_what_the_first_did_and_overwrites_nothing(
    page: Page, browser: Browser, live_server: Any, transactional_db: None
) -> None:
    event = make_event(players=8, table_sizes=[4])
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), publish=False)
    sign_in(page.context, live_server.url)
    second = page_of(browser, live_server.url, "otto")
    for each in (page, second):
        each.goto(live_server.url + ROUND + "draw/?one=p01&other=p05")
        expect(each.get_by_role("button", name="Save this swap")).to_be_visible()
    press(page, "Save this swap")
    expect(page.get_by_text("Saved: the two players")).to_be_visible()
    swapped = digest_of_seats(tables_of_round(round_))
    press(second, "Save this swap")
    expect(second.get_by_role("alert")).to_contain_text("look at them again, then swap")
    assert digest_of_seats(tables_of_round(round_)) == swapped
    expect(second.locator(".seating li", has_text="Player 5").first).to_be_visible()
    for each in (page, second):
        each.goto(live_server.url + ROUND)
    press(page, "Publish the round")
    is_at(page, "Published")
    press(second, "Publish the round")
    expect(second.get_by_role("alert")).to_contain_text("The round was published by ada at")
    expect(second.get_by_role("button", name="Start the clock")).to_be_visible()
    second.context.close()


def test_wrong_seats_found_after_play_began_are_refused_and_nothing_is_lost(
    page: Page, live_server: Any, transactional_db: None
) -> None:
    """Each table's log is of who was drawn; what to do in the hall is said."""
    lines = golden("01")
    tablet = paired(make_table(lines[0], tables=2))
    round_ = Round.objects.get()
    sign_in(page.context, live_server.url)
    page.goto(live_server.url + ROUND + "draw/?one=p01&other=p11")
    expect(page.get_by_role("button", name="Save this swap")).to_be_visible()
    send(tablet, *tablet.made_of(*log_events(lines)[:3]))
    seats = tables_of_round(round_)
    press(page, "Save this swap")
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Table 1 has begun to play")
    expect(refusal).to_contain_text("change chairs, and play on with what lies at the seat")
    assert tables_of_round(round_) == seats
    assert kinds(send(tablet, *tablet.made_of(log_events(lines)[3])).verdicts) == ["accepted"]


def page_of(browser: Browser, address: str, name: str) -> Page:
    """Of another organiser, in a browser of their own."""
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")
    client = Client()
    client.force_login(User.objects.create_superuser(name))
    give_session(context, client, address)
    return context.new_page()


def faults(page: Page, axe: Axe) -> list[str]:
    page.emulate_media(reduced_motion="reduce")
    found = []
    for width, height, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{page.url}, {width}, {scheme}: {fault}" for fault in axe(page)]
    return found
