"""The chances of a running table in a browser: fetched when somebody comes near, and kept new."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from referee.chances.services import claim_games, store_chances
from referee.insight.playouts import METHODS
from referee.live.publishing.versions import publish
from referee.log import journal_cache
from referee.models import GameLog
from tests.e2e.waiting import until
from tests.referee.log.test_append import send
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY
from tournament.events.services.events import update_event
from tournament.models import Event

LINES = golden("02")
EVENTS = log_events(LINES)
TABLE = "/e/open/r/1/t/1/"
PLAYERS = len(LINES[0]["players"])


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page whose stream this server, which is not asynchronous, refuses."""
    return context.new_page()


@pytest.fixture
def tablet(live_server: Any) -> Any:
    """A tablet whose table has begun to play, in an event that shows chances."""
    tablet = paired(make_table(LINES[0], published=True))
    update_event(event=Event.objects.get(), by=BY, shows_chances=True)
    send(tablet, *tablet.made_of(*EVENTS[:40]))
    yield tablet
    journal_cache.forget()


def store(first: int, now: dt.datetime) -> None:
    """Store chances by which the first player won so many of 200 play-outs, at least."""
    (game,), _of = claim_games(now=now, most=1)
    assert isinstance(game, GameLog)
    counts = {}
    for more, method in enumerate(METHODS):
        won = first + 8 * more
        rest = [(200 - won) // (PLAYERS - 1)] * (PLAYERS - 1)
        counts[method] = [[each] + [0] * (PLAYERS - 1) for each in [won, *rest]]
    found = {"line": 41, "turn": 20, "turns": 34, "playouts": 200, "counts": counts}
    assert store_chances(game=game, found=found, now=now)
    until_published(now)


def until_published(now: dt.datetime) -> None:
    """The page asks meanwhile, and this server publishes for who asks: one of them is the first."""
    until(lambda: publish(Event.objects.get().pk, now=now))


def test_chances_come_near_the_reader_and_are_renewed(
    page: Page, live_server: Any, tablet: Any, axe: Any
) -> None:
    now = timezone.now()
    store(60, now)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + TABLE)
    section = page.locator("#chances")
    expect(section.locator("[data-chance]")).to_have_count(0)
    section.scroll_into_view_if_needed()
    first = section.locator("[data-chance]").first
    expect(first.locator("[data-range]")).to_have_text("30–50 %")
    expect(section.locator("[data-behind]")).to_have_text("Events since then: 0")
    assert not axe(page)
    send(tablet, *tablet.made_of(*EVENTS[40:42]))
    store(20, now + dt.timedelta(seconds=61))
    expect(first.locator("[data-range]")).to_have_text("10–30 %")
    page.route("**/chances/", lambda route: route.abort())
    send(tablet, *tablet.made_of(EVENTS[42]))
    store(90, now + dt.timedelta(seconds=122))
    with page.expect_event("requestfailed"):
        send(tablet, *tablet.made_of(*EVENTS[43:45]))
        until_published(timezone.now())
    expect(first.locator("[data-range]")).to_have_text("10–30 %")
    expect(section.locator("[data-behind]")).to_have_text("Events since then: 0")


def test_what_does_not_come_offline_is_no_error(page: Page, live_server: Any, tablet: Any) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/board/chances*.js", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: "chances" in request.url):
        page.goto(live_server.url + TABLE)
    expect(page.locator("#running")).to_be_visible()
    assert not errors
