"""Notices that stay away once they were read, until there is something else to be told."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tablet_screens.conftest import OpenTable
from tests.e2e.tablet_screens.three_players import HEADER

TOLD = """change => {
  Object.assign(window.tablet.table.outbox.record, change);
  window.tablet.changed();
}"""


@pytest.fixture
def page(open_table: OpenTable) -> Page:
    """A table of three at its first throw."""
    return open_table(HEADER)


def told(page: Page, **change: Any) -> None:
    """What the server says of the table."""
    page.evaluate(TOLD, change)


def aside(name: str, state: str) -> dict[str, Any]:
    """Events that are with the chief referee."""
    return {"id": name, "state": state, "events": 1, "reason": "other", "decision": None}


def read(page: Page) -> None:
    """Close the one notice."""
    page.locator('.page-notice [data-tap^="read-"]').click()
    expect(page.locator(".page-notice")).to_have_count(0)


def test_other_events_with_the_chief_are_told_though_as_many_were_read_of(page: Page) -> None:
    told(page, setAside=[aside("first", "open")])
    expect(page.locator(".page-notice")).to_contain_text("with the chief referee")
    read(page)
    told(page, setAside=[aside("first", "discarded"), aside("second", "open")])
    expect(page.locator(".page-notice")).to_contain_text("with the chief referee")


def test_another_result_is_told_after_the_choice_of_one(page: Page) -> None:
    none: dict[str, Any] = {"statement": None, "required": [], "confirmed": [], "disputed": []}
    told(page, confirmation={**none, "blocked_by": ["result"]})
    expect(page.locator(".page-notice")).to_be_visible()
    read(page)
    choice = {"at": "2026-11-22T10:00:00Z", "source": "log", "reason": "It is signed."}
    told(page, confirmation={**none, "blocked_by": [], "choice": choice})
    read(page)
    told(page, confirmation={**none, "blocked_by": ["result"], "choice": choice})
    expect(page.locator(".page-notice")).to_be_visible()
