"""What breaks between a tap and the log: nothing shown as recorded is lost, nothing is doubled."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from tests.e2e.conftest import KEPT
from tests.e2e.journeys.hall import (
    CONFIRMED,
    HEADER,
    Hall,
    TabletScreen,
    begin,
    ids_of,
    log_of,
)
from tests.e2e.own_tablet import OwnTablet
from tests.e2e.proxy import DEAF, SILENT, UP
from tests.e2e.waiting import until
from tournament.models import Table

NewTablet = Callable[..., TabletScreen]
NewTable = Callable[..., Table]
Event = dict[str, Any]

DICE = ["36", "12", "35", "23", "23", "12", "14", "12", "23", "14", "14", "12"]
THROWS = [
    {"type": "roll", "player": player["id"], "dice": [int(die) for die in dice]}
    for player, dice in zip(HEADER["players"] * 4, DICE, strict=True)
]
"""Four turns each that need nothing but the dice."""
DAY_OFF = "const right = Date.now; Date.now = () => right() + 86_400_000;"
# The debugger's quota is not applied to small writes: the disk itself says no.
FULL = """() => {
  for (const name of ["add", "put"])
    IDBObjectStore.prototype[name] = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
TAP = "event => { void window.enterEvents([event]).catch(() => undefined); }"
STOPS = {
    "before it is judged": "() => { Worker.prototype.postMessage = () => { window.there = 1; }; }",
    "before it is stored": """() => { crypto.subtle.digest = () => {
        window.there = 1;
        return new Promise(() => undefined);
      }; }""",
    "while it is stored": """() => {
        const { add } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.add = function (entry) {
          window.there = 1;
          return add.call(this, entry);
        };
      }""",
    "before it is sent": """() => {
        const before = window.tablet.state.view.ledger.length;
        window.fetch = () => new Promise(() => undefined);
        window.tablet.onChange(({ view }) => {
          if (view.ledger.length > before) window.there = 1;
        });
      }""",
}
"""Where a tap is held up: each sets `window.there` once it has come that far."""
UNRECORDED = {"before it is judged", "before it is stored"}
EITHER = {"while it is stored"}
SENT, ACKNOWLEDGED = "before the answer comes", "after the answer"


def test_full_storage_silent_network_and_a_wrong_clock(
    hall: Hall,
    new_table: NewTable,
    new_tablet: NewTablet,
    device: BrowserContext,
    shot: Callable[[Page, str], None],
) -> None:
    table = new_table(HEADER)
    tablet = new_tablet(device)
    tablet.page.add_init_script(DAY_OFF)
    clock = hall.go(f"/organise/{table.round.event.slug}/now/")
    clock.get_by_role("button", name="Start the clock").click()
    begin(hall, table, tablet)
    tablet.enter(*THROWS[:2])
    tablet.badge(CONFIRMED)
    expect(tablet.page.locator(".clock")).to_contain_text("1:5")
    expect(tablet.page.locator(".time-notice")).to_have_count(0)
    log = log_of(table)

    tablet.page.evaluate(FULL)
    tablet.page.evaluate(TAP, THROWS[2])
    tablet.notice("Not recorded: the storage is full")
    tablet.notice("nothing more can be recorded")
    shot(tablet.page, "quota-full")
    assert len(tablet.state["view"]["ledger"]) == len(log) + 1
    tablet.page.reload()
    tablet.reach()
    tablet.judged_here()
    assert log_of(table) == log
    tablet.enter(*THROWS[2:4])
    tablet.badge(CONFIRMED)

    hall.network.set(SILENT)
    tablet.enter(THROWS[4])
    tablet.badge("No answer")
    tablet.badge("1 waiting")
    tablet.badge("Connection reset")
    shot(tablet.page, "connection-reset")
    hall.network.set(UP)
    tablet.badge(CONFIRMED)
    assert log_of(table) == THROWS[:5]
    assert ids_of(table) == tablet.stored


class HallTablet(OwnTablet):
    """A tablet at a table of the hall, whose network works again once its page was lost."""

    def __init__(self, kind: BrowserType, hall: Hall, profile: Path) -> None:
        super().__init__(kind, hall.url, profile)
        self._hall = hall

    @property
    def screen(self) -> TabletScreen:
        """What is on it."""
        return TabletScreen(self.page, self.url)

    def reload(self) -> None:
        """The page is loaded anew."""
        self.page.reload()
        self._ready()

    def kill(self) -> Page:
        """The browser is killed; it is started again."""
        self.die()
        self.page.goto(f"{self.url}/tablet/")
        self._ready()
        return self.page

    def _ready(self) -> None:
        self._hall.network.set(UP)
        self.screen.reach()
        self.screen.judged_here()


@pytest.fixture
def tablet(browser: Browser, hall: Hall, tmp_path: Path) -> Iterator[HallTablet]:
    """A tablet that has loaded the app."""
    made = HallTablet(browser.browser_type, hall, tmp_path / "profile")
    made.open()
    yield made
    made.close()


def test_reloaded_and_killed_at_every_step_of_a_tap(
    hall: Hall, new_table: NewTable, tablet: HallTablet
) -> None:
    table = new_table(HEADER)
    tablet.screen.pair(hall.code(table))
    tablet.screen.judged_here()
    tablet.screen.page.evaluate(KEPT)
    tablet.screen.start()
    events = iter(enumerate(THROWS, 1))
    for stop in [*STOPS, SENT, ACKNOWLEDGED]:
        for ended in ("reload", "kill"):
            count, event = next(events)
            tap_until(hall, table, tablet.screen, event, stop)
            getattr(tablet, ended)()
            tablet.screen.badge(CONFIRMED)
            if stop in UNRECORDED or not kept(table, event):
                assert not kept(table, event)
                assert stop in UNRECORDED | EITHER
                tablet.screen.enter(event)
                tablet.screen.badge(CONFIRMED)
            assert log_of(table) == THROWS[:count]
            assert ids_of(table) == tablet.screen.stored


def kept(table: Table, event: Event) -> bool:
    """Whether the log ends with this event."""
    return log_of(table)[-1:] == [event]


def tap_until(hall: Hall, table: Table, screen: TabletScreen, event: Event, stop: str) -> None:
    """Enter this event, and hold it up there."""
    if stop in STOPS:
        screen.page.evaluate(STOPS[stop])
    if stop == SENT:
        hall.network.set(DEAF)
    before = len(log_of(table))
    screen.page.evaluate(TAP, event)
    if stop in STOPS:
        screen.page.wait_for_function("() => window.there")
    else:
        until(lambda: len(log_of(table)) > before)
    if stop == ACKNOWLEDGED:
        screen.badge(CONFIRMED)
