"""Every screen: big enough to hit, named, readable, in sight; in each size, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_taps import GOLDEN
from tests.e2e.waiting import until_drawn

LOOKING = Path(__file__).with_name("looking.js")
SIZES = {
    "landscape": (1280, 800),
    "small": (1024, 768),
    "portrait": (800, 1280),
    "phone": (390, 844),
}
GAME = "02_us-2011_two-hour_5p_recount"
# The board is measured a frame after the tablet is turned; buttons change their colours over a
# moment. A browser that shows nothing to anybody may draw no frame.
SETTLED = """async () => {
  const settled = async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0)));
  };
  await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, 1000))]);
}"""
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


@pytest.fixture(autouse=True)
def looking(table_page: Page) -> None:
    """The checks, within reach of the page."""
    if not table_page.evaluate("() => 'faults' in window"):
        table_page.evaluate(LOOKING.read_text())


def look(page: Page, what: str) -> list[str]:
    """The faults of the screen, the tablet turned to each size; what is dark differs in colours."""
    found = []
    for theme, sizes in (("light", SIZES), ("dark", ("landscape", "phone"))):
        page.evaluate("theme => window.tablet.setSettings({theme})", theme)
        page.locator(f'html[data-theme="{theme}"]').wait_for()
        for size in sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            faults = page.evaluate("() => window.faults()")
            found += [f"{what}, {size}, {theme}: {fault}" for fault in faults]
    return found


def tap(page: Page, name: str) -> None:
    page.locator(f'[data-tap="{name}"]').click()


def test_every_screen_can_be_hit_read_and_heard(open_table: OpenTable, table_page: Page) -> None:
    found = look(table_page, "pairing")
    header, events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    end = next(index for index, event in enumerate(events) if event["type"] == "time")
    page = open_table(header)
    record(page, *events[:end])
    page.wait_for_selector('[data-tap="die-1-1"]')
    found += look(page, "turn")
    line = {"line of the ledger": ["ledger", f"entry-{end}"]}
    for what, taps in (SHEETS | line).items():
        for name in taps:
            tap(page, name)
        found += look(page, what)
        while page.locator('[data-tap="back"]').count():
            page.keyboard.press("Escape")
            until_drawn(page)
    for event in events[end:]:
        record(page, event)
        if event["type"] in ("time", "retain", "circuit"):
            found += look(page, event["type"])
    tap(page, "walk-all")
    found += look(page, "statement")
    page.locator('[data-tap^="give-"]').click()
    found += look(page, "own result")
    page.locator('[data-tap^="absent-"]').click()
    found += look(page, "in a player's place")
    assert not found, "\n".join(dict.fromkeys(found))


def test_the_board_is_a_control_where_its_squares_can_be_hit(open_table: OpenTable) -> None:
    header, _events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    page = open_table(header)
    square = page.locator('[data-tap="square-9"]')
    for size, there in (("landscape", True), ("portrait", True), ("small", False)):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        box = square.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(".sheet-body")).to_have_count(int(there))
        page.keyboard.press("Escape")
        expect(page.locator(".sheet-body")).to_have_count(0)
    square.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet-body")).to_be_visible()
    page.keyboard.press("Escape")
    tap(page, "deeds")
    tap(page, "by-city")
    expect(page.locator('[data-tap^="city-"]')).to_have_count(10)


@pytest.mark.parametrize("edition", ["us-2011", "us-wooden", "eu-fr", "ru-2014"])
def test_a_name_on_the_board_breaks_between_syllables(edition: str, open_table: OpenTable) -> None:
    header, _events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    page = open_table({**header, "edition": edition})
    for language in ("en", "fr", "ru"):
        page.evaluate("language => window.tablet.setSettings({language})", language)
        page.wait_for_selector(f'html[lang="{language}"]')
        assert page.evaluate("() => window.broken('.square-name, .word')") == []


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
