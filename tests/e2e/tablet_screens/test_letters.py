"""The tablet's letters: there from the first screen on, and nothing is cut off in the largest of
them, nor in another family."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import LANDSCAPE
from tests.e2e.proxy import DOWN, Proxy
from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_screens import GAME, LOOKING, SETTLED, SHEETS, SIZES, tap
from tests.e2e.tablet_screens.test_taps import GOLDEN

# The tablet's own family; what Android has, and one wider than most, where its file is missing.
OWN, ANDROID, WIDE = "Tablet Sans", "Noto Sans", "DejaVu Sans"
# The longest words in every family; the others in those between which Android's lies.
SETTINGS = [
    ("en", 150, [OWN, WIDE]),
    ("fr", 150, [OWN, WIDE]),
    ("ru", 150, [OWN]),
    ("ru", 150, [ANDROID, WIDE]),
    ("ru", 130, [OWN]),
]
SET_IN = """family => {
  document.documentElement.style.setProperty("--sans", `"${family}", sans-serif`);
}"""
FOREIGN = [
    "Παναγιώτης Ελευθερόπουλος",
    "გიორგი კვარაცხელია",
    "欧阳娜娜",
    "Wiśniewska-Kowalczyk",
    "Ng",
]
# What of the family has come when the first screen is drawn.
WATCH = """new MutationObserver(() => {
  if (window.letters || !document.querySelector("#tablet .screen")) return;
  const family = [...document.fonts].filter((face) => face.family.includes("Tablet Sans"));
  window.letters = family.map((face) => face.status);
}).observe(document, { childList: true, subtree: true });"""
LARGE = """() => [
    ...window.broken(".panel *:not(bdi, svg, path, .visually-hidden), .seat *, .notice *"),
    ...window.broken(".sync, .sync *, .player-words *"),
    ...window.unreachable(),
]"""


@pytest.fixture(autouse=True)
def looking(table_page: Page) -> None:
    """The checks, within reach of the page."""
    if not table_page.evaluate("() => 'broken' in window"):
        table_page.evaluate(LOOKING.read_text())


@pytest.fixture(autouse=True)
def own_letters(table_page: Page) -> Iterator[None]:
    """The next test finds the tablet set in its own family again."""
    yield
    table_page.evaluate("() => document.documentElement.style.removeProperty('--sans')")


def enlarge(page: Page, language: str, text: int) -> None:
    """Set the tablet in a language, and in letters of so many hundredths of their size."""
    page.evaluate(
        "([language, text]) => window.tablet.setSettings({language, text})", [language, text]
    )
    page.wait_for_selector(f'html[lang="{language}"][data-text="{text}"]')


def large(page: Page, what: str, families: list[str]) -> list[str]:
    """The faults of a screen in large letters of these families, in three sizes."""
    page.wait_for_function("() => !document.querySelector('.panel [role=status].quiet')")
    found = []
    for size, family in product(("landscape", "portrait", "phone"), families):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SET_IN, family)
        page.evaluate(SETTLED)
        faults = page.evaluate(LARGE)
        found += [f"{what}, {size}, {family}: {fault}" for fault in faults]
    return found


@pytest.mark.parametrize(("language", "text", "families"), SETTINGS)
def test_the_largest_letters_cut_nothing_off(
    language: str, text: int, families: list[str], open_table: OpenTable
) -> None:
    header, events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    end = next(index for index, event in enumerate(events) if event["type"] == "time")
    page = open_table(header)
    record(page, *events[:end])
    enlarge(page, language, text)
    found = large(page, "turn", families)
    for what, taps in {**SHEETS, "more": ["more"]}.items():
        for name in taps:
            tap(page, name)
        found += large(page, what, families)
        leave_sheets(page)
    for event in events[end:]:
        record(page, event)
        if event["type"] in ("time", "retain", "circuit"):
            found += large(page, event["type"], families)
    tap(page, "walk-all")
    found += large(page, "statement", families)
    page.locator('[data-tap^="give-"]').click()
    found += large(page, "own result", families)
    page.locator('[data-tap^="absent-"]').click()
    found += large(page, "in a player's place", families)
    tap(page, "back")
    page.locator('[data-tap^="dispute-"]').click()
    found += large(page, "dispute", families)
    assert not found, "\n".join(dict.fromkeys(found))


def leave_sheets(page: Page) -> None:
    """Back to the turn, from a sheet upon a sheet, too."""
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator('[data-tap="back"]')).to_have_count(0)


def test_names_in_other_letters_keep_the_screen_whole(open_table: OpenTable) -> None:
    header, _events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    for player, name in zip(header["players"], FOREIGN, strict=True):
        player["name"] = name
    page = open_table(header)
    enlarge(page, "fr", 150)
    found = large(page, "turn", [OWN, ANDROID, WIDE])
    for what in ("player", "trade"):
        for name in SHEETS[what]:
            tap(page, name)
        found += large(page, what, [OWN, ANDROID, WIDE])
        leave_sheets(page)
    assert not found, "\n".join(dict.fromkeys(found))


def test_the_family_is_there_before_the_first_screen(browser: Browser, network: Proxy) -> None:
    context = browser.new_context(locale="ru-RU", viewport=LANDSCAPE)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{network.url}/tablet/")
    page.wait_for_function("() => window.letters")
    assert page.evaluate("() => window.letters") == ["loaded"] * 3
    page.evaluate("async () => (await navigator.serviceWorker.ready).active.state")
    network.set(DOWN)
    page.reload()
    page.wait_for_function("() => window.letters")
    assert page.evaluate("() => window.letters") == ["loaded"] * 3
    context.close()
