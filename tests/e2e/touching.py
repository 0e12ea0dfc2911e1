"""A finger on a touch screen, as the device of the journeys has one, and more of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from tests.e2e.holding import until_held

Point = tuple[float, float]


def tap(page: Page, *names: str) -> None:
    """Tap these controls, one after the other."""
    for name in names:
        page.locator(f'[data-tap="{name}"]').tap()


def hold(page: Page, name: str) -> None:
    """Keep a finger on this button."""
    with fingers(page) as hand:
        hand.down(centre(page, name))
        until_held(page)
        hand.up()


def look_first(page: Page) -> None:
    """Let what the fingers do next come as from somebody who looked before."""
    page.evaluate("() => window.lookFirst()")


@contextmanager
def in_a_hurry(page: Page) -> Iterator[None]:
    """Let the fingers do all of this in one moment, however slow the page is."""
    page.evaluate("() => window.hurry(true)")
    try:
        yield
    finally:
        page.evaluate("() => window.hurry(false)")


def centre(page: Page, name: str) -> Point:
    """The middle of this control, scrolled into sight, in CSS pixels."""
    button = page.locator(f'[data-tap="{name}"]')
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Hand:
    """Fingers that stay where they came down until they are lifted or drawn elsewhere.

    `at`: when they do so by the events' own time, in seconds since 1970; None for now.
    """

    def __init__(self, send: Any) -> None:
        self._send = send
        self.at: float | None = None
        self._points: list[Point] = []

    def down(self, *points: Point) -> None:
        """One more finger for each of these points, all at the same moment."""
        self._points += points
        self._touch("touchStart")

    def draw(self, point: Point) -> None:
        """The finger that came down last goes there."""
        self._points[-1] = point
        self._touch("touchMove")

    def up(self) -> None:
        """No finger is left on the screen."""
        self._points = []
        self._touch("touchEnd")

    def _touch(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(self._points)]
        time = {} if self.at is None else {"timestamp": self.at}
        self._send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **time})


@contextmanager
def fingers(page: Page) -> Iterator[Hand]:
    """A hand over this page's screen."""
    touch = page.context.new_cdp_session(page)
    try:
        yield Hand(touch.send)
    finally:
        touch.detach()
