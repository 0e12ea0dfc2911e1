"""Buttons that act only when they are held."""

from collections.abc import Iterable

from playwright.sync_api import Page

HOLD_MS = 1_200
"""Somewhat more than a button asks for."""
_HELD = "() => !document.querySelector('[data-holding]')"
"""Once no button is held any more: it was for long enough."""


def hold(page: Page, name: str) -> None:
    """Press this button and keep it pressed until it acts, however slow the page is."""
    page.locator(f'[data-tap="{name}"]').hover()
    page.mouse.down()
    until_held(page)
    page.mouse.up()


def until_held(page: Page) -> None:
    """Wait until the button that is pressed has acted."""
    page.wait_for_function(_HELD)


def until_pressed(page: Page) -> None:
    """Wait until a button is being held, and not for as long as it asks for."""
    page.locator("[data-holding]").wait_for()


def everybody_agrees(page: Page, players: Iterable[str]) -> None:
    """The tablet goes round the table, in the order of play: each holds their own name."""
    page.locator('[data-tap^="give-"]').click()
    for player in players:
        hold(page, f"agree-{player}")
