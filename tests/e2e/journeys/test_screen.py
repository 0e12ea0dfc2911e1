"""The big screen in the hall: what it shows, how it is moved, and that it lasts a day."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import Axe
from tests.e2e.journeys.hall_day import ADDRESS, Json, Stream, first_state, late_state, patches
from tests.e2e.proxy import DOWN, UP, Proxy
from tests.e2e.waiting import outlast_timers, until_heard
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event

PROJECTORS = {"full": (1920, 1080), "large": (3840, 2160), "older": (1024, 768), "up": (1080, 1920)}
LOST = """() => [...document.querySelectorAll(
  "header, .screen-title, .screen-foot, .screen-panel > *, .screen-tile, .screen-tile li, "
  + ".screen-seats li, tbody tr")].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.height && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1
      || box.top < 0 || box.left < 0
      || part.scrollHeight > part.clientHeight + innerHeight / 200);
  }).map((part) => part.outerHTML.slice(0, 120))"""
WITHIN_MS = 12_000
Open = Callable[..., Page]


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Eight players, a finished round of two tables, and one that waits."""
    event = make_event(players=8, tie_breaks=["final-cash"])
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(table_of(round_), 40, 30, 20, 10)
    finish(table_of(round_, 2), 41, 31, 21, 11)
    seat_round(event, 2, (1, 3, 5, 7), (2, 4, 6, 8))
    return event


@pytest.fixture
def streams() -> list[Stream]:
    """Those of the screens that are opened with a state."""
    return []


