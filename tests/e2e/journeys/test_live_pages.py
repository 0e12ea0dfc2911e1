"""Spectators' pages while games are played: what is logged moves them, and what their scripts
draw is what the server draws."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from referee.live.publishing.versions import publish
from referee.log import journal_cache
from referee.log.calls import open_call
from referee.models import Outbox
from tests.e2e.conftest import Axe
from tests.e2e.journeys.streams import messages, until_newest_version
from tests.e2e.proxy import Proxy
from tests.e2e.waiting import PATIENCE_MS, until, until_drawn
from tests.referee.live.publishing.test_boards import EVENTS, LINES
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, make_table, paired
from tests.tournament.making import BY, entry, finish
from tournament.events.services.events import update_event
from tournament.models import Event, Round, Table
from tournament.people.services.entries import update_entry
from tournament.rounds.services.clock import step_clock

BEGUN = 5
PLAYED = 60
WITHIN_MS = 8_000
PHONE: ViewportSize = {"width": 390, "height": 844}
DRAWN = "() => document.querySelector('.board-drawing').outerHTML"
# The order of an element's parts is another where a script put one of them in last.
PARTS = """() => [...document.querySelectorAll(
  ".board-holding > *, .board-price, .board-pawns > *")].map((part) => part.outerHTML).sort()"""


@pytest.fixture
def tablet(transactional_db: None) -> Iterator[Tablet]:
    """The tablet of the only table of a published event, whose game has begun."""
    journal_cache.forget()
    tablet = paired(make_table(LINES[0], published=True))
    step_clock(round_=Round.objects.get(), step="start", by=BY)
    send(tablet, *tablet.made_of(*EVENTS[:BEGUN]))
    yield tablet
    journal_cache.forget()


@pytest.fixture
def spectator(browser: Browser, network: Proxy, tablet: Tablet) -> Iterator[Page]:
    """Somebody with a phone."""
    context = browser.new_context(locale="en-GB", viewport=PHONE, base_url=network.url)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


def log(tablet: Tablet, first: int, last: int) -> None:
    send(tablet, *tablet.made_of(*EVENTS[first:last]))


def follows(page: Page) -> None:
    """Once the page says as of when it is, it follows."""
    expect(page.locator("[data-as-of]")).to_contain_text("As of", timeout=WITHIN_MS)


def test_a_logged_event_moves_the_page_of_its_table(
    spectator: Page, tablet: Tablet, axe: Axe
) -> None:
    spectator.goto("/e/open/r/1/t/1/")
    follows(spectator)
    before = spectator.evaluate(DRAWN)
    told = spectator.locator("[data-last]")
    said = told.inner_text()
    log(tablet, BEGUN, PLAYED)
    expect(told).not_to_have_text(said, timeout=WITHIN_MS)
    assert spectator.evaluate(DRAWN) != before
    moved = spectator.evaluate(PARTS)
    texts = spectator.locator(".running-players").inner_text()
    deeds = spectator.locator("[data-deed]:not([hidden])")
    count = deeds.count()
    assert count
    assert not axe(spectator)
    spectator.reload()
    follows(spectator)
    assert spectator.evaluate(PARTS) == moved
    assert spectator.locator(".running-players").inner_text() == texts
    assert deeds.count() == count
    face = spectator.locator("[data-time] [data-face]")
    expect(face).to_have_text(re.compile(r"^1:5\d:\d\d$"))


def test_what_the_server_wrote_is_not_new(spectator: Page, tablet: Tablet) -> None:
    log(tablet, BEGUN, PLAYED)
    pages = {"": ".tile [data-last]", "r/1/t/1/": "[data-last]"}
    for first, (path, part) in zip((PLAYED, PLAYED + 20), pages.items(), strict=True):
        until(lambda: not Outbox.objects.exists())
        spectator.goto(f"/e/open/{path}")
        follows(spectator)
        expect(spectator.locator("[data-face]").first).to_have_text(re.compile(r"^1:5\d:\d\d$"))
        assert spectator.locator(".is-new, .is-new-again").all_inner_texts() == []
        told = spectator.locator(part).inner_text()
        log(tablet, first, first + 20)
        expect(spectator.locator(part)).not_to_have_text(told, timeout=WITHIN_MS)
        expect(spectator.locator(part)).to_have_class(re.compile("is-new"))


def test_what_the_server_draws_is_there_without_scripts(
    browser: Browser, network: Proxy, tablet: Tablet
) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=network.url)
    page = context.new_page()
    page.goto("/e/open/r/1/t/1/")
    expect(page.locator(".board-pawn")).to_have_count(len(LINES[0]["players"]))
    expect(page.locator("[data-time]")).to_contain_text("Time is up at")
    expect(page.locator("[data-square-told]")).to_be_hidden()
    page.get_by_text("The deeds as a list").click()
    expect(page.get_by_role("columnheader", name="Rent")).to_be_visible()
    page.goto("/e/open/")
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.get_by_role("columnheader", name="Now")).to_be_visible()
    expect(page.locator("#standings-tools")).to_be_hidden()
    context.close()


def test_a_square_tells_what_it_is_by_finger_and_by_keys(spectator: Page, tablet: Tablet) -> None:
    log(tablet, BEGUN, PLAYED)
    until(lambda: not Outbox.objects.exists())
    spectator.goto("/e/open/r/1/t/1/")
    follows(spectator)
    number = spectator.locator("[data-deed]:not([hidden])").first.get_attribute("data-deed")
    row = spectator.locator(f'[data-deed="{number}"]')
    told = spectator.locator("[data-square-told]")
    spectator.locator(f'[data-square="{number}"]').click()
    for part in ("th > bdi", "[data-owner] bdi", "[data-state]", "[data-rent]"):
        expect(told).to_contain_text((row.locator(part).text_content() or "?").strip())
    before = told.inner_text()
    spectator.keyboard.press("ArrowRight")
    expect(told).not_to_have_text(before)
    expect(spectator.locator('[data-square][aria-pressed="true"]')).to_have_count(1)


def test_a_page_that_is_paused_stands_still(spectator: Page, tablet: Tablet) -> None:
    spectator.goto("/e/open/r/1/t/1/")
    follows(spectator)
    pause = spectator.get_by_role("button", name="Pause")
    pause.click()
    told = spectator.locator("[data-last]").inner_text()
    with messages(spectator) as heard:
        open_call(device=tablet.device, call_id=tablet.game, topic="rules")
        log(tablet, BEGUN, PLAYED)
        until_newest_version(spectator, heard)
    until_drawn(spectator)
    expect(spectator.locator("[data-last]")).to_have_text(told)
    expect(spectator.locator("[data-judge]")).to_be_hidden()
    pause.click()
    expect(spectator.locator("[data-last]")).not_to_have_text(told)
    expect(spectator.locator("[data-judge]")).to_have_text("The judge was called to this table.")


def test_what_is_fetched_anew_waits_while_the_page_is_paused(
    spectator: Page, tablet: Tablet
) -> None:
    spectator.clock.install()
    spectator.goto("/e/open/")
    follows(spectator)
    pause = spectator.get_by_role("button", name="Pause")
    name = LINES[0]["players"][0]["name"]
    row = spectator.locator(".standings").get_by_role("link", name=name)
    expect(row).to_be_visible()
    spectator.clock.pause_at(spectator.evaluate("() => Date.now() / 1000") + 5)
    with messages(spectator) as heard:
        update_entry(entry=entry(Event.objects.get(), 1), by=BY, name_display="number")
        # The state is here, and the page's parts are about to be fetched.
        until_newest_version(spectator, heard)
    pause.click()
    face = spectator.locator("#hall [data-face]")
    shown = face.inner_text()
    spectator.clock.run_for(4_000)
    spectator.clock.resume()
    until_drawn(spectator)
    expect(row).to_be_visible()
    expect(face).to_have_text(shown)
    pause.click()
    expect(row).to_have_count(0, timeout=WITHIN_MS)


def test_the_event_follows_its_tables_and_results(
    spectator: Page, tablet: Tablet, axe: Axe
) -> None:
    spectator.goto("/e/open/")
    follows(spectator)
    told = spectator.locator(".tile [data-last]")
    before = told.inner_text()
    log(tablet, BEGUN, PLAYED)
    expect(told).not_to_have_text(before, timeout=WITHIN_MS)
    name = LINES[0]["players"][1]["name"]
    row = spectator.locator(".standings tr").filter(has_text=name)
    expect(row.locator("[data-playing]")).to_have_text("Table 1")
    row.get_by_role("button", name=f"Follow {name}").click()
    expect(spectator.locator(".standings tbody tr").first).to_contain_text(name)
    spectator.get_by_label("Where do I sit?").fill(name)
    expect(spectator.get_by_role("link", name="round 1, table 1, seat 2")).to_be_visible()
    assert not axe(spectator)
    places = range(len(LINES[0]["players"]))
    finish(Table.objects.get(), *[400 - 50 * place for place in places])
    expect(spectator.locator(".tile")).to_have_count(0, timeout=2 * WITHIN_MS)
    expect(spectator.locator(".standings-points").first).not_to_have_text("0")
    # The one who is followed stands first all the same, and is known at the next visit.
    spectator.reload()
    expect(spectator.locator(".standings tbody tr").first).to_contain_text(name)
    spectator.get_by_label("Search a player").fill("nobody")
    expect(spectator.get_by_text("No player here matches")).to_be_visible()


def test_seats_and_a_players_page_follow(spectator: Page, tablet: Tablet) -> None:
    seats = spectator.context.new_page()
    for page, path in ((spectator, "p/1/"), (seats, "seats/")):
        # The stream begins where the page's first state ends.
        with page.expect_request("**/e/open/live*", timeout=WITHIN_MS):
            page.goto(f"/e/open/{path}")
    seats.get_by_label("Where do I sit?").fill("an")
    event = Event.objects.get()
    update_entry(entry=entry(event, 1), by=BY, name="Ann")
    expect(spectator.get_by_role("heading", level=1)).to_have_text("Ann", timeout=WITHIN_MS)
    expect(seats.get_by_role("rowheader", name="Ann")).to_be_visible(timeout=WITHIN_MS)
    expect(seats.get_by_label("Where do I sit?")).to_have_value("an")
    places = range(len(LINES[0]["players"]))
    finish(Table.objects.get(), *[400 - 50 * place for place in places])
    expect(spectator.locator(".path")).to_contain_text("Final cash", timeout=2 * WITHIN_MS)


def change_on_the_way(page: Page, path: str, change: Callable[[], object]) -> None:
    """Open a page; `change` happens, and is published, between its rendering and its arrival."""

    def deliver_late(route: Route) -> None:
        rendered = route.fetch()
        change()
        publish(Event.objects.get().pk, now=timezone.now())
        route.fulfill(response=rendered)

    # The route stays: where one ends while a page loads, the browser may forget a font it asks for.
    first = iter([deliver_late])
    page.route(re.compile(rf"{path}$"), lambda route: next(first, Route.continue_)(route))
    page.goto(path)


@pytest.mark.parametrize(
    ("path", "name"), [("/e/open/", ".standings tbody tr"), ("/e/open/p/1/", "h1")]
)
def test_what_changed_while_a_page_was_on_its_way_is_shown(
    spectator: Page, tablet: Tablet, path: str, name: str
) -> None:
    first = entry(Event.objects.get(), 1)
    change_on_the_way(spectator, path, lambda: update_entry(entry=first, by=BY, name="Ann"))
    ann = spectator.locator(name).filter(has_text="Ann")
    expect(ann).to_be_visible(timeout=WITHIN_MS)


def test_a_correction_while_the_table_page_was_on_its_way_is_shown(
    spectator: Page, tablet: Tablet
) -> None:
    table = Table.objects.get()
    places = range(len(LINES[0]["players"]))
    finish(table, *[400 - 50 * place for place in places])
    corrected = [500 - 50 * place for place in places]
    change_on_the_way(spectator, "/e/open/r/1/t/1/", lambda: finish(table, *corrected))
    expect(spectator.get_by_text("$500").first).to_be_visible(timeout=2 * WITHIN_MS)


def test_somebody_who_hears_the_page_is_told_seldom(spectator: Page, tablet: Tablet) -> None:
    spectator.goto("/e/open/r/1/t/1/")
    follows(spectator)
    hearing = "window.heard = []; new MutationObserver(() => heard.push(1)).observe("
    part = "document.querySelector('[data-announcer]'), { childList: true })"
    spectator.evaluate(f"() => {{ {hearing}{part}; }}")
    with messages(spectator) as heard:
        for seq in range(BEGUN, BEGUN + 4):
            log(tablet, seq, seq + 1)
            until_newest_version(spectator, heard)
    until_drawn(spectator)
    expect(spectator.locator("[data-announcer]")).not_to_be_empty()
    # Once, and again after half a minute: so much may pass until all is published.
    count, most = spectator.evaluate(
        "() => [heard.length, 1 + Math.floor(performance.now() / 30_000)]"
    )
    assert 1 <= count <= most


def test_a_table_that_begins_appears(browser: Browser, network: Proxy, tablet: Tablet) -> None:
    event = update_event(event=Event.objects.get(), by=BY, frozen_at=timezone.now())
    context = browser.new_context(base_url=network.url)
    page = context.new_page()
    page.goto("/e/open/r/1/t/1/")
    expect(page.locator("#running")).to_have_count(0)
    update_event(event=event, by=BY, frozen_at=None)
    expect(page.locator("#running")).to_be_visible(timeout=2 * WITHIN_MS)
    context.close()
