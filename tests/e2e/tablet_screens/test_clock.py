"""The clock in the top bar, and the table's own pauses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.three_players import HEADER, tap

HALL = """
    change => {
        const { record } = window.tablet.table.outbox;
        Object.assign(record.clock, change);
        record.clock.elapsed_ms = record.clock.elapsed * 1000;
        record.clockReceived = Date.now();
        window.tablet.changed();
    }
"""
NO_DICE = '[data-tap^="die-"]'


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """A table of three at its first throw."""
    return open_table(HEADER)


def hall(page: Page, **change: Any) -> None:
    """What the server says of the hall's clock."""
    page.evaluate(HALL, change)


def elapsed(page: Page) -> int:
    seconds: int = page.evaluate("() => window.tablet.table.outbox.record.clock.elapsed")
    return seconds


def clock(page: Page) -> Locator:
    return page.locator(".clock")


def last_event(page: Page) -> dict[str, Any]:
    event: dict[str, Any] = page.evaluate("() => window.tablet.state.view.ledger.at(-1).event")
    return event


def pause(page: Page) -> None:
    tap(page, "more", "pause")
    expect(page.locator(".paused-entry")).to_be_visible()


def test_a_pause_shuts_every_entry_and_stops_the_clock(page: Page) -> None:
    expect(page.locator(NO_DICE).first).to_be_visible()
    hall(page, elapsed=600)
    pause(page)
    expect(page.locator(".paused-since")).to_contain_text(re.compile(r"Paused since \d"))
    expect(page.locator(NO_DICE)).to_have_count(0)
    expect(page.locator('[data-tap="undo"]')).to_be_disabled()
    tap(page, "trade")
    expect(page.locator(".sheet-body")).to_have_text(re.compile("^The table is paused"))
    tap(page, "back", "deeds")
    expect(page.locator(".sheet-body")).to_contain_text("The table is paused")
    tap(page, "back")
    expect(clock(page)).to_contain_text("paused")
    expect(clock(page).locator(".icon-pause")).to_be_visible()
    stood = clock(page).locator("time").inner_text()
    hall(page, elapsed=600 + 312)
    expect(clock(page).locator("time")).to_have_text(stood)
    tap(page, "resume")
    expect(page.locator(NO_DICE).first).to_be_visible()
    assert last_event(page)["type"] == "resume"
    assert 300 <= last_event(page)["seconds"] <= 330
    expect(clock(page)).not_to_contain_text("paused")
    left = page.evaluate("() => window.tablet.state.clock.remaining")
    assert 7200 - 600 - 60 <= left <= 7200 - 600


def test_what_the_server_credits_is_shown_and_not_what_was_told(page: Page) -> None:
    hall(page, elapsed=600)
    pause(page)
    hall(page, elapsed=900)
    tap(page, "resume")
    expect(page.locator(NO_DICE).first).to_be_visible()
    rows = page.evaluate("() => window.tablet.state.view.ledger.at(-1).n")
    hall(page, elapsed=900, pauses={"seconds": 40, "since": None, "through": rows})
    left = page.evaluate("() => window.tablet.state.clock.remaining")
    assert 7200 + 40 - 900 - 30 <= left <= 7200 + 40 - 900


def test_a_pause_before_the_hall_has_started_gives_no_time(page: Page) -> None:
    hall(page, state="waiting", elapsed=0)
    expect(clock(page)).to_contain_text("not started")
    expect(clock(page).locator(".icon-unstarted")).to_be_visible()
    pause(page)
    tap(page, "resume")
    expect(page.locator(NO_DICE).first).to_be_visible()
    assert last_event(page) == {"type": "resume", "seconds": 0}


def test_a_pause_survives_a_reload_to_the_second(page: Page) -> None:
    hall(page, elapsed=600)
    pause(page)
    page.evaluate("() => window.tablet.table.outbox.update({})")
    stood = clock(page).locator("time").inner_text()
    page.evaluate("async () => window.tablet.open(window.tablet.table.record.game)")
    expect(page.locator(".paused-entry")).to_be_visible()
    hall(page, elapsed=1000)
    expect(clock(page).locator("time")).to_have_text(stood)


def test_another_tablets_pause_ends_with_what_the_server_says_of_it(page: Page) -> None:
    """This tablet did not record when it began."""
    hall(page, elapsed=600)
    pause(page)
    row = page.evaluate("() => window.tablet.state.view.pauses.at(-1).began")
    page.evaluate("() => { delete window.tablet.table.outbox.entries.at(-1).hallElapsed; }")
    hall(page, elapsed=700, pauses={"seconds": 0, "since": None, "through": row - 1})
    tap(page, "resume")
    expect(page.locator(NO_DICE).first).to_be_visible()
    assert last_event(page) == {"type": "resume"}
    pause(page)
    page.evaluate("() => { delete window.tablet.table.outbox.entries.at(-1).hallElapsed; }")
    hall(page, elapsed=750, pauses={"seconds": 0, "since": 690, "through": row + 2})
    tap(page, "resume")
    expect(page.locator(NO_DICE).first).to_be_visible()
    assert last_event(page)["seconds"] in range(60, 75)


