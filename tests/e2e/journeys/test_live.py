"""A spectator's page follows an event: over a stream, and where there is none by asking."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.journeys.hall import Server
from tests.e2e.proxy import DOWN, SILENT, UP, Proxy
from tests.tournament.making import BY, make_event
from tournament.events.services.events import update_event
from tournament.models import Event, PublicVersion

FOLLOW = """async slug => {
  const { followEvent } = await import("/static/tournament/public/event_stream.js");
  window.told = [];
  window.beats = [];
  window.stale = 0;
  window.following = followEvent({
    slug,
    onState: (state, version, patch) => told.push({ version, patch, name: state.event.name }),
    onBeat: (at) => beats.push(at),
    onStale: () => { stale += 1; },
  });
}"""


@pytest.fixture
def event(transactional_db: None) -> Event:
    """An event with four players."""
    return make_event(players=4)


@pytest.fixture
def spectator(browser: Browser, network: Proxy, event: Event) -> Iterator[Page]:
    """Somebody whose page has the whole state."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{network.url}/e/open/rules/")
    yield page
    context.close()


def follow(page: Page) -> None:
    page.evaluate(FOLLOW, "open")
    until(page, "told.length === 1 && beats.length >= 1")


def until(page: Page, what: str, seconds: float = 30) -> None:
    page.wait_for_function(f"() => {what}", timeout=seconds * 1_000, polling=20)


def rename(event: Event, name: str) -> None:
    """Commit a change."""
    update_event(event=event, by=BY, name=name)


def told(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("told")
    return found


def check_no_gap(page: Page, last: str) -> None:
    """Each version once, in order; the last is the newest there is."""
    numbers = [one["version"] for one in told(page)]
    assert numbers == sorted(set(numbers))
    newest = PublicVersion.objects.order_by("number").last()
    assert newest is not None
    assert numbers[-1] == newest.number
    assert told(page)[-1]["name"] == last
    for before, one in zip(told(page), told(page)[1:], strict=False):
        assert one["patch"] is None or one["version"] == before["version"] + 1


@pytest.mark.spine
def test_a_change_reaches_the_page_as_a_patch(spectator: Page, event: Event) -> None:
    follow(spectator)
    for number in range(5):
        rename(event, f"Name {number}")
        until(spectator, f"told.at(-1).name === 'Name {number}'")
    assert [one["version"] for one in told(spectator)] == [1, 2, 3, 4, 5, 6]
    # Only the stream brings patches: the page has asked for nothing.
    patches = [one["patch"] for one in told(spectator)][1:]
    assert patches == [{"event": {"name": f"Name {number}"}} for number in range(5)]


def test_after_the_server_was_killed_it_goes_on_without_gap_or_double(
    spectator: Page, event: Event, server: Server
) -> None:
    follow(spectator)
    rename(event, "Before")
    until(spectator, "told.at(-1).name === 'Before'")
    server.kill()
    rename(event, "Meanwhile")
    server.start()
    until(spectator, "told.at(-1).name === 'Meanwhile'")
    for number in range(3):
        rename(event, f"After {number}")
        until(spectator, f"told.at(-1).name === 'After {number}'")
    check_no_gap(spectator, "After 2")
    # The stream is there again: the last ones came as patches, not by asking.
    assert told(spectator)[-1]["patch"] is not None


def test_where_streams_are_blocked_the_page_asks_instead(spectator: Page, event: Event) -> None:
    spectator.route("**/e/open/live*", lambda route: route.abort())
    follow(spectator)
    rename(event, "Asked for")
    until(spectator, "told.at(-1).name === 'Asked for'")
    check_no_gap(spectator, "Asked for")
    # It asks every few seconds, and each answer is a sign of life.
    heard = spectator.evaluate("beats.length")
    for _ in range(2):
        with spectator.expect_response(lambda one: "snapshot" in one.url and one.status == 304):
            pass
    until(spectator, f"beats.length >= {heard + 2}")


def test_a_page_that_hears_nothing_says_so_and_goes_on_when_it_does(
    spectator: Page, event: Event, network: Proxy
) -> None:
    follow(spectator)
    network.set(SILENT)
    began = time.monotonic()
    until(spectator, "stale === 1")
    assert time.monotonic() - began > 5
    rename(event, "Unheard")
    network.set(DOWN)
    network.set(UP)
    until(spectator, "told.at(-1).name === 'Unheard'")
    until(spectator, "beats.length > 1")
    assert spectator.evaluate("stale") == 1
    check_no_gap(spectator, "Unheard")


def test_of_an_event_that_is_hidden_nothing_more_comes(spectator: Page, event: Event) -> None:
    follow(spectator)
    update_event(event=event, by=BY, published=False)
    until(spectator, "stale === 1")
    update_event(event=event, by=BY, published=True, name="Back")
    until(spectator, "told.at(-1).name === 'Back'", 60)