@pytest.fixture
def open_screen(
    browser: Browser, network: Proxy, event: Event, streams: list[Stream]
) -> Iterator[Open]:
    """Opens the screen on a projector of a size, with more in its address."""
    contexts = []
    errors: list[str] = []

    def opened(
        query: str = "",
        size: str = "full",
        state: Json | None = None,
        clock: bool = False,
        **more: Any,
    ) -> Page:
        width, height = PROJECTORS[size]
        viewport: ViewportSize = {"width": width, "height": height}
        context = browser.new_context(viewport=viewport, base_url=network.url, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if clock:
            page.clock.install()
        if state:
            streams.append(Stream(page, state))
        page.goto(ADDRESS + query)
        # From then on it follows, and has panels.
        expect(page.locator("[data-as-of]")).not_to_be_empty()
        page.wait_for_function("() => document.querySelector('#panel').dataset.kind")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors


def still(page: Page) -> Page:
    """The page once nothing fades in any more, with its buttons, which fade where nobody moves."""
    page.locator("#pause").focus()
    page.wait_for_function("() => document.getAnimations().length === 0")
    return page


def title(page: Page) -> str:
    return page.locator("#panel-title").inner_text()


def test_it_shows_the_event_as_it_is(open_screen: Open, event: Event, axe: Axe) -> None:
    page = open_screen("?every=600")
    expect(page.locator("#panel-title")).to_have_text("Standings")
    expect(page.locator("tbody tr")).to_have_count(8)
    expect(page.locator("#hall")).to_contain_text("Clock not started")
    expect(page.locator("[data-face]")).to_have_text("2:00:00")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-title")).to_have_text("Seats of round 2")
    expect(page.locator(".screen-seats li").first).to_have_text(
        re.compile(r"Player 1\s*Table 1, seat 1")
    )
    assert not axe(still(page))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-title")).to_have_text("Results as confirmed")
    expect(page.locator(".screen-tile")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-title")).to_have_text("Standings")


def test_a_place_that_is_revealed_is_shown_at_once(open_screen: Open, event: Event) -> None:
    page = open_screen("?every=600")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-title")).to_have_text("Seats of round 2")
    frozen = table_of(event.rounds.get(number=1)).result.confirmed_at
    update_event(event=event, by=BY, frozen_at=frozen, revealed_to=3)
    expect(page.locator("#panel-title")).to_have_text("Final standings", timeout=WITHIN_MS)
    expect(page.locator(".screen-revealed-place")).to_have_text("3")
    page.keyboard.press("ArrowRight")
    update_event(event=event, by=BY, revealed_to=2)
    expect(page.locator(".screen-revealed-place")).to_have_text("2", timeout=WITHIN_MS)
    update_event(event=event, by=BY, revealed_to=1)
    expect(page.locator("#panel-title")).to_have_text("Podium", timeout=WITHIN_MS)
    expect(page.locator(".podium-place").first).to_contain_text("1Player 5")
    expect(page.locator(".podium-place")).to_have_count(3)
    assert page.evaluate(LOST) == []


def test_it_outlives_the_network(open_screen: Open, network: Proxy, event: Event) -> None:
    page = open_screen("?every=4")
    expect(page.locator("#panel-title")).to_have_text("Seats of round 2", timeout=WITHIN_MS)
    network.set(DOWN)
    expect(page.locator("[data-stale]")).to_be_visible(timeout=2 * WITHIN_MS)
    # It goes on with what it has.
    before = title(page)
    expect(page.locator("#panel-title")).not_to_have_text(before, timeout=WITHIN_MS)
    update_event(event=event, by=BY, name="Autumn Open")
    network.set(UP)
    expect(page.locator("#event-name")).to_have_text("Autumn Open", timeout=2 * WITHIN_MS)
    expect(page.locator("[data-stale]")).to_be_hidden()


def test_keys_stop_and_step_and_fill_the_screen(open_screen: Open) -> None:
    page = open_screen("?every=4", clock=True)
    page.keyboard.press(" ")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    stopped = title(page)
    page.clock.run_for(5_000)
    assert title(page) == stopped
    page.keyboard.press("ArrowLeft")
    assert title(page) != stopped
    page.keyboard.press("ArrowRight")
    assert title(page) == stopped
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.keyboard.press("F")
    page.wait_for_function("() => document.fullscreenElement === null")
    page.keyboard.press(" ")
    page.clock.run_for(4_000)
    expect(page.locator("#panel-title")).not_to_have_text(stopped)
    page.get_by_role("button", name="Next panel").focus()
    page.keyboard.press("Enter")


def test_it_is_kept_awake(open_screen: Open, browser: Browser, network: Proxy) -> None:
    context = browser.new_context(base_url=network.url)
    context.add_init_script(
        "window.awake = []; Object.defineProperty(navigator, 'wakeLock',"
        " { value: { request: async (kind) => { window.awake.push(kind); } } });"
    )
    page = context.new_page()
    page.goto(ADDRESS)
    page.wait_for_function("() => window.awake.length === 1")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("() => window.awake") == ["screen", "screen"]
    context.close()


def test_the_address_chooses_what_is_shown(open_screen: Open) -> None:
    page = open_screen("?show=results&every=4&theme=light&lang=fr", clock=True)
    expect(page.locator("#panel-title")).to_have_text("Résultats confirmés")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == (
        "rgb(246, 247, 244)"
    )
    page.clock.run_for(5_000)
    expect(page.locator("#panel-title")).to_have_text("Résultats confirmés")
    page = open_screen("?show=nonsense")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == (
        "rgb(19, 22, 20)"
    )


def test_without_scripts_standings_are_asked_for_again(
    browser: Browser, network: Proxy, event: Event
) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=network.url)
    page = context.new_page()
    page.goto(ADDRESS)
    expect(page.locator("tbody tr")).to_have_count(8)
    expect(page.locator("#hall")).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    assert page.locator('noscript meta[http-equiv="refresh"], meta[http-equiv="refresh"]').count()
    context.close()


@pytest.mark.parametrize(
    ("size", "locale"),
    [
        ("full", "ru-RU"),
        *((size, "en-GB") for size in PROJECTORS),
        ("full", "fr-FR"),
    ],
)
def test_everything_fits(open_screen: Open, axe: Axe, size: str, locale: str) -> None:
    """Forty-eight players with long names at twelve tables, then at two of six."""
    # While it is played the hall's map comes besides, and each of a few tables once more.
    states = (
        (first_state(), 3 + 2 + 1 + 2),
        (first_state(seated=True), 3 + 2 + 2),
        (late_state(), 3 + 1 + 2 + 1 + 2),
    )
    for state, panels in states:
        page = open_screen("?every=600", size, state, locale=locale)
        seen = []
        while (title(page), page.locator("#panel-count").inner_text()) not in seen:
            seen.append((title(page), page.locator("#panel-count").inner_text()))
            assert page.evaluate(LOST) == [], seen[-1]
            page.keyboard.press("ArrowRight")
        assert len(seen) == panels
        if locale == "en-GB":
            assert not axe(still(page))


# Key and look in one go: half a second later nothing moves any more, wanted or not.
MOVED_BY_A_KEY = """() => {
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  return document.getAnimations().length;
}"""


def test_nothing_moves_where_motion_is_not_wanted(open_screen: Open) -> None:
    page = open_screen("?every=600", reduced_motion="reduce")
    before = title(page)
    assert page.evaluate(MOVED_BY_A_KEY) == 0
    assert title(page) != before
    assert open_screen("?every=600").evaluate(MOVED_BY_A_KEY) > 0


WARM, DAY, BUNCH = 1_500, 4_000, 250
DRAWN_WITHIN_MS = 600
KEPT_BYTES = 64


def measure(page: Page) -> dict[str, float]:
    """What the page holds in memory, after all that nobody needs was thrown away."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("HeapProfiler.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    found = {
        item["name"]: item["value"] for item in session.send("Performance.getMetrics")["metrics"]
    }
    session.detach()
    return {name: found[name] for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}


def least_held(page: Page) -> dict[str, float]:
    """The least of several measures: what was drawn last may wait to be collected."""
    found = [measure(still(page)) for _ in range(5)]
    return {name: min(each[name] for each in found) for name in found[0]}


def test_a_day_of_versions_leaves_nothing_behind(open_screen: Open, streams: list[Stream]) -> None:
    page = open_screen("?every=600", state=first_state())
    (stream,) = streams
    panels = 3 + 2 + 1 + 2
    day = patches(seed=13)

    def live_through(count: int) -> None:
        for _bunch in range(count // BUNCH):
            stream.send(*islice(day, BUNCH))
            # The page asks for the stream again within two seconds.
            until_heard(page, lambda: stream.delivered)
            for _panel in range(panels * 5):
                page.keyboard.press("ArrowRight")
            outlast_timers(page, DRAWN_WITHIN_MS)

    live_through(WARM)
    before = least_held(page)
    live_through(DAY)
    after = least_held(page)
    assert stream.version == 1 + WARM + DAY
    # The engine's own figures move by a twentieth; what is kept of each version is more.
    assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < KEPT_BYTES * DAY, (before, after)
    for name in ("Nodes", "JSEventListeners"):
        assert after[name] <= 1.05 * before[name], (name, before, after)
    # What came last is what is shown.
    told: list[str] = []
    for _panel in range(panels):
        told += page.locator(".screen-last").all_inner_texts()
        page.keyboard.press("ArrowRight")
    assert any(f"Event {WARM + DAY}:" in text for text in told), told
