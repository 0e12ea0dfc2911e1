"""What is half entered on the screens outlives a reload, the death of the page and a rotation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import LANDSCAPE
from tests.e2e.holding import hold
from tests.e2e.own_tablet import OwnTablet
from tests.e2e.proxy import Proxy
from tests.e2e.tablet_screens.three_players import HEADER, expect_parties, say, tap
from tests.e2e.waiting import until_drafts_kept, until_judged

PORTRAIT: ViewportSize = {"width": 800, "height": 1280}
UTILITIES = {"12": {"owner": "p1"}, "28": {"owner": "p2"}, "9": {"owner": "p1"}}
AT_THE_CIRCUIT: dict[str, Any] = {
    **HEADER,
    "position": {
        "cash": {"p1": 500, "p2": 700, "p3": 20},
        "deeds": {
            square: {"improvements": 0, "mortgaged": False, **deed}
            for square, deed in UTILITIES.items()
        },
        "prison": [],
    },
}
DATABASE = "treasurer-tablet"
READ_ALL = """async (name) => {
  const done = (request) => new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
  const database = await done(indexedDB.open(name));
  const stores = {};
  for (const store of database.objectStoreNames) {
    const there = database.transaction(store).objectStore(store);
    stores[store] = [await done(there.getAllKeys()), await done(there.getAll())];
  }
  const { version } = database;
  database.close();
  return { version, stores };
}"""
MAKE_FIRST_VERSION = """async ([name, stores]) => {
  const done = (request) => new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
  await done(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("device");
    opening.result.createObjectStore("games", { keyPath: "game" });
    opening.result.createObjectStore("rows", { keyPath: ["game", "seq"] });
    opening.result.createObjectStore("outbox", { keyPath: ["game", "n"] });
    opening.result.createObjectStore("calls", { keyPath: "id" });
  };
  const database = await done(opening);
  for (const [store, [keys, values]] of Object.entries(stores)) {
    const there = database.transaction(store, "readwrite").objectStore(store);
    for (const [index, value] of values.entries())
      await done(store === "device" ? there.put(value, keys[index]) : there.put(value));
  }
  database.close();
}"""


CORRECT = """async (revision) => {
  const answer = await window.tablet.ask("revision", { ...revision, reason: "slip" });
  return window.tablet.record(answer.event);
}"""


class DraftTablet(OwnTablet):
    """A tablet that has had the time to keep a draft before it is reloaded or dies."""

    def practise(self, header: dict[str, Any]) -> Page:
        """At a table for this header, the game started."""
        self.open()
        self.page.evaluate("header => window.tablet.practise(header)", header)
        self.judged()
        tap(self.page, "start")
        self.page.wait_for_selector(".game")
        return self.page

    def reload(self) -> Page:
        """The app, loaded again."""
        until_drafts_kept(self.page)
        self.open()
        self.judged()
        self.page.wait_for_selector(".game")
        return self.page

    def kill(self) -> Page:
        """The browser is killed and started again."""
        until_drafts_kept(self.page)
        return super().kill()


@pytest.fixture(scope="module")
def made(
    browser: Browser, line: Proxy, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DraftTablet]:
    """One tablet for the tests of this file."""
    made = DraftTablet(browser.browser_type, line.url, tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture
def tablet(made: DraftTablet, network: Proxy) -> Iterator[DraftTablet]:
    """The tablet, at no table; this process is its server."""
    yield made
    made.page.evaluate("() => window.tablet.endPractice()")


def kept(page: Page) -> dict[str, Any]:
    """The drafts on the disk, by name."""
    stores = page.evaluate(READ_ALL, DATABASE)["stores"]
    return {draft["name"]: draft["value"] for draft in stores["drafts"][1]}


def tap_and_read(page: Page, name: str, text: str) -> None:
    """Click a control of a trade, and wait for the trade read out.

    It moves what stands there, and a tap on what moves does not count."""
    tap(page, name)
    expect(page.locator(".read-out")).to_contain_text(text)


def test_a_half_entered_final_position_outlives_reload_kill_and_rotation(
    tablet: DraftTablet,
) -> None:
    page = tablet.practise(HEADER)
    tap(page, "more", "final-position", "final-p1", "final-cash-4", "final-cash-5")
    tap(page, "final-deed-9", "more-9")
    page = tablet.reload()
    expect(page.locator('[data-tap="final-deed-9"]')).to_have_attribute("aria-pressed", "true")
    say(page, "$45")
    tap(page, "final-p3", "final-out", "final-p2", "final-cash-7")
    page = tablet.kill()
    page.set_viewport_size(PORTRAIT)
    tap(page, "final-p2", "final-deed-12", "mortgaged-12", "back")
    page.set_viewport_size(LANDSCAPE)
    tap(page, "more", "final-position", "final-done")
    expect(page.locator('[data-tap="adjusted-p1"]')).to_be_visible()
    view = page.evaluate("() => window.tablet.state.view")
    assert [(each["cash"], each["out"]) for each in view["players"]] == [
        (45, False),
        (7, False),
        (0, True),
    ]
    assert (view["squares"][9]["owner"], view["squares"][9]["improvements"]) == ("p1", 1)
    assert (view["squares"][12]["owner"], view["squares"][12]["mortgaged"]) == ("p2", True)


def test_a_half_entered_trade_outlives_a_reload_until_the_board_goes_on(
    tablet: DraftTablet,
) -> None:
    page = tablet.practise(HEADER)
    tap(page, "die-3-6", "buy", "trade", "trader-p1", "partner-p3")
    tap_and_read(page, "give-9", "Hollywood")
    tap(page, "give-cash")
    tap_and_read(page, "give-amount-5", "$5")
    page = tablet.reload()
    expect(page.locator('[data-tap="give-9"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-tap="give-cash"]')).to_contain_text("$5")
    tap(page, "back", "trade")
    expect_parties(page, "Ada", "Софья")
    page = tablet.kill()
    tap(page, "clear")
    expect(page.locator('[data-tap="give-9"]')).to_have_attribute("aria-pressed", "false")
    tap_and_read(page, "give-9", "Hollywood")
    tap(page, "back")
    page = tablet.reload()
    expect(page.locator('[data-tap="back"]')).to_have_count(0)
    tap(page, "die-1-2")
    until_judged(page)
    tap(page, "trade", "trader-p1", "partner-p3")
    expect(page.locator('[data-tap="give-9"]')).to_have_attribute("aria-pressed", "false")


def test_a_correction_of_the_board_ends_a_half_entered_trade(tablet: DraftTablet) -> None:
    page = tablet.practise(HEADER)
    tap(page, "die-3-6", "buy", "trade", "trader-p1", "partner-p3")
    tap_and_read(page, "give-9", "Hollywood")
    tap(page, "back")
    page.evaluate(CORRECT, {"seq": 3, "replacement": []})
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === null")
    tap(page, "trade", "trader-p1", "partner-p3", "give-cash")
    tap_and_read(page, "give-amount-5", "$5")
    tap(page, "back")
    page.evaluate("() => window.tablet.undo('it was bought')")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    tap(page, "trade", "trader-p1", "partner-p3")
    expect(page.locator('[data-tap="give-9"]')).to_have_attribute("aria-pressed", "false")
    expect(page.locator('[data-tap="give-cash"]')).not_to_contain_text("$5")


def test_the_circuit_goes_on_at_its_throw_and_at_its_stop(tablet: DraftTablet) -> None:
    page = tablet.practise(AT_THE_CIRCUIT)
    tap(page, "more")
    hold(page, "time")
    tap(page, "adjusted-p1", "adjusted-p2", "adjusted-p3", "count-skip", "retain")
    tap(page, "utility-12-3-4")
    expect(page.locator('[data-tap="utility-28-1-1"]')).to_be_visible()
    page = tablet.kill()
    expect(page.locator('[data-tap="again-12"]')).to_be_visible()
    tap(page, "utility-28-5-6", "circuit", "paid-1", "paid-2")
    expect(page.locator('[data-tap="paid-3"]')).to_be_visible()
    page = tablet.reload()
    expect(page.locator('[data-tap="paid-3"]')).to_be_visible()
    tap(page, "paid-3")
    tap(page, "give-p1")
    hold(page, "agree-p1")
    expect(page.locator('[data-tap="agree-p2"]')).to_be_visible()
    page = tablet.kill()
    expect(page.locator('[data-tap="agree-p2"]')).to_be_visible()
    assert kept(page).keys() >= {"circuit", "stops-paid"}


def test_drafts_go_with_their_table_and_are_no_part_of_its_log(tablet: DraftTablet) -> None:
    page = tablet.practise(HEADER)
    tap(page, "more", "final-position", "final-p1", "final-cash-4")
    until_drafts_kept(page)
    assert kept(page).keys() == {"final-position", "sheets"}
    assert [each["type"] for each in page.evaluate("() => window.tablet.state.view.ledger")] == [
        "start"
    ]
    page.evaluate("() => window.tablet.endPractice()")
    assert kept(page) == {}


def test_a_draft_that_cannot_be_written_is_on_the_screen(tablet: DraftTablet) -> None:
    page = tablet.practise(HEADER)
    tap(page, "more", "final-position", "final-p1")
    page.evaluate("""() => {
        IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
    }""")
    tap(page, "final-cash-4", "final-cash-5")
    expect(page.locator(".keypad-figure")).to_have_text("$45")
    tablet.reload()


def test_a_database_of_the_first_version_keeps_its_table(tablet: DraftTablet) -> None:
    page = tablet.practise(HEADER)
    tap(page, "die-3-6", "buy")
    page.wait_for_function("() => window.tablet.state.view.squares[9].owner === 'p1'")
    whole = page.evaluate(READ_ALL, DATABASE)
    assert whole["version"] == 2
    whole["stores"].pop("drafts")
    page.goto(f"{tablet.url}/tablet/manifest.webmanifest")
    page.evaluate(MAKE_FIRST_VERSION, [DATABASE, whole["stores"]])
    assert page.evaluate(READ_ALL, DATABASE) == {**whole, "version": 1}
    page = tablet.reload()
    assert page.evaluate(READ_ALL, DATABASE)["version"] == 2
    assert page.evaluate("() => window.tablet.state.view.squares[9].owner") == "p1"
    tap(page, "trade", "trader-p1", "partner-p2")
    tap_and_read(page, "give-9", "Hollywood")
    page = tablet.reload()
    expect(page.locator('[data-tap="give-9"]')).to_have_attribute("aria-pressed", "true")
