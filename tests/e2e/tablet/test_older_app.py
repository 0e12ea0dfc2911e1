"""A tablet whose app is of an earlier release, in the middle of a game on a server of today."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.log.verify import faults_of
from referee.models import GameLog, SetAside
from tests.e2e.app import KEPT, REACH, Header
from tests.e2e.proxy import DOWN, UP, Proxy
from tests.e2e.tablet.conftest import TabletPage, log_of, started
from tests.e2e.waiting import until_drafts_kept
from tests.upgrades.kept_app import keep_app, served
from tournament.models import Result, Table

MUSEUM = Path(__file__).parents[2] / "upgrades"
APPS = [*sorted(MUSEUM.glob("*.app.tar.xz")), None]
"""Those of the releases, and today's, which is the older one tomorrow."""
VERSION = "() => document.querySelector('[data-version]').dataset.version"
ANOTHER = f"version => ({VERSION})() !== version"
LOAD = "Load it now"
PROTOCOL = "**/api/v1/games/**"
NOTE = {"type": "note", "text": "A card was bent"}
GONE = "<!doctype html><title>Not found</title>"
SENT, RECORDED = 5, 10
"""Lines that the server of that release was sent; and those that the tablet has by then."""


class OlderTablet(TabletPage):
    """A tablet that has kept the app of a release, its `version`."""

    version: str

    def half_a_trade(self) -> None:
        """Enter it, but for what the other gives."""
        for control in ("trade", "give-cash", "give-amount-5"):
            self.page.locator(f'[data-tap="{control}"]').click()
        self.shows_half_a_trade()

    def shows_half_a_trade(self) -> None:
        """As it was entered."""
        expect(self.page.locator('[data-tap="give-cash"]')).to_contain_text("$5")

    def app(self) -> str:
        """The version of the app that is loaded."""
        return str(self.page.evaluate(VERSION))


@pytest.fixture(params=APPS, ids=lambda file: file.name if file else "today")
def tablet(
    request: pytest.FixtureRequest,
    new_tablet: Callable[[], TabletPage],
    table: Table,
    network: Proxy,
    lines: list[dict[str, Any]],
    tmp_path: Path,
) -> Iterator[OlderTablet]:
    """In the middle of an entry, when the server is of today and has a newer app for it."""
    plain = new_tablet()
    tablet = OlderTablet(plain.page, plain.url)
    errors: list[str] = []
    tablet.page.on("pageerror", lambda error: errors.append(str(error)))
    if (file := request.param) is None:
        keep_app(file := tmp_path / "today.app.tar.xz")
    with served(file, tmp_path) as tablet.version:
        started(tablet, table)
        tablet.record(*lines[1:SENT])
        tablet.confirmed()
        tablet.page.evaluate(KEPT)
        tablet.page.evaluate(REACH)
        network.set(DOWN)
        tablet.record(*lines[SENT:RECORDED])
        tablet.half_a_trade()
    network.set(UP)
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:RECORDED]
    yield tablet
    assert not errors


def finish(tablet: OlderTablet, table: Table, lines: list[Header]) -> None:
    """Play the game to its end, and sign."""
    tablet.record(*lines[RECORDED:])
    assert tablet.call("confirm", {"players": [each["id"] for each in lines[0]["players"]]})["ok"]
    tablet.until(lambda state: state["gameState"] == "confirmed")
    game = GameLog.objects.get(table=table)
    beside = ("confirm", "note")
    assert [event for event in log_of(table)[1:] if event["type"] not in beside] == lines[1:]
    assert (faults_of(game), SetAside.objects.count()) == ([], 0)
    assert Result.objects.filter(table=table, source=Result.Source.LOG).exists()


def test_it_finishes_its_game(tablet: OlderTablet, table: Table, lines: list[Header]) -> None:
    """By the rules of today. Where it starts anew without being asked to, it has the older app."""
    tablet.until(lambda state: state["update"] == "ready")
    expect(tablet.page.get_by_role("button", name=LOAD)).to_be_visible()
    tablet.shows_half_a_trade()
    assert tablet.page.evaluate("() => 'tablet' in window"), "loaded again by itself"
    until_drafts_kept(tablet.page)
    tablet.page.reload()
    tablet.judged_here()
    tablet.shows_half_a_trade()
    assert tablet.app() == tablet.version
    finish(tablet, table, lines)
    assert tablet.app() == tablet.version


def test_it_loads_the_newer_app_when_the_referee_says_so(
    tablet: OlderTablet, table: Table, lines: list[Header]
) -> None:
    """In the middle of an entry, which is there afterwards; so is what the older app could not send
    because the server does not speak its protocol any more."""
    tablet.page.route(PROTOCOL, lambda route: route.fulfill(status=404, body=GONE))
    tablet.record(NOTE)
    tablet.until(
        lambda state: state["sync"]["state"] == "waiting" and state["sync"]["waiting"] == 1
    )
    until_drafts_kept(tablet.page)
    tablet.page.get_by_role("button", name=LOAD).click()
    tablet.page.wait_for_function(ANOTHER, arg=tablet.version)
    tablet.page.unroute(PROTOCOL)
    tablet.judged_here()
    tablet.shows_half_a_trade()
    tablet.confirmed()
    finish(tablet, table, lines)
    assert NOTE in log_of(table)
