"""What everybody would end with if time were called now."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.engine import Game
from tests.e2e.tablet_screens.conftest import OpenTable, read_record, record
from tests.e2e.tablet_screens.three_players import tap

RECORD = next(Path("tests/golden/golden").glob("04*.amr.jsonl"))
PLAYED = 80


@pytest.fixture(scope="module")
def expected() -> list[tuple[int, str, int]]:
    """Place, name and final cash of each player, as the engine expects them."""
    header, events = read_record(RECORD)
    game = Game.open(header)
    for event in events[:PLAYED]:
        assert game.play(event).is_accepted
    names = {player["id"]: player["name"] for player in header["players"]}
    rows = game.if_time_were_called()["players"]
    return sorted((row["place"], names[row["id"]], row["final"]) for row in rows)


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """In the middle of a game."""
    header, events = read_record(RECORD)
    page = open_table(header)
    record(page, *events[:PLAYED])
    return page


def test_it_is_told_from_the_list_of_players_and_says_that_it_is_an_estimate(
    page: Page, expected: list[tuple[int, str, int]]
) -> None:
    tap(page, "player-p1")
    facts = page.locator(".facts")
    expect(facts).to_contain_text("If time were called now (estimate)")
    expect(facts).to_contain_text("about $")
    tap(page, "estimate")
    expect(page.locator(".sheet-body")).to_contain_text("utilities by the mean throw of 7")
    rows = page.locator(".estimate li")
    expect(rows).to_have_count(len(expected))
    for row, (place, name, final) in zip(rows.all(), expected, strict=True):
        expect(row).to_contain_text(name)
        expect(row).to_contain_text(f"place {place}")
        expect(row).to_contain_text(f"${final:,}".replace("$-", "\u2212$"))


def test_an_event_may_keep_it_from_the_tables(page: Page) -> None:
    tap(page, "more", "estimate")
    expect(page.locator(".estimate li").first).to_be_visible()
    page.evaluate("() => window.tablet.table.outbox.update({ estimate: false })")
    page.evaluate("() => window.tablet.changed()")
    expect(page.locator(".estimate li")).to_have_count(0)
    tap(page, "back")
    expect(page.locator('[data-tap="recount"]')).to_be_visible()
    expect(page.locator('[data-tap="estimate"]')).to_have_count(0)
    tap(page, "back", "player-p1")
    expect(page.locator(".facts")).to_be_visible()
    expect(page.locator(".facts")).not_to_contain_text("estimate")
    answer = page.evaluate("() => window.tablet.ifTimeWereCalled()")
    assert answer["expected"], "the bridge refuses nothing"
