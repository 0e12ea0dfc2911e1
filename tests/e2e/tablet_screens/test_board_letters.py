"""The board can be read at every size of text: where its letters would be too small it has another
layout, and nothing on it is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_screens import GAME, LOOKING, SETTLED
from tests.e2e.tablet_screens.test_taps import GOLDEN

PLAYED = 120
SCREENS = [(1280, 800), (800, 1280), (1024, 768), (1920, 1080)]
LEAST_PX = {100: 12, 115: 12, 130: 14, 150: 14}
"""The smallest letter of the board, by the size of text."""
LETTERS = """() => [...document.querySelectorAll(".square .seen-only *, .board-centre *")]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [parseFloat(getComputedStyle(each).fontSize), each.textContent])"""
CUT_OFF = """() => window.broken(
  ".square-name, .square .word, .price, .owner, .owner b, .pawn b",
)"""
# What of a square lies outside of it, and which square lies outside of the board or under a bar.
OUTSIDE = """() => {
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const board = document.querySelector(".board").getBoundingClientRect();
  return [...document.querySelectorAll(".square")].flatMap((square) => {
    const box = square.getBoundingClientRect();
    const parts = [...square.querySelectorAll(".band, .owner, .price, .pawn, .square-kind")]
      .filter((each) => each.checkVisibility())
      .filter((each) => !inside(each.getBoundingClientRect(), box))
      .map((each) => `${each.className} of ${square.className}`);
    const seen = box.width > 20 && box.height > 20 && inside(box, board);
    return seen ? parts : [...parts, square.className];
  });
}"""


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_every_letter_on_the_board_can_be_read(language: str, open_table: OpenTable) -> None:
    header, events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    page = open_table(header)
    record(page, *events[:PLAYED])
    page.evaluate(LOOKING.read_text())
    page.evaluate("language => window.tablet.setSettings({language})", language)
    found = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for text, least in LEAST_PX.items():
            page.evaluate("text => window.tablet.setSettings({text})", text)
            page.wait_for_selector(f'html[lang="{language}"][data-text="{text}"]')
            page.evaluate(SETTLED)
            small = [each for each in page.evaluate(LETTERS) if each[0] < least - 0.01]
            faults = [*small, *page.evaluate(CUT_OFF), *page.evaluate(OUTSIDE)]
            found += [f"{width} x {height}, {text} %: {fault}" for fault in faults]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("text", [130, 150])
def test_a_square_without_a_name_tells_it_when_tapped(open_table: OpenTable, text: int) -> None:
    header, _events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    page: Page = open_table(header)
    page.evaluate("text => window.tablet.setSettings({text})", text)
    page.wait_for_selector(f'html[data-text="{text}"]')
    square = page.locator('[data-tap="square-39"]')
    expect(square.locator(".square-name")).to_be_hidden()
    expect(square).to_have_accessible_name("39, Wall Street, New York, $400, not owned")
    box = square.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".sheet-body")).to_contain_text("Wall Street")
