"""Every screen: big enough to hit, named, readable, in sight; in each size, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.tablet_screens.conftest import OpenTable, read_record
from tests.e2e.tablet_screens.test_taps import GOLDEN

LOOKING = Path(__file__).with_name("looking.js")
SIZES = {"landscape": (1280, 800), "portrait": (800, 1280), "phone": (390, 844)}
GAME = "02_us-2011_two-hour_5p_recount"
# Buttons change their colours over a moment.
FADED = "() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0)))"
SHEETS = {
    "deeds": ["deeds"],
    "deeds by city": ["deeds", "by-city"],
    "trade": ["trade", "partner-p3", "give-cash"],
    "recount": ["more", "recount", "recount-p2", "counted-9"],
    "leave": ["more", "leave", "leaver-p2"],
    "ledger": ["ledger"],
    "settings": ["settings"],
    "player": ["player-p3"],
}


def look(page: Page, what: str) -> list[str]:
    """The faults of the screen in both themes."""
    found = []
    for theme in ("light", "dark"):
        page.evaluate("theme => window.tablet.setSettings({theme})", theme)
        page.wait_for_selector(f'html[data-theme="{theme}"]')
        page.evaluate(FADED)
        width = page.evaluate("() => innerWidth")
        found += [
            f"{what}, {theme}: {fault}"
            for fault in page.evaluate("small => window.faults(small)", width < 700)
        ]
    return found


def tap(page: Page, name: str) -> None:
    page.locator(f'[data-tap="{name}"]').click()


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_can_be_hit_read_and_heard(
    size: str, open_table: OpenTable, table_page: Page
) -> None:
    width, height = SIZES[size]
    table_page.set_viewport_size({"width": width, "height": height})
    if not table_page.evaluate("() => 'faults' in window"):
        table_page.evaluate(LOOKING.read_text())
    found = look(table_page, "pairing")
    header, events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    end = next(index for index, event in enumerate(events) if event["type"] == "time")
    page = open_table(header)
    page.evaluate(
        "async events => { for (const event of events) await window.tablet.record(event) }",
        events[:end],
    )
    page.wait_for_selector('[data-tap="die-1-1"]')
    found += look(page, "turn")
    for what, taps in SHEETS.items():
        for name in taps:
            tap(page, name)
        found += look(page, what)
        while page.locator('[data-tap="back"]').count():
            page.keyboard.press("Escape")
            page.wait_for_timeout(50)
    for event in events[end:]:
        page.evaluate("event => window.tablet.record(event)", event)
        if event["type"] in ("time", "retain", "circuit"):
            found += look(page, event["type"])
    tap(page, "walk-all")
    found += look(page, "statement")
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize("size", ["landscape", "portrait"])
def test_the_longest_panel_in_the_largest_letters_keeps_undo_in_reach(
    size: str, open_table: OpenTable
) -> None:
    header, _events = read_record(GOLDEN / "24_eu-fr_two-hour_6p_board_recount_pass.amr.jsonl")
    page = open_table(header)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => window.tablet.setSettings({language: 'ru', text: 150})")
    page.wait_for_selector('html[lang="ru"][data-text="150"]')
    page.evaluate("player => window.tablet.record({type: 'roll', player, dice: [1, 1]})", "p1")
    page.wait_for_selector('[data-tap="card-deck"]')
    undo = page.locator('[data-tap="undo"]')
    box = undo.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    tap(page, "card-deck")
    page.wait_for_selector('[data-tap="card-C01"]')
