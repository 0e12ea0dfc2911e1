"""What the last turn paid is read out before anybody adjusts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable, record
from tests.e2e.tablet_screens.three_players import HEADER, tap

PLAYED: list[dict[str, Any]] = [
    {"type": "roll", "player": "p1", "dice": [3, 6]},
    {"type": "buy", "player": "p1"},
    {"type": "time"},
]


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """Ada bought a deed, and time was called."""
    page = open_table(HEADER)
    record(page, *PLAYED)
    return page


def test_it_is_told_once_before_the_adjustment_and_not_after_a_reload(page: Page) -> None:
    panel = page.locator(".panel")
    expect(panel).to_contain_text("What the last turn paid")
    expect(panel.locator(".money-line")).to_contain_text("Ada")
    expect(page.locator('[data-tap^="adjusted-"]')).to_have_count(0)
    tap(page, "last-turn-read")
    expect(page.locator('[data-tap="adjusted-p1"]')).to_be_visible()
    page.evaluate("async () => window.tablet.open(window.tablet.table.record.game)")
    expect(page.locator('[data-tap="adjusted-p1"]')).to_be_visible()
    expect(page.locator('[data-tap="last-turn-read"]')).to_have_count(0)


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_it_is_told_on_an_upright_tablet_in_large_letters(page: Page, language: str) -> None:
    page.set_viewport_size({"width": 800, "height": 1280})
    page.evaluate("language => window.tablet.setSettings({ language, text: 150 })", language)
    expect(page.locator(".money-line")).to_be_visible()
    expect(page.locator('[data-tap="last-turn-read"]')).to_be_in_viewport()
