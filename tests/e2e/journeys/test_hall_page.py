"""The hall page on its projector: everything fits, it warns at 15, 5 and 1 minutes, sounds at five
and at time after one click, and runs on while the network is down."""

import datetime as dt
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Axe
from tests.e2e.journeys.hall_day import Stream, first_state
from tests.e2e.journeys.test_screen import LOST, PROJECTORS, WITHIN_MS, still, title
from tests.e2e.proxy import DOWN, UP, Proxy
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.start import announce_start

ADDRESS = "/e/open/hall/"
MINUTES = 60
# What the page plays, counted: nobody hears it here.
COUNTS_NOTES = """
globalThis.notes = 0;
globalThis.OscillatorNode = class extends OscillatorNode {
  start(...when) { globalThis.notes += 1; super.start(...when); }
};
"""


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Eight players, seated for a round that has not begun."""
    event = make_event(players=8, length_minutes=MINUTES)
    seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    return event


@pytest.fixture
def page(browser: Browser, network: Proxy, event: Event) -> Iterator[Page]:
    """A projector in another time zone than the event's, and what goes wrong on it."""
    context = browser.new_context(
        viewport={"width": 1920, "height": 1080},
        base_url=network.url,
        locale="en-GB",
        timezone_id="Asia/Tokyo",
    )
    page, errors = context.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(COUNTS_NOTES)
    yield page
    context.close()
    assert not errors


def picture(page: Page, name: str) -> None:
    """Keep a picture where `SHOTS` names a folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=Path(folder) / f"hall-{name}.png")


def goes_by(page: Page, minutes: int) -> None:
    """So much time passes, at once."""
    page.clock.fast_forward(minutes * 60_000)


def has_sounded(page: Page, times: int) -> None:
    page.wait_for_function("notes => globalThis.notes === notes", arg=2 * times)


def warns(page: Page, text: str) -> None:
    expect(page.locator("#hall-warning")).to_have_text(text, timeout=WITHIN_MS)


def test_it_warns_and_sounds_and_runs_on_without_the_network(
    page: Page, network: Proxy, event: Event
) -> None:
    page.clock.install()
    page.goto(ADDRESS)
    sound = page.get_by_role("button", name="Sound off: turn it on")
    sound.click()
    has_sounded(page, 1)
    expect(page.get_by_role("button", name="Sound on")).to_have_attribute("aria-pressed", "true")
    step_clock(round_=event.rounds.get(), step="start", by=BY)
    face = page.locator("[data-face]")
    expect(page.locator("[data-time-state]")).to_have_text("Time left", timeout=WITHIN_MS)
    expect(face).to_have_text(re.compile(r"^59:[45]\d$"), timeout=2 * WITHIN_MS)
    network.set(DOWN)
    warns(page, "")
    goes_by(page, MINUTES - 15)
    warns(page, "15 minutes left")
    goes_by(page, 1)
    warns(page, "")
    goes_by(page, 8)
    expect(page.locator("body")).not_to_contain_class("ending")
    has_sounded(page, 1)
    goes_by(page, 1)
    warns(page, "5 minutes left")
    has_sounded(page, 2)
    expect(page.locator("body")).to_contain_class("ending")
    picture(page, "ending")
    before = title(page)
    goes_by(page, 1)
    expect(page.locator("#panel-title")).not_to_have_text(before, timeout=WITHIN_MS)
    warns(page, "")
    goes_by(page, 3)
    warns(page, "1 minute left")
    has_sounded(page, 2)
    goes_by(page, 1)
    warns(page, "Time is up")
    has_sounded(page, 3)
    expect(page.locator("body")).to_contain_class("over")
    expect(page.locator("[data-stale]")).to_be_visible()
    picture(page, "over")
    # Once the server is heard again, its time counts.
    network.set(UP)
    expect(page.locator("[data-stale]")).to_be_hidden(timeout=2 * WITHIN_MS)
    expect(page.locator("body")).not_to_contain_class("over", timeout=2 * WITHIN_MS)


@pytest.mark.spine
def test_places_are_revealed_in_the_hall_as_on_the_big_screen(page: Page, event: Event) -> None:
    round_ = event.rounds.get(number=1)
    for table in (1, 2):
        finish(table_of(round_, table), 900, 700, 500, 300)
    frozen = Event.objects.get().created_at
    update_event(event=event, by=BY, frozen_at=frozen, revealed_to=5)
    page.goto(ADDRESS)
    expect(page.locator("#panel-title")).to_have_text("Final standings")
    expect(page.locator(".screen-revealed-place")).to_have_text("5=")
    picture(page, "reveal")
    update_event(event=event, by=BY, revealed_to=3)
    expect(page.locator(".screen-revealed-place")).to_have_text("3=")
    update_event(event=event, by=BY, revealed_to=1)
    expect(page.locator("#panel-title")).to_have_text("Standings")
    expect(page.locator(".screen-name").first).to_have_text("Player 1")


def test_the_announced_start_is_shown_by_the_clock_on_the_wall(page: Page, event: Event) -> None:
    now = timezone.now()
    announce_start(round_=event.rounds.get(), at=now.replace(microsecond=0), by=BY)
    page.goto(ADDRESS)
    tokyo = now.astimezone(dt.timezone(dt.timedelta(hours=9)))
    expect(page.locator("#hall-start")).to_have_text(f"Announced start: {tokyo:%H:%M}")
    picture(page, "start")
    page.goto("/e/open/")
    told = page.get_by_text("Announced start:").locator("time")
    expect(told).to_contain_text(f"{tokyo:%H:%M}")


@pytest.mark.parametrize("size", ["full", "large", "up"])
def test_everything_fits(page: Page, axe: Axe, size: str) -> None:
    """Forty-eight players with long names at twelve tables, before and during the round."""
    width, height = PROJECTORS[size]
    page.set_viewport_size({"width": width, "height": height})
    for seated in (True, False):
        state = first_state(seated=seated)
        state["rounds"]["2"]["starts_at"] = "2026-05-16T12:30:00+00:00"
        state["event"]["number_of_rounds"] = 5
        state["announcements"] = {
            str(key): {"at": f"2026-05-16T09:0{key}:00+00:00", "text": text}
            for key, text in enumerate(("Lunch is in the next room", "Bartholomew wins " * 5))
        }
        Stream(page, state)
        page.goto(ADDRESS)
        expect(page.locator("#panel-title")).to_have_text("Seats of round 2", timeout=WITHIN_MS)
        seen = []
        while (title(page), page.locator("#panel-count").inner_text()) not in seen:
            seen.append((title(page), page.locator("#panel-count").inner_text()))
            assert page.evaluate(LOST) == [], seen[-1]
            picture(page, f"{size}-{seated}-{len(seen)}")
            page.keyboard.press("ArrowRight")
        assert len(seen) == 2 + 2
    assert not axe(still(page))
