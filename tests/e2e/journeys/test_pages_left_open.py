"""Pages that stay open while bots play an event say, word for word, what they say when reloaded."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff

import pytest
from django.db import connections
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page

from referee.models import LoggedEvent
from referee.rehearsal import live_event
from tests.e2e.journeys.hall import Hall
from tests.e2e.waiting import until
from tests.public_addresses import public_pages
from tournament.models import Round
from tournament.rounds.services.clock import step_clock

SLUG = "evening"
ROUNDS = 2
PAUSE_SECONDS = 0.05
PLAYED = 200
"""Events of each round, at least, before its time is called."""
STILL = ("/ledger/", "/replay/")
"""They are read at one's own pace: nothing moves under the reader."""
WORDS = """() => {
  // As of when it is, and what was read aloud meanwhile, is nothing that a page says of its event.
  for (const part of document.querySelectorAll("[data-as-of], [data-announcer]")) part.remove();
  return document.body.innerText.replace(/\\n+/g, "\\n");
}"""
Open = Callable[[str], Page]


@pytest.fixture
def open_page(browser: Browser, hall: Hall) -> Iterator[Open]:
    """Opens a page as the organiser, each in a browser of its own: one has six connections, and
    each page that is looked at keeps one."""
    contexts: list[BrowserContext] = []

    def opened(path: str) -> Page:
        kept = hall.organiser.context.storage_state()
        contexts.append(browser.new_context(storage_state=kept))
        page = contexts[-1].new_page()
        page.goto(hall.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()


def play(url: str) -> None:
    """Let bots play the rounds."""
    try:
        live_event.play_live_event(url, slug=SLUG, now=timezone.now(), pause=PAUSE_SECONDS)
    finally:
        connections.close_all()


def call_time(number: int) -> None:
    """End a round once its tables have played for a while."""
    logged = LoggedEvent.objects.filter(game__table__round__number=number)
    until(lambda: logged.count() > PLAYED)
    round_ = Round.objects.select_related("event").get(number=number)
    step_clock(round_=round_, step="end", by="Chief")


def paths() -> Iterator[str]:
    """Every page that follows an event, of the public and of the staff."""
    of_event = (path for path in public_pages(SLUG) if path.startswith(f"/e/{SLUG}/"))
    for path in of_event:
        if not any(part in path for part in STILL):
            # The big screen turns its panels: one of them stays.
            yield f"{path}?show=standings" if path.endswith("/screen/") else path
    yield reverse("chief:now", args=[SLUG])


def test_a_page_left_open_says_what_it_says_reloaded(
    hall: Hall, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_event, "ROUNDS", ROUNDS)
    live_event.make_live_event(slug=SLUG, now=timezone.now())
    with ThreadPoolExecutor(max_workers=1) as pool:
        bots = pool.submit(play, hall.url)
        until(lambda: LoggedEvent.objects.count() > ROUNDS)
        left_open = {path: open_page(path) for path in paths()}
        for number in range(1, ROUNDS + 1):
            call_time(number)
        bots.result()
    for path, page in left_open.items():
        until_same(path, page, open_page(path))


def until_same(path: str, page: Page, fresh: Page) -> None:
    """Wait until both say the same; else tell which lines differ."""

    def differing() -> str:
        one, other = (each.evaluate(WORDS).splitlines() for each in (page, fresh))
        return "\n".join([path, *unified_diff(one, other, "left open", "reloaded", n=0)])

    until(lambda: page.evaluate(WORDS) == fresh.evaluate(WORDS), told=differing)
