"""What breaks between a tap and the log: nothing shown as recorded is lost, nothing is doubled."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.browser import launch_options
from tests.e2e.conftest import KEPT, TAPPING
from tests.e2e.journeys.hall import (
    CONFIRMED,
    HEADER,
    Hall,
    TabletScreen,
    begin,
    ids_of,
    log_of,
    until,
)
from tests.e2e.own_tablet import kill_browser
from tests.e2e.proxy import DEAF, SILENT, UP
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
    clock = hall.go(f"/organise/{table.round.event.slug}/r/1/clock/")
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


class Tablet:
    """A tablet whose browser can be killed and started again on the same disk."""

    def __init__(self, browser: Browser, hall: Hall, profile: Path) -> None:
        self._browser = browser
        self._hall = hall
        self._profile = profile
        self.screen = self._start()

    def _start(self) -> TabletScreen:
        context = self._browser.browser_type.launch_persistent_context(
            str(self._profile), **launch_options()
        )
        page = context.pages[0]
        page.set_default_timeout(60_000)
        page.add_init_script(path=TAPPING)
        return TabletScreen(page, self._hall.url)

    def reload(self) -> None:
        """The page is loaded anew."""
        self.screen.page.reload()
        self._ready()

    def kill(self) -> None:
        """The browser is killed; it is started again."""
        kill_browser(self._profile)
        self.screen = self._start()
        self.screen.page.goto(f"{self._hall.url}/tablet/")
        self._ready()

    def _ready(self) -> None:
        self._hall.network.set(UP)
        self.screen.reach()
        self.screen.judged_here()

    def close(self) -> None:
        """Put the tablet away."""
        self.screen.page.context.close()


@pytest.fixture
def tablet(browser: Browser, hall: Hall, tmp_path: Path) -> Iterator[Tablet]:
    """A tablet that has loaded the app."""
    made = Tablet(browser, hall, tmp_path / "profile")
    made.screen.open()
    yield made
    made.close()


def test_reloaded_and_killed_at_every_step_of_a_tap(
    hall: Hall, new_table: NewTable, tablet: Tablet
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
