"""Axe finds nothing on any screen of the tablet, in light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from referee.devices.services import invite
from referee.log import journal_cache
from tests.e2e.conftest import Axe, new_slug
from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.test_screens import GAME, SETTLED
from tests.e2e.tablet_screens.test_taps import GOLDEN
from tests.e2e.waiting import until_drawn
from tests.referee.tables import make_table

SHEETS = {
    "deeds": ["deeds"],
    "deeds by city": ["deeds", "by-city"],
    "rents": ["square-9"],
    "player": ["player-p3"],
    "trade": ["trade", "partner-p3", "give-cash"],
    "ledger": ["ledger"],
    "settings": ["settings"],
    "more": ["more"],
    "reference": ["more", "reference", "section-card"],
    "recount": ["more", "recount", "recount-p2", "counted-9"],
    "leave": ["more", "leave", "leaver-p2"],
    "estimate": ["more", "estimate"],
}
"""What is tapped to open each of the sheets that a game has at play."""
ROUND_IS_OVER = """() => {
  window.tablet.table.outbox.record.clock.state = "ended";
  window.tablet.changed();
}"""
TIME_IS_OVER = """() => {
  const { record } = window.tablet.table.outbox;
  record.clock.elapsed_ms = 3 * 3_600_000;
  record.clockReceived = Date.now();
  window.tablet.changed();
}"""


class Looker:
    """Axe's findings on the screens of a page, and those on the colours of their dark theme."""

    def __init__(self, page: Page, axe: Axe) -> None:
        self.page = page
        self.axe = axe
        self.found: list[str] = []

    def at(self, what: str) -> None:
        """Look at the screen as it stands."""
        for theme, rules in (("light", ()), ("dark", ("color-contrast",))):
            self.page.evaluate("theme => window.tablet.setSettings({theme})", theme)
            self.page.wait_for_selector(f'html[data-theme="{theme}"]')
            self.page.evaluate(SETTLED)
            self.found += [f"{what}, {theme}: {fault}" for fault in self.axe(self.page, *rules)]

    def after(self, what: str, *names: str) -> None:
        """Look at what these taps, one after the other, open; nothing else stays open."""
        tap(self.page, *names)
        self.at(what)
        while self.page.locator('[data-tap="back"]').count():
            self.page.keyboard.press("Escape")
            until_drawn(self.page)


@pytest.fixture
def look(table_page: Page, axe: Axe) -> Looker:
    return Looker(table_page, axe)


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'[data-tap="{name}"]').first.click()


def test_a_game_from_the_first_throw_to_the_last_signature(
    open_table: OpenTable, look: Looker
) -> None:
    header, events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    end = next(index for index, event in enumerate(events) if event["type"] == "time")
    page = open_table(header)
    look.after("final position", "more", "final-position")
    record(page, *events[:end])
    page.wait_for_selector('[data-tap="die-1-1"]')
    look.at("turn")
    for what, taps in SHEETS.items():
        look.after(what, *taps)
    look.after("line of the ledger", "ledger", f"entry-{end}")
    page.locator('[data-tap^="why-"]').first.click()
    look.after("why")
    tap(page, "more", "pause")
    look.at("pause")
    tap(page, "resume")
    page.evaluate(TIME_IS_OVER)
    page.wait_for_selector('[data-tap="call-time"]')
    look.after("call time", "more")
    for event in events[end:]:
        record(page, event)
        if event["type"] in ("time", "adjusted", "retain", "circuit"):
            look.at(event["type"])
        if event["type"] == "time":
            look.after("best adjustment", "last-turn-read", "best-adjustment-p1")
    tap(page, "walk-all")
    look.at("statement")
    tap(page, "give-p1")
    look.at("own result")
    look.after("in a player's place", "absent-p1")
    assert not look.found, "\n".join(look.found)


def test_what_comes_before_a_game_and_counting_at_its_end(
    open_table: OpenTable, look: Looker
) -> None:
    page = look.page
    look.at("pairing")
    tap(page, "learn", "start")
    page.wait_for_selector('[data-tap="skip-throw"]')
    look.at("tutorial")
    header, _events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    open_table({**header, "position": {"cash": {"p1": 500}}})
    record(page, {"type": "time"})
    for player in header["players"]:
        record(page, {"type": "adjusted", "player": player["id"]})
    page.wait_for_selector('[data-tap="count-done"]')
    look.at("cash count")
    assert not look.found, "\n".join(look.found)


def test_a_tablet_of_a_tournament(transactional_db: None, table_page: Page, look: Looker) -> None:
    journal_cache.forget()
    header, _events = read_record(GOLDEN / f"{GAME}.amr.jsonl")
    table = make_table(header, slug=new_slug())
    token = invite(table=table, by="test").token
    table_page.evaluate("token => { location.hash = `#pair=${token}`; }", token)
    expect(table_page.locator('[data-tap="start"]')).to_be_visible()
    look.at("seats")
    look.after("settings", "settings")
    look.after("leave this table", "settings", "unpair")
    table_page.evaluate(ROUND_IS_OVER)
    expect(table_page.locator('[data-tap="start"]')).to_have_count(0)
    look.at("seats when time is over")
    look.after("judge", "judge")
    tap(table_page, "judge", "call-rules")
    look.at("called")
    assert not look.found, "\n".join(look.found)
