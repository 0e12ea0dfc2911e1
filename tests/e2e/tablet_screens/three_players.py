"""A table of three, and what is tapped and seen at it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.holding import hold

PLAYERS = [
    {"id": "p1", "name": "Ada", "role": "competitor"},
    {"id": "p2", "name": "Ben", "role": "monopolist"},
    {"id": "p3", "name": "Софья", "role": "competitor"},
]
HEADER: dict[str, Any] = {
    "record": "amr/1",
    "edition": "us-2011",
    "mode": "two-hour",
    "rulings": {},
    "players": PLAYERS,
}


def tap(page: Page, *names: str) -> None:
    """Click these controls, one after the other."""
    for name in names:
        page.locator(f'[data-tap="{name}"]').click()


def expect_parties(page: Page, *names: str) -> None:
    """Wait until the sheet of a trade is between these two."""
    expect(page.locator(".party .name")).to_have_text(list(names))


def types(page: Page) -> list[str]:
    """The types of the events recorded so far."""
    found: list[str] = page.evaluate("() => window.tablet.state.view.ledger.map(each => each.type)")
    return found[1:]  # the first is the start of the game


def say(page: Page, text: str) -> None:
    """Wait until the panel says this."""
    expect(page.locator(".panel").get_by_text(text).first).to_be_visible()


def finish(page: Page) -> None:
    """Time is called at once; nobody adjusts."""
    tap(page, "more")
    hold(page, "time")
    tap(page, "adjusted-p1", "adjusted-p2", "adjusted-p3", "count-skip", "retain", "circuit")
