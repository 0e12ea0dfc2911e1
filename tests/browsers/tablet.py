"""A referee's tablet in any browser: what is tapped on it and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from tests.e2e.waiting import until

TAPPING = Path(__file__).parents[1] / "e2e" / "tablet_screens" / "tapping.js"
PATIENCE_S = 120
RUNTIME = "/static/tablet/runtime/tablet.js"


class Browser(Protocol):
    """A page in a browser that tests drive."""

    def goto(self, url: str) -> None:
        """Load this page."""

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function returns there."""


class BrowserTablet:
    """The app at `url`, in any browser."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url

    def open(self, fragment: str = "") -> None:
        """Load the app, with the finger that taps and the runtime within reach."""
        self.browser.goto(f"{self.url}/tablet/{fragment}")
        self.shows("#tablet .screen")
        self.browser.evaluate(f"() => {{ {TAPPING.read_text('utf-8')} }}")
        self.browser.evaluate(
            f'async () => {{ window.tablet = await (await import("{RUNTIME}")).openTablet(); }}'
        )

    def reload(self) -> None:
        """Load it again, and wait until it judges by itself."""
        self.open()
        self.until(lambda state: state["judge"] == "tablet" and state["phase"] == "open")

    def start(self) -> None:
        """Begin the game as it was drawn, the engine running here."""
        self.until(lambda state: state["judge"] == "tablet" and state["phase"] == "open")
        self.shows('[data-tap="start"]')
        # As a finger that looks first: a tap on what has just appeared is taken for a slip.
        self.browser.evaluate(
            """async () => window.press(document.querySelector('[data-tap="start"]'))"""
        )
        self.shows(".game")

    def enter(self, *events: dict[str, Any]) -> None:
        """Enter these by tapping what the screen offers."""
        self.browser.evaluate("events => window.enterEvents(events)", list(events))

    def shows(self, selector: str) -> None:
        """Wait until the page has such an element."""
        self._wait(
            lambda: self.browser.evaluate(
                "selector => Boolean(document.querySelector(selector))", selector
            ),
            selector,
        )

    def until(self, holds: Callable[[Any], bool]) -> Any:
        """The first state for which this holds."""
        states: list[Any] = []

        def look() -> bool:
            states[:] = [self.state]
            return holds(states[0])

        self._wait(look, "state")
        return states[0]

    def confirmed(self) -> None:
        """Wait until the server has everything."""
        self.until(lambda state: state["sync"]["state"] == "confirmed")

    @property
    def state(self) -> Any:
        """What the screens are shown now."""
        return self.browser.evaluate("() => window.tablet.state")

    @property
    def stored(self) -> list[str]:
        """The ids of what the tablet says it recorded, in order."""
        ids: list[str] = self.browser.evaluate(
            "() => window.tablet.table.outbox.entries.map((entry) => entry.event_id)"
        )
        return ids

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        until(holds, PATIENCE_S, lambda: f"{what}: {self._text()}")

    def _text(self) -> str:
        return str(self.browser.evaluate("() => document.body.innerText"))[:600]