def test_a_clock_that_was_ended_early_says_so(page: Page) -> None:
    hall(page, state="ended", elapsed=600)
    expect(clock(page)).to_contain_text("ended")


LEFT = [(302, 298, "5 minutes left"), (62, 58, "1 minute left"), (2, -1, "Time is up")]
LISTEN = """
    () => {
        window.rung = 0;
        window.shaken = 0;
        const Note = window.OscillatorNode;
        window.OscillatorNode = class extends Note {
            constructor(...given) { super(...given); window.rung += 1; }
        };
        navigator.vibrate = () => { window.shaken += 1; return true; };
    }
"""


def places(page: Page) -> dict[str, list[float]]:
    """Where every control is."""
    found: dict[str, list[float]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-tap]")].map(each => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return [each.dataset.tap, [x, y, width, height]];
        }))"""
    )
    return found


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["wide", "upright"])
def test_the_last_minutes_are_told_and_no_button_moves(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(LISTEN)
    tap(page, "ledger", "back")
    for text in (100, 130, 150):
        page.evaluate("text => window.tablet.setSettings({ text })", text)
        for before, after, words in LEFT[:2]:
            hall(page, elapsed=7200 - before)
            where = places(page)
            hall(page, elapsed=7200 - after)
            expect(page.locator(".alarm")).to_have_text(words)
            expect(page.locator('.bar-start [role="status"]')).to_have_text(words)
            assert places(page) == where
    through = page.locator(".alarm").evaluate("banner => getComputedStyle(banner).pointerEvents")
    assert through == "none"
    assert page.evaluate("() => [window.rung > 0, window.shaken]") == [True, 6]


def test_the_banner_goes_by_itself(page: Page) -> None:
    hall(page, elapsed=7200 - 302)
    hall(page, elapsed=7200 - 298)
    expect(page.locator(".alarm")).to_be_visible()
    page.evaluate("() => { const now = performance.now() + 21_000; performance.now = () => now; }")
    page.evaluate("() => window.tablet.changed()")
    expect(page.locator(".alarm")).to_have_count(0)
    expect(page.locator('.bar-start [role="status"]')).to_have_text("")
    page.evaluate("() => { delete performance.now; }")


def test_time_itself_is_told_once_and_with_the_question(page: Page) -> None:
    # The last minute is told already, and time itself is not up before the page is listened to.
    hall(page, elapsed=7150)
    page.evaluate(LISTEN)
    hall(page, elapsed=7201)
    expect(page.locator(".alarm")).to_have_text("Time is up")
    hall(page, elapsed=7205)
    assert page.evaluate("() => window.shaken") == 1
    expect(page.locator('[data-tap="call-time"]')).to_be_visible()


def test_without_sound_the_clock_only_shows_and_shakes(page: Page) -> None:
    page.evaluate(LISTEN)
    tap(page, "settings", "alarm-silent", "back")
    rung = page.evaluate("() => window.rung")
    hall(page, elapsed=7200 - 302)
    hall(page, elapsed=7200 - 298)
    expect(page.locator(".alarm")).to_have_text("5 minutes left")
    assert page.evaluate("() => [window.rung, window.shaken]") == [rung, 1]
    tap(page, "settings", "alarm-sound", "back")
    assert page.evaluate("() => window.rung") > rung


def test_a_clock_that_stands_or_was_just_read_tells_nothing(page: Page) -> None:
    """A tablet that is opened in the last minute is late, not at the mark."""
    hall(page, elapsed=7200 - 302)
    pause(page)
    hall(page, elapsed=7200 - 298)
    expect(page.locator(".alarm")).to_have_count(0)


def test_the_banner_keeps_still_where_motion_is_not_wanted(page: Page) -> None:
    """The browser of these tests asks for reduced motion."""
    hall(page, elapsed=7200 - 302)
    hall(page, elapsed=7200 - 298)
    name = page.locator(".alarm").evaluate("banner => getComputedStyle(banner).animationName")
    assert name == "none"


def test_a_table_whose_time_was_called_hears_no_more_of_the_clock(page: Page) -> None:
    hall(page, elapsed=7200 - 302)
    page.evaluate("() => window.tablet.record({ type: 'time' })")
    hall(page, elapsed=7200 - 298)
    expect(page.locator(".alarm")).to_have_count(0)
    hall(page, elapsed=7205)
    expect(page.locator(".alarm")).to_have_count(0)
