"""The guided table: a whole game in thirteen steps, by finger and skipped, nothing covered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import REACH
from tests.e2e.tablet_screens.test_screens import LOOKING

STEPS = [
    "throw", "buy", "rent", "debt", "raise", "trade", "undo", "pause", "resume", "time", "adjust",
    "retain", "circuit",
]  # fmt: skip


@pytest.fixture
def guided(table_page: Page) -> Page:
    """The guided table, opened from the screen of a tablet without one, and started."""
    page = table_page
    page.locator('[data-tap="learn"]').tap()
    page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
    expect(page.locator(".tutorial")).to_be_visible()
    page.locator('[data-tap="start"]').tap()
    step(page, "throw")
    return page


def step(page: Page, name: str) -> None:
    page.wait_for_selector(f'[data-tap="skip-{name}"]')


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'[data-tap="{name}"]').tap()


def test_the_first_steps_are_done_by_finger_and_nothing_is_covered(guided: Page) -> None:
    page = guided
    page.evaluate(LOOKING.read_text())
    found = []
    for (width, height), text in (((1280, 800), 100), ((800, 1280), 130), ((1280, 800), 150)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("text => window.tablet.setSettings({text})", text)
        page.wait_for_selector(f'html[data-text="{text}"]')
        found += page.evaluate("() => [...window.faults(), ...window.unreachable()]")
    assert not found
    page.evaluate("() => window.tablet.setSettings({text: 100})")
    tap(page, "die-1-2")
    step(page, "buy")
    tap(page, "buy")
    step(page, "rent")
    tap(page, "die-1-2")
    step(page, "debt")
    tap(page, "die-2-3")
    step(page, "raise")
    tap(page, "mortgage-3")
    step(page, "trade")
    tap(page, "undo")
    step(page, "raise")
    tap(page, "tutorial-again", "start")
    step(page, "throw")


def test_skipping_plays_the_whole_game(guided: Page) -> None:
    page = guided
    for name in STEPS:
        step(page, name)
        page.locator(f'[data-tap="skip-{name}"]').tap()
        page.wait_for_selector(f'[data-tap="skip-{name}"]', state="detached")
    expect(page.locator(".tutorial")).to_contain_text("confirms")
    page.evaluate("() => window.tablet.confirm({players: ['p1', 'p2']})")
    expect(page.locator(".tutorial")).to_contain_text("That is a whole game")


def test_other_dice_lead_back_by_undo(guided: Page) -> None:
    """Whatever was entered instead, the strip says so, and its button leads back to the step."""
    page = guided
    strip = page.locator(".tutorial")
    tap(page, "die-2-2")
    expect(strip).to_contain_text("Something else was entered")
    expect(page.locator('[data-tap="skip-throw"]')).to_have_count(0)
    tap(page, "tutorial-back")
    expect(strip).to_contain_text("throw of 1 and 2")
    tap(page, "skip-throw", "skip", "die-5-6")
    expect(strip).to_contain_text("Something else was entered")
    tap(page, "tutorial-back")
    expect(strip).to_contain_text("the button with her name")
    tap(page, "skip-buy")
    tap(page, "more", "pause")
    expect(strip).to_contain_text("Go on with “Go on”")
    tap(page, "resume")
    expect(strip).to_contain_text("Ben throws 1 and 2")


def test_a_reload_goes_on_at_its_step(guided: Page) -> None:
    page = guided
    tap(page, "skip-throw", "skip-buy", "skip-rent")
    step(page, "debt")
    page.reload()
    page.wait_for_selector("#tablet .screen")
    page.evaluate(REACH)
    page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
    step(page, "debt")
    expect(page.locator(".tutorial")).to_contain_text("4/13")
    tap(page, "die-2-3")
    step(page, "raise")


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_every_step_is_told_in_each_language(language: str, guided: Page) -> None:
    page = guided
    page.evaluate("language => window.tablet.setSettings({language})", language)
    page.wait_for_selector(f'html[lang="{language}"]')
    told = set()
    for name in STEPS[:3]:
        step(page, name)
        told.add(page.locator(".tutorial-text").inner_text())
        page.locator(f'[data-tap="skip-{name}"]').tap()
    assert len(told) == 3
