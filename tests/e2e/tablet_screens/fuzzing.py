"""A referee whose finger bounces, who turns the tablet, and whose tablet dies: golden games entered
all the same, and nothing recorded that was not meant."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.e2e.app import Header, lower_die_first
from tests.e2e.holding import until_held
from tests.e2e.own_tablet import OwnTablet
from tests.e2e.waiting import until_drawn

SIZES = [(1280, 800), (800, 1280)]
MIN_GAP_MS, MAX_GAP_MS = 20, 340
PATIENCE_S = 60
# The finger waits until nothing moves any more and what it wants is in sight, and looks before each
# tap: the clock of the page is set forward instead of waiting for it. A tap that did nothing, or
# that met something else, since the page moved after all, it makes again; what is gone is not
# looked for any more. The second tap of a bounce comes when it comes.
WATCH = """() => {
  if (window.begin) return;
  window.patient = false;
  const real = performance.now.bind(performance);
  window.time = real();
  performance.now = () => window.time;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.time });
  let changed = 0;
  let wanted = null;
  let clicked = null;
  let ended = null;
  addEventListener("click", (event) => {
    clicked ??= { event, name: event.target.closest("[data-tap]")?.dataset.tap };
  }, true);
  new MutationObserver(() => { changed = real(); }).observe(document.body, {
    subtree: true, childList: true, attributes: true,
  });
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  // A drawing that was asked for before is over then, with the look of the page at where all is.
  const drawn = () => new Promise((over) => requestAnimationFrame(() => setTimeout(over)));
  const placeOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const inSight = (element) => {
    const { x, y } = placeOf(element);
    return element.contains(document.elementFromPoint(x, y));
  };
  const LOOKS = 30;
  const find = (name) => document.querySelector(`[data-tap="${name}"]:not(:disabled)`);
  // Whether it can be tapped. What is gone for so many looks, after all was judged, is given up:
  // a second would be nothing on a busy machine.
  const settle = async (end) => {
    let missed = 0;
    // What arrives meanwhile may push it out of sight again, or stand in its place.
    do {
      wanted.element?.scrollIntoView({ block: "nearest" });
      await pause(20);
      await Promise.race([drawn(), pause(1000)]);
      wanted.element = find(wanted.name);
      missed = wanted.element ? 0 : missed + 1;
      if (missed === 1) await window.tablet.table?.exclusive(async () => {});
      if (wanted.element && real() - changed >= 60 && inSight(wanted.element)) return true;
    } while (real() < end && missed < LOOKS);
    return false;
  };
  // A finger holds once what is pressed twice without one.
  let held = null;
  window.press = (element) => new Promise((pressed) => {
    if (element === held) {
      held = null;
      pressed();
      return;
    }
    const holds = element.matches(".hold");
    held = holds ? element : null;
    wanted = { element, holds, pressed, name: element.dataset.tap, tries: 0 };
  });
  window.begin = (event) => {
    ended = null;
    void window.enterEvents([event]).then(
      () => { ended = "entered"; },
      (error) => { ended = String(error); },
    );
  };
  // Whether the tap before came to something; one that lands late, on a machine with much to do,
  // is waited for: made again, it would be a second one.
  const wasTaken = async () => {
    const end = real() + 10_000;
    while (!clicked && real() < end) await pause(4);
    return clicked?.event.defaultPrevented === false && clicked.name === wanted.name;
  };
  const over = () => {
    wanted.pressed();
    wanted = null;
  };
  // A finger that bounces is off the screen for so long: the page does what the tap asked.
  window.lift = async (gap) => {
    await pause(gap);
    window.time += gap;
  };
  // Where the finger is to go now, or how the event has ended; what it wanted until now, it has
  // tapped.
  window.next = async ({ tapped, patience }) => {
    if (tapped && (wanted.holds || wanted.tries > 3 || (await wasTaken()))) over();
    const end = real() + patience;
    while (!ended && real() < end) {
      if (!wanted) await pause(4);
      else if (await settle(end)) break;
      else over();
    }
    if (!wanted) return { ended: ended ?? "nothing happens any more" };
    const { element, holds } = wanted;
    clicked = null;
    wanted.tries += 1;
    window.time += 400;
    return {
      ...placeOf(element),
      holds,
      bounces: !element.matches("[data-repeatable]"),
      again: wanted.tries > 1,
    };
  };
}"""
LEDGER = "() => window.tablet.state.view.ledger.slice(1).map(({ event }) => event)"
"""All that was recorded since the start."""
PLAYING = """() => {
  const { players } = window.tablet.state.view;
  return players.filter(({ out }) => !out).map(({ id }) => id);
}"""
Event = dict[str, Any]


class StuckError(Exception):
    """An event that the screens do not take."""


@dataclass
class Harm:
    """What was done to a game, and what came of it."""

    taps: int = 0
    again: int = 0
    """Taps that did nothing, and were made again."""
    bounces: int = 0
    turned: int = 0
    killed: int = 0
    unwanted: list[str] = field(default_factory=list)


class Fuzz:
    """Plays games on practice tables of a tablet that shows the app."""

    def __init__(self, tablet: OwnTablet, seed: int) -> None:
        self.harm = Harm()
        self._tablet = tablet
        self._chance = random.Random(seed)
        # Drawn once an event, whatever the taps of this machine were: a seed kills where it killed.
        self._fate = random.Random(seed)

    @property
    def page(self) -> Page:
        """The tablet's, another one after each death."""
        return self._tablet.page

    def play(self, header: Header, events: Iterable[Event]) -> Harm:
        """Enter these events, to the first that cannot be entered."""
        self._open(header)
        meant: list[Event] = []
        for event in events:
            self._disturb()
            meant += [*self._cash_counts(event), as_recorded(event)]
            try:
                self._enter(event)
            except StuckError as stuck:
                self.harm.unwanted.append(f"{event}: {stuck}; recorded {self._ledger()[-4:]}")
                break
            self._compare(meant)
        return self.harm

    def statement(self) -> Any:
        """What the finished game has come to."""
        return self.page.evaluate("() => window.tablet.statement()")

    def _open(self, header: Header) -> None:
        self.page.evaluate("header => window.tablet.practise(header)", header)
        self._tablet.judged()
        self.page.wait_for_selector('[data-tap="start"], .game')
        if self.page.query_selector('[data-tap="start"]'):
            self.page.evaluate("() => window.tablet.start()")
        self.page.wait_for_selector(".game")
        self.page.evaluate(WATCH)

    def _ledger(self) -> list[Event]:
        return [as_recorded(event) for event in self.page.evaluate(LEDGER)]

    def _cash_counts(self, event: Event) -> list[Event]:
        """What is recorded where nobody counts the cash before retention."""
        if event["type"] != "retain":
            return []
        return [{"type": "cash_count", "player": one} for one in self.page.evaluate(PLAYING)]

    def _disturb(self) -> None:
        """Now and then the tablet is turned, and sometimes it dies."""
        if self._fate.random() < 0.1:
            width, height = self._fate.choice(SIZES)
            self.page.set_viewport_size({"width": width, "height": height})
            until_drawn(self.page)
            self.harm.turned += 1
        if self._fate.random() < 0.01:
            self._tablet.kill()
            self.page.evaluate(WATCH)
            self.harm.killed += 1

    def _enter(self, event: Event) -> None:
        """One event by as many taps as it takes, any of which may bounce."""
        self.page.evaluate("event => window.begin(event)", event)
        place = self._next(tapped=False)
        while "ended" not in place:
            self._tap(**place)
            place = self._next(tapped=True)
        if place["ended"] != "entered":
            raise StuckError(place["ended"])

    def _next(self, *, tapped: bool) -> dict[str, Any]:
        asked = {"tapped": tapped, "patience": PATIENCE_S * 1000}
        return dict(self.page.evaluate("asked => window.next(asked)", asked))

    def _tap(self, x: float, y: float, holds: bool, bounces: bool, again: bool) -> None:
        """Keypads and steps are made to be tapped twice, and record nothing: no bounce there."""
        self.harm.taps += 1
        self.harm.again += again
        if holds:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            until_held(self.page)
            self.page.mouse.up()
            return
        self.page.touchscreen.tap(x, y)
        if bounces and self._chance.random() < 0.4:
            gap = self._chance.uniform(MIN_GAP_MS, MAX_GAP_MS)
            self.page.evaluate("gap => window.lift(gap)", gap)
            self.page.touchscreen.tap(x, y)
            self.harm.taps += 1
            self.harm.bounces += 1

    def _compare(self, meant: list[Event]) -> None:
        """What is in the log and was not meant: it is taken out of the count once it was told."""
        ledger = self._ledger()
        if ledger != meant:
            self.harm.unwanted.append(f"{ledger[-4:]} instead of {meant[-4:]}")
            meant[:] = ledger


def as_recorded(event: Event) -> Event:
    """The event as it is entered by tapping: without what is not tapped or says nothing (a reason,
    a count of one), the lower die of each throw first, and a trade from who is named first."""
    event = lower_die_first({key: value for key, value in event.items() if key != "reason"})
    if isinstance(dice := event.get("dice"), dict):
        event["dice"] = {square: sorted(thrown) for square, thrown in dice.items()}
    if event.get("count") == 1:
        del event["count"]
    if event["type"] == "trade" and event["player"] > event["with"]:
        other, give, take = event["player"], event["take"], event["give"]
        event |= {"player": event["with"], "with": other, "give": give, "take": take}
    return event
