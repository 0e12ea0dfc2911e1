"""A throw that came twice: the same dice again within a moment are shown before they count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.three_players import HEADER, types
from tests.e2e.touching import centre, fingers, look_first, tap
from tests.e2e.waiting import outlast_timers, until_judged

AGAIN = '[data-tap="die-done"]'


@pytest.fixture
def page(open_table: OpenTable) -> Iterator[Page]:
    """A table of three on a tablet four times slower, under a finger that waits for nothing."""
    page = open_table(HEADER)
    slowness = page.context.new_cdp_session(page)
    slowness.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.locator('[data-tap="die-1-2"]').wait_for()
    look_first(page)
    page.evaluate("() => { window.patient = false; }")
    yield page
    page.evaluate("() => { window.patient = true; }")
    slowness.send("Emulation.setCPUThrottlingRate", {"rate": 1})


NOW = "() => (performance.timeOrigin + performance.now()) / 1000"


def touch(page: Page, name: str, *, at: float) -> None:
    """Touch this control at that moment, which the page takes for its time however slow it is."""
    with fingers(page) as hand:
        hand.at = at
        hand.down(centre(page, name))
        hand.up()


def touch_twice(page: Page, *, gap: int) -> None:
    """Touch one throw, and again so many milliseconds later, once the first was judged."""
    first: float = page.evaluate(NOW)
    touch(page, "die-1-2", at=first)
    until_judged(page)
    outlast_timers(page, gap)
    touch(page, "die-1-2", at=first + gap / 1000)
    until_judged(page)


@pytest.mark.parametrize("gap", [150, 300, 450, 600, 900, 1_200, 1_450])
def test_the_same_throw_within_a_moment_does_not_count(page: Page, gap: int) -> None:
    touch_twice(page, gap=gap)
    assert types(page) == ["roll"]


def test_it_is_asked_whose_it_is_and_one_tap_lets_it_count(page: Page) -> None:
    touch_twice(page, gap=600)
    expect(page.locator(AGAIN)).to_have_text("Same throw for Ben: 1 + 2?")
    page.evaluate("() => { window.patient = true; }")
    tap(page, "die-done")
    expect(page.locator(AGAIN)).to_have_count(0)
    until_judged(page)
    assert types(page) == ["roll", "roll"]


def test_after_a_moment_it_counts(page: Page) -> None:
    touch_twice(page, gap=1_600)
    assert types(page) == ["roll", "roll"]


def test_turns_that_were_meant_are_not_asked_about(page: Page) -> None:
    throws = ["1-2", "3-6", "1-4", "2-5", "1-2", "3-4"]
    for throw in throws:
        outlast_timers(page, 400)
        touch(page, f"die-{throw}", at=page.evaluate(NOW))
        until_judged(page)
        expect(page.locator(AGAIN)).to_have_count(0)
    assert types(page) == ["roll"] * len(throws)
