"""What fingers do that nobody meant: two at once, one that slips off, a hold that is disturbed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.holding import HOLD_MS, until_pressed
from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.three_players import HEADER, types
from tests.e2e.touching import centre, fingers, look_first, tap
from tests.e2e.waiting import outlast_timers, until_drawn, until_judged

SIZES = [(1280, 800, 100), (800, 1280, 150)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}-{size[2]}")
def page(open_table: OpenTable, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A table of three where a deed is on offer, under a finger whose taps come when they come."""
    width, height, text = request.param
    page = open_table(HEADER)
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("text => window.tablet.setSettings({text})", text)
    tap(page, "die-3-6")
    page.locator('[data-tap="buy"]').wait_for()
    page.evaluate("() => { window.patient = false; }")
    look_first(page)
    yield page
    page.evaluate("() => { window.patient = true; }")


def unmoved(page: Page) -> None:
    """Nothing was recorded, and no sheet has come."""
    until_judged(page)
    assert types(page) == ["roll"]
    expect(page.locator('[data-tap="buy"]')).to_be_visible()
    expect(page.locator('[data-tap="back"]')).to_have_count(0)
    expect(page.locator('.die[aria-pressed="true"]')).to_have_count(0)


PAIRS = [("buy", "undo"), ("undo", "die-1-2"), ("deeds", "more"), ("die-1-2", "die-2-4")]


def test_of_two_fingers_at_once_none_counts(page: Page) -> None:
    for pair in PAIRS:
        one, other = (centre(page, name) for name in pair)
        with fingers(page) as hand:
            hand.down(one, other)
            until_drawn(page)
            hand.up()
            unmoved(page)
            hand.down(one)
            hand.down(other)
            hand.up()
        unmoved(page)


SLIDES = [("die-1-2", "die-1-5"), ("buy", "skip"), ("undo", "deeds"), ("deeds", "die-2-4")]


def test_a_finger_that_ends_on_another_control_presses_none(page: Page) -> None:
    for start, end in SLIDES:
        (x, y), (to_x, to_y) = centre(page, start), centre(page, end)
        with fingers(page) as hand:
            hand.down((x, y))
            for part in (0.25, 0.5, 0.75, 1.0):
                hand.draw((x + part * (to_x - x), y + part * (to_y - y)))
            hand.up()
        unmoved(page)


Disturb = Callable[[Page], None]


def turned(page: Page) -> None:
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["height"], "height": size["width"]})


DISTURBANCES: dict[str, Disturb] = {
    "the tablet is turned": turned,
    "the page is left": lambda page: page.evaluate("() => { dispatchEvent(new Event('blur')); }"),
    "the sheet is closed": lambda page: page.evaluate("() => { history.back(); }"),
    "the words change": lambda page: page.evaluate(
        "() => window.tablet.setSettings({ text: 130 })"
    ),
}


@pytest.fixture
def holding(page: Page) -> Page:
    """Where time can be called, by a hold."""
    tap(page, "more")
    page.locator('[data-tap="time"]').wait_for()
    look_first(page)
    return page


@pytest.mark.parametrize("what", DISTURBANCES)
def test_a_hold_that_is_disturbed_does_nothing(holding: Page, what: str) -> None:
    with fingers(holding) as hand:
        hand.down(centre(holding, "time"))
        until_pressed(holding)
        DISTURBANCES[what](holding)
        outlast_timers(holding, HOLD_MS)
        hand.up()
    until_judged(holding)
    assert types(holding) == ["roll"]


@pytest.mark.parametrize("second", ["time", "back"])
def test_a_second_finger_ends_a_hold(holding: Page, second: str) -> None:
    x, y = centre(holding, "time")
    with fingers(holding) as hand:
        hand.down((x, y))
        until_pressed(holding)
        hand.down((x + 30, y) if second == "time" else centre(holding, second))
        outlast_timers(holding, HOLD_MS)
        hand.up()
    until_judged(holding)
    assert types(holding) == ["roll"]


def test_a_finger_that_leaves_the_held_button_ends_the_hold(holding: Page) -> None:
    x, y = centre(holding, "time")
    with fingers(holding) as hand:
        hand.down((x, y))
        until_pressed(holding)
        hand.draw((x, y - 200))
        outlast_timers(holding, HOLD_MS)
        hand.up()
    until_judged(holding)
    assert types(holding) == ["roll"]
