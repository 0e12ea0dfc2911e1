"""A game that is being played, followed in a browser: its ledger where the board is, its replay."""

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from referee.live.publishing.versions import publish
from referee.log import journal_cache
from tests.e2e.waiting import until
from tests.referee.log.test_append import send
from tests.referee.tables import golden, log_events, make_table, paired

LINES = golden("01")
EVENTS = log_events(LINES)
TABLE = "/e/open/r/1/t/1/"
SOME = 40


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page whose stream this server, which is not asynchronous, refuses."""
    return context.new_page()


@pytest.fixture
def tablet(live_server: Any) -> Any:
    """A tablet whose table has begun to play."""
    tablet = paired(make_table(LINES[0], published=True))
    send(tablet, *tablet.made_of(*EVENTS[:SOME]))
    yield tablet
    journal_cache.forget()


def test_the_turns_so_far_unfold_and_are_fetched_anew(
    page: Page, live_server: Any, tablet: Any, axe: Any
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + TABLE)
    story = page.get_by_text("The turns so far")
    story.click()
    last = page.locator("[data-last]").inner_text()
    newest = page.locator(".turn[open] .ledger-event").last
    expect(newest).to_have_attribute("id", f"line-{SOME}")
    page.get_by_role("searchbox").fill("no such words")
    expect(page.locator("[data-turns-so-far]").get_by_role("status")).to_have_text("Nothing found")
    assert not axe(page)
    send(tablet, *tablet.made_of(EVENTS[SOME]))
    folds = page.locator("details[data-story]")
    folds.evaluate("story => { story.open = false }")
    # The page asks meanwhile, and this server publishes for who asks: one of them is the first.
    event = tablet.device.game.table.round.event_id
    until(lambda: publish(event, now=timezone.now()))
    expect(page.locator("[data-last]")).not_to_have_text(last)
    folds.evaluate("story => { story.open = true }")
    expect(newest).to_have_attribute("id", f"line-{SOME + 1}")


def test_the_replay_goes_as_far_as_the_game(page: Page, live_server: Any, tablet: Any) -> None:
    page.goto(live_server.url + TABLE)
    page.get_by_role("link", name="Replay so far").click()
    slider = page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_attribute("max", str(SOME - 1))
    slider.fill("3")
    page.wait_for_url(re.compile(r"/replay/3/$"))
    expect(page.locator(".replay-title")).not_to_be_empty()
