"""A referee whose finger bounces, who turns the tablet, and whose tablet dies: golden games entered
all the same, and nothing recorded that was not meant."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.e2e.app import Header

SIZES = [(1280, 800), (800, 1280)]
MIN_GAP_S, MAX_GAP_S = 0.02, 0.34
PATIENCE_S = 60
TURNS_IN_MS = 300
# The finger waits until nothing moves any more and looks before each tap: the clock of the page is
# set forward instead of waiting for it.
# The second tap of a bounce comes when it comes.
WATCH = """() => {
  window.patient = false;
  const real = performance.now.bind(performance);
  window.time = real();
  performance.now = () => window.time;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.time });
  let changed = 0;
  new MutationObserver(() => { changed = real(); }).observe(document.body, {
    subtree: true, childList: true, attributes: true,
  });
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  window.press = async (element) => {
    // What arrives meanwhile may push it out of sight again.
    do {
      element.scrollIntoView({ block: "nearest" });
      await pause(40);
    } while (real() - changed < 60 || element.getBoundingClientRect().bottom > innerHeight);
    await new Promise((pressed) => { window.wanted = { element, pressed }; });
  };
}"""
ENTER = """(event) => {
  window.entered = null;
  window.wanted = null;
  void window.enterEvents([event]).then(
    () => { window.entered = "done"; },
    (error) => { window.entered = String(error); },
  );
}"""
# Where the finger is to go now; null while the page has not come that far.
WANTED = """() => {
  if (window.entered) return { entered: window.entered };
  if (!window.wanted) return null;
  const { left, top, width, height } = window.wanted.element.getBoundingClientRect();
  window.time += 400;
  const { element } = window.wanted;
  return {
    x: left + width / 2,
    y: top + height / 2,
    holds: element.matches(".hold"),
    bounces: !element.matches("[data-repeatable]"),
  };
}"""
PRESSED = """() => {
  const { pressed } = window.wanted;
  window.wanted = null;
  pressed();
}"""
LEDGER = "() => window.tablet.state.view.ledger.map((entry) => entry.event.type)"


@dataclass
class Harm:
    """What was done to a game, and what came of it."""

    taps: int = 0
    bounces: int = 0
    turned: int = 0
    killed: int = 0
    unwanted: list[str] = field(default_factory=list)


class Fuzz:
    """Plays a game on a practice table; `kill` makes the tablet die and come back on the same
    storage, and returns its page."""

    def __init__(self, page: Page, kill: Callable[[], Page], seed: int) -> None:
        self.page = page
        self.harm = Harm()
        self._kill = kill
        self._chance = random.Random(seed)

    def play(self, header: Header, events: list[dict[str, Any]], *, most_taps: int) -> Harm:
        """Enter these events until there were so many taps."""
        self._open(header)
        meant = ["start"] if self._ledger() else []
        for event in events:
            if self.harm.taps >= most_taps:
                break
            self._disturb()
            self._enter(event)
            meant.append(event["type"])
            self._compare(meant)
        return self.harm

    def statement(self) -> Any:
        """What the finished game has come to."""
        return self.page.evaluate("() => window.tablet.statement()")

    def _open(self, header: Header) -> None:
        self.page.evaluate("header => window.tablet.practise(header)", header)
        self.page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
        self.page.wait_for_selector('[data-tap="start"], .game')
        if self.page.query_selector('[data-tap="start"]'):
            self.page.evaluate("() => window.tablet.start()")
        self.page.wait_for_selector(".game")
        self.page.evaluate(WATCH)

    def _ledger(self) -> list[str]:
        found: list[str] = self.page.evaluate(LEDGER)
        return found

    def _disturb(self) -> None:
        """Now and then the tablet is turned, and sometimes it dies."""
        if self._chance.random() < 0.1:
            width, height = self._chance.choice(SIZES)
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(TURNS_IN_MS)
            self.harm.turned += 1
        if self._chance.random() < 0.01:
            self.page = self._kill()
            self.page.evaluate(WATCH)
            self.harm.killed += 1

    def _enter(self, event: dict[str, Any]) -> None:
        """One event by as many taps as it takes, any of which may bounce."""
        self.page.evaluate(ENTER, event)
        end = time.monotonic() + PATIENCE_S
        while True:
            place = self.page.evaluate(WANTED)
            if place and "entered" in place:
                assert place["entered"] == "done", (event, place, self._ledger()[-5:])
                return
            if place:
                self._tap(**place)
            assert time.monotonic() < end, (event, self._ledger()[-5:])

    def _tap(self, x: float, y: float, holds: bool, bounces: bool) -> None:
        """Keypads and steps are made to be tapped twice, and record nothing: no bounce there."""
        if holds:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            time.sleep(1.2)
            self.page.mouse.up()
        else:
            self.page.touchscreen.tap(x, y)
        self.harm.taps += 1
        if bounces and not holds and self._chance.random() < 0.4:
            gap = self._chance.uniform(MIN_GAP_S, MAX_GAP_S)
            time.sleep(gap)
            self.page.evaluate("gap => { window.time += gap; }", gap * 1000)
            self.page.touchscreen.tap(x, y)
            self.harm.taps += 1
            self.harm.bounces += 1
        self.page.evaluate(PRESSED)

    def _compare(self, meant: list[str]) -> None:
        """What is in the log and was not meant: it is taken out of the count once it was told."""
        ledger = self._ledger()
        if ledger != meant:
            self.harm.unwanted.append(f"{ledger[-4:]} instead of {meant[-4:]}")
            meant[:] = ledger
