"""Who sits where and who stands where can be read: no word of a seat breaks, no pawn lies over the
name of its square, and every seat is in sight."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, record
from tests.e2e.tablet_screens.test_screens import LOOKING, SETTLED
from tests.e2e.tablet_screens.three_players import HEADER

NAMES = ["Ada", "Ben", "Cleo", "Dmitri", "Eve", "Fatima"]
ROLES = ["competitor", "monopolist"]
PLAYERS = [{"id": f"p{n}", "name": name, "role": ROLES[n % 2]} for n, name in enumerate(NAMES, 1)]
OWNED = (1, 3, 6, 8, 9, 11, 13, 21, 23, 24, 26, 27, 29, 34, 37, 39)
DEEDS = {str(square): {"owner": "p1"} for square in OWNED}
SIZES = [(1280, 800), (800, 1280)]
# Names of one line to five, at every side and corner, alone and together.
STANDING = [
    (1, 2, 4, 5, 21, 29),
    (12, 15, 17, 13, 31, 34),
    (2, 2, 17, 17, 36, 36),
    (22, 10, 10, 10, 38, 0),
]
COVERED = """() => [...document.querySelectorAll(".square")].flatMap((square) => {
  const name = square.querySelector(".square-name");
  if (!name.checkVisibility()) return [];
  const text = document.createRange();
  text.selectNodeContents(name);
  const apart = (one, other) =>
    one.right <= other.left + 1 || other.right <= one.left + 1 ||
    one.bottom <= other.top + 3 || other.bottom <= one.top + 3;
  return [...square.querySelectorAll(".pawn")]
    .filter((pawn) => [...text.getClientRects()]
      .some((line) => !apart(line, pawn.getBoundingClientRect())))
    .map(() => `a pawn lies over ${name.textContent}`);
})"""
LOW = [((1024, 768), 130), ((1024, 768), 150), ((844, 390), 100)]
"""Where the seats have the least room: size and text."""
CUT_SHORT = """() => [...document.querySelectorAll(".player .name")]
  .filter((name) => name.scrollWidth > name.clientWidth + 1)
  .map((name) => `${name.textContent} is cut short`)"""
CUT_OFF = "() => window.broken('.square-name, .square .word, .price, .owner, .owner b, .pawn b')"
SEATS = """() => {
  const centre = document.querySelector(".board-centre");
  const below = centre.scrollHeight > centre.clientHeight + 1;
  const words = window.broken(".players *:not(svg, path, .visually-hidden)");
  return [...words, ...(below ? ["a seat is out of sight"] : [])];
}"""


def look(page: Page, size: tuple[int, int], language: str, text: int, *checks: str) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(
        "([language, text]) => window.tablet.setSettings({language, text})", [language, text]
    )
    page.wait_for_selector(f'html[lang="{language}"][data-text="{text}"]')
    page.evaluate(SETTLED)
    found = [fault for check in checks for fault in page.evaluate(check)]
    return [f"{size}, {language}, {text} %: {fault}" for fault in found]


def seated(open_table: OpenTable, position: dict[str, Any]) -> Page:
    page = open_table({**HEADER, "players": PLAYERS, "position": position})
    page.evaluate(LOOKING.read_text())
    return page


@pytest.mark.parametrize("squares", STANDING)
def test_no_pawn_lies_over_the_name_of_its_square(
    open_table: OpenTable, squares: tuple[int, ...]
) -> None:
    standing = {f"p{n}": square for n, square in enumerate(squares, 1)}
    page = seated(open_table, {"squares": standing, "deeds": DEEDS})
    found = []
    for size, (language, text) in product(
        [*SIZES, (1920, 1080)], [("fr", 100), ("ru", 100), ("ru", 115)]
    ):
        found += look(page, size, language, text, COVERED, CUT_OFF)
    assert not found, "\n".join(found)


def test_no_word_of_a_seat_breaks_and_every_seat_is_in_sight(open_table: OpenTable) -> None:
    confined = {"prison": ["p1", "p2"], "squares": {"p1": 10, "p2": 10}}
    cash = {"p1": 1140, "p2": 5}
    page = seated(open_table, {**confined, "deeds": DEEDS, "cash": cash})
    found = []
    for size, language, text in product(SIZES, ["en", "fr", "ru"], [100, 115, 130, 150]):
        found += look(page, size, language, text, SEATS, CUT_SHORT)
    for (size, text), language in product(LOW, ["en", "fr", "ru"]):
        found += look(page, size, language, text, SEATS, CUT_SHORT)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("() => window.tablet.setSettings({text: 100})")
    page.evaluate(SETTLED)
    found += page.evaluate("() => window.broken('.players .name')")
    assert not found, "\n".join(found)


OUTSIDE = """() => {
  const start = document.querySelector(".square.start").getBoundingClientRect();
  const pawns = [...document.querySelectorAll(".square.start .pawn")];
  const inside = pawns.filter((pawn) => {
    const { left, right, top, bottom } = pawn.getBoundingClientRect();
    return left >= start.left - 1 && right <= start.right + 1 &&
      top >= start.top - 1 && bottom <= start.bottom + 1;
  });
  return inside.length === 6 ? [] : [`${inside.length} of ${pawns.length} pawns stand on START`];
}"""


def test_all_pawns_stand_on_start_in_letters_of_every_size(open_table: OpenTable) -> None:
    page = seated(open_table, {})
    found = []
    for size, text in product([*SIZES, (1024, 768)], [100, 130, 150]):
        found += look(page, size, "fr", text, OUTSIDE)
    assert not found, "\n".join(found)


LONG = "Maximiliana Featherstonehaugh-Cholmondeley"
ONE_LINE = """() => [...document.querySelectorAll(".player .name")].map((name) => {
  const text = document.createRange();
  text.selectNodeContents(name);
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""


@pytest.mark.parametrize(("size", "text"), LOW)
def test_a_name_too_long_for_its_seat_ends_in_dots_and_is_told_by_a_tap(
    open_table: OpenTable, size: tuple[int, int], text: int
) -> None:
    players = [{**PLAYERS[0], "name": LONG}, *PLAYERS[1:]]
    page = open_table({**HEADER, "players": players, "position": {}})
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("text => window.tablet.setSettings({text})", text)
    page.wait_for_selector(f'html[data-text="{text}"]')
    page.evaluate(SETTLED)
    assert set(page.evaluate(ONE_LINE)) == {1}
    page.locator('[data-tap="player-p1"]').click()
    whole = page.locator(".panel .name, .panel h2").filter(has_text=LONG).first
    expect(whole).to_be_visible()
    assert whole.evaluate("name => name.scrollWidth <= name.clientWidth + 1")
    page.locator('[data-tap="back"]').click()


TOLD = """() => {
  const { clientHeight: told } = document.querySelector(".panel > .scroll");
  const { clientHeight: ways } = document.querySelector(".above-dice");
  const line = parseFloat(getComputedStyle(document.querySelector(".scroll p")).lineHeight);
  return [
    ...(told < line ? [`told has ${told} px for lines of ${line}`] : []),
    ...(ways < 56 ? [`the ways before the throw have ${ways} px`] : []),
  ];
}"""


def test_what_has_happened_keeps_a_line_above_an_offer_and_the_fine_waits(
    open_table: OpenTable,
) -> None:
    """The one buys, the next is in prison: whose fine is not offered before that is decided."""
    page = seated(open_table, {"prison": ["p2"], "squares": {"p1": 28, "p2": 10}})
    record(page, {"type": "roll", "player": "p1", "dice": [1, 2]})
    page.locator('[data-tap="buy"]').wait_for()
    expect(page.locator('[data-tap="pay_fine-p2"]')).to_have_count(0)
    found = []
    for (size, text), language in product([*LOW, ((1280, 800), 150)], ["en", "fr", "ru"]):
        found += look(page, size, language, text, TOLD)
    assert not found, "\n".join(found)
    page.locator('[data-tap="skip"]').click()
    expect(page.locator('[data-tap="pay_fine-p2"]')).to_contain_text("50")
