"""Waits of browser tests: each for a state, none for a span of time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

PATIENCE_S = 60
PATIENCE_MS = PATIENCE_S * 1_000
_LOOK_EVERY_S = 0.05
_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
_JUDGED = "() => window.tablet.table?.exclusive(async () => {})"
_KEPT = """async () => {
  if (!window.tablet?.table) return;
  const { drafts, record } = window.tablet.table;
  await new Promise((done) => setTimeout(done));
  // IndexedDB reads what was asked to be written before.
  await drafts.store.all("drafts", IDBKeyRange.bound([record.game], [record.game, []]));
}"""
_TIMERS_OVER = """(milliseconds) => new Promise((done) => setTimeout(
  () => requestAnimationFrame(() => setTimeout(() => setTimeout(done))), milliseconds))"""


def until(
    holds: Callable[[], Any],
    patience: float = PATIENCE_S,
    told: Callable[[], object] = lambda: "it does not come about",
) -> Any:
    """Return the first true value of `holds`: for states that no page can wait for.

    The only place that sleeps: between two looks. Raises AssertionError with what is `told` after
    `patience` seconds."""
    end = time.monotonic() + patience
    while not (found := holds()):
        assert time.monotonic() < end, told()
        time.sleep(_LOOK_EVERY_S)
    return found


def until_heard(page: Page, holds: Callable[[], Any]) -> Any:
    """The same for what the page's events tell Python: they arrive while the page is asked."""
    return until(lambda: page.evaluate("null") or holds())


def until_drawn(page: Page) -> None:
    """Wait until what was changed and tapped before is on the screen."""
    page.evaluate(_DRAWN)
    page.evaluate(_DRAWN)


def until_still(page: Page) -> None:
    """Wait until nothing fades or moves any more."""
    page.wait_for_function(
        "() => document.getAnimations().every((each) => each.playState !== 'running')"
    )


def until_judged(page: Page) -> None:
    """Wait until the tablet's app has dealt with every tap so far: judged, stored and drawn.

    Proves that a tap did nothing: what it would have led to had come by now."""
    until_drawn(page)
    page.evaluate(_JUDGED)
    until_drawn(page)


def until_drafts_kept(page: Page) -> None:
    """Wait until the tablet's drafts are on the disk as they are on the screen."""
    until_drawn(page)
    page.evaluate(_KEPT)


def outlast_timers(page: Page, milliseconds: float) -> None:
    """Wait until all timers of so many milliseconds that the page has set are over.

    For a finger that stays down, and to prove that a timer was cleared: browsers run timers in the
    order in which they are due, so that this one ends last on the slowest machine."""
    page.evaluate(_TIMERS_OVER, milliseconds)
