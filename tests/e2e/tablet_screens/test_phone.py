"""On a phone, at every size of text, what is thrown and what is paid stands in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.test_glance import at, enlarge, in_sight
from tests.e2e.tablet_screens.three_players import tap
from tests.e2e.waiting import until_drawn

PHONE = (390, 844)
NAMES = ["Ada", "Chloé Marchand-Delacroix", "Ben", "Дмитрий", "Eve", "Fay"]
PLAYERS = [
    {"id": f"p{n}", "name": name, "role": ("competitor", "monopolist")[n % 2 == 0]}
    for n, name in enumerate(NAMES, 1)
]
# Whether the whole of the first element can be read without scrolling.
IN_SIGHT = """(selector) => {
  const each = document.querySelector(selector);
  const { top, bottom, left } = each.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => each.contains(document.elementFromPoint(left + 4, y)));
}"""
# Words of a name that are broken where there is no space and no hyphen.
BROKEN = """() => [...document.querySelectorAll(".player .name")].flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
  });
})"""


def on_phone(open_table: OpenTable, text: int, position: dict[str, Any]) -> Page:
    page = at(open_table, position, mode="A", players=PLAYERS)
    enlarge(page, PHONE, text)
    tap(page, "die-3-6")
    page.wait_for_selector(".last-event")
    until_drawn(page)
    return page


@pytest.mark.parametrize("text", [100, 130, 150])
def test_the_payment_and_the_last_row_of_dice_are_in_sight(
    open_table: OpenTable, text: int
) -> None:
    page = on_phone(open_table, text, {"deeds": {"9": {"owner": "p2"}}})
    expect(page.locator(".consequences > li").first).to_contain_text("$12: Hollywood Boulevard")
    assert page.evaluate(IN_SIGHT, ".consequences > li")
    assert in_sight(page, "die-4-6")


@pytest.mark.parametrize("text", [100, 130, 150])
def test_an_offer_and_the_last_row_of_dice_are_in_sight(open_table: OpenTable, text: int) -> None:
    page = on_phone(open_table, text, {})
    for name in ("buy", "skip", "die-1-1", "die-4-6"):
        assert in_sight(page, name), name


@pytest.mark.parametrize("text", [100, 130, 150])
def test_names_break_at_spaces(open_table: OpenTable, text: int) -> None:
    page = on_phone(open_table, text, {})
    assert page.evaluate(BROKEN) == []
