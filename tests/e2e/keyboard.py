"""A page under somebody who has nothing but a keyboard: Tab reaches each control, Enter and letters
do the rest."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

MOST_STOPS = 150


def reach(page: Page, target: Locator) -> None:
    """Press Tab until a control has the focus."""
    expect(target).to_be_visible()
    for _stop in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if target.evaluate("item => item === document.activeElement"):
            return
    raise AssertionError(f"{target} is not reached")


def press(page: Page, name: Any, kind: Any = "button") -> None:
    """Reach the first control of this name, and press Enter."""
    exact = isinstance(name, str)
    reach(page, page.get_by_role(kind, name=name, exact=exact or None).first)
    page.keyboard.press("Enter")


def write(page: Page, label: str, text: str) -> None:
    """Reach a field, and put this in the place of what stands there."""
    reach(page, page.get_by_label(label, exact=True))
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
