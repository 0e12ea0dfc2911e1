"""Buttons that act only when they are held."""

from collections.abc import Iterable

from playwright.sync_api import Page

HOLD = 1_200
"""Milliseconds, somewhat more than a button asks for."""


def hold(page: Page, name: str) -> None:
    """Press this button and keep it pressed."""
    page.locator(f'[data-tap="{name}"]').click(delay=HOLD)


def everybody_agrees(page: Page, players: Iterable[str]) -> None:
    """The tablet goes round the table, in the order of play: each holds their own name."""
    page.locator('[data-tap^="give-"]').click()
    for player in players:
        hold(page, f"agree-{player}")
